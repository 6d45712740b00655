"""Tables of Shogun for tests: fresh ones, positions, whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core import flow, game
from core.chance import ScriptedRng, SeededRng
from core.game import read_move
from core.games.shogun import GAME
from core.games.shogun.state import State
from core.kinds import Event
from tests.harness import random_play

RED, BLUE, YELLOW, BLACK, PURPLE = range(5)
THREE, FOUR, FIVE = (RED, BLUE, YELLOW), (RED, BLUE, YELLOW, BLACK), (RED, BLUE, YELLOW, BLACK, PURPLE)
SPRING: dict[str, Any] = {
    "season": "spring",
    "phase": "plan",
    "tower": {},
    "players": {
        "red": {"chests": 4, "rice": 3, "armies": {"kai": 4, "omi": 1, "aki": 1, "mino": 1, "hida": 1}},
        "blue": {"chests": 2, "armies": {"kii": 2}},
    },
    "provinces": {
        "kai": {"revolts": 2, "buildings": ["castle"]},
        "aki": {"buildings": ["temple", "theatre"]},
    },
}
"""Two players who plan for the first round."""


def fresh(seats: tuple[int, ...] = THREE, seed: int = 1, **options: str) -> State:
    state: State = start(seats, seed, **options)[0]
    return state


def start(seats: tuple[int, ...], seed: int = 1, **options: str) -> tuple[State, list[Event]]:
    return game.start(GAME, seats, options, SeededRng(str(seed).encode()))


def at(position: dict[str, Any], *chance: tuple[str, Any], seats: tuple[int, ...] = THREE) -> State:
    state: State = GAME.read_position(position, seats, scripted(*chance))
    return state


def scripted(*chance: tuple[str, Any]) -> ScriptedRng:
    return ScriptedRng([(kind, GAME.read_outcome(kind, value)) for kind, value in chance])


def play(state: State, *lines: str, rng: Any = None) -> list[Event]:
    """Play lines; return everything that happened."""
    events: list[Event] = []
    for line in lines:
        events += flow.answer(GAME.rules, state, *read_move(GAME, line), rng or ScriptedRng([]))
    return events


def random_game(seed: int, seats: tuple[int, ...], **options: str) -> Iterator[tuple[State, list[Event]]]:
    return random_play.random_game(GAME, seats, seed, options)


def options_of(state: State, seat: int) -> set[str]:
    """Write the lines a seat can choose from."""
    return {GAME.line_of(option) for option in state.pending[seat].options}  # type: ignore[union-attr]
