"""What a client believes about its table's story: only what is signed, and what everybody would accept.

It folds what it is told into a public table as the server does, with the same checks
(`protocol/table/fold.py`), and looks at every signature. It needs no rules of a game. Whatever does not fit
is reason to stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from client.seat.fraud import FraudError, fraud
from client.seat.news import Heard
from client.texts import has_text, t
from client.texts.refusals import said, why
from core.kinds import Event, Phrase, RulesError, Seat, StandInTook
from core.wire import events_hash
from protocol.chain import BEFORE_ALL
from protocol.entries import AnyEntry, Deed, Opened, Voted
from protocol.header import NotTakenError
from protocol.identity import PublicKey
from protocol.messages import Item
from protocol.pace import PerDecision, Terms, Untimed
from protocol.table.absence import LastAnswers
from protocol.table.fold import check, note
from protocol.table.people import is_decisive
from protocol.table.public import PublicTable
from protocol.table.rounds import check_drawn
from protocol.table.signatures import Signatures


class Newest(NamedTuple):
    """The last link we have believed: its number, the hash before it, and what the host has signed."""

    number: int
    previous: bytes
    item: Item


class Witness:
    """One table, as far as anybody can check it."""

    def __init__(self, host: PublicKey) -> None:
        self.host = host
        self.known: PublicTable | None = None
        self.newest: Newest | None = None
        self._signatures: Signatures | None = None

    @property
    def table(self) -> PublicTable:
        if self.known is None:
            raise fraud("nothing-told")
        return self.known

    def follow(self, item: Item, events: list[Event]) -> None:
        """Take in the next thing that happened; raise FraudError if it is impossible."""
        with self.stopping_at_fraud():
            if self.known is None:
                self._open(item)
            else:
                self._follow(self.known, item, events)

    def _open(self, item: Item) -> None:
        if isinstance(item.entry, Opened) and item.entry.host != self.host.raw:
            raise fraud("another-host")
        table = PublicTable(item)
        self._signatures = Signatures(table)
        self._signatures.check_link(table.chain.head, item.signature)
        self.known, self.newest = table, Newest(0, BEFORE_ALL, item)

    def _follow(self, table: PublicTable, item: Item, events: list[Event]) -> None:
        assert self._signatures is not None
        entry, mark, before = item.entry, table.mark_of(item), table.chain.head
        if mark.link:
            self._signatures.check_link(mark.link, item.signature)
        if isinstance(entry, Deed):
            self._signatures.check_deed(entry)
        if events_hash(events) != item.heard:
            raise fraud("other-events")
        found = check(table, entry)
        check_drawn(table, found, item.shown)
        check_told(table, entry, events)
        note(table, entry, found, mark)
        if mark.link:
            self.newest = Newest(len(table.chain) - 1, before, item)

    @contextmanager
    def stopping_at_fraud(self) -> Iterator[None]:
        """Treat the impossible as fraud, and say so in the words of the table."""
        try:
            yield
        except RulesError as error:
            raise self._fraud(error) from None

    def _fraud(self, error: RulesError) -> FraudError:
        if isinstance(error, NotTakenError):
            return FraudError(clause_of(error.said(self._name), is_named=error.sentence.startswith("{")))
        message = error.phrase.message.replace("refuse-", "fraud-", 1)
        if has_text(message):
            return FraudError(said(Phrase(message, error.phrase.facts)))
        return fraud("impossible", why=clause_of(why(error), is_named=True))

    def _name(self, seat: Seat) -> str:
        is_seat = self.known is not None and seat in self.known.seats
        return said(self.table.named(seat)) if is_seat else t("fraud-server")


def clause_of(sentence: str, *, is_named: bool) -> str:
    """Put a sentence inside another; a name it begins with stays as it is."""
    bare = sentence.rstrip(".")
    return bare if is_named else bare[:1].lower() + bare[1:]


def check_told(table: PublicTable, entry: AnyEntry, events: Iterable[Event]) -> None:
    """Refuse news of a bot for which too few have voted."""
    for event in events:
        if isinstance(event, StandInTook) and not (isinstance(entry, Voted) and is_decisive(table, entry)):
            raise fraud("too-few-votes", seat=said(table.named(event.seat)))


# Time --------------------------------------------------------------------------------------------


LATE_MS = 1000
"""How late news may be."""


class LifeSigns:
    """When each seat last showed that its player is there, by our own clock.

    For time there is only the host's word. With this we notice when a player is called away before the terms
    allow it, and a player who is wrongly called away can say so.
    """

    def __init__(self, terms: Terms) -> None:
        self._pace = terms.pace
        self._answers = LastAnswers(terms)
        self._asked: tuple[int | None, float] = None, 0.0  # which question we are asked, and since when
        self._heard = 0.0  # when we heard the last news

    def hear(self, heard: Heard, prompt: int | None, now: float) -> None:
        """Take in what just happened, and what we are asked after it."""
        self._heard = now
        self.hear_late(heard, prompt)

    def hear_late(self, heard: Heard, prompt: int | None) -> None:
        """Take in what happened while we were cut off: at the earliest when we had heard the last news."""
        if prompt != self._asked[0]:
            self._asked = prompt, self._heard
        self._answers.note(heard.entry, int(1000 * self._heard))

    def is_too_early(self, seat: Seat, now: float) -> bool:
        """Say whether the terms would have given a seat more time; news may be a little late."""
        slack = LATE_MS + self._answers.patience_ms // 10
        return self._answers.is_too_early(seat, int(1000 * now), slack)

    def have_we_time(self, remaining_ms: int | None, now: float) -> bool:
        """Say whether we, who are here, could still answer in time."""
        if isinstance(self._pace, PerDecision):
            return now - self._asked[1] < 0.9 * self._pace.seconds
        return isinstance(self._pace, Untimed) or remaining_ms != 0
