"""The worked examples of the rulebooks that are about numbers, not moves."""

from __future__ import annotations

import pytest

from core import game
from core.chance import SeededRng
from core.games.rising_sun import GAME

FOUR = (0, 1, 2, 3)


def test_four_players_fight_for_six_provinces_in_spring() -> None:
    """A game of four begins with six different war tokens (RS-20.2)."""
    for seed in range(20):
        state, _ = game.start(GAME, FOUR, {}, SeededRng(str(seed).encode()))
        assert len(set(state.war)) == len(state.war) == 6


@pytest.mark.parametrize("season", ["spring", "summer"])
def test_four_players_fight_for_six_provinces_in_later_seasons(season: str) -> None:
    """After the war six tokens are laid for the next season (RS-20.2)."""
    for seed in range(20):
        document = {"season": season, "phase": "war", "war": []}
        state = GAME.read_position(document, FOUR, SeededRng(str(seed).encode()))
        assert GAME.facts(state)["phase"] == "tea"
        assert len(set(state.war)) == len(state.war) == 6
