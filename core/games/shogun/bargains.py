"""What bargaining bots need to know about Shogun: who might attack whom, and what that is worth.

Chests never change hands between players, so all they can give is their word (`promises.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from core.bots.kinds import AtStake, Bargains, PlayOut
from core.deals import Pledge, Promise
from core.decisions import Arrangement
from core.games.shogun.board import AUTUMN, BATTLE_A, BATTLE_B, NOBODY, PLAN, PROVINCES, SEAT_NAMES, YEARS
from core.games.shogun.events import BattleBegan, RoundEnded
from core.games.shogun.marching import AT_A_GLANCE, worth_of_march
from core.games.shogun.odds import chance_to_take
from core.games.shogun.promises import LEAVE, NO_ATTACK, STAY_OUT
from core.games.shogun.state import State, board_of, provinces_of, take_over
from core.games.shogun.view import View
from core.kinds import Choice, Event, Seat

LIKELY: Final = 0.5  # the chance of winning from which anybody fears or regrets a battle
FIRST, SECOND = 0.6, 0.25
"""How often a player makes the attack that looks best, and any other one."""
SPECIAL: Final = 0.2
"""How often a player takes a special, with five to choose from."""


class Attack(NamedTuple):
    """An attack a player could make with all armies but one, and would probably win."""

    worth: float
    origin: int
    target: int
    armies: int
    chance: float


def attacks_of(state: State, seat: Seat) -> list[Attack]:
    """List what a player could attack, the most worthwhile first."""
    found = []
    for origin in provinces_of(state, seat):
        armies = state.armies[origin] - 1
        for target in board_of(state).neighbours[origin] if armies else ():
            chance = chance_to_take(state, target, armies)
            if state.owner[target] != seat and chance >= LIKELY:
                worth = worth_of_march(state, origin, target, armies, 1, AT_A_GLANCE)
                found.append(Attack(worth, origin, target, armies, chance))
    return sorted(found, reverse=True)


def after(state: State, seat: Seat, attack: Attack) -> State:
    """Let an attack succeed at the usual price."""
    world = state.clone()
    world.armies[attack.origin] -= attack.armies
    take_over(world, attack.target, seat)
    world.armies[attack.target] = max(1, attack.armies - state.armies[attack.target])
    return world


# What hangs on a promise ---------------------------------------------------------------------


def at_stake(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    return STAKES[pledge.promise.kind](state, pledge) if pledge.promise.kind in STAKES else None


def peace(state: State, pledge: Pledge) -> AtStake | None:
    return sparing(state, pledge.seat, provinces_of(state, SEAT_NAMES.index(pledge.promise.about)))


def staying_out(state: State, pledge: Pledge) -> AtStake | None:
    return sparing(state, pledge.seat, [PROVINCES.index(pledge.promise.about)])


def sparing(state: State, seat: Seat, spared: Collection[int]) -> AtStake | None:
    """The player makes the best attack on what is to be spared, or the best one elsewhere."""
    attacks = attacks_of(state, seat)
    meant = next((attack for attack in attacks if attack.target in spared), None)
    if meant is None:
        return None
    elsewhere = next((attack for attack in attacks if attack.target not in spared), None)
    kept = after(state, seat, elsewhere) if elsewhere else state
    return AtStake(kept, after(state, seat, meant), meant.chance * (FIRST if meant == attacks[0] else SECOND))


def leaving(state: State, pledge: Pledge) -> AtStake:
    """A special is worth about a chest to whoever takes it."""
    broken = state.clone()
    broken.chests[pledge.seat] += 1
    return AtStake(state, broken, SPECIAL)


STAKES: Final[dict[str, Callable[[State, Pledge], AtStake | None]]] = {
    NO_ATTACK: peace,
    STAY_OUT: staying_out,
    LEAVE: leaving,
}


# What can be promised, and what endangers it -------------------------------------------------


def topics(state: State, seat: Seat, other: Seat) -> Sequence[Promise]:
    """While plans are made, players can spare each other, or a province."""
    targets = {attack.target for attack in attacks_of(state, seat) if state.owner[attack.target] == other}
    if state.phase != PLAN or not targets:
        return []
    provinces = [Promise(STAY_OUT, PROVINCES[province]) for province in sorted(targets)]
    return [Promise(NO_ATTACK, SEAT_NAMES[other]), *provinces]


def covers(state: State, promise: Promise, other: Promise) -> bool:
    """Whoever spares a player stays out of all its provinces."""
    return other.kind == "stay_out" and is_spared(state, PROVINCES.index(other.about), promise)


def endangers(view: View, choice: Choice, pledge: Pledge) -> bool:
    """Say whether a plan starts a battle where only the spared could be attacked."""
    if not isinstance(choice, Arrangement):
        return False
    origins = [PROVINCES.index(c) for c in (choice.cards[BATTLE_A], choice.cards[BATTLE_B]) if c in PROVINCES]
    return any(leads_to_a_breach(view, origin, pledge) for origin in origins)


def leads_to_a_breach(view: View, origin: int, pledge: Pledge) -> bool:
    targets = [p for p in board_of(view).neighbours[origin] if view.owner[p] != pledge.seat]
    return bool(targets) and all(is_spared(view, target, pledge.promise) for target in targets)


def is_spared(view: State | View, province: int, promise: Promise) -> bool:
    owner = view.owner[province]
    return promise == Promise(STAY_OUT, PROVINCES[province]) or (
        owner != NOBODY and promise == Promise(NO_ATTACK, SEAT_NAMES[owner])
    )


# Words and time ------------------------------------------------------------------------------


def occasion(event: Event, seat: Seat) -> str:
    """The stronger side in a battle may say so."""
    if not isinstance(event, BattleBegan):
        return ""
    stronger = event.seat if event.armies > event.defenders else event.defender
    return "threat" if stronger == seat else ""


def ends_chapter(event: Event) -> bool:
    return isinstance(event, RoundEnded)


def chapters_left(view: View) -> int:
    return (YEARS - view.year) * (AUTUMN + 1) + max(0, AUTUMN - view.season)


BARGAINS: Final = Bargains(
    at_stake=at_stake,
    topics=topics,
    ends_chapter=ends_chapter,
    chapters_left=chapters_left,
    covers=covers,
    endangers=endangers,
    occasion=occasion,
)
