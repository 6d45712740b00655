"""Turns: where a shuriken can go, and who is next (NJ-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.games.ninjato import choices
from core.games.ninjato.board import ROUNDS, SHURIKEN, TURNS
from core.games.ninjato.choices import DOJO
from core.games.ninjato.court import palace_options, pavilion_options, visit_palace, visit_pavilion
from core.games.ninjato.dojo import visit_dojo
from core.games.ninjato.events import RoundBegan
from core.games.ninjato.raid import begin_raid, raid_options
from core.games.ninjato.sensei import sensei_options, visit_sensei
from core.games.ninjato.state import State, shuriken_on_board
from core.games.ninjato.steps import BeginRound, EndRound, EndTurn, TakeTurn
from core.records import Choice, ChooseOne, Decision, Seat


def begin_round(state: State, step: BeginRound) -> None:
    state.round = min(step.number, ROUNDS)
    state.phase = TURNS
    state.active = state.order[0]
    state.events.append(RoundBegan(step.number))
    state.agenda.append(TakeTurn())


def ask_turn(state: State, _step: TakeTurn) -> dict[Seat, Decision]:
    """Offer every location whose action can be carried out (NJ-21.10); the dojo always is one."""
    seat = state.active
    options = (
        DOJO,
        *sensei_options(state, seat),
        *raid_options(state, seat),
        *palace_options(state, seat),
        *pavilion_options(state, seat),
    )
    return {seat: ChooseOne("turn", "NJ-4.2", options)}


def take_turn(state: State, _step: TakeTurn, seat: Seat, choice: Choice) -> None:
    state.agenda.append(EndTurn())
    VISITS[type(choice)](state, seat, choice)


VISITS: Final[dict[type[Choice], Callable[[State, Seat, Any], None]]] = {
    choices.Dojo: visit_dojo,
    choices.Sensei: visit_sensei,
    choices.Palace: visit_palace,
    choices.Pavilion: visit_pavilion,
    choices.Raid: begin_raid,
}


def end_turn(state: State, _step: EndTurn) -> None:
    """Go to the next player in turn order with a shuriken left, or end the round (NJ-4.3)."""
    order, owners = state.order, shuriken_on_board(state)
    place = order.index(state.active) + 1
    for seat in order[place:] + order[:place]:
        if owners.count(seat) < SHURIKEN:
            state.active = seat
            state.agenda.append(TakeTurn())
            return
    state.agenda.append(EndRound())
