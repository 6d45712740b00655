"""What can be foreseen from what a viewer knows: the moment, winters, scores, and what a plan would do.

Five actions lie open while plans are made. Nobody knows the order of the others or which event comes
(SG-7.11). So a plan is carried out in every possible order and under every possible event, each equally
likely. Taxes pay only for what comes after them, and a player who cannot pay for an action skips it
(SG-10.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

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
    BUILDINGS,
    CASTLE,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    COST,
    DEPLOY_BIG,
    DEPLOY_MID,
    EVENTS,
    GREEN,
    LAND,
    NO_CARD,
    NO_EVENT,
    NOBODY,
    TEMPLE,
    THEATRE,
    supply_row,
)
from core.games.shogun.odds import Forecast, attack, battle, of_hunger, revolt
from core.games.shogun.province_actions import hindrance, obstacle, rice_from, tax_from
from core.games.shogun.state import board_of, effect, provinces_of
from core.games.shogun.steps import Assault, March, OfferAttackCube, OfferDefenceCube, Regroup, Uprising
from core.games.shogun.view import View
from core.games.shogun.winter import fed, land_vp, leaders_in, majority_vp, worth_of_most
from core.kinds import Seat

# The moment ----------------------------------------------------------------------------------


def contested(view: View) -> int:
    """Name the province in which cubes are about to be thrown; -1 for none."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, (OfferAttackCube, OfferDefenceCube)):
        return step.assault.province
    return step.province if isinstance(step, (Assault, Uprising)) else -1


def acting_in(view: View) -> int:
    """Name the province whose card is being carried out; -1 for none."""
    step = view.agenda[-1] if view.agenda else None
    return step.province if isinstance(step, (March, Regroup)) else -1


# Winter --------------------------------------------------------------------------------------


class Hunger(NamedTuple):
    """What a winter with this loss of rice would do to a player as things stand."""

    loss: int
    rice: int  # left
    missing: int
    revolts: int
    peasants: int  # extra ones in each revolt


def winter_losses(view: View) -> list[int]:
    """List how much rice the winter may take: by any open card except the one in force (SG-8.2)."""
    cards = [number for number in view.events_open if number != view.event]
    return sorted({EVENTS[number].winter_rice_loss for number in cards})


def hunger_of(view: View, seat: Seat) -> list[Hunger]:
    """Return what each possible winter would mean now, the mildest first (SG-18.1 to SG-18.4)."""
    outlook = []
    for loss in winter_losses(view) or [0]:
        rice, missing = fed(view, seat, len(provinces_of(view, seat)), loss)
        outlook.append(Hunger(loss, rice, missing, *supply_row(missing)))
    return outlook


def held_in_hunger(view: View, seat: Seat, peasants: int) -> float:
    """Return how likely a province survives a winter revolt: any of one's own, each as likely (SG-18.5)."""
    own = provinces_of(view, seat)
    return sum(revolt(view, of_hunger(view, province, peasants)).held for province in own) / max(1, len(own))


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
    """Return what the winter would pay everybody if it came now (SG-19)."""
    majorities = majority_vp(view)
    return {seat: Score(*land_vp(view, provinces_of(view, seat)), majorities[seat]) for seat in view.seats}


class Most(NamedTuple):
    """Who has most of a kind of building in a region, and what each of them gets."""

    leaders: tuple[Seat, ...]
    vp: int


def most_in(view: View, region: int) -> tuple[Most, ...]:
    """Return who leads in a region, by kind of building (SG-19.3)."""
    provinces = board_of(view).regions[region]
    found = []
    for kind in range(len(BUILDINGS)):
        leaders = leaders_in(view, provinces, kind)
        found.append(Most(tuple(leaders), worth_of_most(kind, len(leaders)) if leaders else 0))
    return tuple(found)


# Around a province ---------------------------------------------------------------------------


class Clash(NamedTuple):
    """An attack possible as things stand, with all armies but one."""

    origin: int
    target: int
    armies: int
    ends: Forecast


def threats_to(view: View, province: int) -> list[Clash]:
    """List who could attack a province from next to it, the most dangerous first."""
    owner = view.owner[province]
    near = [
        place for place in board_of(view).neighbours[province] if view.owner[place] not in (owner, NOBODY)
    ]
    return sorted(clashes(view, [(place, province) for place in near]), key=lambda one: one.ends.held)


def chances_from(view: View, province: int) -> list[Clash]:
    """List what could be attacked from a province, the easiest first."""
    owner = view.owner[province]
    near = [place for place in board_of(view).neighbours[province] if view.owner[place] != owner]
    return sorted(clashes(view, [(province, place) for place in near]), key=lambda one: -one.ends.taken)


def clashes(view: View, ways: Iterable[tuple[int, int]]) -> Iterator[Clash]:
    for origin, target in ways:
        armies = view.armies[origin] - 1
        if armies > 0:
            ends = battle(view, attack(view, view.owner[origin], origin, target, armies))
            yield Clash(origin, target, armies, ends)


# What a plan would do ------------------------------------------------------------------------


BUILDS: Final = {BUILD_CASTLE: CASTLE, BUILD_TEMPLE: TEMPLE, BUILD_THEATRE: THEATRE}

# Card by card --------------------------------------------------------------------------------


class Prospect(NamedTuple):
    """What a card on a place would cost and yield as things stand; with a reason it would do nothing."""

    pays: int = 0
    chests: int = 0
    rice: int = 0
    armies: int = 0
    peasants: int = 0  # thrown in the resulting revolt
    revolt: Forecast | None = None
    reason: str = ""

    @property
    def is_of_money(self) -> bool:
        return bool(self.pays or self.chests)


NOTHING: Final = Prospect()


def prospect(view: View, seat: Seat, place: int, card: int) -> Prospect:
    """Foresee a card on a place, if it can be paid for; a chest card means no action (SG-7.7)."""
    if place >= len(ACTIONS):
        return Prospect(pays=CHEST_CARDS.index(card)) if card in CHEST_CARDS else NOTHING
    if card == NO_CARD or card not in LAND:
        return NOTHING
    reason = why_not(view, seat, place, card)
    return Prospect(reason=reason) if reason else result_of(view, seat, place, card)


def why_not(view: View, seat: Seat, action: int, province: int) -> str:
    """Name what on the map would prevent an action if it came now (SG-10.4)."""
    if action in BUILDS:
        return obstacle(view, seat, province, 0, BUILDS[action])
    return hindrance(view, seat, province) if action in (BATTLE_A, BATTLE_B) else ""


def result_of(view: View, seat: Seat, action: int, province: int) -> Prospect:
    if action == COLLECT_RICE:
        return with_revolt(view, province, Prospect(rice=rice_from(view, seat, province)))
    if action == COLLECT_TAX:
        return with_revolt(view, province, Prospect(chests=tax_from(view, seat, province)))
    if action in (BATTLE_A, BATTLE_B):
        return Prospect(armies=view.armies[province] - 1)
    return Prospect(pays=COST[action], armies=armies_of(view, action))


def with_revolt(view: View, province: int, taken: Prospect) -> Prospect:
    """Add the revolt that follows where there already is unrest (SG-12.5, SG-21.17)."""
    if not view.revolts[province]:
        return taken
    peasants = min(view.revolts[province], view.reserve[GREEN])
    foreseen = revolt(view, Uprising(province, peasants, in_winter=False))
    return taken._replace(peasants=peasants, revolt=foreseen)


def armies_of(view: View, action: int) -> int:
    """Return how many armies an action places under the event in force (SG-8.10)."""
    now = effect(view)
    return {DEPLOY_BIG: now.fewer_big, DEPLOY_MID: now.fewer_mid}.get(action, ARMIES[action])


# The whole plan ------------------------------------------------------------------------------


class Span(NamedTuple):
    """The range in which a number is known to lie."""

    least: int
    most: int


class Fate(NamedTuple):
    """What becomes of a card over all possibilities."""

    done: float  # in what share of them the card is carried out
    reason: str  # what is missing if it is not
    left: Span  # chests after it


class Reckoning(NamedTuple):
    """A plan, place by place, and its effect on the chests."""

    prospects: tuple[Prospect, ...]
    taxes: Span
    known: dict[int, Fate]  # by place, in order: the bid and the actions that lie open
    later: dict[int, Fate]  # by place, in any order
    end: Span

    def fate_of(self, place: int) -> Fate | None:
        return self.known.get(place) or self.later.get(place)


def reckon(view: View, seat: Seat, plan: Sequence[int]) -> Reckoning:
    """Carry out a plan in every way it may go."""
    now = prospects(view, seat, plan)
    worlds = [prospects(replace(view, event=event), seat, plan) for event in events_to_come(view)]
    known = [place for place in (BID, *view.actions) if now[place].is_of_money]
    later = [place for place in range(BID) if now[place].is_of_money and place not in known]
    purse = Purse(view.chests[seat], view.reserve[seat])
    courses = [course_of(cards, (*known, *rest), purse) for cards in worlds for rest in permutations(later)]
    return Reckoning(
        now,
        span(cards[COLLECT_TAX].chests for cards in worlds),
        {place: fate_in([course[place] for course in courses]) for place in known},
        {place: fate_in([course[place] for course in courses]) for place in later},
        span(end_of(course, purse) for course in courses),
    )


def prospects(view: View, seat: Seat, plan: Sequence[int]) -> tuple[Prospect, ...]:
    return tuple([prospect(view, seat, place, card) for place, card in enumerate(plan)])


def events_to_come(view: View) -> tuple[int, ...]:
    """List what may be in force when the plan is carried out (SG-8.1)."""
    return (view.event,) if view.event != NO_EVENT else view.events_open or (NO_EVENT,)


class Purse(NamedTuple):
    """What there is to pay with."""

    chests: int
    reserve: int


Step: TypeAlias = tuple[str, int]
"""Why a card was skipped, if it was, and the chests left after it."""


def course_of(cards: Sequence[Prospect], order: Sequence[int], purse: Purse) -> dict[int, Step]:
    """Carry out cards one after the other, each in full or not at all (SG-10.3, SG-10.4)."""
    course = {}
    chests, reserve = purse
    for place in order:
        card = cards[place]
        reason = "chests" if chests < card.pays else "reserve" if reserve < card.armies else ""
        if not reason:
            chests += card.chests - card.pays
            reserve -= card.armies
        course[place] = reason, chests
    return course


def end_of(course: dict[int, Step], purse: Purse) -> int:
    """Return how many chests are left when everything is done."""
    return [*course.values()][-1][1] if course else purse.chests


def fate_in(steps: Sequence[Step]) -> Fate:
    skipped = [reason for reason, _ in steps if reason]
    left = span(chests for _, chests in steps)
    return Fate(1 - len(skipped) / len(steps), skipped[0] if skipped else "", left)


def span(numbers: Iterable[int]) -> Span:
    there = [*numbers]
    return Span(min(there), max(there))
