"""Games played at random, to look at every moment in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from core import flow
from core.chance import SeededRng
from core.game import Game, start
from core.kinds import Event, Seat


def random_game(
    game: Game, seats: tuple[Seat, ...], seed: int = 1, options: Mapping[str, str] | None = None
) -> Iterator[tuple[Any, list[Event]]]:
    """Show the state at each decision and at the end, and what happened since the last one."""
    dice, rng = Random(seed), SeededRng(str(seed).encode())
    state, events = start(game, seats, options or {}, rng)
    yield state, events
    while state.pending:
        seat, decision = dice.choice(list(state.pending.items()))
        events = flow.answer(game.rules, state, seat, decision.sample(dice), rng)
        yield state, events


def state_after(decisions: int, game: Game, seats: tuple[Seat, ...], seed: int) -> Any:
    """Return a state in the middle of a random game."""
    return next(islice(random_game(game, seats, seed), decisions, None))[0]
