"""What a bot that looks ahead needs to know about Shogun: plans worth trying, and how others may act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from core.bots.judging import ALWAYS, Criteria, Judge, fitted
from core.decisions import Arrange, ChooseOne, Decision
from core.games.shogun.board import (
    ATTACK_PLUS,
    AUTUMN,
    BATTLE_A,
    COLLECT_RICE,
    COLLECT_TAX,
    DEFENCE_PLUS,
    DEPLOY_BIG,
    LAND,
    NO_CARD,
    NOBODY,
    RICE,
    RICE_PLUS,
    SCORING,
    SEASONS,
    SIX_ARMIES,
    SLOTS,
    TAX,
    TAX_PLUS,
    YEARS,
    supply_row,
)
from core.games.shogun.choices import Choose, Revolt, TakeProvince
from core.games.shogun.ideas import draw_up, ideas_of
from core.games.shogun.marching import (
    AT_A_GLANCE,
    BY_THE_TOWER,
    CHEST,
    Prices,
    march,
    promising,
    regroup,
)
from core.games.shogun.odds import chance_to_take
from core.games.shogun.state import State, board_of, holdings
from core.games.shogun.steps import CollectPlans, March, PickProvince, PlaceGroup
from core.games.shogun.winter import majority_vp
from core.kinds import Choice, Dice, Seat

# How well a seat stands; a judgement, no rule ------------------------------------------------


WEIGHTS: Final = {
    "points": 1.0,
    "land": 0.8,  # for each province and each winter to come
    "buildings": 0.95,  # what they would pay now, for each winter to come
    "purse": 1.0,
    "army": 0.12,  # for each army on the map
    "supply": 1.0,
    "unrest": -0.12,  # for each revolt marker
}
RIVALRY: Final = 0.6  # what the others' mean is worth against one's own standing

HARVEST: Final = 3.5  # rice to hope for from each future round
LOSS: Final = 3.0  # rice a winter card takes on average
REVOLT: Final = 0.45  # provinces lost for each winter revolt, and a bit more for each peasant
PEASANT: Final = 0.12


class Holdings(NamedTuple):
    """What all terms look at, worked out once for a state."""

    own: list[list[int]]  # by seat: the provinces
    majorities: list[int]  # by seat
    winters: int  # not scored yet
    rounds: int  # not planned yet, in all and in this year
    rounds_of_year: int


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
    """Fear the winter: provinces that the expected rice will not feed."""
    rice = max(0.0, state.rice[seat] + HARVEST * outlook.rounds_of_year - LOSS)
    revolts, peasants = supply_row(max(0, round(len(outlook.own[seat]) - rice)))
    return -revolts * (REVOLT + PEASANT * peasants) * outlook.winters


def unrest(state: State, seat: Seat, outlook: Holdings) -> float:
    return sum(state.revolts[province] for province in outlook.own[seat])


def exposure(state: State, seat: Seat, outlook: Holdings) -> float:
    """Fear each province's strongest neighbour, by how likely it would take the province."""
    neighbours, owners, armies = board_of(state).neighbours, state.owner, state.armies
    risk = 0.0
    for province in outlook.own[seat]:
        foes = [armies[p] for p in neighbours[province] if owners[p] not in (seat, NOBODY)]
        if foes and max(foes) > 1:
            risk += chance_to_take(state, province, max(foes) - 1) * AT_A_GLANCE.worth_of(state, province)
    return -risk * outlook.winters


def tower(state: State, seat: Seat, _outlook: Holdings) -> float:
    """Count one's own armies resting in the tower: they fall out in somebody's battle and fight again."""
    return sum([floor.count(seat) for floor in state.floors])


def border(state: State, seat: Seat, outlook: Holdings) -> float:
    """Count the provinces of others from which one can be attacked."""
    neighbours, owners = board_of(state).neighbours, state.owner
    near = {p for province in outlook.own[seat] for p in neighbours[province]}
    return sum([owners[p] not in (seat, NOBODY) for p in near])


TERMS: Final[dict[str, Callable[[State, Seat, Holdings], float]]] = {
    "points": points,
    "land": land,
    "buildings": buildings,
    "purse": purse,
    "army": army,
    "supply": supply,
    "unrest": unrest,
    "exposure": exposure,
    "tower": tower,
    "border": border,
}


def final(state: State, seat: Seat) -> float:
    return state.vp[seat] + state.chests[seat] / 100


def phase_of(state: State) -> str:
    return f"year {state.year} {SEASONS[min(state.season, AUTUMN)]}"


JUDGED: Final = Criteria(look_out, TERMS, final, phase_of)
JUDGES: Final = {
    "steady": Judge(JUDGED, {ALWAYS: WEIGHTS}, RIVALRY),
    "strong": Judge(JUDGED, fitted(__package__), RIVALRY),
}


# What to consider, and how others may answer -------------------------------------------------


PLANS: Final = 10  # tried for each round
MANY_PLANS: Final = 40  # for a bot with time
PLAN_WORLDS: Final = 3
NOISE: Final = 0.5  # VP by which plans differ in their view of an action
MUCH_NOISE: Final = 1.5  # the same for the boldest of many plans


def is_quiet(state: State) -> bool:
    """Say whether nothing is in the air, so that the state can be judged."""
    return isinstance(state.agenda[-1], CollectPlans) and not state.answers


def plays_out(state: State) -> bool:
    """Say whether the answer to the current question shows its worth only when all has been carried out."""
    return isinstance(state.agenda[-1], CollectPlans)


def ends_chapter(_before: State, state: State) -> bool:
    """Say whether the round is over."""
    return is_quiet(state)


def worlds(state: State) -> int:
    """Return how many times to guess what is hidden; it matters where all plan in secret."""
    return PLAN_WORLDS if isinstance(state.agenda[-1], CollectPlans) else 1


def candidates(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List what is worth considering: some plans; for everything else there is a habit."""
    if isinstance(decision, Arrange):
        ideas = list(ideas_of(state, seat, BY_THE_TOWER))
        return [draw_up(state, seat, decision, ideas, dice, NOISE * (n > 0)) for n in range(PLANS)]
    if isinstance(state.agenda[-1], March):
        return [march(state, seat, decision, BY_THE_TOWER)]
    return [reply(state, seat, decision, dice)]


def worth_a_search(state: State, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
    """List many plans, the most promising marches, and everything else but the draft, the habit first."""
    if isinstance(decision, Arrange):
        return many_plans(state, seat, decision, dice)
    habit = candidates(state, seat, decision, dice)
    assert isinstance(decision, ChooseOne)
    if isinstance(state.agenda[-1], March):
        return list(dict.fromkeys([*habit, *promising(state, seat, decision)]))
    if isinstance(state.agenda[-1], (PickProvince, PlaceGroup)):
        return habit
    return list(dict.fromkeys([*habit, *decision.options]))


def reply(state: State, seat: Seat, decision: Decision, dice: Dice) -> Choice:
    """Act without looking ahead."""
    if isinstance(decision, Arrange):
        return draw_up(state, seat, decision, list(ideas_of(state, seat, AT_A_GLANCE)), dice, NOISE)
    if isinstance(state.agenda[-1], March):
        return march(state, seat, decision, AT_A_GLANCE)
    assert isinstance(decision, ChooseOne)
    return HABITS[decision.prompt](state, seat, decision)


# Plans ---------------------------------------------------------------------------------------


def many_plans(state: State, seat: Seat, decision: Arrange, dice: Dice) -> list[Choice]:
    """Draw up plans by steady's prices and by those games have shown, each bolder than the last."""
    views = [list(ideas_of(state, seat, by)) for by in (BY_THE_TOWER, by_the_judge(state))]
    noises = [MUCH_NOISE * n / MANY_PLANS for n in range(MANY_PLANS)]
    plans = [draw_up(state, seat, decision, views[n % 2], dice, noise) for n, noise in enumerate(noises)]
    return list(dict.fromkeys(plans))


def by_the_judge(state: State) -> Prices:
    """Use what games have shown things to be worth; a lost army does not cost its full worth."""
    weights = JUDGES["strong"].weights_for(state)
    return BY_THE_TOWER._replace(
        army=0.75 * weights["army"],
        chest=CHEST * weights["purse"],
        land=weights["land"],
        building=1.3 * weights["buildings"],
    )


# Other habits --------------------------------------------------------------------------------


def first_option(_state: State, _seat: Seat, decision: ChooseOne) -> Choice:
    return decision.options[0]


def special(state: State, seat: Seat, decision: ChooseOne) -> Choice:
    """Take the privilege the plan can use; among equals the one that acts first."""
    plan = state.plans[seat]

    def usefulness(option: Choice) -> tuple[float, int]:
        assert isinstance(option, Choose)
        place = USED_BY[option.special]
        planned = place < 0 or (plan[place] != NO_CARD and plan[place] < len(LAND))
        return USEFUL[option.special] * planned, -state.track.index(option.special)

    return max(decision.options, key=usefulness)


USED_BY: Final = {
    TAX_PLUS: COLLECT_TAX,
    RICE_PLUS: COLLECT_RICE,
    SIX_ARMIES: DEPLOY_BIG,
    ATTACK_PLUS: BATTLE_A,
    DEFENCE_PLUS: -1,
}
USEFUL: Final = {TAX_PLUS: 0.4, RICE_PLUS: 0.4, SIX_ARMIES: 0.2, ATTACK_PLUS: 0.5, DEFENCE_PLUS: 0.35}


def pick(state: State, seat: Seat, decision: ChooseOne) -> Choice:
    """Pick the open province with most money, rice and neighbours of one's own, or hope for a better one."""

    def appeal(option: Choice) -> float:
        if not isinstance(option, TakeProvince) or option.province < 0:
            return 9.0
        near = sum(state.owner[p] == seat for p in board_of(state).neighbours[option.province])
        return TAX[option.province] + RICE[option.province] + SLOTS[option.province] + near

    return max(decision.options, key=appeal)


def revolt(state: State, _seat: Seat, decision: ChooseOne) -> Choice:
    """Begin where the peasants are weakest, while few of them are around."""

    def strength(option: Choice) -> int:
        assert isinstance(option, Revolt)
        return state.armies[option.province] - state.revolts[option.province]

    return max(decision.options, key=strength)


HABITS: Final[dict[str, Callable[[State, Seat, ChooseOne], Choice]]] = {
    "pick": pick,
    "group": first_option,
    "special": special,
    "regroup": regroup,
    "six": first_option,
    "attack": first_option,
    "defence": first_option,
    "revolt": revolt,
}
"""By question: the first option of a yes or no is yes."""
