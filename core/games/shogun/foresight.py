"""What can be foreseen from what a viewer knows: the moment, winters and scores."""

from __future__ import annotations

from typing import NamedTuple

from core.games.shogun.board import BUILDINGS, EVENTS, supply_row
from core.games.shogun.state import board_of, provinces_of
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube, Regroup, Uprising
from core.games.shogun.view import View
from core.games.shogun.winter import fed, land_vp, leaders_in, majority_vp, worth_of_most
from core.kinds import Seat

# The moment ----------------------------------------------------------------------------------


def contested(view: View) -> int:
    """Name the province in which cubes are about to be thrown; -1: none."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, (OfferAttackCube, OfferDefenceCube)):
        return step.assault.province
    return step.province if isinstance(step, (Assault, Uprising)) else -1


def acting_in(view: View) -> int:
    """Name the province whose card is carried out now; -1: none."""
    step = view.agenda[-1] if view.agenda else None
    return step.province if isinstance(step, (March, Regroup)) else -1


# Winter --------------------------------------------------------------------------------------


class Hunger(NamedTuple):
    """What a winter with such a loss of rice would do to a player as things stand."""

    loss: int
    rice: int  # left
    missing: int
    revolts: int
    peasants: int  # extra ones in each revolt


def winter_losses(view: View) -> list[int]:
    """List how much rice the winter may take: any open card but the one in force may be its card (SG-8.2)."""
    cards = [number for number in view.events_open if number != view.event]
    return sorted({EVENTS[number].winter_rice_loss for number in cards})


def hunger_of(view: View, seat: Seat) -> list[Hunger]:
    """Say what each winter that may come would mean now, the mildest first (SG-18.1 to SG-18.4)."""
    outlook = []
    for loss in winter_losses(view) or [0]:
        rice, missing = fed(view, seat, len(provinces_of(view, seat)), loss)
        outlook.append(Hunger(loss, rice, missing, *supply_row(missing)))
    return outlook


# Scores --------------------------------------------------------------------------------------


class Score(NamedTuple):
    """What a player would score now."""

    provinces: int
    buildings: int
    majorities: int

    @property
    def total(self) -> int:
        return sum(self)


def scores_now(view: View) -> dict[Seat, Score]:
    """Say what the winter would pay everybody if it came now (SG-19)."""
    majorities = majority_vp(view)
    return {seat: Score(*land_vp(view, provinces_of(view, seat)), majorities[seat]) for seat in view.seats}


class Most(NamedTuple):
    """Who has most of a kind of building in a region, and what each of them gets for it."""

    leaders: tuple[Seat, ...]
    vp: int


def most_in(view: View, region: int) -> tuple[Most, ...]:
    """Say by kind of building who leads in a region (SG-19.3)."""
    provinces = board_of(view).regions[region]
    found = []
    for kind in range(len(BUILDINGS)):
        leaders = leaders_in(view, provinces, kind)
        found.append(Most(tuple(leaders), worth_of_most(kind, len(leaders)) if leaders else 0))
    return tuple(found)
