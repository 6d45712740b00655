"""A short run of the fuzzer; scripts/fuzz makes long ones."""

from __future__ import annotations

import pytest

from core.catalog import game_named, game_names
from tests.harness.fuzz import fuzz_game

GAMES = [
    (name, players, seed)
    for name in game_names()
    for players in game_named(name).players
    for seed in range(8)
]


@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_random_play_breaks_nothing(name: str, players: int, seed: int) -> None:
    counts = fuzz_game(name, seed, players)

    assert counts["decisions"] > 50
    assert counts["views"] > 0
    assert counts["refusals"] > 0
