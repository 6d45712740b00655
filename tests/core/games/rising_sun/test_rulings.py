"""Rulings that no line of play can show."""

from __future__ import annotations

import pytest

from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.games.rising_sun.board import CLANS, PROVINCES
from core.games.rising_sun.forces import force_of


@pytest.mark.parametrize(("oni", "force"), [("oni-of-skulls", 1), ("oni-of-blood", 2)])
def test_oni_alone_keep_their_base_force(oni: str, force: int) -> None:
    """An Oni where only its owner has force keeps its base force, though honor is lowest (RS-22.28)."""
    seats = tuple(CLANS.index(clan) for clan in ("koi", "lotus", "turtle"))
    document = {
        "season": "summer",
        "phase": "politics",
        "active": "koi",
        "honor": ["turtle", "lotus", "koi"],
        "clans": {"koi": {"figures": {"kansai": [oni]}}, "lotus": {"strongholds": {"kansai": 1}}},
    }
    state = GAME.read_position(document, seats, SeededRng(b""))
    assert force_of(state, seats[0], PROVINCES.index("kansai")) == force
