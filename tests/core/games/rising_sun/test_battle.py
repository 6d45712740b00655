"""What the players of a battle know of each other's bids."""

from __future__ import annotations

from typing import Any

import pytest

from core import flow
from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.games.rising_sun.events import BidsRevealed
from core.games.rising_sun.state import State
from core.kinds import Event, Viewer
from core.notation import read_move

KOI, LOTUS, TURTLE = range(3)
KANSAI: dict[str, Any] = {
    "phase": "war",
    "war": ["kansai"],
    "clans": {"koi": {"figures": {"kansai": ["bushi"]}}, "lotus": {"figures": {"kansai": ["bushi"]}}},
}


def play(*lines: str) -> tuple[State, list[list[Event]]]:
    """Fight for Kansai; give the state and the events of each line."""
    rng = SeededRng(b"")
    state: State = GAME.read_position(KANSAI, (KOI, LOTUS, TURTLE), rng)
    return state, [flow.answer(GAME.rules, state, *read_move(GAME, line), rng) for line in lines]


@pytest.mark.parametrize("viewer", [KOI, TURTLE, None])
def test_a_bid_is_secret_until_all_have_bid(viewer: Viewer) -> None:
    """Whatever Lotus bids, the others see the same table and hear the same (RS-16.1)."""
    (modest, quiet), (bold, loud) = play("lotus: bid 0 0 0 0"), play("lotus: bid 1 2 3 1")
    assert GAME.view_for(modest, viewer) == GAME.view_for(bold, viewer)
    assert [e.seen_by(viewer) for e in quiet[0]] == [e.seen_by(viewer) for e in loud[0]]


def test_bids_are_revealed_together() -> None:
    """The last bid opens all of them at once, for everyone (RS-16.2)."""
    _, (first, last) = play("lotus: bid 1 2 3 1", "koi: bid 0 0 0 2")
    assert not any(isinstance(event, BidsRevealed) for event in first)
    revealed = BidsRevealed(((KOI, (0, 0, 0, 2)), (LOTUS, (1, 2, 3, 1))))
    assert revealed in last
    assert revealed.seen_by(None) == revealed
