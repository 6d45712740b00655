"""The journal of one table as the server writes it: in the store, and within limits.

Half of the space is for the game. The other half is divided among the seats for what they say. No seat can
fill more than a share of the game's half by repeating what the game could do without: taking choices back
with everything that followed, gifts, votes that change, standing up, new talk keys, leaving a seat to a bot
and coming back. So there is always room to finish; if it runs out anyway, the table freezes.
"""

from __future__ import annotations

import logging
from collections import Counter
from time import perf_counter
from typing import Final

import msgspec

from core.kinds import InputError, RulesError, Seat, Viewer
from protocol.entries import (
    ActedFreely,
    Answered,
    AnyEntry,
    Applied,
    AskedBack,
    Chose,
    Consented,
    Deed,
    Elected,
    Invited,
    Offered,
    Replaced,
    Returned,
    Said,
    SatDown,
    Stamped,
    StoodUp,
    TalkKeyed,
    TookBack,
    Voted,
)
from protocol.limits import Limits
from protocol.round_records import RoundDeed
from server.logbook import enter
from server.store.interface import GameState, JournalStore, LostGameError, StoredEntry, StoreError

TALK: Final = (Said, Offered, Answered, AskedBack)
AT_WILL: Final = (
    ActedFreely,
    TookBack,
    AskedBack,
    Consented,
    Voted,
    Elected,
    SatDown,
    StoodUp,
    TalkKeyed,
    Replaced,
    Returned,
)
"""What a seat can do, or have done, as often as it likes."""
BY_NO_SEAT: Final = (Invited, SatDown, Applied)
"""What is done without a seat, and so has no share; the last quarter of the room is not for these."""

SLOW_SECONDS: Final = 1.0

log = logging.getLogger(__name__)
encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Stamped)


class JournalFullError(RulesError):
    """There is no room left to go on with the game."""


def opening_in(entry: StoredEntry) -> Stamped:
    """Read the first entry of a journal; before version 5 of the protocol it had one field less."""
    if len(msgspec.msgpack.decode(entry.data)) < len(Stamped.__struct_fields__):
        raise InputError("An older version of this program wrote it and can still play it on.")
    return decoder.decode(entry.data)


class TableJournal:
    """Counts what each entry takes, and refuses what would take from others."""

    def __init__(self, table: str, seats: int, store: JournalStore, limits: Limits) -> None:
        self.is_closed = False  # the game is over, and the store knows it or is about to
        self._table = table
        self._store = store
        self._room = limits.journal_size // 2
        self._share_of_talk = self._room // seats  # for each: one share for all would reveal who whispers
        self._share_at_will = self._room // 2 // seats
        self._sizes: Counter[Viewer] = Counter()  # of the game (None), and of what each seat said
        self._at_will: Counter[Seat] = Counter()  # what each seat has used of the game's space
        self._before: dict[tuple[Seat, int], int] = {}  # the size of the game before each choice
        self._asking: Seat = 0  # the last seat that wanted to take something back

    def read(self, entries: list[StoredEntry]) -> list[Stamped]:
        """Take up a journal after its opening."""
        stamps = [decoder.decode(entry.data) for entry in entries]
        for stored, stamp in zip(entries, stamps, strict=True):
            self._note(stamp.entry, len(stored.data))
        return stamps

    async def append(self, seq: int, stamp: Stamped) -> None:
        """Write an entry down; it is durable when this returns. Raises StoreError if that fails."""
        entry, data = stamp.entry, encoder.encode(stamp)
        left = self._room - self._sizes[None] - len(data)
        if isinstance(entry, BY_NO_SEAT) and left < self._room // 4:
            raise RulesError("journal-full")
        if speaker_of(entry) is None and left < 0:
            raise JournalFullError("journal-full")
        begun = perf_counter()
        await self._store.append(self._table, seq, data)
        seconds = perf_counter() - begun
        self._store.backlog.waited(seconds)
        if seconds > SLOW_SECONDS:
            enter("slow-write", table=self._table, seconds=round(seconds, 1))
        self._note(entry, len(data))

    def _note(self, entry: AnyEntry, size: int) -> None:
        if isinstance(entry, Chose):
            self._before[entry.seat, entry.prompt] = self._sizes[None]
        if isinstance(entry, AskedBack):
            self._asking = entry.seat
        if isinstance(entry, AT_WILL):
            payer = self._asking if isinstance(entry, Consented) else entry.seat
            self._at_will[payer] += size + self._taken_back(entry)
        self._sizes[speaker_of(entry)] += size

    def _taken_back(self, entry: AnyEntry) -> int:
        """Return how much of the game was, or would be, in vain."""
        if not isinstance(entry, (TookBack, AskedBack)):
            return 0
        return self._sizes[None] - self._before.get((entry.seat, entry.prompt), self._sizes[None])

    def check_share(self, deed: Deed | RoundDeed | StoodUp | Returned) -> None:
        """Refuse a seat that has said too much, or done too much that the game could do without.

        A vote for a bot and a yes or no to a request are never refused: the others may be waiting for it.
        """
        if isinstance(deed, TALK) and self._sizes[deed.seat] > self._share_of_talk:
            raise RulesError("said-too-much")
        is_waited_for = isinstance(deed, Consented) or (isinstance(deed, (Voted, Elected)) and deed.agrees)
        if not isinstance(deed, AT_WILL) or is_waited_for:
            return
        if self._at_will[deed.seat] + self._taken_back(deed) > self._share_at_will:
            raise RulesError("done-too-often")

    async def close(self, state: GameState) -> None:
        try:
            await self._store.close_game(self._table, state)
        except LostGameError:
            log.info("Table %s is for another server to close.", self._table)
        except StoreError as error:
            words = "Table %s cannot be marked as %s: %s"
            log.error(words, self._table, state.value, error)  # noqa: TRY400 (no mistake of ours)


def speaker_of(entry: AnyEntry) -> Viewer:
    """Return whose talk an entry is; the game itself is nobody's."""
    return entry.seat if isinstance(entry, TALK) else None
