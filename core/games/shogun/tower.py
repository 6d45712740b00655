"""The cube tower (SG-15): two floors with holes, a tray below, and a little arithmetic between.

A floor is a count of resting cubes by colour. Cubes arrive on it one by one: each resting cube may come
loose and leave ahead of the newcomer, which then passes or comes to rest itself. What leaves the first
floor arrives on the second, what leaves the second lies on the tray. The odds are data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from core.chance import Stream
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
EMPTY_TOWER: Final = ((0,) * len(COLOURS),) * ODDS.floors


class Landing(NamedTuple):
    """How a throw ends; a scenario lays down the tray alone."""

    tray: Cubes
    floors: tuple[Cubes, ...] | None = None


def throw(floors: Sequence[Cubes], cubes: Cubes, stream: Stream, odds: Odds = ODDS) -> Landing:
    """Throw cubes, in a random order, through all floors."""
    falling = [colour for colour, number in enumerate(cubes) for _ in range(number)]
    stream.shuffle(falling)
    after = []
    for floor in floors:
        falling, floor_after = fall(floor, falling, stream, odds)
        after.append(floor_after)
    return Landing(counted(falling), tuple(after))


def fall(floor: Cubes, arriving: Iterable[int], stream: Stream, odds: Odds) -> tuple[list[int], Cubes]:
    """Let cubes arrive on a floor; give what left it, in order, and what rests on it then."""
    _, passing, out_of, knocked, knocked_out_of = odds
    below = stream.below
    lying = [colour for colour, number in enumerate(floor) for _ in range(number)]
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
    return left, counted(lying)


def counted(cubes: Sequence[int]) -> Cubes:
    return tuple([cubes.count(colour) for colour in range(len(COLOURS))])


def plus(some: Iterable[int], more: Iterable[int]) -> Cubes:
    return tuple([a + b for a, b in zip(some, more, strict=True)])


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
