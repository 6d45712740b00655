"""The tables of a shared database."""

from __future__ import annotations

from typing import Final

from server.store.interface import StoreError
from server.store.postgres_connection import Connection

SCHEMA_VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE jinmaku (schema integer NOT NULL, looks bigint NOT NULL, host bytea);
CREATE TABLE nodes (name text PRIMARY KEY, life text NOT NULL, address text NOT NULL,
    is_draining boolean NOT NULL, seen timestamptz NOT NULL);
CREATE VIEW living AS SELECT name, address, is_draining FROM nodes
    WHERE seen BETWEEN now() - interval '8 seconds' AND now() + interval '8 seconds';
CREATE TABLE games (id text PRIMARY KEY, header bytea NOT NULL, created_ms bigint NOT NULL,
    root bytea NOT NULL, state text NOT NULL CHECK (state IN ('running', 'over', 'frozen')),
    changed_ms bigint NOT NULL, head bigint NOT NULL, head_hash bytea NOT NULL,
    owner text, epoch bigint NOT NULL);
CREATE INDEX games_running ON games (owner) WHERE state = 'running';
CREATE TABLE entries (game text NOT NULL REFERENCES games (id), seq bigint NOT NULL, at_ms bigint NOT NULL,
    data bytea NOT NULL, hash bytea NOT NULL, PRIMARY KEY (game, seq));
"""


async def prepare(connection: Connection) -> None:
    """Make sure that the tables are there and that this version knows them."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('jinmaku'))")  # two may be the first
        if await connection.fetchval("SELECT to_regclass('jinmaku')") is None:
            await connection.execute(SCHEMA)
            await connection.execute("INSERT INTO jinmaku VALUES ($1, 0)", SCHEMA_VERSION)
        version = await connection.fetchval("SELECT schema FROM jinmaku")
    if version != SCHEMA_VERSION:
        other = "a later" if version > SCHEMA_VERSION else "an older"
        raise StoreError(
            f"The database has schema {version} of {other} version; this one knows {SCHEMA_VERSION}."
        )
