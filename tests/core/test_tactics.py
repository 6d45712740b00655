"""What the greedy bot knows of Rising Sun: its judgement of positions and its bids."""

from __future__ import annotations

import pytest

from core.catalog import game_named
from core.chance import SeededRng
from core.decisions import Allocate
from core.game import start
from core.games.rising_sun.board import BUSHI, KOI, LOTUS, PROVINCES, RESERVE, TURTLE
from core.games.rising_sun.state import State, shift
from core.games.rising_sun.tactics import TERMS, WEIGHTS, bids, evaluate, spread_out, turns_of

GAME = game_named("rising_sun")
SHIKOKU, HOKKAIDO = map(PROVINCES.index, ("shikoku", "hokkaido"))


@pytest.fixture
def state() -> State:
    first: State = start(GAME, (KOI, LOTUS, TURTLE), {}, SeededRng(b"judge"))[0]
    return first


def test_every_term_has_a_weight() -> None:
    assert TERMS.keys() == WEIGHTS.keys()


def test_what_helps_a_seat_raises_its_value_and_lowers_that_of_others(state: State) -> None:
    for field in ("vp", "coins", "ronin"):
        richer = state.clone()
        getattr(richer, field)[KOI] += 2

        assert evaluate(richer, KOI) > evaluate(state, KOI)
        assert evaluate(richer, LOTUS) < evaluate(state, LOTUS)


def test_a_figure_where_war_will_come_is_worth_more_than_elsewhere(state: State) -> None:
    gains = {}
    for war in (SHIKOKU, HOKKAIDO):
        state.war = (war,)
        stronger = state.clone()
        shift(stronger, KOI, BUSHI, RESERVE, SHIKOKU)
        gains[war] = evaluate(stronger, KOI) - evaluate(state, KOI)

    assert gains[SHIKOKU] > gains[HOKKAIDO] > 0


def test_turns_left_add_up_to_those_of_the_season(state: State) -> None:
    assert [turns_of(state, seat) for seat in state.seats] == [3, 2, 2]


@pytest.mark.parametrize("total", [1, 2, 5, 11])
def test_all_candidate_bids_are_allowed(total: int) -> None:
    decision = Allocate("bid", "", total, 4)

    assert all(decision.allows(bid) for bid in bids(total))


@pytest.mark.parametrize(
    ("shape", "coins", "amounts"),
    [
        ((0, 1, 2, 0), 6, (0, 2, 4, 0)),
        ((0, 1, 2, 0), 4, (0, 1, 3, 0)),
        ((1, 1, 1, 1), 2, (0, 0, 1, 1)),
        ((1, 0, 0, 0), 0, (0, 0, 0, 0)),
    ],
)
def test_coins_are_spread_in_proportion(shape: tuple[int, ...], coins: int, amounts: tuple[int, ...]) -> None:
    assert spread_out(shape, coins) == amounts
