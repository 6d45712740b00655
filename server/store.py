"""Where games live: a journal of entries for each, durable as soon as an append returns."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from server.store_commit import Hook, Writer
from server.store_file import (
    ENTRIES,
    DamagedStoreError,
    Entry,
    GameState,
    StoreError,
    chain,
    connect,
    explained,
    hash_of,
    prepare,
    salvage,
    writer,
)

__all__ = [
    "DamagedStoreError",
    "Entry",
    "Game",
    "GameState",
    "JournalStore",
    "RefusedError",
    "Store",
    "StoreError",
    "WrongSequenceError",
    "games_in",
    "salvage",
]

LISTED = """SELECT id, header, state, coalesce(seq, -1), created_ms, max(changed_ms, coalesce(at_ms, 0))
    FROM games LEFT JOIN entries ON game = id AND seq = (SELECT max(seq) FROM entries WHERE game = id)"""
IN_ORDER = "ORDER BY created_ms, id"
LAST = """SELECT state, coalesce(seq, -1), coalesce(entries.hash, games.hash)
    FROM games LEFT JOIN entries ON game = id WHERE id = ? ORDER BY seq DESC LIMIT 1"""


class RefusedError(StoreError):
    """The games in the store do not allow this; nothing has changed."""


class WrongSequenceError(RefusedError):
    """Somebody else has appended, or something is missing: `next_seq` is what the game waits for."""

    def __init__(self, game_id: str, expected_seq: int, next_seq: int) -> None:
        self.next_seq = next_seq
        super().__init__(f"Game {game_id} waits for entry {next_seq}, not {expected_seq}.")


class Game(Struct, frozen=True):
    """A game in the list of all; without entries its `last_seq` is -1."""

    id: str
    header: bytes
    state: GameState
    last_seq: int
    created_ms: int
    changed_ms: int


class JournalStore(Protocol):
    """What a server needs of a store of games, wherever they are kept."""

    async def create(self, game_id: str, header: bytes) -> None:
        """Begin a game; once more with the same header changes nothing."""

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        """Add an entry that must become number `expected_seq`; once more the same there changes nothing."""

    async def entries(self, game_id: str, from_seq: int = 0, size: float = inf) -> list[Entry]:
        """Give the entries from one on, all or as many as it takes to have so many bytes."""

    async def games(self) -> list[Game]: ...
    async def game(self, game_id: str) -> Game | None: ...
    async def close_game(self, game_id: str, state: GameState) -> None:
        """Take no more entries: the game is over, or frozen until it is opened again."""

    async def reopen_game(self, game_id: str) -> None: ...
    async def aclose(self) -> None: ...


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def unobserved(_: str) -> None:
    """Let a step of a commit pass."""


class Store:
    """A JournalStore in one SQLite file, which other stores may have open too."""

    def __init__(
        self,
        writing: sqlite3.Connection,
        reading: sqlite3.Connection,
        clock: Callable[[], int] = now_ms,
        at: Hook = unobserved,
    ) -> None:
        self._writer = Writer(writing, at)
        self._reader = reading  # sees nothing that is not yet durable
        self._clock = clock

    @classmethod
    def open(cls, path: Path, clock: Callable[[], int] = now_ms, at: Hook = unobserved) -> Store:
        """Open or create; refuses a file that is not entirely sound."""
        with explained(path):
            prepare(path)
            return cls(writer(path), connect(path, "ro"), clock, at)

    async def aclose(self) -> None:
        self._reader.close()
        await self._writer.aclose()

    async def create(self, game_id: str, header: bytes) -> None:
        await self._writer.write(partial(_create, game_id, header, self._clock()))

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        return await self._writer.write(partial(_append, game_id, expected_seq, entry, self._clock()))

    async def close_game(self, game_id: str, state: GameState) -> None:
        assert state is not GameState.RUNNING
        await self._writer.write(partial(_set_state, game_id, state, self._clock()))

    async def reopen_game(self, game_id: str) -> None:
        await self._writer.write(partial(_set_state, game_id, GameState.RUNNING, self._clock()))

    async def entries(self, game_id: str, from_seq: int = 0, size: float = inf) -> list[Entry]:
        with explained(game_id):
            self._reader.execute("BEGIN")
            try:
                previous = _hash_before(self._reader, game_id, from_seq)
                with closing(self._reader.execute(ENTRIES, (game_id, from_seq))) as rows:
                    return list(_part(chain(rows, from_seq, previous), size))
            finally:
                self._reader.execute("COMMIT")

    async def games(self) -> list[Game]:
        with explained("the list of games"):
            rows = self._reader.execute(f"{LISTED} {IN_ORDER}").fetchall()
        return list(map(_listed, rows))

    async def game(self, game_id: str) -> Game | None:
        with explained(game_id):
            row = self._reader.execute(f"{LISTED} WHERE id = ?", (game_id,)).fetchone()
        return _listed(row) if row is not None else None


def games_in(path: Path) -> list[Game]:
    """List the games of a file at once, whether all in it is sound or not."""
    with explained(path):
        if not path.exists() or path.stat().st_size == 0:
            return []
        with closing(connect(path, "ro")) as connection:
            return list(map(_listed, connection.execute(f"{LISTED} {IN_ORDER}").fetchall()))


def _listed(row: tuple[Any, ...]) -> Game:
    name, header, state, *numbers = row
    return Game(name, header, GameState(state), *numbers)


def _part(entries: Iterable[Entry], size: float) -> Iterator[Entry]:
    """Give entries until they have so many bytes, so that no more are read."""
    for entry in entries:
        yield entry
        size -= len(entry.data)
        if size <= 0:
            return


def _create(game_id: str, header: bytes, now: int, connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT header FROM games WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        values = (game_id, header, now, hash_of(game_id, now, header), GameState.RUNNING.value, now)
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", values)
    elif found != (header,):
        raise RefusedError(f"There is another game {game_id} already.")


def _append(game_id: str, expected_seq: int, entry: bytes, now: int, connection: sqlite3.Connection) -> int:
    found = connection.execute(LAST, (game_id,)).fetchone()
    if found is None:
        raise RefusedError(f"There is no game {game_id}.")
    state, last_seq, previous = found
    if expected_seq <= last_seq and _has(connection, game_id, expected_seq, entry):
        return expected_seq
    if expected_seq != last_seq + 1:
        raise WrongSequenceError(game_id, expected_seq, last_seq + 1)
    if state != GameState.RUNNING.value:
        raise RefusedError(f"Game {game_id} is {state}.")
    values = (game_id, expected_seq, now, entry, Entry(expected_seq, now, previous, entry).hash)
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", values)
    return expected_seq


def _game(connection: sqlite3.Connection, game_id: str) -> tuple[GameState, bytes]:
    row = connection.execute("SELECT state, hash FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise RefusedError(f"There is no game {game_id}.")
    return GameState(row[0]), row[1]


def _has(connection: sqlite3.Connection, game_id: str, seq: int, entry: bytes) -> bool:
    query = "SELECT data FROM entries WHERE game = ? AND seq = ?"
    found: tuple[bytes] | None = connection.execute(query, (game_id, seq)).fetchone()
    return found == (entry,)


def _hash_before(connection: sqlite3.Connection, game_id: str, seq: int) -> bytes:
    _, root = _game(connection, game_id)
    query = "SELECT hash FROM entries WHERE game = ? AND seq = ?"
    row: tuple[bytes] = connection.execute(query, (game_id, seq - 1)).fetchone() or (root,)
    return row[0]


def _set_state(game_id: str, state: GameState, now: int, connection: sqlite3.Connection) -> None:
    found, _ = _game(connection, game_id)
    if found is state:
        return
    if found is GameState.OVER:
        raise RefusedError(f"Game {game_id} is over.")
    values = (state.value, now, game_id)
    connection.execute("UPDATE games SET state = ?, changed_ms = ? WHERE id = ?", values)
