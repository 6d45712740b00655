"""The promises of Ninjato that the table can judge, from what everybody can see.

Nothing changes hands in Ninjato, so a deal consists of promises alone, and nobody has to keep them.

- `spare HOUSE`, for this round: broken when the promiser raids the house.
- `visit PLACE`: decided by the next shuriken the promiser places, in whatever round.
- `no_envoy CLAN`, for this round: broken when the promiser wins an envoy of the clan.
"""

from __future__ import annotations

from typing import Final

from core.deals import Phase, PromiseBook, PromiseKind, kept_by
from core.games.ninjato.board import CLANS, FIRST_SIDE, HOUSES, LOCATIONS, SIDES
from core.games.ninjato.cards import ENVOYS
from core.games.ninjato.events import EnvoyWon, RoundEnded, ShurikenPlaced
from core.games.ninjato.state import State
from core.kinds import Event, Seat

SPARE: Final = "spare"
VISIT: Final = "visit"
NO_ENVOY: Final = "no_envoy"

HOUSE_NAMES: Final = tuple(str(house + 1) for house in HOUSES)
PLACES: Final = (*LOCATIONS[:FIRST_SIDE], *HOUSE_NAMES)


def place_of(location: int) -> str:
    """Name a location without the side of the house."""
    return PLACES[location if location < FIRST_SIDE else FIRST_SIDE + (location - FIRST_SIDE) // len(SIDES)]


def raids(house: str, seat: Seat, event: Event) -> bool:
    return isinstance(event, ShurikenPlaced) and event.seat == seat and place_of(event.location) == house


def judge_visit(place: str, seat: Seat, event: Event) -> bool | None:
    if isinstance(event, ShurikenPlaced) and event.seat == seat:
        return place_of(event.location) == place
    return None


def wins_envoy(clan: str, seat: Seat, event: Event) -> bool:
    return isinstance(event, EnvoyWon) and event.seat == seat and CLANS[ENVOYS[event.envoy].clan] == clan


def phase_of(state: State) -> Phase:
    return state.round, state.phase


PROMISES: Final = PromiseBook(
    kinds={
        SPARE: PromiseKind(HOUSE_NAMES, kept_by(RoundEnded, raids)),
        VISIT: PromiseKind(PLACES, judge_visit),
        NO_ENVOY: PromiseKind(CLANS, kept_by(RoundEnded, wins_envoy)),
    },
    phase_of=phase_of,
    allows_goods=False,
)
