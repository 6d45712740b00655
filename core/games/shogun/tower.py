"""The cube tower (SG-15): two floors with holes, a tray below, and a little arithmetic between.

A floor is a count of resting cubes by colour. Cubes arrive on it one by one: each resting cube may come
loose and leave ahead of the newcomer, which then passes or comes to rest itself. What leaves the first
floor arrives on the second, what leaves the second lies on the tray. The odds are data.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import log
from operator import add
from typing import Final, NamedTuple, TypeAlias

from core.chance import QuickStream, Stream
from core.games.shogun.board import COLOURS, DATA
from core.games.shogun.state import State, resting
from core.records import InputError

Cubes: TypeAlias = tuple[int, ...]
"""Counts by colour, green last."""


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
HUES: Final = range(len(COLOURS))
EMPTY_TOWER: Final = ((0,) * len(COLOURS),) * ODDS.floors


class Landing(NamedTuple):
    """How a throw ends; a scenario lays down the tray alone."""

    tray: Cubes
    floors: tuple[Cubes, ...] | None = None


def throw(floors: Sequence[Cubes], cubes: Cubes, stream: Stream, odds: Odds = ODDS) -> Landing:
    """Throw cubes, in a random order, through all floors."""
    falling, after = [*one_by_one(cubes)], []
    stream.shuffle(falling)
    for floor in floors:
        if isinstance(stream, QuickStream):
            falling, floor_after = quick_fall(floor, falling, stream.random, odds)
        else:
            falling, floor_after = fall(floor, falling, stream, odds)
        after.append(floor_after)
    falling.sort()
    return Landing(counted(tuple(falling)), tuple(after))


def fall(floor: Cubes, arriving: Sequence[int], stream: Stream, odds: Odds) -> tuple[list[int], Cubes]:
    """Let cubes arrive on a floor; give what left it, in order, and what rests on it then."""
    _, passing, out_of, knocked, knocked_out_of = odds
    below = stream.below
    lying = [*one_by_one(floor)]
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
    return left, counted(tuple(lying))


def quick_fall(
    floor: Cubes, arriving: Sequence[int], random: Callable[[], float], odds: Odds
) -> tuple[list[int], Cubes]:
    """Do the same where nobody asks for proof: of the rolls make only those that change something.

    A logarithm says how many rolls miss before one hits. `knock` counts those for resting cubes until one is
    freed, `rest` is the place of the next cube that stays.
    """
    to_knock, to_rest = logarithms(odds)
    lying, at, last = [*one_by_one(floor)], 0, len(arriving)
    left: list[int] = []
    knock, rest = int(log(1 - random()) / to_knock), int(log(1 - random()) / to_rest)
    while True:
        struck = at + knock // len(lying) if lying else last
        if struck <= rest and struck < last:
            left += arriving[at:struck]
            place = knock % len(lying)
            left.append(lying.pop(place))
            at, knock = struck, place + int(log(1 - random()) / to_knock)
        elif rest < last:
            left += arriving[at:rest]
            knock -= (rest + 1 - at) * len(lying)
            insort(lying, arriving[rest])
            at = rest + 1
            rest = at + int(log(1 - random()) / to_rest)
        else:
            left += arriving[at:]
            return left, counted(tuple(lying))


@cache
def logarithms(odds: Odds) -> tuple[float, float]:
    """Give those of the chances that a resting cube stays, and that an arriving one does not."""
    return log(1 - odds.knocked / odds.knocked_out_of), log(odds.passing / odds.out_of)


@lru_cache(maxsize=4096)
def one_by_one(cubes: Cubes) -> Cubes:
    """List the colours of all cubes, in the order of the seats, green last."""
    return tuple([colour for colour, number in enumerate(cubes) for _ in range(number)])


@lru_cache(maxsize=4096)
def counted(cubes: Cubes) -> Cubes:
    """Count cubes that are listed one by one; the same ones come again and again."""
    return tuple(map(cubes.count, HUES))


def plus(some: Cubes, more: Cubes) -> Cubes:
    return tuple(map(add, some, more))


def land(state: State, thrown: Cubes, landing: Landing) -> None:
    """Carry out a throw of cubes that have left their places; what lay on the tray is among them."""
    floors = landing.floors
    if floors is None:
        floors = settled(state, plus(resting(state), thrown), landing.tray)
    state.floors, state.tray = floors, landing.tray


def settled(state: State, cubes: Cubes, tray: Cubes) -> tuple[Cubes, ...]:
    """Say what rests where when a scenario laid down the tray: upstairs nothing new comes to rest."""
    inside = [there - out for there, out in zip(cubes, tray, strict=True)]
    if min(inside) < 0:
        raise InputError("More cubes are to lie on the tray than were in the throw and in the tower.")
    upstairs = tuple(min(pair) for pair in zip(state.floors[0], inside, strict=True))
    return upstairs, tuple(there - above for there, above in zip(inside, upstairs, strict=True))
