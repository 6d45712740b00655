"""Battle / move: armies march into an adjacent province (SG-14), with the cubes that specials add."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from core.decisions import ChooseOne, Decision, Decline
from core.games.shogun.battle import peasants_at_home
from core.games.shogun.board import (
    ATTACK_PLUS,
    CASTLE,
    DEFENCE_PLUS,
    NOBODY,
    SPECIALS,
    TEMPLE,
)
from core.games.shogun.choices import ADD_OR_NOT, Add, MoveArmies, moves
from core.games.shogun.deploying import move_armies
from core.games.shogun.events import ActionSkipped, BattleBegan, CubeAdded
from core.games.shogun.state import State, board_of, effect, has_building
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube
from core.games.shogun.view import View
from core.kinds import Seat


def begin_march(state: State, seat: Seat, province: int) -> None:
    """Who can move at least one army somewhere must (SG-14.3, SG-14.7, SG-21.11)."""
    reason = hindrance(state, seat, province)
    if reason:
        state.events.append(ActionSkipped(seat, state.actions[state.action], province, reason))
    else:
        state.agenda.append(March(seat, province))


def hindrance(known: State | View, seat: Seat, province: int) -> str:
    """Name what keeps armies from marching out of a province."""
    if known.armies[province] == 1:
        return "armies"
    return "" if targets(known, seat, province) else "target"


def targets(state: State | View, seat: Seat, province: int) -> tuple[int, ...]:
    """List where armies can go; temples may keep strangers out (SG-14.6)."""
    neighbours = board_of(state).neighbours[province]
    if not effect(state).temple_protects:
        return neighbours
    return tuple([p for p in neighbours if state.owner[p] == seat or not has_building(state, p, TEMPLE)])


def ask_march(state: State, step: March) -> dict[Seat, Decision]:
    there = targets(state, step.seat, step.province)
    return {step.seat: marches(there, state.armies[step.province] - 1)}


@lru_cache(maxsize=1024)
def marches(there: tuple[int, ...], most: int) -> ChooseOne:
    return ChooseOne("march", "SG-14.2", moves(there, most))


def take_march(state: State, step: March, seat: Seat, choice: MoveArmies) -> None:
    """Move into an own province, or begin a battle for another (SG-14.4, SG-14.5)."""
    target, origin = choice.target, step.province
    defender = state.owner[target]
    if defender == seat:
        move_armies(state, seat, origin, choice)
        return
    if defender == NOBODY:
        guard, defenders = 0, peasants_at_home(state)
    else:
        guard = castle_guard(state, target)
        defenders = state.armies[target] + guard
    state.events.append(BattleBegan(seat, origin, target, choice.armies, defender, defenders))
    offer_attack_cube(state, Assault(seat, origin, target, choice.armies, 0, guard))


def castle_guard(state: State | View, province: int) -> int:
    """Count the cubes a castle adds to the defence under its event (SG-8.6)."""
    if not has_building(state, province, CASTLE):
        return 0
    return min(effect(state).castle_defence_bonus, state.reserve[state.owner[province]])


# One more cube -------------------------------------------------------------------------------


def offer_attack_cube(state: State, assault: Assault) -> None:
    """The attacker decides with the move, then the defender, then the cubes fall (SG-21.14)."""
    if state.held[assault.seat] == ATTACK_PLUS and state.reserve[assault.seat]:
        state.agenda.append(OfferAttackCube(assault))
    else:
        offer_defence_cube(state, assault)


ONE_MORE_TO_ATTACK: Final = ChooseOne("attack", "SG-6.8", ADD_OR_NOT)
ONE_MORE_TO_DEFEND: Final = ChooseOne("defence", "SG-6.9", ADD_OR_NOT)


def ask_attack_cube(_state: State, step: OfferAttackCube) -> dict[Seat, Decision]:
    return {step.assault.seat: ONE_MORE_TO_ATTACK}


def take_attack_cube(state: State, step: OfferAttackCube, seat: Seat, choice: Add | Decline) -> None:
    assault = step.assault
    if isinstance(choice, Add):
        assault = replace(assault, more_attackers=SPECIALS[ATTACK_PLUS].cubes)
        state.events.append(CubeAdded(seat, ATTACK_PLUS))
    offer_defence_cube(state, assault)


def offer_defence_cube(state: State, assault: Assault) -> None:
    defender = state.owner[assault.province]
    can_add = (
        defender != NOBODY
        and state.held[defender] == DEFENCE_PLUS
        and state.reserve[defender] > assault.more_defenders
    )
    state.agenda.append(OfferDefenceCube(assault) if can_add else assault)


def ask_defence_cube(state: State, step: OfferDefenceCube) -> dict[Seat, Decision]:
    return {state.owner[step.assault.province]: ONE_MORE_TO_DEFEND}


def take_defence_cube(state: State, step: OfferDefenceCube, seat: Seat, choice: Add | Decline) -> None:
    assault = step.assault
    if isinstance(choice, Add):
        more = assault.more_defenders + SPECIALS[DEFENCE_PLUS].cubes
        assault = replace(assault, more_defenders=more)
        state.events.append(CubeAdded(seat, DEFENCE_PLUS))
    state.agenda.append(assault)
