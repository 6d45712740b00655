"""The steady bot at Shogun: it finishes games, wins them, and knows no more than its view."""

from __future__ import annotations

from random import Random

import pytest

from core import flow
from core.bots.levels import bot_named
from core.chance import SeededRng
from core.decisions import Arrange
from core.games.shogun import GAME
from core.games.shogun.board import PROVINCES, SEASONS, WINTER
from core.games.shogun.marching import BY_THE_TOWER, best_march
from core.games.shogun.odds import attack, battle, chance_to_hold, chance_to_take
from core.games.shogun.state import set_buildings
from core.games.shogun.tactics import HABITS, JUDGES, TERMS, WEIGHTS, candidates
from tests.core.games.shogun.tables import FIVE, RED, THREE, at, fresh, random_game

AKI, OMI, MINO = map(PROVINCES.index, ("aki", "omi", "mino"))
evaluate = JUDGES["steady"].evaluate


def test_every_term_has_a_weight() -> None:
    rounds = [f"year {year} {season}" for year in (1, 2) for season in SEASONS[:WINTER]]

    assert TERMS.keys() == WEIGHTS.keys() | {"exposure", "tower", "border"}
    assert {when: of.keys() for when, of in JUDGES["strong"].weights.items()} == dict.fromkeys(
        rounds, TERMS.keys()
    )


@pytest.mark.parametrize("field", ["vp", "chests"])
def test_what_helps_a_seat_raises_its_value_and_lowers_that_of_others(field: str) -> None:
    state = fresh(THREE)
    richer = state.clone()
    amounts = [*getattr(state, field)]
    amounts[RED] += 2
    setattr(richer, field, amounts)

    assert evaluate(richer, RED) > evaluate(state, RED)
    assert evaluate(richer, 1) < evaluate(state, 1)


def test_buildings_and_provinces_are_worth_something() -> None:
    state = fresh(THREE)
    own = next(p for p, owner in enumerate(state.owner) if owner == RED)
    built = state.clone()
    set_buildings(built, own, 1)

    assert evaluate(built, RED) > evaluate(state, RED)


def test_odds_follow_the_tower() -> None:
    """The curve the bot uses is near what docs/tower.md measured."""
    position = {
        "players": {"red": {"armies": {"omi": 9}}, "blue": {"armies": {"aki": 3, "mino": 2}}},
        "provinces": {"mino": {"revolts": 1}},
    }
    state = at(position)

    assert chance_to_take(state, AKI, 4) == pytest.approx(0.43, abs=0.05)
    assert chance_to_take(state, PROVINCES.index("kii"), 3) == pytest.approx(0.74, abs=0.05)
    assert chance_to_take(state, MINO, 5) > chance_to_take(state, AKI, 5)
    assert chance_to_hold(5, 1) > chance_to_hold(2, 1) > chance_to_hold(2, 3)


def test_the_bot_marches_where_it_can_win() -> None:
    state = at({"players": {"red": {"armies": {"mino": 6}}, "blue": {"armies": {"omi": 1, "ise": 9}}}})

    worth, move = best_march(state, RED, MINO, 6, BY_THE_TOWER)

    assert worth > 0
    assert move is not None
    assert move.target != PROVINCES.index("ise")


def test_it_sees_the_odds_that_the_screen_tells() -> None:
    """Cubes that rest in the tower may fall on its side: what counts is what the player is told."""
    state = at({"players": {"red": {"armies": {"mino": 6}}, "blue": {"armies": {"omi": 3}}}})
    told = battle(GAME.view_for(state, RED), attack(state, RED, MINO, OMI, 5)).taken

    assert BY_THE_TOWER.take(state, MINO, OMI, 5) == told


def test_every_plan_it_thinks_of_is_allowed() -> None:
    dice = Random(1)
    for state, _ in random_game(31, FIVE):
        for seat, decision in state.pending.items():
            choices = candidates(state, seat, decision, dice)
            assert all(map(decision.allows, choices))
            assert isinstance(decision, Arrange) or decision.prompt in {"march", *HABITS}


def test_the_steady_bot_does_not_know_the_plans_of_others() -> None:
    """Two tables that differ only in a rival's sealed plan get the same answer."""
    state = fresh(THREE)
    answers = []
    for seed in (1, 2):
        twin = state.clone()
        flow.answer(GAME.rules, twin, 1, twin.pending[1].sample(Random(seed)), SeededRng(b""))
        answers.append(bot_named("steady", GAME, Random(7)).choose(GAME.view_for(twin, RED)))

    assert answers[0] == answers[1]
