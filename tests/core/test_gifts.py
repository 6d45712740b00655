"""The gifts of a deal at a table of Rising Sun, and deals and gifts in any order."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core import flow
from core.deals import (
    Deal,
    DealBook,
    DealExpired,
    Goods,
    Standing,
    Status,
)
from core.games.rising_sun import GAME
from core.gifts import carry_out
from core.kinds import Event, RulesError, Seat
from tests.core.test_deals import (
    ANYTHING,
    FROWN,
    KOI,
    LOTUS,
    PROMISES,
    RNG,
    SEATS,
    SMILE,
    TURTLE,
    Evening,
    Smiled,
    Whispered,
    deal,
)
from tests.refusing import refused


def table(phase: str = "tea", **more: Any) -> Any:
    clans = {
        "koi": {"coins": 2, "ronin": 0, "figures": {"edo": ["bushi"]}},
        "lotus": {"coins": 3, "ronin": 1, "figures": {"edo": ["bushi"]}},
        "turtle": {"coins": 0, "ronin": 0},
    }
    return GAME.read_position({"phase": phase, "clans": clans, **more}, tuple(SEATS), RNG)


def wealth(state: Any) -> list[tuple[int, int]]:
    return [(state.coins[seat], state.ronin[seat]) for seat in SEATS]


def test_both_sides_of_a_deal_are_given() -> None:
    state = table()
    swap = deal(gives=Goods(coins=2), wants=Goods(coins=1, ronin=1))
    events = carry_out(GAME, state, swap, RNG)

    assert wealth(state) == [(1, 1), (4, 0), (0, 0)]
    assert [type(event).__name__ for event in events] == ["GiftGiven", "GiftGiven"]


def test_promises_alone_move_nothing_and_hold_in_war_too() -> None:
    state = table("war", war=["edo"])

    assert carry_out(GAME, state, deal(promises=(SMILE,), asks=(FROWN,)), RNG) == []


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (deal(gives=Goods(coins=3), wants=Goods(ronin=1)), r"^Koi cannot give 3 coins: Koi has 2 coins"),
        (deal(gives=Goods(coins=2), wants=Goods(ronin=2)), r"^Lotus cannot give 2 ronin: Lotus has 5 coins"),
        (deal(gives=Goods(3, 4), wants=Goods(coins=9)), r"^Koi cannot give 3 coins and 4 ronin: "),
        (deal(seat=TURTLE, to=KOI, gives=Goods(ronin=1)), r"^Turtle cannot give 1 ronin: "),
    ],
)
def test_who_is_too_poor_is_named_and_nobody_gives_anything(bad: Deal, why: str) -> None:
    state = table()
    before = msgspec.to_builtins(state)

    with refused(why):
        carry_out(GAME, state, bad, RNG)
    assert msgspec.to_builtins(state) == before


def test_nothing_is_given_in_war() -> None:
    with refused(r"Koi cannot give 2 coins: .* War Phase. \(RS-4.2\)"):
        carry_out(GAME, table("war", war=["edo"]), deal(), RNG)


@pytest.mark.parametrize(("seat", "to"), [(KOI, LOTUS), (LOTUS, KOI)])
def test_who_can_give_only_after_receiving_gives_second(seat: Seat, to: Seat) -> None:
    """Koi has 2 coins; with the 3 of Lotus it can give 4."""
    gives, wants = (Goods(coins=4), Goods(coins=3)) if seat == KOI else (Goods(coins=3), Goods(coins=4))
    state = table()
    carry_out(GAME, state, deal(1, seat, to, gives=gives, wants=wants), RNG)

    assert wealth(state)[:2] == [(1, 0), (4, 1)]


def when_koi_buys() -> Any:
    state = table("politics", active="lotus", deck=["train"], display=["benevolence"])
    flow.answer(GAME.rules, state, LOTUS, GAME.choice_of("mandate train"), RNG)
    while KOI not in state.pending:
        flow.answer(GAME.rules, state, next(iter(state.pending)), GAME.choice_of("done"), RNG)
    return state


@pytest.mark.parametrize(("seat", "to"), [(KOI, LOTUS), (LOTUS, KOI)])
def test_a_swap_of_coins_takes_no_question_away(seat: Seat, to: Seat) -> None:
    """If Koi had no coin for a moment, it would no longer be asked what it buys."""
    state = when_koi_buys()
    asked = state.pending
    carry_out(GAME, state, deal(1, seat, to, gives=Goods(coins=2), wants=Goods(coins=2)), RNG)

    assert state.pending == asked


# Everything in any order -------------------------------------------------------------------------

numbers, seats = st.integers(0, 5), st.sampled_from(SEATS)
goods = st.just(Goods()) | st.builds(Goods, st.integers(0, 4), st.integers(0, 2))
promises = st.lists(st.sampled_from((SMILE, FROWN, ANYTHING)), max_size=2).map(tuple)
counters = st.none() | numbers
offers = st.builds(Deal, numbers, seats, seats, goods, goods, promises, promises, counters)
happenings = st.lists(st.builds(Smiled, seats) | st.just(Evening()) | st.builds(Whispered, seats), max_size=3)


class Bargaining(RuleBasedStateMachine):
    """Three seats offer, answer and act at random."""

    def __init__(self) -> None:
        super().__init__()
        self.day = 0
        self.book, self.state = DealBook(tuple(SEATS), PROMISES, (self.day,)), table()
        self.ended: dict[Deal, Standing] = {}
        self.carried_out: list[Deal] = []

    def standings(self, *statuses: Status) -> list[Standing]:
        """List every deal once, by what its proposer sees."""
        seen = [s for seat in SEATS for s in self.book.seen_by(seat) if s.deal.seat == seat]
        return [s for s in seen if not statuses or s.status in statuses]

    @rule(offer=offers)
    def offer(self, offer: Deal) -> None:
        before = self.book.copy()
        try:
            is_new = self.book.offer(offer)
        except RulesError:
            assert self.book == before
        else:
            assert is_new == (self.book != before)
            assert offer in [s.deal for s in self.book.seen_by(offer.to)]

    @rule(act=st.sampled_from(("decline", "withdraw")), seat=seats, other=seats, number=numbers)
    def end(self, act: str, seat: Seat, other: Seat, number: int) -> None:
        before = self.book.copy()
        try:
            getattr(self.book, act)(seat, other, number)
        except RulesError:
            assert self.book == before

    @rule(data=st.data())
    def accept(self, data: st.DataObject) -> None:
        """Do as a table does: on copies, which count only if the gifts worked."""
        known = [(s.deal.to, s.deal.seat, s.deal.number) for s in self.standings()]
        parties = data.draw(st.sampled_from(known) if known else st.tuples(seats, seats, numbers))
        book, state = self.book.copy(), self.state.clone()
        try:
            deal = book.accept(*parties)
            carry_out(GAME, state, deal, RNG)
        except RulesError:
            assert wealth(state) == wealth(self.state)
            return
        expected = [list(things) for things in wealth(self.state)]
        for sign, goods in ((-1, deal.gives), (1, deal.wants)):
            for place, amount in enumerate((goods.coins, goods.ronin)):
                expected[deal.seat][place] += sign * amount
                expected[deal.to][place] -= sign * amount
        assert [list(things) for things in wealth(state)] == expected
        self.book, self.state = book, state
        self.carried_out.append(deal)

    @rule(events=happenings, days=st.integers(0, 1))
    def watch(self, events: list[Event], days: int) -> None:
        waiting = [(s.deal.number, s.deal.seat, s.deal.to) for s in self.standings(Status.OPEN)]
        self.day += days
        told = self.book.watch(events, (self.day,))
        expired = [(e.number, e.seat, e.to) for e in told if isinstance(e, DealExpired)]
        assert sorted(expired) == (sorted(waiting) if days else [])

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        assert (sum(self.state.coins), sum(self.state.ronin)) == (5, 1)

    @invariant()
    def nothing_happens_after_an_end(self) -> None:
        now = {s.deal: s for s in self.standings()}
        for ended, before in self.ended.items():
            assert now[ended].status is before.status
            pairs = zip(before.verdicts, now[ended].verdicts, strict=True)
            assert all(old in (None, new) for old, new in pairs)
        self.ended = {deal: s for deal, s in now.items() if s.status is not Status.OPEN}

    @invariant()
    def no_deal_is_accepted_twice(self) -> None:
        agreed = {s.deal for s in self.standings(Status.ACCEPTED)}
        assert len(agreed) == len(self.carried_out)
        assert agreed == set(self.carried_out)

    @invariant()
    def only_what_can_change_is_watched(self) -> None:
        watched = self.standings(Status.OPEN)
        for s in self.standings(Status.ACCEPTED):
            said = zip((*s.deal.promises, *s.deal.asks), s.verdicts, strict=True)
            if any(verdict is None and promise != ANYTHING for promise, verdict in said):
                watched.append(s)
        assert len(self.book.live) == len(watched)


TestBargaining = Bargaining.TestCase
TestBargaining.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
