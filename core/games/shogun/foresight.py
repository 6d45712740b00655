"""What can be foreseen from what a viewer knows: winters, scores, and what a plan would pay and yield."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from core.games.shogun.board import (
    ACTIONS,
    ARMIES,
    BATTLE_A,
    BATTLE_B,
    BID,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CASTLE,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    COST,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    EVENTS,
    LAND,
    NO_CARD,
    TEMPLE,
    THEATRE,
    supply_row,
)
from core.games.shogun.building import obstacle
from core.games.shogun.collecting import rice_from, tax_from
from core.games.shogun.deploying import shortage
from core.games.shogun.marching import hindrance
from core.games.shogun.state import board_of, changed, effect, provinces_of
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube, Regroup, Uprising
from core.games.shogun.view import View
from core.games.shogun.winter import fed, land_vp, leaders_in, majority_vp, worth_of_most
from core.records import Seat

BUILDS: Final = {BUILD_CASTLE: CASTLE, BUILD_TEMPLE: TEMPLE, BUILD_THEATRE: THEATRE}

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
    for kind in range(len(BUILDS)):
        leaders = leaders_in(view, provinces, kind)
        found.append(Most(tuple(leaders), worth_of_most(kind, len(leaders)) if leaders else 0))
    return tuple(found)


# Plans ---------------------------------------------------------------------------------------


class Prospect(NamedTuple):
    """What a card on a place would pay and yield as things stand; with a reason it would do nothing."""

    pays: int = 0
    chests: int = 0
    rice: int = 0
    armies: int = 0
    peasants: int = 0  # thrown in the revolt that follows
    reason: str = ""


NOTHING: Final = Prospect()


def prospect(view: View, seat: Seat, place: int, card: int) -> Prospect:
    """Foresee a card on a place of the own board; a chest card means no action (SG-7.7)."""
    if place >= len(ACTIONS):
        return Prospect(pays=CHEST_CARDS.index(card)) if card in CHEST_CARDS else NOTHING
    if card == NO_CARD or card not in LAND:
        return NOTHING
    reason = why_not(view, seat, place, card)
    return Prospect(reason=reason) if reason else result_of(view, seat, place, card)


def prospects(view: View, seat: Seat, plan: tuple[int, ...]) -> tuple[Prospect, ...]:
    """Foresee a whole plan: the bid, then the actions that lie open pay and yield one after the other.

    The others are judged by what is left then, each alone, as nobody knows which of them comes first.
    """
    found, chests = {}, view.chests[seat]
    for place in (BID, *view.actions):
        found[place] = prospect(with_chests(view, seat, chests), seat, place, plan[place])
        chests += found[place].chests - found[place].pays
    later = with_chests(view, seat, chests)
    return tuple(
        found[place] if place in found else prospect(later, seat, place, card)
        for place, card in enumerate(plan)
    )


def with_chests(view: View, seat: Seat, chests: int) -> View:
    return replace(view, chests=changed(view.chests, seat, chests))


def why_not(view: View, seat: Seat, action: int, province: int) -> str:
    """Name what would keep an action from being carried out, if it came now (SG-10.4)."""
    if action in BUILDS:
        return obstacle(view, seat, province, COST[action], BUILDS[action])
    if action in (DEPLOY_BIG, DEPLOY_MID, DEPLOY_SMALL):
        return shortage(view, seat, action, armies_of(view, action))
    return hindrance(view, seat, province) if action in (BATTLE_A, BATTLE_B) else ""


def result_of(view: View, seat: Seat, action: int, province: int) -> Prospect:
    if action == COLLECT_RICE:
        return Prospect(rice=rice_from(view, seat, province), peasants=view.revolts[province])
    if action == COLLECT_TAX:
        return Prospect(chests=tax_from(view, seat, province), peasants=view.revolts[province])
    if action in (BATTLE_A, BATTLE_B):
        return Prospect(armies=view.armies[province] - 1)
    return Prospect(pays=COST[action], armies=armies_of(view, action))


def armies_of(view: View, action: int) -> int:
    """Say how many armies an action places under the event in force (SG-8.10)."""
    now = effect(view)
    return {DEPLOY_BIG: now.fewer_big, DEPLOY_MID: now.fewer_mid}.get(action, ARMIES[action])
