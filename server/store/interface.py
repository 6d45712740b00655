"""What a server needs of a store of games: a journal for each, durable as soon as an append returns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from math import inf
from typing import Any, Protocol

from msgspec import Struct

from core.kinds import InputError
from protocol.entries import Written
from protocol.logfile import hash_of_entry
from server.store.backlog import Backlog


class StoreError(Exception):
    """The store cannot do what was asked; the sentence says why."""


class DamagedStoreError(StoreError):
    """The store is not what was written; `sound` counts the good entries of each game found in it."""

    def __init__(self, sentence: str, sound: dict[str, int] | None = None) -> None:
        self.sound = sound or {}
        super().__init__(sentence)


class NotAllowedError(StoreError):
    """The games in the store do not allow this; nothing has changed."""


class WrongSequenceError(NotAllowedError):
    """Another writer has appended, or an entry is missing: the game waits for `next_seq`."""

    def __init__(self, game_id: str, expected_seq: int, next_seq: int) -> None:
        self.next_seq = next_seq
        super().__init__(f"Game {game_id} waits for entry {next_seq}, not {expected_seq}.")


class LostGameError(StoreError):
    """Another server runs this game now; what was to be written is not, and nobody may hear of it from us."""


class SilentStoreError(StoreError):
    """The store cannot be reached at present; asking again may help."""


class GameState(Enum):
    """Whether a game takes entries; a frozen one waits for a person to look at it."""

    RUNNING = "running"
    OVER = "over"
    FROZEN = "frozen"


class StoredEntry(Struct, frozen=True):
    """One entry of a game's journal and the hash of the one before it."""

    seq: int
    at_ms: int
    previous: bytes
    data: bytes

    @property
    def hash(self) -> bytes:
        return hash_of_entry(self.previous, self.seq, Written(self.at_ms, self.data))


def chain(rows: Iterable[Sequence[Any]], seq: int, previous: bytes) -> Iterator[StoredEntry]:
    """Give entries as long as each is the next and its hash is right."""
    for found, at_ms, data, stored in rows:
        entry = StoredEntry(seq, at_ms, previous, data)
        if found != seq or (type(at_ms), type(data)) != (int, bytes) or entry.hash != stored:
            raise DamagedStoreError(f"entry {seq} is damaged or missing")
        yield entry
        previous, seq = stored, seq + 1


def part(entries: Iterable[StoredEntry], size: float) -> Iterator[StoredEntry]:
    """Give entries until they have so many bytes, so that no more are read."""
    for entry in entries:
        yield entry
        size -= len(entry.data)
        if size <= 0:
            return


class StoredGame(Struct, frozen=True):
    """A game in the list of all games; without entries its `last_seq` is -1."""

    id: str
    header: bytes
    state: GameState
    last_seq: int
    created_ms: int
    changed_ms: int


def game_among(games: Sequence[StoredGame], name: str) -> StoredGame:
    """Find the game that a name or its first letters mean."""
    found = [game for game in games if game.id == name] or [g for g in games if g.id.startswith(name)]
    if not found:
        raise InputError(f"There is no game {name}; `jinmaku log` lists them all.")
    if len(found) > 1:
        raise InputError(f"{name} could be {' or '.join(game.id for game in found)}.")
    return found[0]


class JournalStore(Protocol):
    """A store of games, wherever they are kept."""

    backlog: Backlog

    async def create(self, game_id: str, header: bytes) -> None:
        """Begin a game; repeating it with the same header changes nothing."""

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        """Add an entry that must become number `expected_seq`; repeating it changes nothing."""

    async def entries(self, game_id: str, from_seq: int = 0, size: float = inf) -> list[StoredEntry]:
        """Give the entries from one on: all, or enough to fill so many bytes."""

    async def games(self) -> list[StoredGame]: ...
    async def game(self, game_id: str) -> StoredGame | None: ...
    async def close_game(self, game_id: str, state: GameState) -> None:
        """Take no more entries: the game is over, or frozen until it is reopened."""

    async def reopen_game(self, game_id: str) -> None: ...
    async def aclose(self) -> None: ...


def tell(waiting: asyncio.Future[Any], outcome: Any) -> None:
    """Hand the outcome of a write to whoever waits for it."""
    if waiting.done():  # cancelled; the work is done all the same
        return
    if isinstance(outcome, Exception):
        waiting.set_exception(outcome)
    else:
        waiting.set_result(outcome)
