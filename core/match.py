"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core import flow
from core.bots import Bot
from core.chance import SeededRng
from core.game import Game, start
from core.kinds import Choice, Event, Seat
from core.record import GameRecord, append, new_record


class Turn(NamedTuple):
    """One answer and what followed from it; the first turn is the set-up, which nobody chose."""

    seat: Seat | None
    choice: Choice | None
    events: list[Event]


def play_game(
    game: Game,
    bots: Mapping[Seat, Bot],
    options: Mapping[str, str],
    seed: str,
    watch: Callable[[Turn], None] = lambda _turn: None,
) -> tuple[GameRecord, Any]:
    """Play a game to its end; give its record and its last state, and show each turn as it comes."""
    seats = tuple(sorted(bots))
    record, rng = new_record(game, seats, dict(options), seed), SeededRng(seed.encode())
    state, events = start(game, seats, options, rng)
    watch(Turn(None, None, events))
    seat = seats[-1]
    while state.pending:
        seat = next_to_answer(seats, seat, state.pending)
        choice = bots[seat].choose(game.view_for(state, seat))
        events = flow.answer(game.rules, state, seat, choice, rng)
        append(record, game, seat, choice)
        watch(Turn(seat, choice, events))
    return record, state


def next_to_answer(seats: tuple[Seat, ...], last: Seat, pending: flow.Pending) -> Seat:
    """Go round the table, so that where several are asked nobody is heard twice before the others."""
    place = seats.index(last) + 1
    return next(seat for seat in seats[place:] + seats[:place] if seat in pending)
