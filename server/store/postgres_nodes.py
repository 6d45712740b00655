"""The nodes that share a database: which of them live, which games each owns, and how a game changes hands.

Each also tells the others how its tables look, so that all of them can be listed wherever somebody asks.

Every node renews its row by the database's clock. One that has not done so for a while is taken for dead, and
the others share its games. Nothing but availability depends on that time: see `server/store/postgres.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import msgspec

from protocol.messages import MOST_TABLES, TableInfo
from server.store.interface import StoreError
from server.store.postgres import Held, PostgresStore
from server.store.postgres_connection import Connection

RENEWAL_SECONDS: Final = 2.0
GIVING_UP_SECONDS: Final = 6.0
"""A node that could not renew its row for so long closes its tables; after eight others take them."""
DEAD_SECONDS: Final = 8.0
MOST_AT_ONCE: Final = 20
"""Games that are taken over in one go, so that the survivors share them."""

REGISTER: Final = """
INSERT INTO nodes VALUES ($1, $2, $3, false, now())
ON CONFLICT (name) DO UPDATE SET life = $2, address = $3, is_draining = false, seen = now()
WHERE nodes.name NOT IN (SELECT name FROM living) OR nodes.life = $2
RETURNING name
"""
RENEW: Final = "UPDATE nodes SET seen = now() WHERE name = $1 AND life = $2 RETURNING is_draining"
CLAIM: Final = """
UPDATE games SET owner = $1, epoch = epoch + 1 WHERE id IN (
    SELECT id FROM games WHERE $1 IN (SELECT name FROM living)
        AND state = 'running' AND head >= 0 AND NOT id = ANY ($2::text[])
        AND (owner = $1 OR owner IS NULL OR owner NOT IN (SELECT name FROM living))
    ORDER BY id = ANY ($4::text[]) DESC, changed_ms DESC LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING id, epoch, head, head_hash
"""
HAND_OVER: Final = """
UPDATE games SET owner = $3, epoch = epoch + 1 WHERE id = $1 AND owner = $2 AND epoch = $4
"""
OWN: Final = "SELECT id, epoch FROM games WHERE owner = $1 AND id = ANY ($2::text[])"
WHERE: Final = "SELECT state, owner, address FROM games LEFT JOIN living ON owner = name WHERE id = $1"
PUBLISH: Final = """
WITH gone AS (DELETE FROM listings USING games WHERE id = game AND owner = $1 AND state <> 'running')
INSERT INTO listings
    SELECT game, waits, info FROM unnest($2::text[], $3::boolean[], $4::bytea[]) AS w (game, waits, info)
    JOIN games ON id = game WHERE owner = $1 AND state = 'running'
    ON CONFLICT (game) DO UPDATE SET waits = excluded.waits, info = excluded.info
"""
ELSEWHERE: Final = """
SELECT info FROM listings JOIN games ON id = game WHERE state = 'running' AND owner IS DISTINCT FROM $1
ORDER BY waits DESC, changed_ms DESC LIMIT $2
"""
LIST: Final = """
SELECT name, address, name IN (SELECT name FROM living), is_draining,
    (SELECT count(*) FROM games WHERE owner = name AND state = 'running' AND head >= 0)
FROM nodes ORDER BY name
"""


decoder = msgspec.msgpack.Decoder(TableInfo)


class LostNodeError(StoreError):
    """This node is none any more."""


class NodeListing(NamedTuple):
    """A node as the database has it."""

    name: str
    address: str
    is_alive: bool
    is_draining: bool
    games: int


class Whereabouts(NamedTuple):
    """Who has a game, and the address of that node if it lives."""

    state: str
    owner: str | None
    address: str | None


class Membership:
    """This node among the others."""

    def __init__(self, store: PostgresStore, address: str) -> None:
        self._store = store
        self._address = address
        self._life = secrets.token_hex(8)  # two nodes of one name are told apart by it

    async def register(self) -> bool:
        """Come in, and say whether that went well: not while another node of this name lives."""

        async def work(connection: Connection) -> bool:
            row = await connection.fetchrow(REGISTER, self._store.node, self._life, self._address)
            return row is not None

        return await self._store.write(work)

    async def renew(self) -> bool:
        """Say that this node lives, and tell whether it is to give its tables away."""
        row = await self._store.beat(RENEW, self._store.node, self._life)
        if row is None:
            raise LostNodeError(f"Another node is called {self._store.node} now.")
        return bool(row[0])

    async def claim(self, wanted: Collection[str] = ()) -> list[str]:
        """Take over games whose owner is dead or has handed them to us, those first that are wanted.

        Every standby knows it when this returns, and with it all that was written before.
        """
        store = self._store

        async def work(connection: Connection) -> dict[str, Held]:
            rows = await connection.fetch(CLAIM, store.node, list(store.held), MOST_AT_ONCE, list(wanted))
            return {row["id"]: Held(row["epoch"], row["head"], row["head_hash"]) for row in rows}

        claimed = await store.write(work, store.held.update)
        return list(claimed)

    async def lost(self) -> list[str]:
        """Name the games that we hold by mistake: others have taken them over."""
        held = {game: one.epoch for game, one in self._store.held.items()}
        ours = {
            row["id"]: row["epoch"] for row in await self._store.ask_all(OWN, self._store.node, list(held))
        }
        return [game for game, epoch in held.items() if ours.get(game) != epoch]

    async def hand_over(self, game: str, to: str | None) -> None:
        """Give a game to another node, or to whoever takes it first; its table here is closed already."""
        held = self._store.held.get(game)
        if held is not None:
            words = (game, self._store.node, to, held.epoch)
            await self._store.write(
                lambda connection: connection.execute(HAND_OVER, *words),
                lambda _: self._store.held.pop(game, None),
            )

    async def leave(self) -> None:
        """Go, so that others need not wait until we are taken for dead."""
        for game in list(self._store.held):
            await self.hand_over(game, None)
        query, words = "DELETE FROM nodes WHERE name = $1 AND life = $2", (self._store.node, self._life)
        await self._store.write(lambda connection: connection.execute(query, *words))

    async def where(self, game: str) -> Whereabouts | None:
        """Say who has a game, if there is such a game."""
        row = await self._store.ask(WHERE, game)
        return None if row is None else Whereabouts(*row)

    async def publish(self, infos: Sequence[TableInfo]) -> None:
        """Say how tables of ours look now; what we no longer own is for others to say."""
        names = [info.table for info in infos]
        waits = [info.has_room for info in infos]
        looks = [msgspec.msgpack.encode(info) for info in infos]
        await self._store.ask_all(PUBLISH, self._store.node, names, waits, looks)

    async def tables_elsewhere(self) -> list[TableInfo]:
        """List the tables that other nodes run, those with free seats first; it may be seconds old."""
        rows = await self._store.ask_all(ELSEWHERE, self._store.node, MOST_TABLES)
        return [info for row in rows if (info := _read(row[0])) is not None]


def _read(data: bytes) -> TableInfo | None:
    """Read what may come from another version, whose tables are then listed on its own nodes alone."""
    try:
        return decoder.decode(data)
    except msgspec.DecodeError:
        return None


async def check_host(store: PostgresStore, key: bytes) -> None:
    """Refuse a server with another key than the site's, whose signatures nobody would believe."""

    async def work(connection: Connection) -> bytes:
        await connection.execute("UPDATE jinmaku SET host = $1 WHERE host IS NULL", key)
        found: bytes = await connection.fetchval("SELECT host FROM jinmaku")
        return found

    if await store.write(work) != key:
        raise StoreError("This server's key is not the one of the site. Copy the file host_key from a node.")


async def list_nodes(store: PostgresStore) -> list[NodeListing]:
    return [NodeListing(*row) for row in await store.ask_all(LIST)]


async def drain(store: PostgresStore, name: str) -> bool:
    """Ask a node to give its tables away one by one and take no more; False if there is none."""
    query = "UPDATE nodes SET is_draining = true WHERE name = $1 RETURNING name"
    return await store.write(lambda connection: connection.fetchrow(query, name)) is not None
