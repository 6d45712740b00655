"""Building (SG-11)."""

from __future__ import annotations

from core.games.shogun.board import (
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CASTLE,
    COST,
    SLOTS,
    TEMPLE,
    THEATRE,
)
from core.games.shogun.events import ActionSkipped, Built, MarkerRemoved
from core.games.shogun.state import (
    State,
    effect,
    has_building,
    set_buildings,
    set_revolts,
    tokens_left,
)
from core.games.shogun.view import View
from core.kinds import Seat


def build_castle(state: State, seat: Seat, province: int) -> None:
    build(state, seat, province, BUILD_CASTLE, CASTLE)


def build_temple(state: State, seat: Seat, province: int) -> None:
    build(state, seat, province, BUILD_TEMPLE, TEMPLE)


def build_theatre(state: State, seat: Seat, province: int) -> None:
    """Build, and under the event that says so calm the province (SG-8.4)."""
    if build(state, seat, province, BUILD_THEATRE, THEATRE):
        markers = state.revolts[province]
        calmed = min(markers, effect(state).theatre_removes_markers)
        if calmed:
            set_revolts(state, province, markers - calmed)
            state.events.append(MarkerRemoved(province, markers - calmed))


def build(state: State, seat: Seat, province: int, action: int, kind: int) -> bool:
    """Build if all there is to it is there; say whether it was."""
    reason = obstacle(state, seat, province, COST[action], kind)
    if reason:
        state.events.append(ActionSkipped(seat, action, province, reason))
        return False
    state.chests[seat] -= COST[action]
    set_buildings(state, province, state.buildings[province] | 1 << kind)
    state.events.append(Built(seat, province, kind, COST[action]))
    return True


def obstacle(state: State | View, seat: Seat, province: int, price: int, kind: int) -> str:
    """Name what stands in the way of a building (SG-11.4)."""
    if state.chests[seat] < price:
        return "chests"
    if has_building(state, province, kind):
        return "kind"
    if state.buildings[province].bit_count() >= SLOTS[province]:
        return "slot"
    return "" if tokens_left(state, kind) else "token"
