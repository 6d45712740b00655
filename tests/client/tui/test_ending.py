"""The result of a whole game."""

from __future__ import annotations

from random import Random

import pytest

from client.games.rising_sun.log import ending_of
from client.seat.news import Heard
from core.catalog import game_named
from core.games.rising_sun.view import View
from core.kinds import Event
from protocol.entries import Began
from tests.harness.random_play import random_game

GAME = game_named("rising_sun")


def whole_game(seed: int) -> tuple[list[Event], View]:
    """Play a game to its end; return everything that happened, and the end as everybody sees it."""
    turns = list(random_game(GAME, tuple(sorted(Random(seed).sample(range(5), 4))), seed))
    view: View = GAME.view_for(turns[-1][0], None)
    return [event for _, events in turns for event in events], view


@pytest.mark.parametrize("seed", range(8))
def test_points_are_what_their_sources_add_up_to(seed: int) -> None:
    events, view = whole_game(seed)
    ending = ending_of([Heard(0, 0, Began(), events)], view)

    assert {seat: sum(sums.values()) for seat, sums in ending.sources.items()} == {
        seat: ending.points[seat] for seat in ending.sources
    }
    assert {seat: points[-1] for seat, points in ending.course.items()} == {
        seat: ending.points[seat] for seat in ending.course
    }


def test_battles_stand_by_the_season_they_were_fought_in() -> None:
    events, view = whole_game(1)
    ending = ending_of([Heard(0, 0, Began(), events)], view)
    seasons, fought = ["Spring", "Summer", "Autumn"], [battle.when for battle in ending.battles]

    assert len(set(fought)) > 1
    assert fought == sorted(fought, key=seasons.index)
