"""Bots at Ninjato: they finish games, win against chance, and know no more than their views."""

from __future__ import annotations

from random import Random

import pytest

from core import flow
from core.bots.levels import bot_named
from core.chance import SeededRng
from core.decisions import ChooseOne
from core.games.ninjato import GAME
from core.games.ninjato.board import ROUNDS
from core.games.ninjato.choices import BANZAI, LEAVE, Palace, Swap
from core.games.ninjato.observe import determinise
from core.games.ninjato.tactics import JUDGES, PAYMENTS, TERMS, WEIGHTS, sensible
from tests.core.games.ninjato.tables import RED, at
from tests.harness.random_play import state_after


def test_every_term_has_a_weight() -> None:
    rounds = [f"round {number}" for number in range(1, ROUNDS + 1)]

    assert TERMS.keys() == WEIGHTS.keys() | {"tempo", "envoys", "boryaku", "goodwill"}
    assert {when: of.keys() for when, of in JUDGES["strong"].weights.items()} == dict.fromkeys(
        rounds, TERMS.keys()
    )


def test_the_steady_bot_answers_alike_whatever_others_hold() -> None:
    """States that differ only in what a seat cannot see get the same answer with the same dice."""
    for seed in range(4):
        state, rng = state_after(40, GAME, (0, 1, 2), seed), SeededRng(b"")
        seat = next(iter(state.pending))
        twin = determinise(GAME.view_for(state, seat), Random(seed))
        flow.advance(GAME.rules, twin, rng)
        answers = [
            bot_named("steady", GAME, Random(seed)).choose(GAME.view_for(world, seat))
            for world in (state, twin)
        ]
        assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("hand", "carried", "answer"),
    [([5, 5, 4], ["fan"], BANZAI), ([1], ["jade", "jade", "gold"], LEAVE), ([], ["fan"], LEAVE)],
)
def test_the_steady_bot_weighs_the_odds(hand: list[int], carried: list[str], answer: object) -> None:
    house = {"sentry": 3, "token": "taira 4", "treasures": ["vase", "jade"]}
    state = at(h1=house, raid={"house": 1, "side": "force", "carried": carried}, red={"hand": hand})

    assert bot_named("steady", GAME, Random(1)).choose(GAME.view_for(state, RED)) == answer


def test_the_steady_bot_swaps_before_it_leaves() -> None:
    house = {"sentry": 3, "token": "taira 4", "treasures": ["vase", "gold"]}
    state = at(
        h1=house,
        raid={"house": 1, "side": "force", "carried": ["fan", "jade"]},
        red={"hand": [], "skills": ["choho"]},
    )

    assert bot_named("steady", GAME, Random(1)).choose(GAME.view_for(state, RED)) == Swap(0, 4)


def test_only_sensible_payments_are_looked_at() -> None:
    state = at(palace=["taira-40"], red={"treasures": ["fan", "scroll", "vase", "jade", "gold", "gold"]})
    decision = state.pending[RED]
    assert isinstance(decision, ChooseOne)
    ways = [option for option in decision.options if isinstance(option, Palace)]
    kept = [option for option in sensible(decision.options) if isinstance(option, Palace)]

    assert len(ways) > PAYMENTS == len(kept)
    assert max(kept, key=lambda way: sum(way.paid)).paid == (2, 3)
