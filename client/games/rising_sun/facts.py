"""What can be read off the public table: who is strong where, what a harvest and a war would bring."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from core.games.rising_sun import GAME
from core.games.rising_sun.board import HARVEST, LAND
from core.games.rising_sun.forces import force_of, present_in
from core.games.rising_sun.projection import Projection, projected
from core.games.rising_sun.state import State
from core.games.rising_sun.view import View
from core.kinds import Seat


class Place(NamedTuple):
    """A province: the force of everybody there, and who would harvest it now."""

    forces: tuple[tuple[Seat, int], ...]
    holder: Seat | None


@lru_cache(maxsize=4)
def state_like(view: View) -> State:
    """Give a state that fits what we see, to ask the rules; public facts do not depend on the rest."""
    state: State = GAME.determinise(view, Random(0))  # noqa: S311
    return state


@lru_cache(maxsize=4)
def projections_of(view: View) -> tuple[Projection, ...]:
    """Give the points of everybody if the war came now, without bids, and Winter after it."""
    return projected(state_like(view))


@lru_cache(maxsize=4)
def places_of(view: View) -> tuple[Place, ...]:
    """Work out all provinces."""
    state = state_like(view)
    places = []
    for province in LAND:
        there = [(seat, force_of(state, seat, province)) for seat in present_in(state, province)]
        forces = sorted(there, key=lambda row: (-row[1], view.honor.index(row[0])))
        places.append(Place(tuple(forces), forces[0][0] if forces else None))
    return tuple(places)


def reward_of(province: int) -> tuple[int, int, int]:
    """Give the VP, coins and ronin of a harvest there."""
    vp, coins, ronin = HARVEST[province]
    return vp, coins, ronin


def harvest_of(view: View, seat: Seat) -> tuple[int, int, int]:
    """Add up what a clan would harvest now."""
    rewards = [HARVEST[place] for place, fact in enumerate(places_of(view)) if fact.holder == seat]
    vp, coins, ronin = (sum(column) for column in zip(*rewards, strict=True)) if rewards else (0, 0, 0)
    return vp, coins, ronin
