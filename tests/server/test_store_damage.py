"""A store that is torn, full or shared never returns anything but what was put into it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path
from random import Random

import pytest

from server.store import sqlite_file as store_file
from server.store.interface import DamagedStoreError, GameState, StoreError
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import salvage

Contents = dict[str, list[bytes]]
GAMES: Contents = {
    name: [Random(f"{name} {seq}").randbytes(Random(seq).choice((10, 300, 300, 2500))) for seq in range(30)]
    for name in ("edo", "kyoto", "nara", "osaka")
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a full store, and with one copied while it was open and half of it was in the WAL."""
    folder = tmp_path_factory.mktemp("original")
    (folder / "open").mkdir()
    asyncio.run(_fill(folder / "store", folder / "open"))
    return folder


async def _fill(path: Path, copied_to: Path) -> None:
    async with aclosing(SqliteStore.open(path)) as store:
        for name in GAMES:
            await store.create(name, b"header of " + name.encode())
        await _append(store, 0, 15)
        with closing(store_file.writer(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await _append(store, 15, 30)
        await store.close_game("osaka", GameState.OVER)
        _copy(path, copied_to)


async def _append(store: SqliteStore, start: int, stop: int) -> None:
    for seq in range(start, stop):
        await asyncio.gather(*(store.append(name, seq, GAMES[name][seq]) for name in GAMES))


def _copy(path: Path, folder: Path) -> Path:
    """Copy a store's files; not its index of the WAL, which SQLite makes again."""
    for file in (path, Path(f"{path}-wal")):
        if file.exists():
            shutil.copyfile(file, folder / file.name)
    return folder / path.name


async def _contents(path: Path) -> Contents:
    async with aclosing(SqliteStore.open(path)) as store:
        games = await store.games()
        return {game.id: [entry.data for entry in await store.entries(game.id)] for game in games}


def _is_prefix(found: Contents) -> bool:
    return all(GAMES[name][: len(entries)] == entries for name, entries in found.items())


def _check_damaged(path: Path) -> str:
    """Open a damaged store: all it returns is right, or it says what is sound and salvage keeps that."""
    try:
        found = asyncio.run(_contents(_copy(path, _new(path.with_name("opened")))))
    except StoreError as error:
        return _check_salvage(path, error)

    assert _is_prefix(found)
    return "opened" if found == GAMES else "shortened"


def _check_salvage(path: Path, error: StoreError) -> str:
    try:
        kept = salvage(path, path.with_name("salvaged"))
    except DamagedStoreError:
        assert isinstance(error, DamagedStoreError)
        assert not error.sound
        return "lost"
    found = asyncio.run(_contents(path.with_name("salvaged")))

    assert _is_prefix(found)
    assert {name: len(entries) for name, entries in found.items()} == kept
    if isinstance(error, DamagedStoreError):  # otherwise the mark of our files, or their version, was hit
        assert error.sound == kept
        assert all(f"{name} ({count} entries)" in str(error) for name, count in kept.items())
    return "salvaged"


def _new(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@pytest.mark.parametrize("file", ["store", "open/store", "open/store-wal"])
def test_a_flipped_byte_is_found_wherever_it_is(original: Path, tmp_path: Path, file: str) -> None:
    size, random = (original / file).stat().st_size, Random(1)
    places = [*range(0, 100, 4), *random.sample(range(100, size), 100)]
    outcomes = {place: _flip(original / file, tmp_path, place, 1 << random.randrange(8)) for place in places}

    assert "lost" not in outcomes.values()
    assert set(outcomes.values()) >= ({"shortened"} if file.endswith("wal") else {"opened", "salvaged"})


def _flip(file: Path, tmp_path: Path, place: int, bits: int) -> str:
    path = _copy(file.with_name("store"), _new(tmp_path / "flipped"))
    content = bytearray(file.read_bytes())
    content[place] ^= bits
    path.with_name(file.name).write_bytes(content)
    return _check_damaged(path)


@pytest.mark.parametrize("file", ["store", "open/store", "open/store-wal"])
def test_a_truncated_store_gives_what_is_left(original: Path, tmp_path: Path, file: str) -> None:
    size = (original / file).stat().st_size
    outcomes = [_truncate(original / file, tmp_path, length) for length in range(0, size, size // 40 + 1)]
    is_log = file.endswith("wal")

    assert set(outcomes) <= ({"opened", "shortened"} if is_log else {"salvaged", "lost"})
    assert is_log or "lost" not in outcomes[2:]


def _truncate(file: Path, tmp_path: Path, length: int) -> str:
    path = _copy(file.with_name("store"), _new(tmp_path / "truncated"))
    with path.with_name(file.name).open("r+b") as damaged:
        damaged.truncate(length)
    return _check_damaged(path)


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A full store, closed, that a test may change."""
    asyncio.run(_fill(tmp_path / "store", _new(tmp_path / "copy")))
    return tmp_path / "store"


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


async def _states(path: Path) -> dict[str, GameState]:
    async with aclosing(SqliteStore.open(path)) as store:
        return {game.id: game.state for game in await store.games()}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET data = zeroblob(10) WHERE game = 'kyoto' AND seq = 12",
        "UPDATE entries SET hash = zeroblob(32) WHERE game = 'kyoto' AND seq = 12",
        "UPDATE entries SET at_ms = 1 WHERE game = 'kyoto' AND seq = 12",
        "DELETE FROM entries WHERE game = 'kyoto' AND seq = 12",
    ],
)
def test_a_damaged_entry_costs_what_follows_it_and_no_other_game(damaged: Path, statement: str) -> None:
    _change(damaged, statement)
    with pytest.raises(DamagedStoreError, match="game kyoto: entry 12 is damaged or missing") as error:
        SqliteStore.open(damaged)
    salvaged = damaged.with_name("salvaged")
    kept = salvage(damaged, salvaged)

    assert kept == error.value.sound == {"edo": 30, "kyoto": 12, "nara": 30, "osaka": 30}
    assert asyncio.run(_contents(salvaged)) == GAMES | {"kyoto": GAMES["kyoto"][:12]}
    assert asyncio.run(_states(salvaged)) == {
        "edo": GameState.RUNNING,
        "kyoto": GameState.FROZEN,
        "nara": GameState.RUNNING,
        "osaka": GameState.OVER,
    }


def test_a_damaged_header_costs_its_game_only(damaged: Path) -> None:
    _change(damaged, "UPDATE games SET header = x'00' WHERE id = 'edo'")
    with pytest.raises(DamagedStoreError, match="header of a game"):
        SqliteStore.open(damaged)

    assert salvage(damaged, damaged.with_name("salvaged")) == {"kyoto": 30, "nara": 30, "osaka": 30}


@pytest.mark.parametrize("size", [24, 4096])
def test_a_store_with_its_beginning_destroyed_is_salvaged_whole(damaged: Path, size: int) -> None:
    _overwrite(damaged, 0, b"?" * size)
    with pytest.raises(DamagedStoreError, match=r"edo \(30 entries\)"):
        SqliteStore.open(damaged)
    salvage(damaged, damaged.with_name("salvaged"))

    assert asyncio.run(_contents(damaged.with_name("salvaged"))) == GAMES


def test_a_destroyed_page_of_the_list_of_games_hides_only_the_games_on_it(tmp_path: Path) -> None:
    path = tmp_path / "store"
    asyncio.run(_create_many(path))
    place = path.read_bytes().index(b"header 150") // 4096 * 4096
    _overwrite(path, place, bytes(4096))
    kept = salvage(path, tmp_path / "salvaged")

    assert 0 < 300 - len(kept) < 100
    assert {"game 000", "game 299"} <= kept.keys()


async def _create_many(path: Path) -> None:
    async with aclosing(SqliteStore.open(path)) as store:
        await asyncio.gather(
            *(store.create(f"game {number:03}", b"header %d" % number) for number in range(300))
        )


def _overwrite(path: Path, place: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(content)


def test_text_that_cannot_be_decoded_is_damage_like_any_other(damaged: Path) -> None:
    _overwrite(damaged, damaged.read_bytes().index(b"CREATE TABLE entries") + 12, b"\x83")
    with pytest.raises(DamagedStoreError):
        SqliteStore.open(damaged)
    salvage(damaged, damaged.with_name("salvaged"))

    assert asyncio.run(_contents(damaged.with_name("salvaged"))) == GAMES


async def test_damage_done_while_a_store_is_open_is_found_when_it_is_read(damaged: Path) -> None:
    async with aclosing(SqliteStore.open(damaged)) as store:
        _change(damaged, "UPDATE entries SET data = x'00' WHERE game = 'kyoto' AND seq = 12")
        with pytest.raises(DamagedStoreError, match="entry 12"):
            await store.entries("kyoto")

        assert len(await store.entries("edo")) == 30


def test_salvage_never_overwrites(damaged: Path) -> None:
    with pytest.raises(StoreError, match="exists already"):
        salvage(damaged, damaged)


def test_a_store_of_a_later_version_is_refused(damaged: Path) -> None:
    _change(damaged, "PRAGMA user_version = 2")
    with pytest.raises(StoreError, match="format 2 of a later version"):
        SqliteStore.open(damaged)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store"
    path.write_bytes(content)
    with pytest.raises(DamagedStoreError):
        SqliteStore.open(path)

    assert path.read_bytes() == content


def test_a_database_of_others_is_refused(tmp_path: Path) -> None:
    _change(tmp_path / "store", "CREATE TABLE theirs (a)")
    with pytest.raises(StoreError, match="not a store of games"):
        SqliteStore.open(tmp_path / "store")


def test_a_place_that_cannot_be_written_is_an_error_of_the_store(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="file"):
        SqliteStore.open(tmp_path / "file" / "store")
