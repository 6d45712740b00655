"""Games in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from protocol.logfile import hash_of_beginning
from server.logbook import enter
from server.store.backlog import Backlog
from server.store.group_commit import Hook, Writer
from server.store.interface import (
    GameState,
    NotAllowedError,
    StoredEntry,
    StoredGame,
    StoreError,
    WrongSequenceError,
    chain,
    part,
)
from server.store.sqlite_file import ENTRIES, SCHEMA_VERSION, connect, explained, prepare, writer

T = TypeVar("T")

PROBE_SECONDS = 5.0

LISTED = """SELECT id, header, state, coalesce(seq, -1), created_ms, max(changed_ms, coalesce(at_ms, 0))
    FROM games LEFT JOIN entries ON game = id AND seq = (SELECT max(seq) FROM entries WHERE game = id)"""
IN_ORDER = "ORDER BY created_ms, id"
LAST = """SELECT state, coalesce(seq, -1), coalesce(entries.hash, games.hash)
    FROM games LEFT JOIN entries ON game = id WHERE id = ? ORDER BY seq DESC LIMIT 1"""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def unobserved(_: str) -> None:
    """Let a step of a commit pass."""


class SqliteStore:
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
        self.backlog = Backlog(time.monotonic)  # always empty: whoever asks is held up here

    @classmethod
    def open(cls, path: Path, clock: Callable[[], int] = now_ms, at: Hook = unobserved) -> SqliteStore:
        """Open or create; refuses a file that is not entirely sound."""
        with explained(path):
            prepare(path)
            return cls(writer(path), connect(path, "ro"), clock, at)

    async def aclose(self) -> None:
        self._reader.close()
        await self._writer.aclose()

    async def create(self, game_id: str, header: bytes) -> None:
        await self._write(partial(_create, game_id, header, self._clock()))

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        return await self._write(partial(_append, game_id, expected_seq, entry, self._clock()))

    async def close_game(self, game_id: str, state: GameState) -> None:
        assert state is not GameState.RUNNING
        await self._write(partial(_set_state, game_id, state, self._clock()))

    async def reopen_game(self, game_id: str) -> None:
        await self._write(partial(_set_state, game_id, GameState.RUNNING, self._clock()))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            done = await self._writer.write(work)
        except NotAllowedError:
            raise
        except StoreError as error:
            self._note(str(error))
            raise
        self._note("")
        return done

    def _note(self, trouble: str) -> None:
        """Note whether writing works, and say so when that changes."""
        if bool(trouble) != self.backlog.is_failing:
            self.backlog.is_failing = bool(trouble)
            enter("store-failing", why=trouble) if trouble else enter("store-well")

    async def probe(self) -> None:
        """Write what is there already, and learn whether that works."""
        await self._write(lambda connection: connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}"))

    async def keep_trying(self) -> None:
        """After a write that failed, find out when others would not, even if nobody plays."""
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            if self.backlog.is_failing:
                with suppress(StoreError):
                    await self.probe()

    async def entries(self, game_id: str, from_seq: int = 0, size: float = inf) -> list[StoredEntry]:
        with explained(game_id):
            self._reader.execute("BEGIN")
            try:
                previous = _hash_before(self._reader, game_id, from_seq)
                with closing(self._reader.execute(ENTRIES, (game_id, from_seq))) as rows:
                    return list(part(chain(rows, from_seq, previous), size))
            finally:
                self._reader.execute("COMMIT")

    async def games(self) -> list[StoredGame]:
        with explained("the list of games"):
            rows = self._reader.execute(f"{LISTED} {IN_ORDER}").fetchall()
        return list(map(_listed, rows))

    async def game(self, game_id: str) -> StoredGame | None:
        with explained(game_id):
            row = self._reader.execute(f"{LISTED} WHERE id = ?", (game_id,)).fetchone()
        return _listed(row) if row is not None else None


def games_in(path: Path) -> list[StoredGame]:
    """List the games of a file at once, whether all in it is sound or not."""
    with explained(path):
        if not path.exists() or path.stat().st_size == 0:
            return []
        with closing(connect(path, "ro")) as connection:
            return list(map(_listed, connection.execute(f"{LISTED} {IN_ORDER}").fetchall()))


def _listed(row: tuple[Any, ...]) -> StoredGame:
    name, header, state, *numbers = row
    return StoredGame(name, header, GameState(state), *numbers)


def _create(game_id: str, header: bytes, now: int, connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT header FROM games WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        values = (game_id, header, now, hash_of_beginning(game_id, now, header), GameState.RUNNING.value, now)
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", values)
    elif found != (header,):
        raise NotAllowedError(f"There is another game {game_id} already.")


def _append(game_id: str, expected_seq: int, entry: bytes, now: int, connection: sqlite3.Connection) -> int:
    found = connection.execute(LAST, (game_id,)).fetchone()
    if found is None:
        raise NotAllowedError(f"There is no game {game_id}.")
    state, last_seq, previous = found
    if expected_seq <= last_seq and _has(connection, game_id, expected_seq, entry):
        return expected_seq
    if expected_seq != last_seq + 1:
        raise WrongSequenceError(game_id, expected_seq, last_seq + 1)
    if state != GameState.RUNNING.value:
        raise NotAllowedError(f"Game {game_id} is {state}.")
    values = (game_id, expected_seq, now, entry, StoredEntry(expected_seq, now, previous, entry).hash)
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", values)
    return expected_seq


def _game(connection: sqlite3.Connection, game_id: str) -> tuple[GameState, bytes]:
    row = connection.execute("SELECT state, hash FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise NotAllowedError(f"There is no game {game_id}.")
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
        raise NotAllowedError(f"Game {game_id} is over.")
    values = (state.value, now, game_id)
    connection.execute("UPDATE games SET state = ?, changed_ms = ? WHERE id = ?", values)
