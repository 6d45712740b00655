"""What is foreseen from a view is what then happens, if nothing else does."""

from __future__ import annotations

import pytest

from core.games.shogun import GAME
from core.games.shogun.board import (
    PROVINCES,
    REGIONS,
    YEARS,
)
from core.games.shogun.events import WinterBegan
from core.games.shogun.foresight import (
    Hunger,
    Most,
    contested,
    held_in_hunger,
    hunger_of,
    most_in,
    scores_now,
    winter_losses,
)
from core.games.shogun.odds import revolt
from core.games.shogun.steps import OfferAttackCube, OfferDefenceCube, Uprising
from core.games.shogun.view import View
from tests.core.games.shogun.tables import BLUE, FIVE, RED, SPRING, at, random_game


def table(**changes: object) -> View:
    view: View = GAME.view_for(at({**SPRING, "events_open": [1, 7, 9], **changes}), RED)
    return view


def test_any_open_event_but_the_one_in_force_may_be_the_winter_card() -> None:
    assert winter_losses(table()) == [0, 4, 5]
    assert winter_losses(table(event=9)) == [0, 5]


def test_hunger_is_foreseen_for_every_winter_that_may_come() -> None:
    """Five provinces, three rice (SG-18.1 to SG-18.4)."""
    assert hunger_of(table(), RED) == [
        Hunger(loss=0, rice=3, missing=2, revolts=1, peasants=2),
        Hunger(loss=4, rice=0, missing=5, revolts=2, peasants=3),
        Hunger(loss=5, rice=0, missing=5, revolts=2, peasants=3),
    ]


def test_a_revolt_of_hunger_may_break_out_in_any_own_province() -> None:
    """Two provinces of 6 and 1, one of them in unrest: the mean of both, and worse with more peasants."""
    changes = {
        "players": {"red": {"armies": {"kai": 6, "izu": 1}}, "blue": {"armies": {"aki": 1}}},
        "provinces": {"kai": {"revolts": 1}},
    }
    view = table(**changes)
    kai, izu = (PROVINCES.index(name) for name in ("kai", "izu"))
    alone = [
        revolt(view, Uprising(kai, 3, in_winter=True)).held,
        revolt(view, Uprising(izu, 2, in_winter=True)).held,
    ]

    assert held_in_hunger(view, RED, 2) == pytest.approx(sum(alone) / 2)
    assert held_in_hunger(view, RED, 1) > held_in_hunger(view, RED, 2) > held_in_hunger(view, RED, 3)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_winters_take_what_was_foreseen(seed: int) -> None:
    """Nothing but the last actions of autumn comes between, and they change neither rice nor the cards."""
    winters, before = 0, None
    for state, events in random_game(seed, FIVE):
        for event in events:
            if isinstance(event, WinterBegan):
                assert before is not None
                assert event.loss in winter_losses(before)
                winters += 1
        before = GAME.view_for(state, None)

    assert winters == YEARS


def test_scores_are_those_of_the_rules() -> None:
    view = table()
    scores = scores_now(view)

    assert scores[RED][:2] == (5, 3)
    assert scores[RED].majorities == 3 + 2 + 1
    assert scores[BLUE].total == 1


def test_leaders_of_a_region_are_named_with_what_they_get() -> None:
    yellow = REGIONS.index("yellow")

    assert most_in(table(), yellow) == (Most((RED,), 3), Most((), 0), Most((), 0))


def test_the_province_that_is_fought_for_is_named() -> None:
    seen = 0
    for state, _ in random_game(1, FIVE):
        step = state.agenda[-1] if state.agenda else None
        is_battle = isinstance(step, (OfferAttackCube, OfferDefenceCube))
        place = contested(GAME.view_for(state, None))
        assert (place == step.assault.province) if is_battle else place == -1  # type: ignore[union-attr]
        seen += is_battle

    assert seen
