"""A battle for a province (SG-16), and a revolt of peasants against its owner (SG-17): one throw decides."""

from __future__ import annotations

from core.chance import Stream
from core.games.shogun.board import GREEN, NOBODY
from core.games.shogun.events import (
    BattleTied,
    MarkerPlaced,
    PeasantsHeld,
    ProvinceHeld,
    ProvinceTaken,
    RevoltBegan,
    RevoltPutDown,
    RevoltWon,
    Thrown,
)
from core.games.shogun.state import Cubes, State, become_neutral, effect, set_revolts, take_over
from core.games.shogun.steps import Assault, Uprising
from core.games.shogun.tower import Landing, land, throw
from core.games.shogun.view import View
from core.kinds import Seat


def cubes_in_battle(state: State | View, step: Assault) -> Cubes:
    """Count what is thrown: the armies taking part, the cubes added, and the tray (SG-15.4, SG-16.1)."""
    cubes, owner = [*state.tray], state.owner[step.province]
    cubes[step.seat] += step.armies + step.more_attackers
    if owner == NOBODY:
        cubes[GREEN] += peasants_at_home(state)
    else:
        cubes[owner] += state.armies[step.province] + step.more_defenders
    return tuple(cubes)


def peasants_at_home(state: State | View) -> int:
    """Count the defenders of a province without an owner (SG-16.3)."""
    return min(effect(state).neutral_peasants, state.reserve[GREEN])


def sample_assault(state: State, step: Assault, stream: Stream) -> Landing:
    return throw(state.floors, cubes_in_battle(state, step), stream)


def fight(state: State, step: Assault, landing: Landing) -> None:
    """Throw the cubes of both sides with those on the tray, and see who is left."""
    cubes, owner = cubes_in_battle(state, step), state.owner[step.province]
    state.armies[step.origin] -= step.armies
    state.reserve[step.seat] -= step.more_attackers
    if owner == NOBODY:
        state.reserve[GREEN] -= peasants_at_home(state)
    else:
        state.armies[step.province] = 0
        state.reserve[owner] -= step.more_defenders
    cast(state, cubes, landing)
    if owner == NOBODY:
        decide_neutral(state, step.seat, step.province)
    else:
        decide_owned(state, step.seat, owner, step.province)


def cast(state: State, cubes: Cubes, landing: Landing) -> None:
    """Let cubes fall together with everything on the tray, and tell what lies there afterwards."""
    land(state, cubes, landing)
    state.events.append(Thrown(cubes, landing.tray))


def clear_tray(state: State, *colours: int) -> None:
    """Send cubes from the tray back to their reserves; those that stay on the map are taken out again."""
    tray = [*state.tray]
    for colour in colours:
        state.reserve[colour] += tray[colour]
        tray[colour] = 0
    state.tray = tuple(tray)


def station(state: State, seat: Seat, province: int, armies: int) -> None:
    """Put the winner's surviving cubes into the province (SG-16.11)."""
    state.reserve[seat] -= armies
    state.armies[province] = armies


def decide_neutral(state: State, attacker: Seat, province: int) -> None:
    """The peasants defend a province without an owner, and keep it in a draw (SG-16.8, SG-16.17)."""
    armies = state.tray[attacker] - state.tray[GREEN]
    clear_tray(state, attacker, GREEN)
    if armies > 0:
        win(state, attacker, province, armies)
    else:
        state.events.append(PeasantsHeld(province, attacker))


def decide_owned(state: State, attacker: Seat, owner: Seat, province: int) -> None:
    """More cubes win; peasants help the defender where there is no revolt marker (SG-16.6, SG-16.7)."""
    is_calm = not state.revolts[province]
    attackers, defenders = state.tray[attacker], state.tray[owner]
    side = defenders + (state.tray[GREEN] if is_calm else 0)
    clear_tray(state, attacker, owner, *([GREEN] if is_calm else []))
    if attackers > side:
        win(state, attacker, province, attackers - side)
    elif attackers < side and defenders:
        armies = min(defenders, side - attackers)
        station(state, owner, province, armies)
        state.events.append(ProvinceHeld(owner, province, armies, attacker))
    else:
        become_neutral(state, province)
        state.events.append(BattleTied(province, attacker, owner))


def win(state: State, attacker: Seat, province: int, armies: int) -> None:
    loser = state.owner[province]
    take_over(state, province, attacker)
    station(state, attacker, province, armies)
    state.events.append(ProvinceTaken(attacker, province, armies, loser))


# Revolts -------------------------------------------------------------------------------------


def begin_revolt(state: State, province: int, peasants: int, *, in_winter: bool) -> None:
    """Raise the peasants that are due, or as many as their reserve has (SG-21.17)."""
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
