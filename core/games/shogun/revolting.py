"""A revolt: peasants against the owner of a province (SG-17)."""

from __future__ import annotations

from core.chance import Stream
from core.games.shogun.battle import cast, clear_tray, station
from core.games.shogun.board import GREEN
from core.games.shogun.events import MarkerPlaced, RevoltBegan, RevoltPutDown, RevoltWon
from core.games.shogun.state import Cubes, State, become_neutral, set_revolts
from core.games.shogun.steps import Uprising
from core.games.shogun.tower import Landing, throw
from core.games.shogun.view import View


def begin_revolt(state: State, province: int, peasants: int, *, in_winter: bool) -> None:
    """Raise as many peasants as there are in their reserve, if fewer than are due (SG-21.17)."""
    peasants = min(peasants, state.reserve[GREEN])
    state.events.append(RevoltBegan(province, state.owner[province], state.armies[province], peasants))
    state.agenda.append(Uprising(province, peasants, in_winter))


def cubes_in_revolt(state: State | View, step: Uprising) -> Cubes:
    """Count what is thrown: the armies in the province, the peasants, the tray (SG-15.4)."""
    cubes = [*state.tray]
    cubes[state.owner[step.province]] += state.armies[step.province]
    cubes[GREEN] += step.peasants
    return tuple(cubes)


def sample_uprising(state: State, step: Uprising, stream: Stream) -> Landing:
    return throw(state.floors, cubes_in_revolt(state, step), stream)


def rise_up(state: State, step: Uprising, landing: Landing) -> None:
    """Throw, and see whether the owner has more cubes on the tray than the peasants (SG-17.4)."""
    province, cubes = step.province, cubes_in_revolt(state, step)
    owner = state.owner[province]
    state.reserve[GREEN] -= step.peasants
    state.armies[province] = 0
    cast(state, cubes, landing)
    armies = state.tray[owner] - state.tray[GREEN]
    clear_tray(state, owner, GREEN)
    if armies <= 0:
        become_neutral(state, province)
        state.events.append(RevoltWon(owner, province))
        return
    station(state, owner, province, armies)
    state.events.append(RevoltPutDown(owner, province, armies))
    if not step.in_winter:
        set_revolts(state, province, state.revolts[province] + 1)
        state.events.append(MarkerPlaced(province, state.revolts[province]))
