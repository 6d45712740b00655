"""What a season would end in if it ended now: by the rules, with nothing spent."""

from __future__ import annotations

import pytest

from core import flow
from core.chance import SeededRng
from core.decisions import Allocate, Allocation, ChooseOne
from core.games.rising_sun import GAME
from core.games.rising_sun.board import ADVANTAGES, AMOUNTS, AUTUMN, LAND, WAR
from core.games.rising_sun.cards import CARDS, COURAGE
from core.games.rising_sun.choices import Hire
from core.games.rising_sun.events import BattleWon
from core.games.rising_sun.forces import present_in
from core.games.rising_sun.state import State
from core.games.rising_sun.war import outlook_in
from core.games.rising_sun.winter import Projection, projected
from core.kinds import Choice
from tests.harness.random_play import random_game

SEATS = (0, 1, 2, 3)


def a_war(seed: int) -> State:
    """Play at random until the last war asks for its first bid, and take all cards away."""
    states = (state for state, _ in random_game(GAME, SEATS, seed))
    war: State = next(s for s in states if s.season == AUTUMN and s.phase == WAR and is_bid(s))
    war.cards = ((),) * len(war.cards)
    return war


def is_bid(state: State) -> bool:
    return any(isinstance(decision, Allocate) for decision in state.pending.values())


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_a_war_without_bids_ends_as_projected(seed: int) -> None:
    state, rng = a_war(seed), SeededRng(b"")
    expected = [projection.total for projection in projected(state)]
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        assert isinstance(decision, Allocate)
        flow.answer(GAME.rules, state, seat, Allocation((0,) * decision.slots), rng)

    assert list(state.vp) == expected
    assert [projection.total for projection in projected(state)] == expected  # what is over stays


def test_the_state_stays_as_it_is() -> None:
    state = a_war(0)
    before = state.clone()
    projected(state)

    assert state == before


def test_courage_is_paid_for_each_token_of_the_war() -> None:
    state = a_war(1)
    plain, peace = projected(state), projected(without_war(state))
    state.cards = ((COURAGE,),) * len(state.cards)
    won = [
        (row.tokens - before.tokens) // AMOUNTS.token_vp[AUTUMN]
        for row, before in zip(plain, peace, strict=True)
    ]

    assert sum(won) > 0
    assert [row.vp for row in projected(state)] == [
        row.vp + number * CARDS[COURAGE].vp for row, number in zip(plain, won, strict=True)
    ]


def without_war(state: State) -> State:
    then = state.clone()
    then.war = ()
    return then


def test_points_add_up() -> None:
    assert Projection(3, 6, 10, 2).total == 21


# A single battle -----------------------------------------------------------------------------


def won_by(state: State, bids: dict[int, tuple[int, ...]]) -> int:
    """Fight the current battle by the rules, with these bids, hiring whom one can; name the winner."""
    twin, rng = state.clone(), SeededRng(b"")
    while True:
        seat, decision = next(iter(twin.pending.items()))
        if isinstance(decision, Allocate):
            choice: Choice = Allocation(bids.get(seat, (0,) * decision.slots))
        else:
            assert isinstance(decision, ChooseOne)
            choice = Hire() if Hire() in decision.options else decision.options[-1]
        for event in flow.answer(GAME.rules, twin, seat, choice, rng):
            if isinstance(event, BattleWon):
                return event.seat


def test_a_battle_ends_as_foretold_without_bids_and_with_hired_ronin() -> None:
    """Every fighter who has a coin tries to hire ronin alone; only those named win by it."""
    tries = {True: 0, False: 0}
    for seed in range(20):
        state = a_war(seed)
        assert state.battle is not None
        ahead = outlook_in(state, state.battle.province)
        assert ahead is not None
        assert won_by(state, {}) == ahead.winner
        for seat in state.battle.fighters:
            if state.coins[seat] and seat != ahead.winner:
                wins = won_by(state, {seat: tuple(int(name == "hire") for name in ADVANTAGES)}) == seat
                assert wins == (seat in ahead.by_hire)
                tries[wins] += 1

    assert min(tries.values()) > 0


def test_a_battle_is_foretold_where_those_who_are_no_allies_meet() -> None:
    state = a_war(0)
    for place in LAND:
        first, *others = present_in(state, place) or (-1,)
        is_peaceful = others in ([], [state.ally[first]])
        assert (outlook_in(state, place) is None) == is_peaceful
