"""The ten actions of a round, card by card and player by player (SG-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.chance import Stream
from core.games.shogun.board import (
    ACTIONS,
    AUTUMN,
    BATTLE_A,
    BATTLE_B,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    FACE_DOWN,
    LAND,
    NO_CARD,
    NO_EVENT,
    OPEN_ACTIONS,
    SEATS,
)
from core.games.shogun.building import build_castle, build_temple, build_theatre
from core.games.shogun.collecting import collect_rice, collect_tax
from core.games.shogun.deploying import deploy_big, deploy_mid, deploy_small
from core.games.shogun.events import ActionBegan, ActionOpened, CardRevealed, RoundEnded
from core.games.shogun.marching import begin_march
from core.games.shogun.state import State
from core.games.shogun.steps import BeginRound, BeginWinter, CleanUp, OpenAction, TakeTurn
from core.kinds import Seat, Step, TurnOver

TAKE_TURN: Final = TakeTurn()


def begin_action(state: State, _step: Step) -> None:
    state.acting = 0
    state.events.append(ActionBegan(state.action + 1, state.actions[state.action]))
    take_turn(state, TAKE_TURN)


def take_turn(state: State, step: TakeTurn) -> None:
    """Turn over card after card and carry out the action there, until one asks for more (SG-10.2)."""
    place = state.actions[state.action]
    agenda, carry_out, revealed = state.agenda, CARRY_OUT[place], REVEALED[place]
    height = len(agenda)
    for seat in state.order[state.acting :]:
        card = state.plans[seat][place]
        if card == FACE_DOWN:
            agenda += [step, TurnOver(seat, place)]
            return
        state.acting += 1
        if card != NO_CARD:
            state.events.append(revealed[seat][card])
            if card in LAND:
                carry_out(state, seat, card)
                if len(agenda) > height:
                    agenda.insert(height, step)
                    return
    end_action(state, step)


CARRY_OUT: Final[dict[int, Callable[[State, Seat, int], None]]] = {
    BUILD_CASTLE: build_castle,
    BUILD_TEMPLE: build_temple,
    BUILD_THEATRE: build_theatre,
    COLLECT_RICE: collect_rice,
    COLLECT_TAX: collect_tax,
    DEPLOY_BIG: deploy_big,
    DEPLOY_MID: deploy_mid,
    DEPLOY_SMALL: deploy_small,
    BATTLE_A: begin_march,
    BATTLE_B: begin_march,
}
"""What an action does for a player in a province, in full or not at all (SG-10.3, SG-10.4)."""


REVEALED: Final = tuple(
    tuple(tuple(CardRevealed(seat, place, card) for card in range(len(CARDS))) for seat in SEATS)
    for place in range(len(ACTIONS))
)
"""By place, seat and card: what is told when it is turned over; no other event is as frequent."""


def end_action(state: State, step: TakeTurn) -> None:
    """Open the next face-down card, and go on to the next space (SG-6.2)."""
    opened = state.action + OPEN_ACTIONS
    state.action += 1
    if state.action == len(ACTIONS):
        state.agenda.append(CleanUp())
    elif len(state.actions) <= opened < len(ACTIONS):
        state.agenda.append(OpenAction())
    else:
        if opened < len(ACTIONS):
            state.events.append(ActionOpened(opened + 1, state.actions[opened]))
        begin_action(state, step)


ALL_ACTIONS: Final = frozenset(range(len(ACTIONS)))


def sample_action(state: State, _step: OpenAction, stream: Stream) -> int:
    return stream.take(sorted(ALL_ACTIONS.difference(state.actions)))


def open_action(state: State, step: OpenAction, action: int) -> None:
    state.actions += (action,)
    state.events.append(ActionOpened(len(state.actions), action))
    begin_action(state, step)


def clean_up(state: State, _step: CleanUp) -> None:
    """Take everything back; after autumn the turn order still serves the winter (SG-10.12, SG-10.13)."""
    state.events_open = tuple(number for number in state.events_open if number != state.event)
    state.events_gone += (state.event,) if state.event != NO_EVENT else ()
    state.event = NO_EVENT
    state.actions = state.track = state.plans = state.won = ()
    state.held = (-1,) * len(SEATS)
    state.action, state.acting = -1, 0
    state.events.append(RoundEnded(state.year, state.season))
    if state.season == AUTUMN:
        state.agenda.append(BeginWinter())
    else:
        state.order = ()
        state.agenda.append(BeginRound(state.season + 1))
