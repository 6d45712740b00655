"""Ninjato, for two to four players; others need only `GAME`."""

from __future__ import annotations

from typing import Final

from core.decisions import Done, is_pass
from core.game import Game
from core.games.ninjato.board import COLOURS, PLAYERS
from core.games.ninjato.choices import Honor, Keep
from core.games.ninjato.claims import read_outcome
from core.games.ninjato.events import AnyEvent
from core.games.ninjato.notation import REMARKS, choice_of, line_of
from core.games.ninjato.observe import determinise, own_view, public_part, public_view
from core.games.ninjato.position import POSITIONS, facts
from core.games.ninjato.promises import PROMISES
from core.games.ninjato.rules import RULES
from core.games.ninjato.setup import OPTIONS, new_game
from core.games.ninjato.state import State, check
from core.games.ninjato.steps import AnyStep
from core.games.ninjato.view import View
from core.kinds import Choice, Seat

__all__ = ["GAME"]


def is_moot(state: State, seat: Seat, choice: Choice) -> bool:
    """Say whether a line that nobody asked for may be skipped because it decides nothing.

    The only treasure that can be kept, and the honor where there is no rumor, go without saying.
    """
    return seat in state.seats and isinstance(choice, (Done, Keep, Honor))


def score(state: State) -> dict[Seat, int]:
    return {seat: state.honor[seat] for seat in state.seats}


GAME: Final = Game(
    name="ninjato",
    version=1,
    seat_names=COLOURS,
    players=PLAYERS,
    options=OPTIONS,
    rules=RULES,
    new_game=new_game,
    line_of=line_of,
    choice_of=choice_of,
    read_position=POSITIONS.read,
    write_position=POSITIONS.write,
    facts=facts,
    ordered=frozenset(("order", "dojo_pile", "placed", "decks")),
    remarks=REMARKS,
    read_outcome=read_outcome,
    is_pass=is_pass,
    is_moot=is_moot,
    public_view=public_view,
    own_view=own_view,
    public_part=public_part,
    determinise=determinise,
    view_type=View,
    step_type=AnyStep,
    event_type=AnyEvent,
    check=check,
    score=score,
    promises=PROMISES,
)
