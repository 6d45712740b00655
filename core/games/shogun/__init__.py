"""Shogun, for three to five players; others need only `GAME`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.decisions import ChooseOne, is_pass
from core.game import Game
from core.games.shogun.board import (
    ACTIONS,
    COLOURS,
    PLAYERS,
    PROVINCES,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.games.shogun.choices import Choose, Garrison, Revolt
from core.games.shogun.events import AnyEvent
from core.games.shogun.notation import REMARKS, choice_of, line_of
from core.games.shogun.observe import determinise, fill_in, own_view, public_part, public_view
from core.games.shogun.position import POSITIONS, facts
from core.games.shogun.promises import PROMISES
from core.games.shogun.rules import RULES
from core.games.shogun.setup import OPTIONS, new_game
from core.games.shogun.state import State, check
from core.games.shogun.steps import AnyStep
from core.games.shogun.tower import Landing
from core.games.shogun.view import View
from core.kinds import Choice, InputError, Seat
from core.notation import number_of

__all__ = ["GAME"]


def read_outcome(kind: str, value: Any) -> Any:
    """Read a forced chance result."""
    if kind not in OUTCOMES:
        msg = f"Shogun draws no '{kind}'."
        raise InputError(msg)
    return OUTCOMES[kind](value)


def _landing(value: dict[str, int]) -> Landing:
    """Read what lies on the tray after a throw."""
    for name in value:
        number_of(name, COLOURS, "colour")
    return Landing(tuple(value.get(name, 0) for name in COLOURS))


def _named(vocabulary: tuple[str, ...], kind: str) -> Callable[[Any], tuple[int, ...]]:
    return lambda names: tuple(number_of(name, vocabulary, kind) for name in names)


OUTCOMES: Final[dict[str, Callable[[Any], Any]]] = {
    "first": lambda name: number_of(name, SEAT_NAMES, "seat"),
    "draft": _named(PROVINCES, "province"),
    "fill": _landing,
    "throw": _landing,
    "events": tuple,
    "event": int,
    "actions": _named(ACTIONS, "action"),
    "action": lambda name: number_of(name, ACTIONS, "action"),
    "specials": _named(SPECIAL_NAMES, "special"),
    "ties": _named(SEAT_NAMES, "seat"),
    "revolts": _named(PROVINCES, "province"),
}


def is_moot(state: State, seat: Seat, choice: Choice) -> bool:
    """Say whether a line that nobody asked for may be skipped because it decides nothing.

    The last special, the last of several revolts and the last kind of group go without saying.
    """
    if seat not in state.seats:
        return False
    last = (Revolt, Garrison, Choose) if len(state.seats) == len(SPECIAL_NAMES) else (Revolt, Garrison)
    return is_pass(choice) or (isinstance(choice, last) and not is_asked(state, seat, type(choice)))


def is_asked(state: State, seat: Seat, kind: type[Choice]) -> bool:
    decision = state.pending.get(seat)
    return isinstance(decision, ChooseOne) and any(isinstance(option, kind) for option in decision.options)


def score(state: State) -> dict[Seat, int]:
    return {seat: state.vp[seat] for seat in state.seats}


GAME: Final = Game(
    name="shogun",
    version=1,
    seat_names=SEAT_NAMES,
    players=PLAYERS,
    options=OPTIONS,
    rules=RULES,
    new_game=new_game,
    line_of=line_of,
    choice_of=choice_of,
    read_position=POSITIONS.read,
    write_position=POSITIONS.write,
    facts=facts,
    ordered=frozenset(("order", "actions", "track")),
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
    fill_in=fill_in,
)
