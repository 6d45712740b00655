"""Marshal (RS-10), the moves of Fujin (RS-14.3), and the toll on sea routes."""

from __future__ import annotations

from msgspec.structs import replace

from core.decisions import DECLINE, DONE, ChooseOne, Decision, Decline, Done
from core.games.rising_sun.board import (
    AMOUNTS,
    BONSAI,
    BY_SEA,
    DRAGONFLY,
    LAND,
    STRONGHOLD,
    TURTLE,
)
from core.games.rising_sun.cards import CARDS, SERPENT
from core.games.rising_sun.choices import BUILD, FLIGHTS, WALKS, Build, Move, Use
from core.games.rising_sun.events import Moved, RouteClosed, StrongholdBuilt, TollPaid
from core.games.rising_sun.recruit import enter
from core.games.rising_sun.state import State, owners, place_strongholds, shift, strongholds_left
from core.games.rising_sun.steps import ClaimToll, Marshal, Wander
from core.games.rising_sun.train import offer_coins
from core.kinds import Choice, Seat
from core.piles import excluding, including, kinds
from core.remembering import cached


def ask_marshal(state: State, step: Marshal) -> dict[Seat, Decision]:
    options = moves(state, step)
    if step.bonus and can_build(state, step.seat):
        options += BUILD
    if not options:
        return {}
    options.append(DONE)
    return {step.seat: ChooseOne("marshal", "RS-10.1", tuple(options))}


def can_build(state: State, seat: Seat) -> bool:
    return state.coins[seat] >= stronghold_price(seat) and strongholds_left(state, seat) > 0


def ask_wander(state: State, step: Wander) -> dict[Seat, Decision]:
    options = moves(state, step)
    if not options:
        return {}
    options.append(DONE)
    return {step.seat: ChooseOne("fujin", "RS-14.3", tuple(options))}


def moves(state: State, step: Marshal | Wander) -> list[Choice]:
    """List the moves of all pieces that may still move, on routes they can pay for."""
    seat = step.seat
    rested = list(state.figures[seat][: LAND.stop])
    if seat == TURTLE:
        for province in state.strongholds[TURTLE]:
            rested[province] = including(rested[province], STRONGHOLD)
    if isinstance(step, Marshal):
        for piece, province in step.arrived:
            rested[province] = excluding(rested[province], piece)
    ways_of = flights_of if seat == DRAGONFLY else walks_of
    options: list[Choice] = []
    for province, group in enumerate(rested):
        if group:
            options += ways_of(province, group)
    if step.claimed and state.coins[seat] < CARDS[SERPENT].coins:
        return [o for o in options if isinstance(o, Move) and route_of(o) not in step.claimed]
    return options


@cached(4096)
def walks_of(province: int, group: tuple[int, ...]) -> tuple[Move, ...]:
    """List the moves of a group of pieces out of a province."""
    return tuple(move for piece in kinds(group) for move in WALKS[province][piece])


@cached(4096)
def flights_of(province: int, group: tuple[int, ...]) -> tuple[Move, ...]:
    """List the same for the Dragonfly (RS-19.4)."""
    return tuple(move for piece in kinds(group) for move in FLIGHTS[province][piece])


def stronghold_price(seat: Seat) -> int:
    return min(AMOUNTS.stronghold_price, AMOUNTS.bonsai_price) if seat == BONSAI else AMOUNTS.stronghold_price


def route_of(move: Move) -> tuple[int, int]:
    return min(move.origin, move.target), max(move.origin, move.target)


def take_marshal(state: State, step: Marshal, seat: Seat, choice: Move | Build | Done) -> None:
    """Move on; a stronghold, the bonus, comes last and ends it (RS-22.44, RS-10.4)."""
    if isinstance(choice, Move):
        set_out(state, step, choice)
    elif isinstance(choice, Build):
        build(state, seat, choice.province)


def take_wander(state: State, step: Wander, _seat: Seat, choice: Move | Done) -> None:
    if isinstance(choice, Move):
        set_out(state, step, choice)


def build(state: State, seat: Seat, province: int) -> None:
    price = stronghold_price(seat)
    state.coins[seat] -= price
    place_strongholds(state, seat, including(state.strongholds[seat], province))
    state.events.append(StrongholdBuilt(seat, province, price))
    offer_coins(state, seat, price)


def set_out(state: State, step: Marshal | Wander, move: Move) -> None:
    """Move once the owner of a toll on the way has spoken (RS-22.18)."""
    owner = toll_keeper(state, step.seat, move)
    if owner < 0 or route_of(move) in step.open:
        travel(state, step, move)
    elif route_of(move) in step.claimed:
        pay_toll(state, owner, step, move)
    else:
        state.agenda.append(ClaimToll(owner, move, step))


def toll_keeper(state: State, seat: Seat, move: Move) -> Seat:
    """Name the other player who may charge for this route, -1 for none; Dragonfly owes nothing (RS-19.9)."""
    if not BY_SEA[move.origin][move.target] or seat == DRAGONFLY:
        return -1
    keepers = owners(state, SERPENT)
    return keepers[0] if keepers and keepers[0] != seat else -1


def ask_toll(_state: State, step: ClaimToll) -> dict[Seat, Decision]:
    return {step.owner: ChooseOne("toll", "RS-22.42", (Use(SERPENT), DECLINE))}


def take_toll(state: State, step: ClaimToll, owner: Seat, choice: Use | Decline) -> None:
    """A claimed toll must be paid; a player who cannot pay cannot use the route (RS-22.19)."""
    journey, route = step.journey, route_of(step.move)
    if isinstance(choice, Decline):
        travel(state, replace(journey, open=(*journey.open, route)), step.move)
    elif state.coins[journey.seat] >= CARDS[SERPENT].coins:
        pay_toll(state, owner, journey, step.move)
    else:
        state.events.append(RouteClosed(journey.seat, owner))
        state.agenda.append(replace(journey, claimed=(*journey.claimed, route)))


def pay_toll(state: State, owner: Seat, journey: Marshal | Wander, move: Move) -> None:
    toll = CARDS[SERPENT].coins
    state.coins[journey.seat] -= toll
    state.coins[owner] += toll
    state.events.append(TollPaid(journey.seat, owner))
    travel(state, replace(journey, open=(*journey.open, route_of(move))), move)


def travel(state: State, step: Marshal | Wander, move: Move) -> None:
    """Move the piece and go on with what is left of the journey."""
    if isinstance(step, Marshal):
        arrived = (*step.arrived, (move.piece, move.target))
        state.agenda.append(Marshal(step.seat, step.bonus, arrived, step.open, step.claimed))
    elif step.left > 1:
        state.agenda.append(Wander(step.seat, step.left - 1, step.open, step.claimed))
    if move.piece == STRONGHOLD:
        stay = excluding(state.strongholds[step.seat], move.origin)
        place_strongholds(state, step.seat, including(stay, move.target))
    else:
        shift(state, step.seat, move.piece, move.origin, move.target)
    state.events.append(Moved(step.seat, move.piece, move.origin, move.target))
    enter(state, step.seat, move.piece, move.target)
