"""What is done in a province: building (SG-11), rice and tax (SG-12), deploying (SG-13), marching (SG-14)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.decisions import DONE, ChooseOne, Decision, Decline, Done
from core.games.shogun.battle import begin_revolt, peasants_at_home
from core.games.shogun.board import (
    ARMIES,
    ATTACK_PLUS,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CASTLE,
    COST,
    DEFENCE_PLUS,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    NOBODY,
    RICE,
    RICE_PLUS,
    SIX_ARMIES,
    SLOTS,
    SPECIALS,
    TAX,
    TAX_PLUS,
    TEMPLE,
    THEATRE,
)
from core.games.shogun.choices import ADD_OR_NOT, Add, MoveArmies, moves
from core.games.shogun.events import (
    ActionSkipped,
    ArmiesMoved,
    BattleBegan,
    Built,
    CubeAdded,
    Deployed,
    MarkerPlaced,
    MarkerRemoved,
    RiceCollected,
    TaxCollected,
)
from core.games.shogun.state import (
    State,
    board_of,
    effect,
    has_building,
    set_buildings,
    set_revolts,
    tokens_left,
)
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube, PlaceArmies, Regroup
from core.games.shogun.view import View
from core.kinds import Seat
from core.piles import put
from core.remembering import cached

# Building ------------------------------------------------------------------------------------


def build_castle(state: State, seat: Seat, province: int) -> None:
    build(state, seat, province, BUILD_CASTLE, CASTLE)


def build_temple(state: State, seat: Seat, province: int) -> None:
    build(state, seat, province, BUILD_TEMPLE, TEMPLE)


def build_theatre(state: State, seat: Seat, province: int) -> None:
    """Build; under the event that says so, also calm the province (SG-8.4)."""
    if build(state, seat, province, BUILD_THEATRE, THEATRE):
        markers = state.revolts[province]
        calmed = min(markers, effect(state).theatre_removes_markers)
        if calmed:
            set_revolts(state, province, markers - calmed)
            state.events.append(MarkerRemoved(province, markers - calmed))


def build(state: State, seat: Seat, province: int, action: int, kind: int) -> bool:
    """Build if everything needed is there; say whether it was."""
    reason = obstacle(state, seat, province, COST[action], kind)
    if reason:
        state.events.append(ActionSkipped(seat, action, province, reason))
        return False
    state.chests[seat] -= COST[action]
    set_buildings(state, province, state.buildings[province] | 1 << kind)
    state.events.append(Built(seat, province, kind, COST[action]))
    return True


def obstacle(state: State | View, seat: Seat, province: int, price: int, kind: int) -> str:
    """Name what prevents a building (SG-11.4)."""
    if state.chests[seat] < price:
        return "chests"
    if has_building(state, province, kind):
        return "kind"
    if state.buildings[province].bit_count() >= SLOTS[province]:
        return "slot"
    return "" if tokens_left(state, kind) else "token"


# Rice and tax, and the unrest they cause -----------------------------------------------------


def collect_rice(state: State, seat: Seat, province: int) -> None:
    rice = rice_from(state, seat, province)
    state.rice = put(state.rice, seat, state.rice[seat] + rice)
    state.events.append(RiceCollected(seat, province, rice))
    stir_up(state, province)


def collect_tax(state: State, seat: Seat, province: int) -> None:
    chests = tax_from(state, seat, province)
    state.chests[seat] += chests
    state.events.append(TaxCollected(seat, province, chests))
    stir_up(state, province)


def rice_from(known: State | View, seat: Seat, province: int) -> int:
    """Return what a province yields: changed by the event, then by the special (SG-12.3)."""
    now = effect(known)
    rice = min(max(RICE[province], now.rice_min), now.rice_max)
    return rice + (SPECIALS[RICE_PLUS].rice if known.held[seat] == RICE_PLUS else 0)


def tax_from(known: State | View, seat: Seat, province: int) -> int:
    now = effect(known)
    chests = min(max(TAX[province], now.tax_min), now.tax_max)
    return chests + (SPECIALS[TAX_PLUS].chests if known.held[seat] == TAX_PLUS else 0)


def stir_up(state: State, province: int) -> None:
    """The first time there is grumbling, the next time a revolt (SG-12.4, SG-12.5)."""
    markers = state.revolts[province]
    if markers:
        begin_revolt(state, province, markers, in_winter=False)
    else:
        set_revolts(state, province, 1)
        state.events.append(MarkerPlaced(province, 1))


# Deploying -----------------------------------------------------------------------------------


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
    """Say whether all of it can be done; if not, tell everybody why (SG-13.7)."""
    reason = shortage(state, seat, action, armies)
    if reason:
        state.events.append(ActionSkipped(seat, action, province, reason))
    return not reason


def shortage(known: State | View, seat: Seat, action: int, armies: int) -> str:
    """Name what a player lacks to place this many armies."""
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
    """Offer moves to adjacent provinces of one's own, with all armies but one at most (SG-13.4, SG-13.5)."""
    neighbours = board_of(state).neighbours[step.province]
    own = tuple([target for target in neighbours if state.owner[target] == step.seat])
    most = state.armies[step.province] - 1
    return {step.seat: regroupings(own, most)} if own and most else {}


@cached(1024)
def regroupings(own: tuple[int, ...], most: int) -> ChooseOne:
    return ChooseOne("regroup", "SG-13.3", (*moves(own, most), DONE))


def take_regroup(state: State, step: Regroup, seat: Seat, choice: MoveArmies | Done) -> None:
    if isinstance(choice, MoveArmies):
        move_armies(state, seat, step.province, choice)


def move_armies(state: State, seat: Seat, origin: int, move: MoveArmies) -> None:
    """Move armies into a province of one's own."""
    state.armies[origin] -= move.armies
    state.armies[move.target] += move.armies
    state.events.append(ArmiesMoved(seat, origin, move.target, move.armies))


# Marching, with the cubes that specials add --------------------------------------------------


def begin_march(state: State, seat: Seat, province: int) -> None:
    """A player who can move at least one army somewhere must (SG-14.3, SG-14.7, SG-21.11)."""
    reason = hindrance(state, seat, province)
    if reason:
        state.events.append(ActionSkipped(seat, state.actions[state.action], province, reason))
    else:
        state.agenda.append(March(seat, province))


def hindrance(known: State | View, seat: Seat, province: int) -> str:
    """Name what prevents armies from marching out of a province."""
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


@cached(1024)
def marches(there: tuple[int, ...], most: int) -> ChooseOne:
    return ChooseOne("march", "SG-14.2", moves(there, most))


def take_march(state: State, step: March, seat: Seat, choice: MoveArmies) -> None:
    """Move into a province of one's own, or begin a battle for another (SG-14.4, SG-14.5)."""
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
