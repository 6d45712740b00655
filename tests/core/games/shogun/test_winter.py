"""Hunger in winter: the table of supplies, and which provinces are drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from core.chance import SeededRng
from core.games.shogun import GAME
from core.games.shogun.board import PROVINCES, supply_row
from core.games.shogun.events import RevoltsDrawn
from core.games.shogun.state import provinces_of
from tests.core.games.shogun.tables import RED, THREE, random_game

ROWS = {
    0: (0, 0),
    1: (1, 1),
    2: (1, 2),
    3: (2, 2),
    4: (2, 2),
    5: (2, 3),
    6: (2, 3),
    7: (3, 3),
    8: (3, 3),
    20: (3, 3),
}


@pytest.mark.parametrize("missing", ROWS)
def test_the_table_of_supplies(missing: int) -> None:
    """Revolts and extra peasants by the rice that is missing (SG-18.3, SG-18.4)."""
    assert supply_row(missing) == ROWS[missing]


@pytest.mark.parametrize("missing", range(46))
def test_never_more_revolts_than_rice_is_missing(missing: int) -> None:
    """So never more than the player has provinces (SG-18.9)."""
    assert supply_row(missing)[0] <= missing


def test_hungry_provinces_are_drawn_at_random_without_putting_back() -> None:
    """Two different ones of the own provinces, each as likely; no chest card among them (SG-18.5)."""
    armies = {"aki": 9, "omi": 9, "kii": 9, "kai": 9}
    document = {
        "season": "winter",
        "phase": "winter",
        "events_open": [7],
        "players": {"red": {"armies": armies, "rice": 1}},
    }
    drawn: Counter[str] = Counter()
    for seed in range(600):
        state = GAME.read_position(document, THREE, SeededRng(str(seed).encode()))
        options = [GAME.line_of(option) for option in state.pending[RED].options]
        assert len(set(options)) == 2
        drawn.update(options)
    assert drawn.keys() == {f"revolt {province}" for province in armies}
    assert all(250 < times < 350 for times in drawn.values())


def test_a_draw_comes_when_the_players_turn_comes() -> None:
    """The cards drawn are of provinces the player has then (SG-18.5, SG-21.29)."""
    seen = 0
    for seed in range(6):
        before: dict[int, set[int]] = {}
        for state, events in random_game(seed, THREE):
            for event in events:
                if isinstance(event, RevoltsDrawn):
                    assert set(event.provinces) <= before[event.seat]
                    assert len(set(event.provinces)) == len(event.provinces)
                    assert max(event.provinces) < len(PROVINCES)
                    seen += 1
            before = {seat: set(provinces_of(state, seat)) | before.get(seat, set()) for seat in THREE}
    assert seen > 10
