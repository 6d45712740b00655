"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core import flow
from core.bots.kinds import Bot
from core.bots.parley import Parley
from core.chance import SeededRng
from core.game import Game, start
from core.kinds import Choice, Event, Seat
from core.record import GameRecord, append, new_record


class PlayedTurn(NamedTuple):
    """One answer and what followed from it; the first turn is the set-up, which nobody chose."""

    seat: Seat | None
    choice: Choice | None
    events: list[Event]


def play_game(
    game: Game,
    bots: Mapping[Seat, Bot],
    options: Mapping[str, str],
    seed: str,
    watch: Callable[[PlayedTurn], None] = lambda _turn: None,
    parley: Parley | None = None,
) -> tuple[GameRecord, Any]:
    """Play a game to its end; give its record and its last state, and show each turn as it comes.

    Where there is a parley, bots talk whenever nothing hangs in the air.
    """
    seats = tuple(sorted(bots))
    record, rng = new_record(game, seats, dict(options), seed), SeededRng(seed.encode())
    state, events = start(game, seats, options, rng)
    watch(PlayedTurn(None, None, events))
    seat = seats[-1]
    while state.pending:
        if parley is not None:
            for giver, gift in parley.between_turns(state, events, rng):
                append(record, game, giver, gift)
        seat = next_to_answer(seats, seat, state.pending)
        choice = bots[seat].choose(game.view_for(state, seat))
        events = flow.answer(game.rules, state, seat, choice, rng)
        append(record, game, seat, choice)
        watch(PlayedTurn(seat, choice, events))
    if parley is not None:
        parley.hear(events, state)
    return record, state


def next_to_answer(seats: tuple[Seat, ...], last: Seat, pending: flow.Pending) -> Seat:
    """Go round the table, so that where several are asked nobody is heard twice before the others."""
    place = seats.index(last) + 1
    return next(seat for seat in seats[place:] + seats[:place] if seat in pending)
