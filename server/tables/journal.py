"""The journal of one table as the server writes it: in the store, and within limits."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final

import msgspec

from core.kinds import RulesError, Seat, Viewer
from protocol.entries import Answered, AnyEntry, AskedBack, Offered, Said, Stamped
from protocol.limits import Limits
from server.store.interface import GameState, JournalStore, StoredEntry, StoreError

TALK: Final = (Said, Offered, Answered, AskedBack)

log = logging.getLogger(__name__)
encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Stamped)


class TableJournal:
    """Half of the room is for the game, the other half is shared out among the seats for what they say."""

    def __init__(self, table: str, seats: int, store: JournalStore, limits: Limits) -> None:
        self.is_closed = False  # the game is over, and the store knows it or is about to
        self._table = table
        self._store = store
        self._room = limits.journal_size // 2
        self._room_for_talk = self._room // seats  # for each: one share for all would tell who whispers
        self._sizes: Counter[Viewer] = Counter()  # of the game (None), and of what each seat said

    def read(self, entries: list[StoredEntry]) -> list[Stamped]:
        """Take up a journal after its opening."""
        stamps = [decoder.decode(entry.data) for entry in entries]
        for stored, stamp in zip(entries, stamps, strict=True):
            self._sizes[speaker_of(stamp.entry)] += len(stored.data)
        return stamps

    async def append(self, seq: int, stamp: Stamped) -> None:
        """Write an entry down; it is durable when this returns. Raises StoreError if that fails."""
        speaker, data = speaker_of(stamp.entry), encoder.encode(stamp)
        if speaker is None and self._sizes[None] + len(data) > self._room:
            raise RulesError("journal-full")
        await self._store.append(self._table, seq, data)
        self._sizes[speaker] += len(data)

    def check_room_to_talk(self, seat: Seat) -> None:
        if self._sizes[seat] > self._room_for_talk:
            raise RulesError("said-too-much")

    async def close(self, state: GameState) -> None:
        try:
            await self._store.close_game(self._table, state)
        except StoreError:
            log.exception("Table %s cannot be marked as %s.", self._table, state.value)


def speaker_of(entry: AnyEntry) -> Viewer:
    """Say whose talk an entry is; the game itself is nobody's."""
    return entry.seat if isinstance(entry, TALK) else None
