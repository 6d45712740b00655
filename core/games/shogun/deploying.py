"""Deploying armies (SG-13)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from core.decisions import DONE, ChooseOne, Decision, Decline, Done
from core.games.shogun.board import ARMIES, COST, DEPLOY_BIG, DEPLOY_MID, DEPLOY_SMALL, SIX_ARMIES, SPECIALS
from core.games.shogun.choices import ADD_OR_NOT, Add, MoveArmies, moves
from core.games.shogun.events import ActionSkipped, ArmiesMoved, Deployed
from core.games.shogun.state import State, board_of, effect
from core.games.shogun.steps import PlaceArmies, Regroup
from core.games.shogun.view import View
from core.kinds import Seat


def deploy_big(state: State, seat: Seat, province: int) -> None:
    """Place five armies, or six with the special, which comes after the event (SG-8.3, SG-21.5)."""
    armies = effect(state).fewer_big
    if is_possible(state, seat, province, DEPLOY_BIG, armies):
        if state.held[seat] == SIX_ARMIES and state.reserve[seat] >= SPECIALS[SIX_ARMIES].armies:
            state.agenda.append(PlaceArmies(seat, province, armies))
        else:
            deploy(state, seat, province, DEPLOY_BIG, armies)


def deploy_mid(state: State, seat: Seat, province: int) -> None:
    armies = effect(state).fewer_mid
    if is_possible(state, seat, province, DEPLOY_MID, armies):
        deploy(state, seat, province, DEPLOY_MID, armies)


def deploy_small(state: State, seat: Seat, province: int) -> None:
    armies = ARMIES[DEPLOY_SMALL]
    if is_possible(state, seat, province, DEPLOY_SMALL, armies):
        deploy(state, seat, province, DEPLOY_SMALL, armies)
        state.agenda.append(Regroup(seat, province))


def is_possible(state: State, seat: Seat, province: int, action: int, armies: int) -> bool:
    """Say whether the whole of it can be done, and tell everybody why it cannot (SG-13.7)."""
    reason = shortage(state, seat, action, armies)
    if reason:
        state.events.append(ActionSkipped(seat, action, province, reason))
    return not reason


def shortage(known: State | View, seat: Seat, action: int, armies: int) -> str:
    """Name what a player lacks to place so many armies."""
    if known.chests[seat] < COST[action]:
        return "chests"
    return "reserve" if known.reserve[seat] < armies else ""


def deploy(state: State, seat: Seat, province: int, action: int, armies: int) -> None:
    state.chests[seat] -= COST[action]
    state.reserve[seat] -= armies
    state.armies[province] += armies
    state.events.append(Deployed(seat, province, armies, COST[action]))


SIX_OR_FEWER: Final = ChooseOne("six", "SG-6.7", ADD_OR_NOT)


def ask_six(_state: State, step: PlaceArmies) -> dict[Seat, Decision]:
    return {step.seat: SIX_OR_FEWER}


def take_six(state: State, step: PlaceArmies, seat: Seat, choice: Add | Decline) -> None:
    armies = SPECIALS[SIX_ARMIES].armies if isinstance(choice, Add) else step.armies
    deploy(state, seat, step.province, DEPLOY_BIG, armies)


# Moving afterwards ---------------------------------------------------------------------------


def ask_regroup(state: State, step: Regroup) -> dict[Seat, Decision]:
    """Offer moves to adjacent own provinces, all but one army at most (SG-13.4, SG-13.5)."""
    neighbours = board_of(state).neighbours[step.province]
    own = tuple([target for target in neighbours if state.owner[target] == step.seat])
    most = state.armies[step.province] - 1
    return {step.seat: regroupings(own, most)} if own and most else {}


@lru_cache(maxsize=1024)
def regroupings(own: tuple[int, ...], most: int) -> ChooseOne:
    return ChooseOne("regroup", "SG-13.3", (*moves(own, most), DONE))


def take_regroup(state: State, step: Regroup, seat: Seat, choice: MoveArmies | Done) -> None:
    if isinstance(choice, MoveArmies):
        move_armies(state, seat, step.province, choice)


def move_armies(state: State, seat: Seat, origin: int, move: MoveArmies) -> None:
    """Move armies into an own province."""
    state.armies[origin] -= move.armies
    state.armies[move.target] += move.armies
    state.events.append(ArmiesMoved(seat, origin, move.target, move.armies))
