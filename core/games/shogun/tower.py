"""The cube tower (SG-15): two floors with holes, a tray below, and a little arithmetic between.

Cubes arrive on a floor one by one: each resting cube may come loose and leave ahead of the newcomer, which
then passes or comes to rest. Cubes that leave the first floor arrive on the second; those that leave the
second land on the tray. The odds are data.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from math import floor, log2
from operator import mul
from typing import Final, NamedTuple

from msgspec import Struct

from core.chance import QuickStream, Stream
from core.games.shogun.board import ARMIES_OF_A_SEAT, COLOURS, DATA, PEASANTS, SEATS
from core.games.shogun.state import Cubes, Pile, State, counted
from core.kinds import InputError


class TowerOdds(NamedTuple):
    """Chances as whole numbers: that an arriving cube passes a floor, and that it frees a resting one."""

    floors: int
    passing: int
    out_of: int
    knocked: int
    knocked_out_of: int


def odds_of(model: str) -> TowerOdds:
    row = next(row for row in DATA["tower_models"] if row["id"] == model)
    return TowerOdds(row["floors"], *row["pass_through"], *row["knock_per_arriving_cube"])


ODDS: Final = odds_of(DATA["tower_model"])
EMPTY_TOWER: Final[tuple[Pile, ...]] = ((),) * ODDS.floors


class Landing(Struct, frozen=True, gc=False):
    """How a throw ends; a scenario forces only the tray."""

    tray: Cubes
    floors: tuple[Pile, ...] | None = None


def throw(floors: Sequence[Pile], cubes: Cubes, stream: Stream, odds: TowerOdds = ODDS) -> Landing:
    """Throw cubes in random order through all floors."""
    if isinstance(stream, QuickStream):
        return quick_throw(floors, cubes, stream.dice.random, chances_of(odds))
    falling, after = [*one_by_one(cubes)], []
    stream.shuffle(falling)
    for pile in floors:
        falling, resting = fall(pile, falling, stream, odds)
        after.append(resting)
    return Landing(counted(falling), tuple(after))


def fall(pile: Pile, arriving: Sequence[int], stream: Stream, odds: TowerOdds) -> tuple[list[int], Pile]:
    """Let cubes arrive on a floor; return those that left it, in order, and those resting on it then."""
    _, passing, out_of, knocked, knocked_out_of = odds
    below = stream.below
    lying = [*pile]
    left: list[int] = []
    for cube in arriving:
        loose = [colour for colour in lying if below(knocked_out_of) < knocked]
        left += loose
        for colour in loose:
            lying.remove(colour)
        if below(out_of) < passing:
            left.append(cube)
        else:
            lying.append(cube)
            lying.sort()  # rolls are in the order of the seats, green last (SG-15.6)
    return left, tuple(lying)


# Without proof -------------------------------------------------------------------------------


class Chances(NamedTuple):
    """The odds as a quick throw uses them."""

    passing: float
    log_outlasting: float  # the logarithm of the chance that a resting cube outlasts an arrival
    staying: tuple[float, ...]  # by arrivals: the chance that a resting cube outlasts them all
    settling: tuple[float, ...]  # by later arrivals: the chance that a cube comes to rest and outlasts those


MOST_CUBES: Final = len(SEATS) * ARMIES_OF_A_SEAT + PEASANTS


@cache
def chances_of(odds: TowerOdds) -> Chances:
    passing, outlasting = odds.passing / odds.out_of, 1 - odds.knocked / odds.knocked_out_of
    staying = tuple([outlasting**arrivals for arrivals in range(MOST_CUBES + 1)])
    return Chances(passing, log2(outlasting), staying, tuple([(1 - passing) * chance for chance in staying]))


def quick_throw(
    floors: Sequence[Pile], cubes: Cubes, random: Callable[[], float], chances: Chances
) -> Landing:
    """Throw where nobody asks for proof, with a number for each cube on a floor instead of one for each roll.

    Cubes do not affect each other, so each has its own fate. The cubes of a throw are alike until one comes
    to rest: only then is its colour drawn. And nobody cares in which order cubes reach the tray.
    """
    upstairs, downstairs = floors
    falling, below = [*one_by_one(cubes)], []
    above, freed, leaving = quick_fall(upstairs, falling, random, chances)
    settling, stays = chances.settling, chances.staying[leaving]
    for later in range(leaving):
        if random() < settling[later]:
            is_fresh = later not in freed
            below.append(falling.pop(floor(random() * len(falling))) if is_fresh else freed.pop(later))
    falling += freed.values()
    for cube in downstairs:
        if random() < stays:
            below.append(cube)
        else:
            falling.append(cube)
    below.sort()
    return Landing(counted(falling), (above, tuple(below)))


def quick_fall(
    pile: Pile, falling: list[int], random: Callable[[], float], chances: Chances
) -> tuple[Pile, dict[int, int], int]:
    """Let cubes fall on a pile; remove those that come to rest, even if they are freed again.

    Return the pile afterwards; the freed cubes, by the number of cubes that leave the floor later; and how
    many leave it in all. The logarithm of a freed cube's fate tells how many arrivals it outlasts.
    """
    passing, log_outlasting, staying, _ = chances
    arrivals = len(falling)
    stays, lying, rested, freed = staying[arrivals], [], [], []
    for cube in pile:
        fate = random()
        if fate < stays:
            lying.append(cube)
        else:
            freed.append((floor(log2(fate) / log_outlasting), cube))
    for at in range(arrivals):
        if random() >= passing:
            rested.append(at)
            cube, fate = falling.pop(floor(random() * len(falling))), random()
            if fate < staying[arrivals - at - 1]:
                lying.append(cube)
            else:
                freed.append((at + 1 + floor(log2(fate) / log_outlasting), cube))
    lying.sort()
    freed.sort()
    leaving = arrivals - len(rested) + len(freed)
    later = {
        leaving - 1 - before - at + bisect_left(rested, at): cube for before, (at, cube) in enumerate(freed)
    }
    return tuple(lying), later, leaving


# Counting ------------------------------------------------------------------------------------

SINGLE: Final = tuple((colour,) for colour in range(len(COLOURS)))


def one_by_one(cubes: Cubes) -> Pile:
    """List the colours of all cubes, in the order of the seats, green last."""
    return sum(map(mul, SINGLE, cubes), ())


def land(state: State, thrown: Cubes, landing: Landing) -> None:
    """Carry out a throw of cubes that have left their places, including those that lay on the tray."""
    floors = landing.floors
    if floors is None:
        floors = settled(state, thrown, landing.tray)
    state.floors, state.tray = floors, landing.tray


def settled(state: State, thrown: Cubes, tray: Cubes) -> tuple[Pile, ...]:
    """Work out what rests where if a scenario forced the tray: upstairs nothing new comes to rest."""
    upstairs, downstairs = map(counted, state.floors)
    inside = [sum(there) - out for *there, out in zip(upstairs, downstairs, thrown, tray, strict=True)]
    if min(inside) < 0:
        raise InputError("More cubes are to lie on the tray than were in the throw and in the tower.")
    return on_floors(tuple(map(min, upstairs, inside)), tuple(inside))


def on_floors(upstairs: Cubes, inside: Cubes) -> tuple[Pile, Pile]:
    """Put the cubes inside on the floors, this many of them upstairs."""
    downstairs = tuple([there - above for there, above in zip(inside, upstairs, strict=True)])
    return one_by_one(upstairs), one_by_one(downstairs)
