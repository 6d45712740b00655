"""Turns: where a shuriken can go, and who is next (NJ-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.decisions import ChooseOne, Decision
from core.games.ninjato import board, choices
from core.games.ninjato.board import ROUNDS, SHURIKEN, TURNS, side_of
from core.games.ninjato.choices import DOJO
from core.games.ninjato.court import court_options, visit_palace, visit_pavilion
from core.games.ninjato.dojo import visit_dojo
from core.games.ninjato.events import RoundBegan, ShurikenPlaced
from core.games.ninjato.raid import begin_raid, raid_options
from core.games.ninjato.sensei import sensei_options, visit_sensei
from core.games.ninjato.state import State, shuriken_on_board
from core.games.ninjato.steps import BeginRound, EndRound, TakeTurn
from core.kinds import Choice, Seat, Step


def begin_round(state: State, step: BeginRound) -> None:
    state.round = min(step.number, ROUNDS)
    state.phase = TURNS
    state.active = state.order[0]
    state.events.append(RoundBegan(step.number))
    state.agenda.append(TakeTurn(state.active))


def ask_turn(state: State, step: TakeTurn) -> dict[Seat, Decision]:
    """Offer every location whose action can be carried out (NJ-21.10); the dojo always is one."""
    seat = state.active = step.seat
    options = (
        DOJO,
        *sensei_options(state, seat),
        *raid_options(state, seat),
        *court_options(state, seat),
    )
    return {seat: ChooseOne("turn", "NJ-4.2", options)}


def take_turn(state: State, _step: TakeTurn, seat: Seat, choice: Choice) -> None:
    """Lay the shuriken, where nothing is in its way (NJ-4.5), and do there what it has come for."""
    location = location_of(choice)
    state.placed += ((seat, location),)
    state.events.append(ShurikenPlaced(seat, location))
    state.agenda.append(after_turn(state, seat))
    VISITS[type(choice)](state, seat, choice)


def location_of(choice: Choice) -> int:
    if type(choice) is choices.Raid:
        return SIDES_OF[choice.house][choice.stealth]
    return LOCATIONS[type(choice)]


SIDES_OF: Final = tuple(
    (side_of(house, stealth=False), side_of(house, stealth=True)) for house in board.HOUSES
)
LOCATIONS: Final[dict[type[Choice], int]] = {
    choices.Dojo: board.DOJO,
    choices.Sensei: board.SENSEI,
    choices.Palace: board.PALACE,
    choices.Pavilion: board.PAVILION,
}


VISITS: Final[dict[type[Choice], Callable[[State, Seat, Any], None]]] = {
    choices.Dojo: visit_dojo,
    choices.Sensei: visit_sensei,
    choices.Palace: visit_palace,
    choices.Pavilion: visit_pavilion,
    choices.Raid: begin_raid,
}


def after_turn(state: State, seat: Seat) -> Step:
    """Go to the next player in turn order with a shuriken left, or end the round (NJ-4.3)."""
    order, owners = state.order, shuriken_on_board(state)
    for other in (order + order)[order.index(seat) + 1 :]:
        if owners.count(other) < SHURIKEN:
            return TURN_OF[other]
    return EndRound()


TURN_OF: Final = tuple(map(TakeTurn, board.SEATS))
