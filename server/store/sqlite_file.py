"""The file a store lives in: its tables, the chain of hashes through each game, and what is sound of it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from protocol.logfile import hash_of_beginning
from protocol.private_files import make_folder, sync_folder
from server.store.interface import DamagedStoreError, GameState, StoredEntry, StoreError, chain

SCHEMA_VERSION = 1
APPLICATION_ID = 0x4A4E4D4B  # "JNMK"
BUSY_SECONDS = 5.0

SETTINGS = (
    *("page_size = 4096", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"),
    "fullfsync = ON",  # where plain fsync leaves the data in the drive's cache
    "wal_autocheckpoint = 4000",  # the writer does it much sooner, where nobody waits for it
)
# Every table is its own index, so there is no second copy of a key that could disagree with the first.
SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE games (id TEXT PRIMARY KEY, header BLOB NOT NULL, created_ms INTEGER NOT NULL,
    hash BLOB NOT NULL, state TEXT NOT NULL CHECK (state IN ('running', 'over', 'frozen')),
    changed_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE entries (game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL, data BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
"""
GAMES = "SELECT id, header, created_ms, hash, state, changed_ms FROM games ORDER BY id "
ENTRIES = "SELECT seq, at_ms, data, hash FROM entries WHERE game = ? AND seq >= ? ORDER BY seq"
COUNT = "SELECT count(*) FROM (SELECT 1 FROM games UNION ALL SELECT 1 FROM entries)"


FAILURES = (sqlite3.Error, UnicodeDecodeError)  # the latter from a message that quotes damaged text


FULL_DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
}
"""What SQLite says about a disk that takes no more; that is no damage."""


class SoundGame(Struct, frozen=True):
    """A game as the file has it, its good entries and what is wrong with the next one, if anything."""

    entries: list[StoredEntry]
    fault: str
    id: str
    header: bytes
    created_ms: int
    root: bytes
    state: str
    changed_ms: int


@contextmanager
def explained(path: Path | str) -> Iterator[None]:
    """Turn what SQLite or the system says into an error of ours."""
    try:
        yield
    except (*FAILURES, OSError) as error:
        advice = ". The disk may be full." if is_of_full_disk(error) else ""
        raise StoreError(f"{path}: {error}{advice}") from error


def is_of_full_disk(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) in FULL_DISK


def prepare(path: Path) -> None:
    """Make sure that a sound store is there, new or old."""
    if not path.exists():
        _create(path)
    check(path)


def _create(path: Path) -> None:
    """Make a store elsewhere and put it in place as a whole, so that an empty file is never a new one."""
    make_folder(path.parent)
    with TemporaryDirectory(dir=path.parent, prefix=".new-") as folder:
        new = Path(folder, "store")
        new.touch(mode=0o600)
        with closing(writer(new)) as connection:
            connection.executescript(SCHEMA)
        _put_in_place(new, path)
    for changed in path.absolute().parents[:2]:
        with suppress(PermissionError):
            sync_folder(changed)


def _put_in_place(new: Path, path: Path) -> None:
    try:
        path.hardlink_to(new)
    except FileExistsError:
        return  # another process was faster
    except OSError:  # a system without links
        new.rename(path)


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def writer(path: Path) -> sqlite3.Connection:
    connection = connect(path, "rw")
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open for reading and writing (rw), or (ro) to see only what is durable and leave all as it is."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, BUSY_SECONDS, uri=True, isolation_level=None, check_same_thread=False)


def check(path: Path) -> None:
    """Refuse a file that is of a later version, not ours or damaged."""
    if path.stat().st_size == 0:  # reading it, SQLite would throw away its WAL
        raise _damage(path, "it is empty")
    with closing(connect(path, "ro")) as connection:
        try:
            _check_version(connection, path)
            fault = next(faults(connection), "")
        except FAILURES as error:
            if is_of_full_disk(error):
                raise
            fault = str(error)
    if fault:
        raise _damage(path, fault)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    if _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreError(f"{path} is not a store of games.")
    version = _number(connection, "PRAGMA user_version")
    if version > SCHEMA_VERSION:
        raise StoreError(f"{path} has format {version} of a later version; this one knows {SCHEMA_VERSION}.")


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    connection.execute("BEGIN")  # one view of the file, while others may write to it
    yield from (line for (line,) in connection.execute("PRAGMA quick_check(1)") if line != "ok")
    count = 0
    for game in sound_games(connection):
        count += 1 + len(game.entries)
        if game.fault:
            yield f"game {game.id}: {game.fault}"
    if _number(connection, COUNT) != count:
        yield "the header of a game is damaged"


def _damage(path: Path, fault: str) -> DamagedStoreError:
    with mended(path) as connection:
        sound = {game.id: len(game.entries) for game in sound_games(connection)}
    listed = ", ".join(f"{name} ({count} entries)" for name, count in sound.items()) or "no game"
    return DamagedStoreError(f"{path} is damaged: {fault}. Sound and open to salvage: {listed}.", sound)


def sound_games(connection: sqlite3.Connection) -> Iterator[SoundGame]:
    for row in _both_ways(connection, GAMES, (str, bytes, int, bytes, str, int)):
        game_id, header, created_ms, root, *_ = row
        if hash_of_beginning(game_id, created_ms, header) == root:
            yield SoundGame(*_sound_entries(connection, game_id, root), *row)


def _sound_entries(
    connection: sqlite3.Connection, game_id: str, root: bytes
) -> tuple[list[StoredEntry], str]:
    entries: list[StoredEntry] = []
    try:  # extend keeps what came before an error
        entries.extend(chain(connection.execute(ENTRIES, (game_id, 0)), 0, root))
    except (DamagedStoreError, *FAILURES) as error:
        return entries, str(error)
    return entries, ""


def _both_ways(connection: sqlite3.Connection, query: str, types: tuple[type, ...]) -> list[tuple[Any, ...]]:
    """Read from both ends, so that a damaged page hides only what is on it."""
    found: dict[str, tuple[Any, ...]] = {}
    for direction in ("ASC", "DESC"):
        with suppress(*FAILURES):
            for row in connection.execute(query + direction):
                found.setdefault(row[0], row)
    return [row for row in found.values() if tuple(map(type, row)) == types]


def salvage(path: Path, to: Path) -> dict[str, int]:
    """Copy what is sound of a store nobody has open into a new one; tells how many entries of each game."""
    if to.exists():
        raise StoreError(f"{to} exists already.")
    with mended(path) as source:
        games = list(sound_games(source))
    if not games:
        raise DamagedStoreError(f"Nothing in {path} is sound.")
    with explained(to):
        prepare(to)
        with closing(writer(to)) as target:
            target.execute("BEGIN IMMEDIATE")
            for game in games:
                _copy_game(target, game)
            target.execute("COMMIT")
    return {game.id: len(game.entries) for game in games}


@contextmanager
def mended(path: Path) -> Iterator[sqlite3.Connection]:
    """Read a copy, since reading could change the file; its first page is as it was in every new store."""
    with TemporaryDirectory() as folder:
        copy, new = Path(folder, "copy"), Path(folder, "new")
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        _create(new)
        page = new.read_bytes()[:4096]
        with copy.open("r+b") as file:
            file.write(page[:28] + bytes(4) + page[32:])  # without the number of pages, which differs
        with closing(connect(copy, "ro")) as connection:
            connection.execute("PRAGMA writable_schema = ON")  # else a file cut short is not read at all
            yield connection


def _copy_game(target: sqlite3.Connection, game: SoundGame) -> None:
    whole = not game.fault and game.state in {state.value for state in GameState}
    state = game.state if whole else GameState.FROZEN.value
    header = (game.id, game.header, game.created_ms, game.root, state, game.changed_ms)
    entries = ((game.id, entry.seq, entry.at_ms, entry.data, entry.hash) for entry in game.entries)
    target.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", header)
    target.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entries)
