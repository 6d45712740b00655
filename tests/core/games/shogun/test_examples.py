"""Worked examples of the rulebook that are about set-up and data."""

from __future__ import annotations

import pytest

from core.games.shogun.board import BOARDS, DATA, GROUPS, PROVINCES, SUN
from core.games.shogun.setup import first_throw
from core.games.shogun.state import neutral, provinces_of, resting
from tests.core.games.shogun.tables import FIVE, FOUR, THREE, fresh


def test_three_players_at_the_start() -> None:
    """18 chests and 62 armies each; 7 + 7 + 7 + 10 = 31 cubes are thrown (SG-20.1)."""
    state = fresh(THREE)
    for seat in THREE:
        standing = sum(state.armies[province] for province in provinces_of(state, seat))
        assert state.chests[seat] == 18
        assert standing + state.reserve[seat] + resting(state)[seat] == 62
    assert first_throw(state) == (7, 7, 7, 0, 0, 10)
    assert sum(first_throw(state)) == 31


@pytest.mark.parametrize(("seats", "left"), [(THREE, 10), (FOUR, 13), (FIVE, 10)])
def test_ready_made_columns(seats: tuple[int, ...], left: int) -> None:
    """Each column has the groups of its player count, no province twice, none excluded (SG-20.16)."""
    columns = DATA["setups_sun"][str(len(seats))]
    named = [province for column in columns for province in column["armies"]]
    assert len(columns) == len(seats)
    assert len(named) == len(set(named))
    for column in columns:
        assert sorted(column["armies"].values(), reverse=True) == list(GROUPS[len(seats)])
    in_play = {PROVINCES[province] for province in BOARDS[SUN, len(seats)].provinces}
    assert set(named) <= in_play
    assert len(in_play) - len(named) == left == len(neutral(fresh(seats)))
