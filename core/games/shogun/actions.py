"""The ten actions of a round, card by card and player by player (SG-10).

At a table a plan is sealed before anybody else can read it: in the state its cards are FACE_DOWN, and each
gets its number when it is turned over (SG-10.2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.chance import Stream
from core.decisions import EMPTY
from core.games.shogun.board import (
    ACTIONS,
    AUTUMN,
    BATTLE_A,
    BATTLE_B,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CARDS,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    FACE_DOWN,
    LAND,
    NO_CARD,
    NO_EVENT,
    NOBODY,
    NUMBER_OF_CARD,
    OPEN_ACTIONS,
    SEATS,
)
from core.games.shogun.events import ActionBegan, ActionOpened, CardLeft, CardRevealed, RoundEnded
from core.games.shogun.province_actions import (
    begin_march,
    build_castle,
    build_temple,
    build_theatre,
    collect_rice,
    collect_tax,
    deploy_big,
    deploy_mid,
    deploy_small,
)
from core.games.shogun.state import State, lay_card, set_plan
from core.games.shogun.steps import BeginRound, BeginWinter, CleanUp, OpenAction, TakeTurn
from core.games.shogun.view import View
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
"""By place, seat and card: the event of turning it over, made in advance because no other is as frequent."""


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


# Turning cards over --------------------------------------------------------------------------


def lies(known: State | View, step: TurnOver) -> bool:
    return bool(known.plans) and known.plans[step.seat][step.place] == FACE_DOWN


def allows(state: State, step: TurnOver, card: str) -> bool:
    """Say whether a card may have been laid there: it lies nowhere else, and belonged to nobody else."""
    number = NUMBER_OF_CARD.get(card, NO_CARD)
    if number == NO_CARD or number in state.plans[step.seat]:
        return False
    return number in CHEST_CARDS or number in state.won or state.owner[number] in (step.seat, NOBODY)


def has_left(known: State | View, seat: Seat, card: str) -> bool:
    """Say whether a card is no longer its player's, even if its province was won back (SG-10.8, SG-10.11)."""
    number = NUMBER_OF_CARD.get(card, NO_CARD)
    if number == NO_CARD or number in CHEST_CARDS:
        return False
    return known.owner[number] != seat or number in known.won


def lay_as_seen(state: State, view: View) -> None:
    state.plans = view.plans


def turn_over(state: State, step: TurnOver, card: str) -> None:
    """Show a card on its place, or that it has gone with its province (SG-10.10)."""
    seat, place = step.seat, step.place
    if card == EMPTY:
        lay_card(state, seat, place, NO_CARD)
    elif not allows(state, step, card):
        give_up_plan(state, seat)
    elif has_left(state, seat, card):
        lay_card(state, seat, place, NO_CARD)
        state.events.append(CardLeft(seat, place, NUMBER_OF_CARD[card]))
    else:
        lay_card(state, seat, place, NUMBER_OF_CARD[card])


def give_up_plan(state: State, seat: Seat) -> None:
    """Remove everything face down: a player who laid a card twice gains nothing from the first one."""
    set_plan(state, seat, tuple([NO_CARD if card == FACE_DOWN else card for card in state.plans[seat]]))
