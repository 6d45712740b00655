"""Fitting weights to games: what predicts the margin is found, and the same seed finds the same."""

from __future__ import annotations

from random import Random

import pytest

from core.bots.foresight import Foresight
from core.catalog import game_named
from tests.harness.fit import Lesson, lead, play_to_learn, regress, solve


def test_equations_are_solved() -> None:
    assert solve([[2.0, 1.0], [1.0, 3.0]], [4.0, 7.0]) == pytest.approx([1.0, 2.0])


def test_a_lead_is_measured_against_the_mean_of_the_others() -> None:
    assert lead([5, 1, 3], 0) == 3


def test_weights_move_from_what_was_believed_to_what_games_show() -> None:
    dice = Random(1)
    leads = [(dice.uniform(-5, 5), dice.uniform(-5, 5), 0.0) for _ in range(2000)]
    seen = [Lesson("war", lead, 2 * lead[0] - lead[1]) for lead in leads]

    first, second, never = regress(seen, [1.0, 0.0, 0.7])

    assert first == pytest.approx(1.9, abs=0.05)
    assert second == pytest.approx(-0.9, abs=0.05)
    assert never == pytest.approx(0.7)


def test_a_seed_teaches_the_same_lessons() -> None:
    weights = Foresight(game_named("ninjato"), "steady").judge.weights

    lessons = play_to_learn("ninjato", weights, "7")

    assert lessons == play_to_learn("ninjato", weights, "7")
    assert {lesson.phase for lesson in lessons} >= {"round 1", "round 7"}
