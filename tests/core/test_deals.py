"""The book of deals, and what becomes of promises."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.chance import SeededRng
from core.deals import (
    MOST_GOODS,
    MOST_NUMBER,
    MOST_OPEN,
    MOST_PROMISES,
    MOST_WORDS,
    Deal,
    DealBook,
    DealEvent,
    DealExpired,
    Goods,
    Promise,
    PromiseBook,
    PromiseBroken,
    PromiseKept,
    PromiseKind,
    Standing,
    Status,
)
from core.games.rising_sun import GAME
from core.kinds import Event, Seat, Viewer
from tests.refusing import refused

KOI, LOTUS, TURTLE = SEATS = range(3)
RNG = SeededRng(b"")
TEA, POLITICS = (0, 0), (0, 1)
SMILE = Promise("smile", "always")
FROWN = Promise("frown", "never")
ANYTHING = Promise("words", "I will think of you.")


class Smiled(Event, frozen=True):
    seat: Seat


class Evening(Event, frozen=True):
    pass


class Whispered(Event, frozen=True):
    """Proof of a smile that only the one who smiled knows about."""

    seat: Seat

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer == self.seat else None


def judge_smile(_about: str, seat: Seat, event: Event) -> bool | None:
    if isinstance(event, Evening):
        return False
    return True if isinstance(event, (Smiled, Whispered)) and event.seat == seat else None


def judge_frown(_about: str, seat: Seat, event: Event) -> bool | None:
    """A promise not to smile before the evening."""
    if isinstance(event, Evening):
        return True
    return False if isinstance(event, Smiled) and event.seat == seat else None


PROMISES = PromiseBook(
    kinds={
        "smile": PromiseKind(("always", "twice"), judge_smile),
        "frown": PromiseKind(("never",), judge_frown),
    },
    phase_of=lambda phase: phase,
)


def new_book() -> DealBook:
    return DealBook(tuple(SEATS), PROMISES, TEA)


def deal(number: int = 1, seat: Seat = KOI, to: Seat = LOTUS, **terms: Any) -> Deal:
    return Deal(number, seat, to, **(terms or {"gives": Goods(coins=2)}))


def book_with(*deals: Deal) -> DealBook:
    book = new_book()
    for each in deals:
        assert book.offer(each)
    return book


def accepted(**terms: Any) -> DealBook:
    book = book_with(deal(**terms))
    book.accept(LOTUS, KOI, 1)
    return book


def status(book: DealBook, number: int = 1) -> Status:
    return next(s.status for s in book.seen_by(KOI) if s.deal.number == number)


def verdicts(book: DealBook) -> tuple[bool | None, ...]:
    return book.seen_by(KOI)[0].verdicts


# Offers and answers ------------------------------------------------------------------------------


def test_an_offer_is_open_until_it_is_answered() -> None:
    book = book_with(deal())

    assert book.seen_by(KOI) == book.seen_by(LOTUS) == (Standing(deal(), Status.OPEN, ()),)
    assert book.accept(LOTUS, KOI, 1) == deal()
    assert status(book) is Status.ACCEPTED


def test_an_offer_is_declined_by_the_one_and_withdrawn_by_the_other() -> None:
    book = book_with(deal(1), deal(2))
    book.decline(LOTUS, KOI, 1)
    book.withdraw(KOI, LOTUS, 2)

    assert status(book, 1) is Status.DECLINED
    assert status(book, 2) is Status.WITHDRAWN


def test_an_offer_is_countered_by_another_one() -> None:
    book = book_with(deal())
    book.offer(deal(2, LOTUS, KOI, wants=Goods(coins=3), instead_of=1))

    assert status(book, 1) is Status.COUNTERED
    assert status(book, 2) is Status.OPEN
    book.accept(KOI, LOTUS, 2)


def test_each_pair_numbers_its_own_deals() -> None:
    book = book_with(deal(1, KOI, LOTUS), deal(1, KOI, TURTLE), deal(1, LOTUS, TURTLE))
    book.decline(TURTLE, KOI, 1)

    assert [s.status for s in book.seen_by(LOTUS)] == [Status.OPEN, Status.OPEN]


@pytest.mark.parametrize("ended", [False, True])
def test_the_same_offer_again_is_no_new_one(ended: bool) -> None:  # noqa: FBT001
    book = book_with(deal())
    if ended:
        book.withdraw(KOI, LOTUS, 1)
    before = book.copy()

    assert book.offer(deal()) is False
    assert book == before


BAD_OFFERS = [
    (deal(to=KOI), "somebody else"),
    (deal(to=4), "no such seat"),
    (deal(seat=-1), "no such seat"),
    (deal(-1), "deal's number"),
    (deal(MOST_NUMBER + 1), "deal's number"),
    (deal(2, gives=Goods()), "give, want or promise"),
    (deal(2, gives=Goods(coins=-1)), "between 0 and"),
    (deal(2, wants=Goods(ronin=MOST_GOODS + 1)), "between 0 and"),
    (deal(2, promises=(SMILE,) * (MOST_PROMISES + 1)), "at most"),
    (deal(2, promises=(Promise("laugh", "always"),)), "Nobody can promise 'laugh'"),
    (deal(2, asks=(Promise("smile", "never"),)), "about 'never'"),
    (deal(2, promises=(Promise("words", " "),)), "visible characters"),
    (deal(2, promises=(Promise("words", "\x1b[2J"),)), "visible characters"),
    (deal(2, promises=(Promise("words", "x" * (MOST_WORDS + 1)),)), "visible characters"),
    (deal(1, gives=Goods(coins=3)), "has the number 2"),
    (deal(1, LOTUS, KOI), "has the number 2"),
    (deal(2, gives=Goods(coins=3), instead_of=1), "your own offer"),
    (deal(2, LOTUS, KOI, gives=Goods(coins=3), instead_of=7), "no deal 8"),
    (deal(2, TURTLE, LOTUS, gives=Goods(coins=3), instead_of=1), "no deal 2"),
]


@pytest.mark.parametrize(("bad", "why"), BAD_OFFERS)
def test_a_bad_offer_is_refused_and_changes_nothing(bad: Deal, why: str) -> None:
    book = book_with(deal())
    before = book.copy()

    with refused(why):
        book.offer(bad)
    assert book == before


@pytest.mark.parametrize(
    ("act", "who", "why"),
    [
        ("accept", (KOI, LOTUS, 1), "your own offer"),
        ("decline", (KOI, LOTUS, 1), "your own offer"),
        ("withdraw", (LOTUS, KOI, 1), "not your offer"),
        ("accept", (TURTLE, KOI, 1), "no deal 2"),
        ("withdraw", (KOI, LOTUS, 2), "no deal 3"),
    ],
)
def test_a_bad_answer_is_refused_and_changes_nothing(act: str, who: tuple[int, int, int], why: str) -> None:
    book = book_with(deal())
    before = book.copy()

    with refused(why):
        getattr(book, act)(*who)
    assert book == before


def test_offers_from_one_to_another_are_limited() -> None:
    book = book_with(*(deal(number) for number in range(MOST_OPEN)))

    with refused("withdraw one first"):
        book.offer(deal(9))
    assert book.offer(deal(9, LOTUS, KOI))
    assert book.offer(deal(9, KOI, TURTLE))
    book.withdraw(KOI, LOTUS, 0)
    assert book.offer(deal(10))


def test_open_offers_expire_with_their_phase_and_the_two_hear_of_it() -> None:
    book = book_with(deal(1), deal(2), deal(3, TURTLE, KOI))
    book.accept(LOTUS, KOI, 1)

    assert book.watch([], TEA) == []
    assert book.watch([], POLITICS) == [DealExpired(2, KOI, LOTUS), DealExpired(3, TURTLE, KOI)]
    assert [s.status for s in book.seen_by(KOI)] == [Status.ACCEPTED, Status.EXPIRED, Status.EXPIRED]
    with refused("expired"):
        book.accept(LOTUS, KOI, 2)


def test_an_offer_belongs_to_the_phase_it_was_made_in() -> None:
    book = new_book()
    book.watch([], POLITICS)
    book.offer(deal())

    assert book.watch([], POLITICS) == []
    assert book.watch([], TEA) == [DealExpired(1, KOI, LOTUS)]


def test_a_copy_goes_its_own_way() -> None:
    book = book_with(deal())
    book.copy().accept(LOTUS, KOI, 1)

    assert status(book) is Status.OPEN


# Promises ----------------------------------------------------------------------------------------


def test_a_promise_counts_from_the_acceptance() -> None:
    book = book_with(deal(promises=(FROWN,)))

    assert book.watch([Smiled(KOI)], TEA) == []
    book.accept(LOTUS, KOI, 1)
    assert book.watch([Smiled(KOI)], TEA) == [PromiseBroken(1, KOI, LOTUS, FROWN)]


def test_the_first_event_that_says_something_decides_for_good() -> None:
    book = accepted(promises=(FROWN,), asks=(FROWN,))
    told = book.watch([Smiled(TURTLE), Smiled(KOI), Evening()], TEA)

    assert told == [PromiseBroken(1, KOI, LOTUS, FROWN), PromiseKept(1, LOTUS, KOI, FROWN)]
    assert book.watch([Smiled(LOTUS), Evening()], TEA) == []
    assert verdicts(book) == (False, True)
    assert not book.live


def test_promises_outlive_the_phase() -> None:
    book = accepted(promises=(SMILE, FROWN))

    assert book.watch([], POLITICS) == []
    assert book.watch([Smiled(KOI)], POLITICS) == [
        PromiseKept(1, KOI, LOTUS, SMILE),
        PromiseBroken(1, KOI, LOTUS, FROWN),
    ]


def test_what_not_everybody_sees_proves_nothing() -> None:
    book = accepted(promises=(SMILE,))

    assert book.watch([Whispered(KOI)], TEA) == []
    assert book.watch([Evening()], TEA) == [PromiseBroken(1, KOI, LOTUS, SMILE)]


def test_words_are_never_judged_and_need_no_watching() -> None:
    book = accepted(promises=(ANYTHING,))

    assert book.watch([Smiled(KOI), Evening()], POLITICS) == []
    assert verdicts(book) == (None,)
    assert not book.live


def test_a_refused_deal_is_not_judged() -> None:
    book = book_with(deal(promises=(SMILE,)))
    book.decline(LOTUS, KOI, 1)

    assert book.watch([Smiled(KOI), Evening()], POLITICS) == []
    assert verdicts(book) == (None,)


# Who knows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("outsider", [TURTLE, None])
def test_outsiders_hear_and_see_nothing_of_a_deal(outsider: Viewer) -> None:
    book = accepted(promises=(SMILE,), asks=(FROWN,))
    book.offer(deal(2))
    events = book.watch([Smiled(KOI), Evening()], POLITICS)

    assert [type(event) for event in events] == [PromiseKept, PromiseKept, DealExpired]
    assert [event.seen_by(outsider) for event in events] == [None] * 3
    assert book.seen_by(outsider) == ()
    for party in (KOI, LOTUS):
        assert [event.seen_by(party) for event in events] == events


@pytest.mark.parametrize("number", range(4))
def test_an_outsider_cannot_find_out_which_numbers_are_taken(number: int) -> None:
    """What a third seat is told does not depend on the others' deals."""
    book, empty = book_with(deal(1), deal(2)), new_book()
    for each in (book, empty):
        assert each.offer(deal(number, TURTLE, KOI))
        with refused(f"no deal {number + 1} "):
            each.accept(TURTLE, LOTUS, number)


def test_deals_and_their_events_travel_as_bytes() -> None:
    book = accepted(gives=Goods(1, 2), promises=(SMILE, ANYTHING), asks=(FROWN,))
    book.offer(deal(2, LOTUS, KOI))
    events = book.watch([Smiled(KOI), Evening()], POLITICS)
    encode, decode = msgspec.msgpack.encode, msgspec.msgpack.decode

    assert decode(encode(book.seen_by(KOI)), type=tuple[Standing, ...]) == book.seen_by(KOI)
    assert decode(encode(events), type=list[DealEvent]) == events


def test_amounts_out_of_bounds_do_not_come_in_from_outside() -> None:
    for goods in (Goods(-1, 0), Goods(0, MOST_GOODS + 1)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.msgpack.decode(msgspec.msgpack.encode(goods), type=Goods)


def test_a_move_taken_back_did_nothing_to_the_deals_of_before() -> None:
    """What it expired is open again; what was answered or offered since stays so."""
    before = DealBook((0, 1, 2), GAME.promises, (0, 0))
    before.offer(Deal(0, 0, 1, Goods(1)))
    before.offer(Deal(1, 0, 1, Goods(1)))
    after = before.copy()
    after.watch([], (0, 1))
    now = after.copy()
    now.offer(Deal(2, 0, 1, Goods(1)))

    undone = now.without(before, after)

    assert [s.status for s in undone.seen_by(0)] == [Status.OPEN] * 3
    assert undone.phase == (0, 0)
    assert set(undone.live) == set(undone.standings)


def test_where_nothing_changes_hands_a_deal_is_made_of_promises() -> None:
    book = DealBook(tuple(SEATS), PROMISES._replace(allows_goods=False), TEA)

    with refused("made of promises"):
        book.offer(deal(gives=Goods(coins=1), promises=(Promise("smile", "twice"),)))
    assert book.offer(deal(promises=(Promise("smile", "twice"),)))
