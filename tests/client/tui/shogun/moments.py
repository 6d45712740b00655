"""Moments of one random game of Shogun: each question where it is asked first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from client.table.scene import Scene
from core.games.shogun import GAME
from core.games.shogun.state import State
from core.games.shogun.view import View
from core.kinds import Seat
from protocol.messages import TableState
from tests.client.tui import at_table
from tests.core.games.shogun.tables import FIVE, random_game

SEED = 1
QUESTIONS = ("pick", "group", "plan", "special", "march", "regroup", "six", "attack", "defence", "revolt")


def states(seed: int = SEED) -> Iterator[State]:
    """Play a game with the ready-made set-up and one with the draft."""
    games = (random_game(seed, FIVE, setup=setup) for setup in ("ready", "draft"))
    return (state for state, _ in chain(*games))


@cache
def asked() -> dict[str, tuple[Seat, View]]:
    """Find for each question who is asked it first, and what that seat sees."""
    found: dict[str, tuple[Seat, View]] = {}
    for state in states():
        for seat, decision in state.pending.items():
            if decision.prompt not in found:
                found[decision.prompt] = seat, GAME.view_for(state, seat)
    return found


def scene_at(question: str) -> Scene:
    """Give the scene of the seat that is asked this."""
    seat, view = asked()[question]
    return scene_of(view, seat)


def scene_of(view: View, seat: Seat | None, state: TableState = TableState.RUNNING) -> Scene:
    return at_table.scene_of(view, seat, state, GAME)
