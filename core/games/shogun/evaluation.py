"""How well a seat stands, in victory points it can hope for; a judgement for bots, no rule."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Final, NamedTuple

from core.games.shogun.board import AUTUMN, NOBODY, OVER, SCORING, YEARS, supply_row
from core.games.shogun.state import State, holdings
from core.games.shogun.view import View
from core.games.shogun.winter import majority_vp
from core.kinds import Seat

WEIGHTS: Final = {
    "points": 1.0,
    "land": 0.8,  # each province, for each winter to come
    "buildings": 0.95,  # what they would pay now, for each winter to come
    "purse": 1.0,
    "army": 0.12,  # each army on the map
    "supply": 1.0,
    "unrest": -0.12,  # each revolt marker
}
RIVALRY: Final = 0.6  # what the mean of the others is worth against the own standing
VICTORY: Final = 50.0

CHEST: Final = 0.3
HARVEST: Final = 3.5  # rice to hope for from each round to come
LOSS: Final = 3.0  # rice a winter card takes on average
REVOLT: Final = 0.45  # provinces lost for each winter revolt, and a bit more for each peasant
PEASANT: Final = 0.12


class Holdings(NamedTuple):
    """What all terms look at, worked out once for a state."""

    own: list[list[int]]  # by seat: the provinces
    majorities: list[int]  # by seat
    winters: int  # still to be scored
    rounds: int  # still to be planned, in all and in this year
    rounds_of_year: int


def evaluate(state: State, seat: Seat) -> float:
    """Set a seat's standing against that of the others."""
    outlook = look_out(state)
    standings = {other: standing(state, other, outlook) for other in state.seats}
    rivals = (sum(standings.values()) - standings[seat]) / (len(standings) - 1)
    won = VICTORY if seat in state.winners else 0.0
    return won + standings[seat] - RIVALRY * rivals


def standing(state: State, seat: Seat, outlook: Holdings) -> float:
    if state.phase == OVER:
        return state.vp[seat] + state.chests[seat] / 100
    return sum(WEIGHTS[name] * term(state, seat, outlook) for name, term in TERMS.items())


def look_out(state: State) -> Holdings:
    of_year = max(0, AUTUMN - state.season + 1)
    return Holdings(
        own=holdings(state),
        majorities=majority_vp(state),
        winters=YEARS - state.year + 1,
        rounds=(YEARS - state.year) * (AUTUMN + 1) + of_year,
        rounds_of_year=of_year,
    )


# The terms -----------------------------------------------------------------------------------


def points(state: State, seat: Seat, _outlook: Holdings) -> float:
    return state.vp[seat]


def land(_state: State, seat: Seat, outlook: Holdings) -> float:
    return len(outlook.own[seat]) * outlook.winters


def buildings(state: State, seat: Seat, outlook: Holdings) -> float:
    built = sum(state.buildings[province].bit_count() for province in outlook.own[seat])
    return (built * SCORING.building + outlook.majorities[seat]) * outlook.winters


def purse(state: State, seat: Seat, outlook: Holdings) -> float:
    """Chests are worth what can still be built with them."""
    return min(state.chests[seat], 5 * outlook.rounds) * CHEST + state.chests[seat] / 100


def army(state: State, seat: Seat, outlook: Holdings) -> float:
    return sum(state.armies[province] for province in outlook.own[seat])


def supply(state: State, seat: Seat, outlook: Holdings) -> float:
    """Fear the winter: provinces that the rice to hope for will not feed."""
    rice = max(0.0, state.rice[seat] + HARVEST * outlook.rounds_of_year - LOSS)
    revolts, peasants = supply_row(max(0, round(len(outlook.own[seat]) - rice)))
    return -revolts * (REVOLT + PEASANT * peasants) * outlook.winters


def unrest(state: State, seat: Seat, outlook: Holdings) -> float:
    return sum(state.revolts[province] for province in outlook.own[seat])


TERMS: Final[dict[str, Callable[[State, Seat, Holdings], float]]] = {
    "points": points,
    "land": land,
    "buildings": buildings,
    "purse": purse,
    "army": army,
    "supply": supply,
    "unrest": unrest,
}

# Odds ----------------------------------------------------------------------------------------

STEEPNESS: Final = 1.9
HELP_IF_CALM: Final = 1.4  # what peasants and bad luck weigh against an attacker, in cubes
HELP_IN_UNREST: Final = 0.6
HELP_IF_NEUTRAL: Final = 0.85


def chance_to_take(state: State | View, province: int, armies: int) -> float:
    """Guess how likely so many armies take a province; fits what the tower does (docs/tower.md)."""
    if state.owner[province] == NOBODY:
        defenders, help_of_peasants = 1, HELP_IF_NEUTRAL
    else:
        defenders = state.armies[province]
        help_of_peasants = HELP_IN_UNREST if state.revolts[province] else HELP_IF_CALM
    return likely((armies - defenders - help_of_peasants) / sqrt(armies + defenders))


def chance_to_hold(armies: int, peasants: int) -> float:
    """Guess how likely armies put down a revolt."""
    return likely((armies - peasants - 1.0) / sqrt(armies + peasants))


def likely(margin: float) -> float:
    return 1 / (1 + exp(-STEEPNESS * margin))
