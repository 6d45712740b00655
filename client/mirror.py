"""What a client knows of its table: the story so far, the view, what is asked, and the deals.

It is made only of what the server told; nothing is worked out that the server could have worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec.structs import replace

from core.catalog import game_named
from core.deals import DealExpired, Key, PromiseBroken, PromiseKept, Standing, Status, key_of, pledges_of
from core.game import Game
from core.records import Event, InputError, Seat, Viewer
from core.table_events import ChoiceTakenBack
from core.wire import unpack_events, unpack_view
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    AskedBack,
    Chose,
    Offered,
    Said,
    SatDown,
    StoodUp,
    TookBack,
)
from protocol.errors import UNREADABLE, Code, ProtocolError
from protocol.identity import BadKeyError, Identity, PublicKey
from protocol.messages import ClockFace, Item, Joined, Synced, TableInfo, Told
from protocol.rpc import NIL
from protocol.talk import Member, Place, Room, TalkError, TalkKey, check_talk_key, open_words

OUTCOMES = {
    Answer.ACCEPT: Status.ACCEPTED,
    Answer.DECLINE: Status.DECLINED,
    Answer.WITHDRAW: Status.WITHDRAWN,
}


class Heard(NamedTuple):
    """One thing that happened, as this client may know it; `words` are what was said, if it can be read."""

    number: int
    at_ms: int
    entry: AnyEntry | None
    events: list[Event]
    words: str = ""


def heard_of(game: Game, item: Item) -> Heard:
    """Read an item; words that all may hear are in it as they were said."""
    words = item.entry.words if isinstance(item.entry, Said) else ""
    return Heard(item.number, item.at_ms, item.entry, unpack_events(game, item.events), words)


@contextmanager
def making_sense() -> Iterator[None]:
    """Take what cannot be read, or cannot have happened, as the server's mistake; it must not be our end."""
    try:
        yield
    except (*UNREADABLE, InputError, LookupError):
        raise ProtocolError(Code.INVALID_PARAMS, "what the server tells makes no sense") from None


class Mirror:
    """A table as seen from one place at it."""

    def __init__(self, identity: Identity, host: PublicKey, joined: Joined) -> None:
        self.seat: Viewer = joined.seat
        self.info: TableInfo = joined.info
        self.game: Game = game_named(joined.info.game)
        self.story: list[Heard] = []
        self.view: Any = None
        self.prompt: int | None = None
        self.clocks: tuple[ClockFace, ...] = ()
        self.deals: Mapping[Key, Standing] = {}  # never changed in place
        self._deals_before: dict[tuple[Seat, int], Mapping[Key, Standing]] = {}
        self._asked_back: tuple[Seat, int] | None = None
        self._identity = identity
        self._host = host
        self._members: dict[Seat, Member] = {}

    # Hearing ---------------------------------------------------------------------------------

    def synced(self, synced: Synced) -> list[Heard]:
        """Take in part of the story."""
        with making_sense():
            self._look(synced)
            return [self._hear(item) for item in synced.items]

    def told(self, told: Told) -> Heard:
        """Take in news."""
        with making_sense():
            self._look(told)
            return self._hear(told.item)

    def _look(self, news: Synced | Told) -> None:
        if news.view != NIL:
            self.view = unpack_view(self.game, news.view)
        self.prompt = news.prompt
        self.clocks = news.clocks

    def _hear(self, item: Item) -> Heard:
        if item.number != len(self.story):
            raise ProtocolError(
                Code.OUT_OF_PLACE, f"item {item.number} does not follow {len(self.story) - 1}"
            )
        heard, entry = heard_of(self.game, item), item.entry
        if isinstance(entry, SatDown):
            self._meet(entry)
        elif isinstance(entry, StoodUp):
            self._members.pop(entry.seat, None)
        elif isinstance(entry, Said):
            heard = heard._replace(words=self._words(entry))
        self._note_undoing(entry, heard.events)
        self._note_deal(entry)
        self._note_fate(heard.events)
        self.story.append(heard)
        return heard

    # Talk ------------------------------------------------------------------------------------

    def _meet(self, entry: SatDown) -> None:
        """Remember the talk key of a seat, if it is really its owner's."""
        try:
            owner = PublicKey.load(entry.key)
            key = TalkKey(entry.talk_key, entry.talk_signature)
            self._members[entry.seat] = check_talk_key(key, entry.seat, owner, self._host, self.info.table)
        except (BadKeyError, TalkError):
            self._members.pop(entry.seat, None)

    def room(self, seats: Iterable[Seat]) -> Room:
        """Give the room in which these seats talk."""
        everybody = sorted(set(seats))
        if missing := [seat for seat in everybody if seat not in self._members]:
            raise TalkError(f"{self.game.seat_names[missing[0]].capitalize()} has no key to talk to.")
        return Room(self._host, self.info.table, tuple(self._members[seat] for seat in everybody))

    def _words(self, entry: Said) -> str:
        if not entry.to:
            return entry.words
        try:
            place = Place(self.room((entry.seat, *entry.to)), entry.seat, entry.number)
            return open_words(place, self._identity, entry.sealed)
        except TalkError as error:
            return f"[cannot be believed: {error}]"

    # Deals -----------------------------------------------------------------------------------

    def _note_undoing(self, entry: AnyEntry | None, events: Iterable[Event]) -> None:
        """With a choice that is taken back goes all that has become of deals since."""
        if isinstance(entry, Chose):
            self._deals_before[entry.seat, entry.prompt] = self.deals
        elif isinstance(entry, TookBack):
            self.deals = self._deals_before[entry.seat, entry.prompt]
        elif isinstance(entry, AskedBack):
            self._asked_back = entry.seat, entry.prompt
        if self._asked_back is not None and any(isinstance(event, ChoiceTakenBack) for event in events):
            self.deals = self._deals_before[self._asked_back]

    def _note_deal(self, entry: AnyEntry | None) -> None:
        if isinstance(entry, Offered):
            deal = entry.deal
            if deal.instead_of is not None:
                self._set_status(key_of(deal.seat, deal.to, deal.instead_of), Status.COUNTERED)
            verdicts = (None,) * len(pledges_of(deal))
            self._put(key_of(deal.seat, deal.to, deal.number), Standing(deal, Status.OPEN, verdicts))
        elif isinstance(entry, Answered):
            self._set_status(key_of(entry.seat, entry.other, entry.deal), OUTCOMES[entry.answer])

    def _note_fate(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, DealExpired):
                self._set_status(key_of(event.seat, event.to, event.number), Status.EXPIRED)
            elif isinstance(event, (PromiseKept, PromiseBroken)):
                self._set_verdict(event)

    def _set_status(self, key: Key, status: Status) -> None:
        self._put(key, replace(self.deals[key], status=status))

    def _set_verdict(self, event: PromiseKept | PromiseBroken) -> None:
        key = key_of(event.seat, event.to, event.number)
        standing = self.deals[key]
        verdicts = list(standing.verdicts)
        for place, pledge in enumerate(pledges_of(standing.deal)):
            if verdicts[place] is None and (pledge.seat, pledge.promise) == (event.seat, event.promise):
                verdicts[place] = isinstance(event, PromiseKept)
                break
        self._put(key, replace(standing, verdicts=tuple(verdicts)))

    def _put(self, key: Key, standing: Standing) -> None:
        self.deals = {**self.deals, key: standing}

    def next_deal(self, other: Seat) -> int:
        """Give a number that no deal with that seat has had."""
        assert self.seat is not None
        pair = key_of(self.seat, other, 0)[:2]
        return 1 + max((number for *two, number in self.deals if tuple(two) == pair), default=-1)
