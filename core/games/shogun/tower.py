"""The cube tower (SG-15): two floors with holes, a tray below, and a little arithmetic between.

Cubes arrive on a floor one by one: each resting cube may come loose and leave ahead of the newcomer, which
then passes or comes to rest itself. What leaves the first floor arrives on the second, what leaves the second
lies on the tray. The odds are data.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from math import log2
from operator import mul
from typing import Final, NamedTuple

from msgspec import Struct

from core.chance import QuickStream, Stream
from core.games.shogun.board import COLOURS, DATA
from core.games.shogun.state import Cubes, Pile, State, counted
from core.records import InputError


class Odds(NamedTuple):
    """Chances out of whole numbers: that an arriving cube passes a floor, that it frees a resting one."""

    floors: int
    passing: int
    out_of: int
    knocked: int
    knocked_out_of: int


def odds_of(model: str) -> Odds:
    row = next(row for row in DATA["tower_models"] if row["id"] == model)
    return Odds(row["floors"], *row["pass_through"], *row["knock_per_arriving_cube"])


ODDS: Final = odds_of(DATA["tower_model"])
EMPTY_TOWER: Final[tuple[Pile, ...]] = ((),) * ODDS.floors


class Landing(Struct, frozen=True, gc=False):
    """How a throw ends; a scenario lays down the tray alone."""

    tray: Cubes
    floors: tuple[Pile, ...] | None = None


def throw(floors: Sequence[Pile], cubes: Cubes, stream: Stream, odds: Odds = ODDS) -> Landing:
    """Throw cubes, in a random order, through all floors."""
    falling, after = [*one_by_one(cubes)], []
    stream.shuffle(falling)
    for floor in floors:
        if isinstance(stream, QuickStream):
            falling, resting = quick_fall(floor, falling, stream.dice.random, odds)
        else:
            falling, resting = fall(floor, falling, stream, odds)
        after.append(resting)
    return Landing(counted(falling), tuple(after))


def fall(floor: Pile, arriving: Sequence[int], stream: Stream, odds: Odds) -> tuple[list[int], Pile]:
    """Let cubes arrive on a floor; give what left it, in order, and what rests on it then."""
    _, passing, out_of, knocked, knocked_out_of = odds
    below = stream.below
    lying = [*floor]
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


def quick_fall(
    floor: Pile, arriving: Sequence[int], random: Callable[[], float], odds: Odds
) -> tuple[list[int], Pile]:
    """Do the same where nobody asks for proof, with one number for a cube instead of a roll for each arrival.

    No cube on a floor minds the others, so each has its fate by itself. A logarithm says how many pass before
    one comes to rest. A number above the chance to stay to the end frees a resting cube, and the logarithm of
    that number says how many arrivals it outlasts.
    """
    to_knock, to_rest, stays = outlook(odds, len(arriving))
    resting = [(0, cube) for cube in floor]  # since how many arrivals, and which
    last, rested, lying, freed, left = len(arriving), [], [], [], [*arriving]
    at = int(log2(1 - random()) / to_rest)
    while at < last:
        rested.append(at)
        resting.append((at + 1, arriving[at]))
        at += 1 + int(log2(1 - random()) / to_rest)
    for since, cube in resting:
        fate = random()
        if fate > stays[last - since]:
            freed.append((since + int(log2(fate) / to_knock), cube))
        else:
            lying.append(cube)
    for at in reversed(rested):
        del left[at]
    for at, cube in sorted(freed, reverse=True):
        left.insert(at - bisect_left(rested, at), cube)
    lying.sort()
    return left, tuple(lying)


@cache
def outlook(odds: Odds, arrivals: int) -> tuple[float, float, tuple[float, ...]]:
    """Give the logarithms of the chances that a resting cube stays and that an arriving one passes.

    With them, the chance that a cube still rests after none, one, two... arrivals.
    """
    stays = 1 - odds.knocked / odds.knocked_out_of
    return log2(stays), log2(odds.passing / odds.out_of), tuple([stays**n for n in range(arrivals + 1)])


SINGLE: Final = tuple((colour,) for colour in range(len(COLOURS)))


def one_by_one(cubes: Cubes) -> Pile:
    """List the colours of all cubes, in the order of the seats, green last."""
    return sum(map(mul, SINGLE, cubes), ())


def land(state: State, thrown: Cubes, landing: Landing) -> None:
    """Carry out a throw of cubes that have left their places; what lay on the tray is among them."""
    floors = landing.floors
    if floors is None:
        floors = settled(state, thrown, landing.tray)
    state.floors, state.tray = floors, landing.tray


def settled(state: State, thrown: Cubes, tray: Cubes) -> tuple[Pile, ...]:
    """Say what rests where when a scenario laid down the tray: upstairs nothing new comes to rest."""
    upstairs, downstairs = map(counted, state.floors)
    inside = [sum(there) - out for *there, out in zip(upstairs, downstairs, thrown, tray, strict=True)]
    if min(inside) < 0:
        raise InputError("More cubes are to lie on the tray than were in the throw and in the tower.")
    return on_floors(tuple(map(min, upstairs, inside)), tuple(inside))


def on_floors(upstairs: Cubes, inside: Cubes) -> tuple[Pile, Pile]:
    """Lay the cubes that are inside on the floors, so many of them upstairs."""
    downstairs = tuple([there - above for there, above in zip(inside, upstairs, strict=True)])
    return one_by_one(upstairs), one_by_one(downstairs)
