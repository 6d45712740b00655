"""A database that breaks off, waits for its standbys or is not ours: nothing is lost and nothing doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import asyncpg
import pytest

from server.store import postgres
from server.store.interface import LostGameError, SilentStoreError, StoreError
from server.store.postgres import PostgresStore
from server.store.postgres_connection import CONNECT_SECONDS, SCHEMA
from tests.harness.gates import open_gate
from tests.harness.loopback import HERE
from tests.harness.postgres import Postgres
from tests.waiting import fast_forward, let_pass, patience, soon, until


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    async with aclosing(await PostgresStore.open(url, "here")) as store:
        await store.create("kyoto", b"")
        await store.append("kyoto", 0, b"a")
        yield store


@pytest.fixture
async def other(url: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


async def data(store: PostgresStore) -> list[bytes]:
    return [entry.data for entry in await store.entries("kyoto")]


async def held_up(other: Any, event: str, but: int = 0) -> int:
    """Wait until a connection of the test's database waits for that, and return which."""
    query = """SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND $1 IN (wait_event_type, wait_event) AND pid <> $2"""
    async with patience():
        while (writer := await other.fetchval(query, event, but)) is None:
            pass
    return int(writer)


async def waits_for_nobody(connection: Any) -> None:
    """Wait until a connection knows what has been set: the database tells each in its own time."""
    async with patience():
        while await connection.fetchval("SHOW synchronous_standby_names") != "nobody":
            pass


async def test_a_write_whose_connection_breaks_is_made_again_and_is_there_once(
    store: PostgresStore, other: Any
) -> None:
    async with other.transaction():
        await other.execute("SELECT 1 FROM games FOR UPDATE")
        writing = asyncio.ensure_future(store.append("kyoto", 1, b"b"))
        writer = await held_up(other, "Lock")
        await other.execute("SELECT pg_terminate_backend($1)", writer)

    assert await writing == 1
    assert await data(store) == [b"a", b"b"]


async def test_a_commit_that_stopped_waiting_for_its_standby_is_not_believed(
    store: PostgresStore, other: Any, database: Postgres
) -> None:
    database.set(synchronous_standby_names="'nobody'")
    try:
        await store.write(waits_for_nobody)
        writing = asyncio.ensure_future(store.append("kyoto", 1, b"b"))
        writer = await held_up(other, "SyncRep")
        await other.execute("SELECT pg_cancel_backend($1)", writer)
        await held_up(other, "SyncRep", but=writer)
        assert not writing.done()
    finally:
        database.set()

    assert await writing == 1
    assert await data(store) == [b"a", b"b"]


async def test_what_is_written_after_the_node_gave_up_is_told_to_nobody(
    store: PostgresStore, other: Any
) -> None:
    async with other.transaction():
        await other.execute("SELECT 1 FROM games FOR UPDATE")
        writing = asyncio.ensure_future(store.append("kyoto", 1, b"b"))
        await held_up(other, "Lock")
        store.drop()

    with pytest.raises(LostGameError):
        await writing


async def test_a_later_schema_is_refused(url: str, store: PostgresStore, other: Any) -> None:
    await other.execute("UPDATE jinmaku SET schema = 99")
    with pytest.raises(
        StoreError, match=f"later version .* with schema 99; this version knows schema {len(SCHEMA)}"
    ):
        await PostgresStore.open(url, "there")

    assert await store.append("kyoto", 1, b"b") == 1


async def test_a_damaged_entry_is_found(store: PostgresStore, other: Any) -> None:
    await other.execute("UPDATE entries SET data = 'x'")
    with pytest.raises(StoreError, match="entry 0 is damaged or missing"):
        await store.entries("kyoto")


async def test_a_database_that_says_nothing_holds_nobody_up_for_ever(url: str, database: Postgres) -> None:
    async with open_gate(database.port) as gate:
        way = url.replace(str(database.port), str(gate.port))
        async with aclosing(await PostgresStore.open(way, "here")) as store:
            await store.create("kyoto", b"")
            gate.fall_silent()
            with pytest.raises(SilentStoreError, match="does not answer"):
                await fast_forward(store.games(), 1.0)
            writing = asyncio.ensure_future(store.append("kyoto", 0, b"a"))
            gate.speak()

            assert await soon(writing) == 0
            assert await data(store) == [b"a"]


async def test_a_database_that_hangs_up_at_once_is_said_to_do_so() -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(8)  # it asks for TLS first
        writer.close()

    async with await asyncio.start_server(hang_up, HERE) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(StoreError, match="cannot be used: it closes the connection at once"):
            await PostgresStore.open(f"postgresql://somebody@{HERE}:{port}/games", "here")


async def test_of_several_hosts_one_that_is_silent_or_gone_is_passed_over(
    url: str, database: Postgres
) -> None:
    async with open_gate(database.port) as gate:
        gate.fall_silent()
        hosts = f"127.0.0.1:{gate.port},127.0.0.1:1,127.0.0.1:{database.port}"
        way = url.replace(f"127.0.0.1:{database.port}", hosts)
        opening = asyncio.ensure_future(PostgresStore.open(way, "here"))
        await until(lambda: gate._open)  # noqa: SLF001 (somebody waits there)
        let_pass(CONNECT_SECONDS)
        store = await soon(opening)
        await store.create("kyoto", b"")
        await store.aclose()


async def test_while_there_are_standbys_only_a_write_waits_for_one_to_be_promoted(
    store: PostgresStore, other: Any, url: str
) -> None:
    """A database whose sessions are read-only looks like a standby from outside."""
    name = url.rpartition("/")[2]
    await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="cannot be used: it can only be read, as a standby can"):
        await PostgresStore.open(url, "there")
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    await other.execute(f"SELECT pg_terminate_backend(pid) {others}")
    writing = asyncio.ensure_future(store.append("kyoto", 1, b"b"))
    await until(lambda: store.backlog.delay)
    assert not writing.done()
    await other.execute(f"SET default_transaction_read_only = off; ALTER DATABASE {name} RESET ALL")

    assert await soon(writing) == 1
    assert await data(store) == [b"a", b"b"]


async def test_a_full_queue_asks_for_patience(
    store: PostgresStore, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "MOST_WAITING", 3)
    async with other.transaction():
        await other.execute("SELECT 1 FROM games FOR UPDATE")
        writing = [asyncio.ensure_future(store.append("kyoto", 1, b"b")) for _ in range(5)]
        await held_up(other, "Lock")

        assert store.backlog.is_full
    assert await asyncio.gather(*writing) == [1] * 5
    assert not store.backlog.is_full


async def test_a_database_of_an_older_version_gets_what_is_new_and_keeps_what_it_has(
    url: str, store: PostgresStore, other: Any
) -> None:
    await other.execute("DROP TABLE listings; UPDATE jinmaku SET schema = 1")
    async with aclosing(await PostgresStore.open(url, "there")) as there:
        assert await data(there) == [b"a"]

    assert await other.fetchval("SELECT schema FROM jinmaku") == len(SCHEMA)
    assert await other.fetch("SELECT * FROM listings") == []
    assert await store.append("kyoto", 1, b"b") == 1  # as a node of the older version does meanwhile
