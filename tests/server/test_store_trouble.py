"""A store whose disk is full or fails, or that another process has open too."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

from server.store import sqlite_file as store_file
from server.store.interface import StoreError, WrongSequenceError
from server.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
BIG = bytes(100_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store"
    asyncio.run(_create(path))
    return path


async def _create(path: Path) -> None:
    async with aclosing(SqliteStore.open(path)) as store:
        for game_id in ("edo", "kyoto", "nara"):
            await store.create(game_id, b"")
            await store.append(game_id, 0, b"set-up")


def _small_disk(path: Path) -> SqliteStore:
    """A store in a file that may hardly grow."""
    writing = store_file.writer(path)
    writing.execute("PRAGMA max_page_count = 16")
    return SqliteStore(writing, store_file.connect(path, "ro"))


async def test_a_full_disk_refuses_an_entry_and_keeps_the_earlier_ones(path: Path) -> None:
    async with aclosing(_small_disk(path)) as store:
        with pytest.raises(StoreError, match="full"):
            await store.append("kyoto", 1, BIG)

        assert [entry.data for entry in await store.entries("kyoto")] == [b"set-up"]
        assert await store.append("kyoto", 1, b"small") == 1


async def test_in_a_group_only_the_entry_too_large_is_refused(path: Path) -> None:
    async with aclosing(_small_disk(path)) as store:
        edo, kyoto, nara = await asyncio.gather(
            store.append("edo", 1, b"small"),
            store.append("kyoto", 1, BIG),
            store.append("nara", 1, b"small"),
            return_exceptions=True,
        )

        assert (edo, nara) == (1, 1)
        assert isinstance(kyoto, StoreError)
        assert [game.last_seq for game in await store.games()] == [1, 0, 1]


def test_a_disk_that_takes_no_more_bytes_leaves_the_store_as_it_was(path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.server.test_store_trouble", "fill", str(path)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    last_seq = int(child.stdout)
    entries = asyncio.run(_data(path, "kyoto"))

    assert last_seq > 0
    assert entries == [b"set-up"] + [bytes(300)] * last_seq


def test_a_store_that_a_full_disk_keeps_from_opening_says_what_may_be_wrong(path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.server.test_store_trouble", "open", str(path)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )

    assert child.stdout == f"{path}: disk I/O error. The disk may be full."


def _open_on_a_full_disk(path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path)
    sys.stdout.write(str(caught.value))


async def _data(path: Path, game_id: str) -> list[bytes]:
    async with aclosing(SqliteStore.open(path)) as store:
        return [entry.data for entry in await store.entries(game_id)]


async def _append_until_the_disk_is_full(path: Path) -> None:
    """Print the last entry that was acknowledged; one more fails, and a probe tells when there is room."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    store, seq = SqliteStore.open(path), 0
    with suppress(StoreError):
        while await store.append("kyoto", seq + 1, bytes(300)):
            seq += 1
    with pytest.raises(StoreError, match="The write failed"):
        await store.append("kyoto", seq + 1, BIG)
    with suppress(StoreError):
        while True:  # there may be room for something small
            await store.probe()
    assert store.backlog.is_failing
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.probe()
    assert not store.backlog.is_failing
    sys.stdout.write(str(seq))


async def test_after_a_failed_sync_the_store_takes_nothing_until_it_is_opened_again(path: Path) -> None:
    def fail(step: str) -> None:
        if step == "committing":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error

    async with aclosing(SqliteStore.open(path, at=fail)) as store:
        for _ in range(2):
            with pytest.raises(StoreError, match="open the store again"):
                await store.append("kyoto", 1, b"a")

        outcomes = await asyncio.gather(
            *(store.append(game_id, 1, b"a") for game_id in ("edo", "nara")), return_exceptions=True
        )

        assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
        assert len(await store.entries("kyoto")) == 1
    async with aclosing(SqliteStore.open(path)) as store:
        assert await store.append("kyoto", 1, b"a") == 1


async def test_a_fault_of_ours_leaves_nobody_waiting(path: Path) -> None:
    faults = ["committing"]
    reported: list[BaseException] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))

    def fail(step: str) -> None:
        if step in faults:
            faults.remove(step)
            raise ZeroDivisionError

    async with aclosing(SqliteStore.open(path, at=fail)) as store:
        with pytest.raises(StoreError, match="fault of the server"):
            await store.append("kyoto", 1, b"a")

        assert [type(error) for error in reported] == [ZeroDivisionError]
        assert await store.append("kyoto", 1, b"a") == 1


async def test_every_commit_is_synced(path: Path) -> None:
    writing = store_file.writer(path)
    names = ("journal_mode", "synchronous", "foreign_keys", "fullfsync", "busy_timeout")
    settings = [writing.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    writing.close()

    assert settings == ["wal", 2, 1, 1, 5000]


async def test_two_stores_on_one_file_take_turns(path: Path) -> None:
    async with aclosing(SqliteStore.open(path)) as one, aclosing(SqliteStore.open(path)) as other:
        await one.append("kyoto", 1, b"a")
        with pytest.raises(WrongSequenceError, match="waits for entry 2"):
            await other.append("kyoto", 1, b"b")
        await other.append("kyoto", 2, b"b")
        outcomes = await asyncio.gather(
            *(
                store.append(game_id, 1, b"%d" % number)
                for game_id in ("edo", "nara")
                for number, store in enumerate((one, other))
            ),
            return_exceptions=True,
        )

        assert [entry.data for entry in await one.entries("kyoto")] == [b"set-up", b"a", b"b"]
        assert sorted(map(str, outcomes)) == sorted(
            ["1", "1", "Game edo waits for entry 2, not 1.", "Game nara waits for entry 2, not 1."]
        )


def test_processes_that_append_to_the_same_games_never_share_a_place(path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.test_store_trouble", "race", str(path)]
    children = [
        subprocess.Popen([*command, name], cwd=ROOT, stdout=subprocess.PIPE, text=True) for name in "abc"
    ]
    won = Counter(line for child in children for line in child.communicate()[0].splitlines())
    entries = {game_id: asyncio.run(_data(path, game_id)) for game_id in ("edo", "kyoto")}

    assert [child.returncode for child in children] == [0, 0, 0]
    assert all(len(entries[game_id]) == 61 for game_id in entries)
    assert won == Counter(
        f"{game_id} {seq} {data.decode()}"
        for game_id in entries
        for seq, data in enumerate(entries[game_id])
        if seq
    )


async def _race(path: Path, name: str) -> None:
    """Win twenty places in each of two games, always trying for the next."""
    async with aclosing(SqliteStore.open(path)) as store:
        await asyncio.gather(*(_win(store, game_id, name) for game_id in ("edo", "kyoto")))


async def _win(store: SqliteStore, game_id: str, name: str) -> None:
    seq = 1
    for number in range(20):
        while True:
            try:
                await store.append(game_id, seq, f"{name}{number}".encode())
                break
            except WrongSequenceError as refusal:
                seq = refusal.next_seq
        sys.stdout.write(f"{game_id} {seq} {name}{number}\n")
        seq += 1


if __name__ == "__main__":
    kind, place, *names = sys.argv[1:]
    if kind == "open":
        _open_on_a_full_disk(Path(place))
    elif kind == "fill":
        asyncio.run(_append_until_the_disk_is_full(Path(place)))
    else:
        asyncio.run(_race(Path(place), *names))
