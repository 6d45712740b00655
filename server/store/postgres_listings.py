"""What each node says about its tables, so that all of them can be listed wherever somebody asks."""

from __future__ import annotations

from typing import Final

import msgspec

from protocol.messages import MOST_TABLES, TableInfo
from server.store.postgres import PostgresStore

PUBLISH: Final = """
WITH gone AS (DELETE FROM listings USING games WHERE id = game AND owner = $1 AND state <> 'running')
INSERT INTO listings
    SELECT game, waits, info FROM unnest($2::text[], $3::boolean[], $4::bytea[]) AS w (game, waits, info)
    JOIN games ON id = game WHERE owner = $1 AND state = 'running'
    ON CONFLICT (game) DO UPDATE SET waits = excluded.waits, info = excluded.info
"""
LISTED: Final = """
SELECT info FROM listings JOIN games ON id = game WHERE state = 'running' AND owner IS DISTINCT FROM $1
ORDER BY waits DESC, changed_ms DESC LIMIT $2
"""
DECODER: Final = msgspec.msgpack.Decoder(TableInfo)


async def publish(store: PostgresStore, infos: list[TableInfo]) -> None:
    """Say how tables of ours look now; what we no longer own is for others to say."""
    rows = [(info.table, info.has_room, msgspec.msgpack.encode(info)) for info in infos]
    await store.ask_all(PUBLISH, store.node, *(map(list, zip(*rows, strict=True)) if rows else ([], [], [])))


async def listed_elsewhere(store: PostgresStore) -> list[TableInfo]:
    """List the tables that other nodes run, those with free seats first; it may be seconds old."""
    rows = await store.ask_all(LISTED, store.node, MOST_TABLES)
    return [info for row in rows if (info := _read(row[0])) is not None]


def _read(data: bytes) -> TableInfo | None:
    """Read what may come from another version, whose tables are then listed on its own nodes alone."""
    try:
        return DECODER.decode(data)
    except msgspec.DecodeError:
        return None
