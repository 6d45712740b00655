"""What Lotus hides, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from core import flow
from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.games.rising_sun.events import MandateLaid
from core.games.rising_sun.state import State
from core.kinds import Event, Viewer
from core.notation import read_move

KOI, LOTUS, TURTLE = range(3)
SEATS = (KOI, LOTUS, TURTLE)
TURN: dict[str, Any] = {
    "phase": "politics",
    "active": "lotus",
    "deck": ["recruit", "marshal", "train", "betray"],
}


def lay(line: str) -> tuple[State, list[Event]]:
    rng = SeededRng(b"")
    state: State = GAME.read_position(TURN, SEATS, rng)
    return state, flow.answer(GAME.rules, state, *read_move(GAME, line), rng)


@pytest.mark.parametrize("viewer", [KOI, TURTLE, None])
@pytest.mark.parametrize("line", ["lotus: mandate recruit as train", "lotus: mandate train"])
def test_nobody_else_sees_the_tile_of_lotus(viewer: Viewer, line: str) -> None:
    """The tile lies face down, also when Lotus announces what it is (RS-19.3)."""
    (reference, told), (state, said) = lay("lotus: mandate betray as train"), lay(line)
    assert GAME.view_for(state, viewer) == GAME.view_for(reference, viewer)
    laid = [event.seen_by(viewer) for event in said]
    assert laid == [event.seen_by(viewer) for event in told]
    assert any(isinstance(event, MandateLaid) for event in laid)
    assert GAME.view_for(state, LOTUS) != GAME.view_for(reference, LOTUS)


def test_the_hidden_tile_is_shuffled_in_again() -> None:
    """Both tiles of a kind of which Lotus hid one can be drawn in the next season (RS-19.8)."""
    document = {
        "phase": "war",
        "war": [],
        "mandates_played": ["recruit", "betray", "train", "betray", "marshal", "recruit", "train"],
        "announced": {"2": "harvest"},
    }
    most = 0
    for seed in range(100):
        rng = SeededRng(str(seed).encode())
        state: State = GAME.read_position(document, SEATS, rng)
        for seat in SEATS:
            flow.answer(GAME.rules, state, seat, GAME.choice_of("ready"), rng)
        facts = GAME.facts(state)
        assert (facts["season"], facts["phase"]) == ("summer", "politics")
        most = max(most, facts["deck"].count("betray"))
    assert most == 2
