"""What bargaining bots need to know about Ninjato: who leads which clan, and what a house or a turn is worth.

Nothing changes hands between players, so all they can give is their word (`promises.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from core.bots.kinds import AtStake, Bargains, PlayOut
from core.deals import Pledge, Promise
from core.games.ninjato.board import CLANS, HOUSES, RED, ROUNDS, SCORING, SHURIKEN
from core.games.ninjato.cards import ENVOYS
from core.games.ninjato.events import RoundEnded
from core.games.ninjato.promises import HOUSE_NAMES, NO_ENVOY, PLACES, SPARE, VISIT
from core.games.ninjato.scoring import ranking
from core.games.ninjato.state import State, add_honor, shuriken_left
from core.games.ninjato.tactics import worth_of
from core.games.ninjato.view import View
from core.kinds import Event, Seat

ENVOYS_WON: Final = 0.75  # by one player, in one round
RAIDS: Final = 0.4  # how likely a player with all shuriken left raids the house that looks best
LOOT: Final = 2  # treasures a raid brings
DETOUR: Final = 2  # honor by which a turn is worth less if somebody else wants it
IN_REACH: Final = 2  # places in the ranking of a clan that are worth defending


def at_stake(state: State, pledge: Pledge, _play_out: PlayOut) -> AtStake | None:
    judge, left = STAKES.get(pledge.promise.kind), shuriken_left(state, pledge.seat) / SHURIKEN
    stake = judge(state, pledge) if judge and left else None
    return stake and stake._replace(likelihood=stake.likelihood * left)


def envoy(state: State, pledge: Pledge) -> AtStake | None:
    """The player wins an envoy of the clan, or one of another clan."""
    clan, oldest_first = CLANS.index(pledge.promise.about), sorted(state.palace, key=lambda e: -ENVOYS[e].age)
    wanted = [envoy for envoy in oldest_first if ENVOYS[envoy].clan == clan]
    others = [envoy for envoy in oldest_first if ENVOYS[envoy].clan != clan]
    if not wanted:
        return None
    kept = with_envoy(state, pledge.seat, others[0]) if others else state
    broken = with_envoy(state, pledge.seat, wanted[0])
    return AtStake(kept, broken, ENVOYS_WON * len(wanted) / len(state.palace))


def with_envoy(state: State, seat: Seat, envoy: int) -> State:
    world = state.clone()
    world.envoys = tuple(
        tuple(sorted((*own, envoy))) if other == seat else own for other, own in enumerate(state.envoys)
    )
    return world


def house(state: State, pledge: Pledge) -> AtStake | None:
    """One of the two raids the house, and the other the best of the other houses."""
    spared, to = HOUSE_NAMES.index(pledge.promise.about), pledge.to
    others = [h for h in HOUSES if h != spared and state.houses[h].treasures]
    if not state.houses[spared].treasures or not others:
        return None
    elsewhere = max(others, key=lambda h: sum(map(worth_of, loot(state, h))))
    kept = with_loot(state, {pledge.seat: elsewhere, to: spared})
    return AtStake(kept, with_loot(state, {pledge.seat: spared, to: elsewhere}), RAIDS)


def loot(state: State, house: int) -> list[int]:
    return [treasure % RED for treasure in state.houses[house].treasures[:LOOT]]


def with_loot(state: State, raids: Mapping[Seat, int]) -> State:
    world = state.clone()
    for seat, house in raids.items():
        world.treasures[seat] = tuple(sorted((*world.treasures[seat], *loot(state, house))))
    return world


def visit(state: State, pledge: Pledge) -> AtStake:
    """The player goes there, or where it wants to."""
    broken = state.clone()
    add_honor(broken, pledge.seat, DETOUR)
    return AtStake(state, broken, 1 - 1 / len(PLACES))


STAKES: Final[dict[str, Callable[[State, Pledge], AtStake | None]]] = {
    NO_ENVOY: envoy,
    SPARE: house,
    VISIT: visit,
}


def topics(state: State, _seat: Seat, other: Seat) -> Sequence[Promise]:
    """A player can leave a clan to another who stands well there; houses are a zero-sum matter."""
    clans = {ENVOYS[envoy].clan for envoy in state.palace if state.phase != SCORING}
    return [Promise(NO_ENVOY, CLANS[c]) for c in sorted(clans) if other in ranking(state, c)[:IN_REACH]]


def ends_chapter(event: Event) -> bool:
    return isinstance(event, RoundEnded)


def chapters_left(view: View) -> int:
    return ROUNDS - view.round


BARGAINS: Final = Bargains(
    at_stake=at_stake,
    topics=topics,
    ends_chapter=ends_chapter,
    chapters_left=chapters_left,
    exclusive=frozenset((VISIT,)),
)
