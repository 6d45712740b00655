"""Rising Sun, for three to five players; others need only `GAME`."""

from __future__ import annotations

from typing import Any, Final

from core.decisions import Allocation, ChooseOne, is_pass
from core.game import Game
from core.games.rising_sun.board import CLANS, KAMI, MANDATES, PLAYERS, PROVINCES
from core.games.rising_sun.cards import HATE
from core.games.rising_sun.choices import Use
from core.games.rising_sun.events import AnyEvent
from core.games.rising_sun.notation import REMARKS, choice_of, line_of
from core.games.rising_sun.observe import determinise, own_view, public_part, public_view
from core.games.rising_sun.position import POSITIONS, facts
from core.games.rising_sun.promises import PROMISES
from core.games.rising_sun.rules import RULES
from core.games.rising_sun.setup import OPTIONS, new_game
from core.games.rising_sun.state import State, check
from core.games.rising_sun.steps import AnyStep, PrepareForWar, SettleOrder
from core.games.rising_sun.view import View
from core.kinds import Choice, InputError, Seat
from core.notation import number_of

__all__ = ["GAME"]


def read_outcome(kind: str, value: Any) -> Any:
    """Read a forced chance result: the set, or a list of shrines, war tokens or mandates."""
    vocabularies = {
        "shrines": ("kami", KAMI),
        "war": ("province", PROVINCES),
        "mandates": ("mandate", MANDATES),
    }
    if kind == "set":
        return value
    if kind not in vocabularies:
        msg = f"Rising Sun draws no '{kind}'."
        raise InputError(msg)
    thing, names = vocabularies[kind]
    return tuple(number_of(name, names, thing) for name in value)


def is_moot(state: State, seat: Seat, choice: Choice) -> bool:
    """Say whether a line that nobody asked for may be skipped because it decides nothing.

    A bid of nothing by a clan without coins, and the only victim of an Oni of Hate, go without saying.
    """
    if seat not in state.seats:
        return False
    if isinstance(choice, Allocation):
        return seat not in state.pending and not any(choice.amounts)
    return is_pass(choice) or (isinstance(choice, Use) and choice.card == HATE)


def unsaid(state: State) -> tuple[Seat, Choice] | None:
    """Return the order that stands unasked, if one is asked for: the first answer (RS-22.24)."""
    if not state.agenda or not isinstance(state.agenda[-1], SettleOrder | PrepareForWar):
        return None
    ((seat, decision),) = state.pending.items()
    assert isinstance(decision, ChooseOne)
    return seat, decision.options[0]


def score(state: State) -> dict[Seat, int]:
    return {seat: state.vp[seat] for seat in state.seats}


GAME: Final = Game(
    name="rising_sun",
    version=2,
    seat_names=CLANS,
    players=PLAYERS,
    options=OPTIONS,
    rules=RULES,
    new_game=new_game,
    line_of=line_of,
    choice_of=choice_of,
    read_position=POSITIONS.read,
    write_position=POSITIONS.write,
    facts=facts,
    ordered=frozenset(("honor", "shrines", "war", "mandates_played", "deck")),
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
    unsaid=unsaid,
)
