"""Tables of Rising Sun for tests: positions, and what lines played there lead to."""

from __future__ import annotations

from typing import Any

from core import flow
from core.chance import SeededRng
from core.game import read_move
from core.games.rising_sun import GAME
from core.games.rising_sun.state import State
from core.kinds import Event, Seat

KOI, LOTUS, TURTLE = THREE = (0, 1, 2)


def at(document: dict[str, Any], seats: tuple[Seat, ...] = THREE, seed: object = "") -> State:
    state: State = GAME.read_position(document, seats, SeededRng(str(seed).encode()))
    return state


def play(document: dict[str, Any], *lines: str) -> tuple[State, list[Event]]:
    """Play lines from a position on; return the state and everything that happened."""
    state, rng = at(document), SeededRng(b"")
    happened = [flow.answer(GAME.rules, state, *read_move(GAME, line), rng) for line in lines]
    return state, [event for events in happened for event in events]
