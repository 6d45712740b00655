"""The crank, turned on a game small enough to see through: two sealed bids for each prize, then a toast."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from core import flow
from core.chance import SeededRng, Stream
from core.decisions import Allocate, Allocation, Arrange, Arrangement, ChooseOne, Decision, Gift, Give
from core.kinds import Choice, Event, RulesError, Seat, Step
from tests.refusing import refused

SEATS = (0, 1)
RNG = SeededRng(b"")


class Toast(Choice, frozen=True):
    pass


class PutUpPrize(Step, frozen=True):
    left: int


class CollectBids(Step, frozen=True):
    prize: int


class OpenBids(Step, frozen=True):
    prize: int


class OfferToast(Step, frozen=True):
    seat: Seat


class PrizeWon(Event, frozen=True):
    seat: Seat
    prize: int


class State(Struct):
    coins: list[int]
    agenda: list[Step]
    pending: Mapping[Seat, Decision] = {}
    answers: Mapping[Seat, Choice] = {}
    events: list[Event] = []
    draws: int = 0


def draw_prize(_state: State, _step: PutUpPrize, stream: Stream) -> int:
    return 1 + stream.below(6)


def put_up_prize(state: State, step: PutUpPrize, prize: int) -> None:
    if step.left > 1:
        state.agenda.append(PutUpPrize(step.left - 1))
    state.agenda += [OpenBids(prize), CollectBids(prize)]


def ask_bids(state: State, _step: CollectBids) -> dict[Seat, Decision]:
    return {seat: Allocate("bid", "T-1", state.coins[seat], 1) for seat in SEATS if state.coins[seat]}


def open_bids(state: State, step: OpenBids) -> None:
    bids = {
        seat: answer.amounts[0] for seat, answer in state.answers.items() if isinstance(answer, Allocation)
    }
    winner = max(SEATS, key=lambda seat: bids.get(seat, 0))
    state.coins[winner] -= bids.get(winner, 0)
    state.answers = {}
    state.events.append(PrizeWon(winner, step.prize))
    state.agenda.append(OfferToast(winner))


def ask_toast(state: State, step: OfferToast) -> dict[Seat, Decision]:
    return {step.seat: ChooseOne("toast", "T-2", (Toast(),))} if state.coins[step.seat] else {}


def take_toast(state: State, _step: OfferToast, seat: Seat, _choice: Toast) -> None:
    state.coins[seat] -= 1


def standing(state: State, seat: Seat) -> tuple[Decision, ...]:
    return (Gift("gift", "T-3", (1 - seat,), state.coins[seat], 0),) if state.coins[seat] else ()


def give(state: State, seat: Seat, choice: Give) -> None:
    state.coins[seat] -= choice.coins
    state.coins[choice.to] += choice.coins


RULES = flow.Rules(
    act={CollectBids: ask_bids, OpenBids: open_bids, OfferToast: ask_toast},
    take={OfferToast: take_toast},
    sealed={CollectBids: flow.Sealing(lambda _state, _seat: Allocation((0,)), size=64)},
    draw={PutUpPrize: flow.Draw("prize", secret=False, sample=draw_prize, carry_out=put_up_prize)},
    standing=standing,
    free={Give: give},
    explain=lambda _state, seat, choice: RulesError(f"Seat {seat} cannot {choice}.", "T-0"),
)


def new_game(*coins: int, prizes: int = 1) -> State:
    state = State(list(coins), [PutUpPrize(prizes)])
    flow.advance(RULES, state, RNG)
    return state


def bid(state: State, seat: Seat, coins: int) -> list[Event]:
    return flow.answer(RULES, state, seat, Allocation((coins,)), RNG)


def test_sealed_answers_wait_for_each_other() -> None:
    state = new_game(5, 5)

    assert bid(state, 1, 3) == []
    assert set(state.pending) == {0}
    assert state.answers == {1: Allocation((3,))}
    assert isinstance(bid(state, 0, 1)[0], PrizeWon)
    assert state.answers == {}


def test_sealed_answers_can_come_all_at_once() -> None:
    state = new_game(5, 5)

    events = flow.open_sealed(RULES, state, {0: Allocation((1,)), 1: Allocation((3,))}, RNG)

    assert isinstance(events[0], PrizeWon)
    assert state.coins == [5, 2]


def test_the_default_stands_for_a_sealed_answer_that_is_missing_or_not_allowed() -> None:
    state = new_game(5, 5, 5)

    flow.open_sealed(RULES, state, {0: Allocation((6,)), 1: Allocation((2,))}, RNG)

    assert state.coins == [5, 3, 5]


def test_a_sealed_answer_is_not_revised() -> None:
    state = new_game(5, 5)
    bid(state, 1, 3)

    with refused("T-0"):
        bid(state, 1, 4)


def test_a_refused_answer_changes_nothing() -> None:
    state = new_game(5, 5)
    agenda, pending = list(state.agenda), dict(state.pending)

    with pytest.raises(RulesError):
        bid(state, 0, 6)

    assert (state.agenda, state.pending, state.answers) == (agenda, pending, {})


def test_a_step_with_nothing_to_decide_is_passed_over() -> None:
    """Seat 0 spends its last coin and cannot toast; with no coin at all nobody is asked to bid."""
    state = new_game(2, 0, prizes=2)
    bid(state, 0, 2)

    assert state.coins == [0, 0]
    assert not state.pending
    assert not state.agenda


def test_a_free_act_makes_the_step_on_top_ask_again() -> None:
    """What seat 0 may bid follows from the gift; seat 1's sealed answer stays."""
    state = new_game(5, 5)
    bid(state, 1, 0)

    flow.answer(RULES, state, 1, Give(0, 2, 0), RNG)

    assert state.pending == {0: Allocate("bid", "T-1", 7, 1)}
    assert state.answers == {1: Allocation((0,))}


def test_chance_events_are_numbered_in_the_order_of_the_rules() -> None:
    state = new_game(3, 3, prizes=3)
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        flow.answer(RULES, state, seat, decision.sample(Random(1)), RNG)

    assert state.draws == 3


@pytest.mark.parametrize("coins", [0, 1, 7])
def test_a_sampled_allocation_is_allowed(coins: int) -> None:
    decision, dice = Allocate("bid", "T-1", coins, 4), Random(coins)

    assert all(decision.allows(decision.sample(dice)) for _ in range(200))


def test_a_sampled_gift_is_allowed() -> None:
    decision, dice = Gift("gift", "T-3", (1, 2), 3, 2), Random(1)

    assert all(decision.allows(decision.sample(dice)) for _ in range(200))


@pytest.mark.parametrize(
    "choice",
    [Give(1, 0, 0), Give(1, 4, 0), Give(1, 0, 3), Give(1, -1, 2), Give(0, 1, 0), Toast()],
)
def test_a_gift_has_its_limits(choice: Choice) -> None:
    assert not Gift("gift", "T-3", (1, 2), 3, 2).allows(choice)


PLACES = ("north", "south", "bid")


@pytest.mark.parametrize("cards", [("a",), ("a", "b"), ("a", "b", "c", "d", "e")])
def test_a_sampled_arrangement_is_allowed(cards: tuple[str, ...]) -> None:
    decision, dice = Arrange("plan", "T-4", cards, PLACES, (("bid", "a"),)), Random(1)
    samples = [decision.sample(dice) for _ in range(200)]

    assert all(map(decision.allows, samples))
    assert len(set(samples)) > 1


@pytest.mark.parametrize(
    "laid",
    [
        ("a", "b"),  # a place is left out
        ("a", "b", "-"),  # there are cards for all places
        ("a", "b", "b"),  # a card lies twice
        ("a", "b", "x"),  # nobody has that card
        ("b", "c", "a"),  # it must not lie there
    ],
)
def test_an_arrangement_has_its_limits(laid: tuple[str, ...]) -> None:
    decision = Arrange("plan", "T-4", ("a", "b", "c", "d"), PLACES, (("bid", "a"),))

    assert decision.allows(Arrangement(("a", "b", "c")))
    assert not decision.allows(Arrangement(laid))
    assert not decision.allows(Toast())


def test_a_sealed_answer_can_be_given_anew_only_where_the_rules_say_so() -> None:
    sealing = flow.Sealing(lambda _state, _seat: Allocation((0,)), size=64, may_change=True)
    lenient = replace(RULES, sealed={CollectBids: sealing})
    state = new_game(3, 3, prizes=1)
    flow.answer(lenient, state, 0, Allocation((1,)), RNG)

    with pytest.raises(RulesError):
        flow.answer(RULES, state, 0, Allocation((2,)), RNG)
    with pytest.raises(RulesError):
        flow.answer(lenient, state, 0, Allocation((4,)), RNG)
    assert flow.answer(lenient, state, 0, Allocation((2,)), RNG) == []
    assert state.answers == {0: Allocation((2,))}
    assert list(state.pending) == [1]
