"""Games that can be drawn, and a clear word about those that cannot yet."""

from __future__ import annotations

import pytest

from client.seat.journey import JourneyError
from client.table.rulebook import rules_of
from client.tui.board import has_board
from client.tui.sitting import check_drawn
from core.catalog import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_drawn_or_says_that_it_is_not(game: str) -> None:
    if has_board(game):
        check_drawn(game)
        assert rules_of(game)
    else:
        with pytest.raises(JourneyError, match="cannot be drawn yet; try the same with --plain"):
            check_drawn(game)


@pytest.mark.parametrize("game", ["rising_sun", "shogun"])
def test_these_are_drawn(game: str) -> None:
    assert has_board(game)
