"""What a store in a file promises beyond what every store does."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import aclosing, closing
from pathlib import Path

import pytest

from server.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "store.sqlite"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with aclosing(SqliteStore.open(path)) as store:
        await store.create("kyoto", b"header")
        yield store


async def test_only_the_owner_may_look_into_a_new_store(store: SqliteStore, path: Path) -> None:
    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}

    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert modes == {0o600}


async def test_who_reads_a_part_keeps_nobody_from_writing_on(store: SqliteStore, path: Path) -> None:
    """An unfinished reader would hold on to everything written after it."""
    for seq in range(3):
        await store.append("kyoto", seq, bytes(1000))
    await store.entries("kyoto", 0, 1)
    await store.append("kyoto", 3, b"after")

    assert [entry.seq for entry in await store.entries("kyoto", 3)] == [3]
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


async def test_what_is_asked_in_the_same_moment_takes_one_commit(path: Path) -> None:
    steps: list[str] = []
    async with aclosing(SqliteStore.open(path, at=steps.append)) as store:
        await asyncio.gather(*(store.create(f"game {number}", b"") for number in range(10)))
        grouped = steps.count("committed")
        await asyncio.gather(*(store.append(f"game {number}", 0, b"a") for number in range(10)))

        assert (grouped, steps.count("committed")) == (1, 2)
        assert [game.last_seq for game in await store.games()] == [0] * 10


async def test_nobody_reads_what_is_not_yet_durable(path: Path) -> None:
    seen: list[int] = []

    def look(step: str) -> None:
        if step == "committing" and path.exists():
            with closing(sqlite3.connect(path)) as other:
                seen.extend(other.execute("SELECT count(*) FROM entries").fetchone())

    async with aclosing(SqliteStore.open(path, at=look)) as store:
        await store.create("kyoto", b"")
        await store.append("kyoto", 0, b"a")
        await store.append("kyoto", 1, b"b")

    assert seen == [0, 0, 1, 2]


async def test_a_long_game_survives_its_checkpoints(store: SqliteStore, path: Path) -> None:
    entries = [b"%d" % seq for seq in range(1000)]
    for seq, entry in enumerate(entries):
        await store.append("kyoto", seq, entry)

    assert [entry.data for entry in await store.entries("kyoto")] == entries
    assert _size(f"{path}-wal") < 1000 * 4096  # the log was restarted


def _size(path: str) -> int:
    return Path(path).stat().st_size
