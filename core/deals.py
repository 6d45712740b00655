"""Deals between two seats: goods that change hands at once, and promises that nobody enforces.

A deal is data, so people and bots make the same ones and every client can show them in its own words. It
starts as an offer. While the offer is open, the other seat can accept it, decline it or offer something else
instead, and its maker can withdraw it. It expires with the phase of the game. The rules of the game carry out
an accepted deal, both ways or not at all. Its promises bind nobody: the book of deals only watches the game
and tells the two sides when one was kept or broken.

Deals are numbered between the two seats. Numbers for the whole table would tell the others that there was a
deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from core.kinds import Event, Record, RulesError, Seat, Viewer, named

MOST_GOODS = 999
MOST_WORDS = 200
MOST_PROMISES = 8  # on each side
MOST_OPEN = 4  # from one seat to another
MOST_NUMBER = 2**32 - 1
WORDS = "words"
"""The promise every game has: anything that can be said. It is never judged."""

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_GOODS)]
DealNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Phase: TypeAlias = tuple[int, ...]
"""Names a phase of a game; different phases have different names."""

# What a deal is made of --------------------------------------------------------------------------


class Goods(Record, frozen=True):
    """What changes hands."""

    coins: Amount = 0
    ronin: Amount = 0


class Promise(Record, frozen=True):
    """What a seat says it will do, such as ("stay_out", "kyoto"); each game has its own kinds."""

    kind: Annotated[str, Meta(max_length=40)]
    about: Annotated[str, Meta(max_length=MOST_WORDS)]


def not_yet(_about: str, _seat: Seat, _state: Any) -> bool:
    """Most promises are about the future."""
    return False


class PromiseKind(NamedTuple):
    """Promises of one kind: what they can be about, and what an event says about one.

    `judge` gets the subject of a promise, its maker, and an event as a spectator hears it; it returns True
    for kept, False for broken and None for neither yet. `is_done` says whether the promised thing has already
    happened, going by what everybody can see of the state.
    """

    objects: tuple[str, ...]
    judge: Callable[[str, Seat, Event], bool | None]
    is_done: Callable[[str, Seat, Any], bool] = not_yet


def kept_by(end: type[Event], breaks: Callable[[str, Seat, Event], bool]) -> Callable[..., bool | None]:
    """Judge promises that are kept unless something breaks them before such an event."""

    def judge(about: str, seat: Seat, event: Event) -> bool | None:
        if isinstance(event, end):
            return True
        return False if breaks(about, seat, event) else None

    return judge


class PromiseBook(NamedTuple):
    """A game's view of deals: the promises it can judge, the phases they run in, and goods."""

    kinds: Mapping[str, PromiseKind]
    phase_of: Callable[[Any], Phase]
    allows_goods: bool = True  # whether the rules let anything change hands


class Deal(Record, frozen=True):
    """What one seat proposes to another."""

    number: int
    seat: Seat
    to: Seat
    gives: Goods = Goods()
    wants: Goods = Goods()
    promises: tuple[Promise, ...] = ()
    asks: tuple[Promise, ...] = ()  # what the other side is to promise
    instead_of: int | None = None  # the number of the other side's offer that this one counters


class Pledge(NamedTuple):
    """A promise, with its maker and the seat it was made to."""

    seat: Seat
    to: Seat
    promise: Promise


def pledges_of(deal: Deal) -> list[Pledge]:
    """List both sides' promises, the proposer's first."""
    return [
        *(Pledge(deal.seat, deal.to, promise) for promise in deal.promises),
        *(Pledge(deal.to, deal.seat, promise) for promise in deal.asks),
    ]


def verdict_on(book: PromiseBook, pledge: Pledge, events: Iterable[Event]) -> bool | None:
    """Say whether an event keeps or breaks a promise; None if it does neither."""
    seat, _, promise = pledge
    kind = book.kinds.get(promise.kind)
    if kind is None:
        return None
    verdicts = (kind.judge(promise.about, seat, event) for event in events)
    return next((verdict for verdict in verdicts if verdict is not None), None)


def verdict_before(book: PromiseBook, pledge: Pledge, state: Any) -> bool | None:
    """Say whether a promise is already kept when it is made."""
    kind = book.kinds.get(pledge.promise.kind)
    is_done = kind is not None and kind.is_done(pledge.promise.about, pledge.seat, state)
    return True if is_done else None


class Status(Enum):
    """How far a deal has come; only an open one goes further."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    COUNTERED = "countered"
    EXPIRED = "expired"


class Standing(Record, frozen=True):
    """A deal and its outcome; the verdicts are in the order of `pledges_of`."""

    deal: Deal
    status: Status
    verdicts: tuple[bool | None, ...]


# What is told of it, to the two alone -------------------------------------------------------------


class DealExpired(Event, frozen=True):
    """The phase is over, and nobody answered."""

    number: DealNumber
    seat: Seat
    to: Seat

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer in (self.seat, self.to) else None


class PromiseKept(Event, frozen=True):
    """The promise that `seat` made can no longer be broken."""

    number: DealNumber
    seat: Seat
    to: Seat
    promise: Promise

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer in (self.seat, self.to) else None


class PromiseBroken(Event, frozen=True):
    """The promise that `seat` made is broken."""

    number: DealNumber
    seat: Seat
    to: Seat
    promise: Promise

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer in (self.seat, self.to) else None


DealEvent: TypeAlias = DealExpired | PromiseKept | PromiseBroken

# The book ----------------------------------------------------------------------------------------

Key: TypeAlias = tuple[Seat, Seat, int]
"""The two seats of a deal, the lower one first, and the number of the deal between them."""


def key_of(seat: Seat, other: Seat, number: int) -> Key:
    return min(seat, other), max(seat, other), number


# What can be offered at all --------------------------------------------------------------------


def check_parties(seats: Collection[Seat], deal: Deal) -> None:
    if deal.seat not in seats or deal.to not in seats:
        raise RulesError("no-such-seat")
    if deal.seat == deal.to:
        raise RulesError("deal-with-another")
    if not 0 <= deal.number <= MOST_NUMBER:
        raise RulesError("deal-numbers", most=MOST_NUMBER)


def check_content(book: PromiseBook, deal: Deal) -> None:
    amounts = (deal.gives.coins, deal.gives.ronin, deal.wants.coins, deal.wants.ronin)
    if min(amounts) < 0 or max(amounts) > MOST_GOODS:
        raise RulesError("deal-goods", most=MOST_GOODS)
    if any(amounts) and not book.allows_goods:
        raise RulesError("deal-of-promises")
    if not any(amounts) and not deal.promises and not deal.asks:
        raise RulesError("deal-of-nothing")
    if max(len(deal.promises), len(deal.asks)) > MOST_PROMISES:
        raise RulesError("deal-promises", most=MOST_PROMISES)
    for promise in (*deal.promises, *deal.asks):
        check_promise(book, promise)


def check_promise(book: PromiseBook, promise: Promise) -> None:
    kind, about = promise.kind, promise.about
    if kind == WORDS:
        if not about.strip() or len(about) > MOST_WORDS or not about.isprintable():
            raise RulesError("promise-in-words", most=MOST_WORDS)
    elif kind not in book.kinds:
        raise RulesError("no-such-promise", promise=kind)
    elif about not in book.kinds[kind].objects:
        raise RulesError("promise-not-about", promise=kind, about=about)


class DealBook(Struct):
    """All deals of a table. Every change is checked first; a refusal changes nothing."""

    seats: tuple[Seat, ...]
    promises: PromiseBook
    phase: Phase
    standings: Mapping[Key, Standing] = {}  # never changed in place, so copies share it
    live: tuple[Key, ...] = ()  # those that events or the end of a phase can still change

    def copy(self) -> DealBook:
        twin: DealBook = self.__copy__()  # type: ignore[attr-defined]
        return twin

    def seen_by(self, viewer: Viewer) -> tuple[Standing, ...]:
        """List the deals a viewer is part of, oldest first."""
        return tuple(
            standing for (one, other, _), standing in self.standings.items() if viewer in (one, other)
        )

    def without(self, before: DealBook, after: DealBook) -> DealBook:
        """Undo what a move did to the book, from `before` to `after`, and keep later changes."""
        undone = {
            key: s for key, s in before.standings.items() if self.standings[key] == after.standings[key]
        }
        standings = {**self.standings, **undone}
        live = tuple(key for key, standing in standings.items() if self._is_live(standing))
        return replace(before, standings=standings, live=live)

    # Doing -----------------------------------------------------------------------------------

    def offer(self, deal: Deal) -> bool:
        """Open an offer, perhaps in place of an open one; say whether it is new."""
        check_parties(self.seats, deal)
        if self._is_repeated(deal):
            return False
        check_content(self.promises, deal)
        self._check_room(deal)
        if deal.instead_of is not None:
            countered = self._offer_to(deal.seat, deal.to, deal.instead_of)
            self._put(replace(countered, status=Status.COUNTERED))
        self._put(Standing(deal, Status.OPEN, (None,) * len(pledges_of(deal))))
        return True

    def accept(self, seat: Seat, other: Seat, number: int) -> Deal:
        """Agree; what the deal gives has to be given at the same moment (`carry_out`)."""
        standing = self._offer_to(seat, other, number)
        self._put(replace(standing, status=Status.ACCEPTED))
        return standing.deal

    def decline(self, seat: Seat, other: Seat, number: int) -> None:
        self._put(replace(self._offer_to(seat, other, number), status=Status.DECLINED))

    def withdraw(self, seat: Seat, other: Seat, number: int) -> None:
        standing = self._open(seat, other, number)
        if standing.deal.seat != seat:
            raise RulesError("deal-not-yours")
        self._put(replace(standing, status=Status.WITHDRAWN))

    def _put(self, standing: Standing) -> None:
        deal = standing.deal
        key = key_of(deal.seat, deal.to, deal.number)
        self.standings = {**self.standings, key: standing}
        if not self._is_live(standing):
            self.live = tuple(other for other in self.live if other != key)
        elif key not in self.live:
            self.live += (key,)

    def _is_live(self, standing: Standing) -> bool:
        if standing.status is not Status.ACCEPTED:
            return standing.status is Status.OPEN
        pledges = zip(pledges_of(standing.deal), standing.verdicts, strict=True)
        return any(verdict is None and p.promise.kind in self.promises.kinds for p, verdict in pledges)

    # Checking --------------------------------------------------------------------------------

    def _open(self, seat: Seat, other: Seat, number: int) -> Standing:
        standing = self.standings.get(key_of(seat, other, number))
        if standing is None:
            raise RulesError("no-deal", number=number)
        if standing.status is not Status.OPEN:
            raise RulesError("deal-not-open", status=named("deal-status", standing.status.value))
        return standing

    def _offer_to(self, seat: Seat, other: Seat, number: int) -> Standing:
        standing = self._open(seat, other, number)
        if standing.deal.to != seat:
            raise RulesError("deal-your-own")
        return standing

    def _is_repeated(self, deal: Deal) -> bool:
        """Say whether this very deal is in the book; a different one under its number is refused."""
        known = self.standings.get(key_of(deal.seat, deal.to, deal.number))
        if known is not None and known.deal != deal:
            raise RulesError("deal-number-taken", number=deal.number)
        return known is not None

    def _check_room(self, deal: Deal) -> None:
        waiting = [standing.deal for standing in self._live(Status.OPEN)]
        if sum((d.seat, d.to) == (deal.seat, deal.to) for d in waiting) >= MOST_OPEN:
            raise RulesError("offers-open", number=MOST_OPEN)

    def _live(self, status: Status) -> list[Standing]:
        standings = [self.standings[key] for key in self.live]
        return [standing for standing in standings if standing.status is status]

    # Watching --------------------------------------------------------------------------------

    def watch(self, events: Sequence[Event], phase: Phase) -> list[Event]:
        """Look at what happened and at the current phase, and tell what that means for the deals."""
        told: list[Event] = []
        if self.live:
            told = self._judge(events)
            if phase != self.phase:
                told += self._expire()
        self.phase = phase
        return told

    def _judge(self, events: Sequence[Event]) -> list[Event]:
        """Judge by what everybody can see, so that a verdict gives nothing away."""
        public = [seen for event in events if (seen := event.seen_by(None)) is not None]
        told: list[Event] = []
        for standing in self._live(Status.ACCEPTED):
            told += self._judge_deal(standing, lambda pledge: verdict_on(self.promises, pledge, public))
        return told

    def look_back(self, deal: Deal, state: Any) -> list[Event]:
        """Tell which promises of a deal were already kept when it was made."""
        standing = self.standings[key_of(deal.seat, deal.to, deal.number)]
        return self._judge_deal(standing, lambda pledge: verdict_before(self.promises, pledge, state))

    def _judge_deal(self, standing: Standing, judge: Callable[[Pledge], bool | None]) -> list[Event]:
        told: list[Event] = []
        verdicts = list(standing.verdicts)
        for place, pledge in enumerate(pledges_of(standing.deal)):
            if verdicts[place] is None:
                verdict = verdicts[place] = judge(pledge)
                if verdict is not None:
                    news = PromiseKept if verdict else PromiseBroken
                    told.append(news(standing.deal.number, pledge.seat, pledge.to, pledge.promise))
        if told:
            self._put(replace(standing, verdicts=tuple(verdicts)))
        return told

    def _expire(self) -> list[Event]:
        told: list[Event] = []
        for standing in self._live(Status.OPEN):
            deal = standing.deal
            self._put(replace(standing, status=Status.EXPIRED))
            told.append(DealExpired(deal.number, deal.seat, deal.to))
        return told
