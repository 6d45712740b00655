"""What a bot that looks ahead needs to know about Shogun: plans worth trying, and how others may act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from core.bots.judging import ALWAYS, Criteria, Judge, fitted
from core.decisions import EMPTY, Arrange, Arrangement, ChooseOne, Decision, Done
from core.games.shogun.board import (
    ATTACK_PLUS,
    AUTUMN,
    BATTLE_A,
    BATTLE_B,
    BID,
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    CARDS,
    CHEST_CARDS,
    COLLECT_RICE,
    COLLECT_TAX,
    COST,
    DEFENCE_PLUS,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    LAND,
    NO_CARD,
    NOBODY,
    PLACES,
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
from core.games.shogun.choices import Choose, MoveArmies, Revolt, TakeProvince
from core.games.shogun.odds import attack, battle, chance_to_hold, chance_to_take
from core.games.shogun.odds import revolt as revolt_odds
from core.games.shogun.state import State, board_of, has_building, holdings, provinces_of
from core.games.shogun.steps import CollectPlans, March, PickProvince, PlaceGroup, Regroup, Uprising
from core.games.shogun.winter import leaders_in, majority_vp
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

CHEST: Final = 0.3
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
PROMISING: Final = 6  # marches considered
PLAN_WORLDS: Final = 3
NOISE: Final = 0.5  # VP by which plans differ in their view of an action
MUCH_NOISE: Final = 1.5  # the same for the boldest of many plans
GARRISON: Final = 0.25
"""Share of a province's worth that is at risk where strong neighbours see a single army."""


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


# Odds and prices -----------------------------------------------------------------------------


class Prices(NamedTuple):
    """How likely a march takes a province, how likely armies hold against peasants, and what is at stake."""

    take: Callable[[State, int, int, int], float]  # origin, target, armies
    hold: Callable[[State, int], float]
    army: float = 0.12  # VP, like everything below
    chest: float = CHEST
    land: float = 1.0  # a province, for each winter to come
    building: float = 1.3  # the same

    def worth_of(self, state: State, province: int) -> float:
        return self.land + self.building * state.buildings[province].bit_count()


def take_by_the_tower(state: State, origin: int, target: int, armies: int) -> float:
    return battle(state, attack(state, state.owner[origin], origin, target, armies)).taken


def hold_by_the_tower(state: State, province: int) -> float:
    return revolt_odds(state, Uprising(province, state.revolts[province], in_winter=False)).held


BY_THE_TOWER: Final = Prices(take_by_the_tower, hold_by_the_tower)
"""The odds the screen shows; for the bot's own decisions."""
AT_A_GLANCE: Final = Prices(
    lambda state, _origin, target, armies: chance_to_take(state, target, armies),
    lambda state, province: chance_to_hold(state.armies[province], state.revolts[province]),
)
"""Quick guesses, for looking ahead many times over."""


def by_the_judge(state: State) -> Prices:
    """Use what games have shown things to be worth; a lost army does not cost its full worth."""
    weights = JUDGES["strong"].weights_for(state)
    return BY_THE_TOWER._replace(
        army=0.75 * weights["army"],
        chest=CHEST * weights["purse"],
        land=weights["land"],
        building=1.3 * weights["buildings"],
    )


# Plans ---------------------------------------------------------------------------------------


class Idea(NamedTuple):
    """An action for a province and its apparent worth."""

    worth: float
    action: int
    province: int


def many_plans(state: State, seat: Seat, decision: Arrange, dice: Dice) -> list[Choice]:
    """Draw up plans by steady's prices and by those games have shown, each bolder than the last."""
    views = [list(ideas_of(state, seat, by)) for by in (BY_THE_TOWER, by_the_judge(state))]
    noises = [MUCH_NOISE * n / MANY_PLANS for n in range(MANY_PLANS)]
    plans = [draw_up(state, seat, decision, views[n % 2], dice, noise) for n, noise in enumerate(noises)]
    return list(dict.fromkeys(plans))


def draw_up(
    state: State, seat: Seat, decision: Arrange, ideas: list[Idea], dice: Dice, noise: float
) -> Choice:
    """Lay the best ideas that can be paid for, one for each province and action; fill up harmlessly."""
    ideas = [idea._replace(worth=idea.worth + noise * (2 * dice.random() - 1)) for idea in ideas]
    plan, money = [NO_CARD] * len(PLACES), state.chests[seat]
    for idea in sorted(ideas, reverse=True):
        price = COST[idea.action]
        if idea.worth > 0 and plan[idea.action] == NO_CARD and idea.province not in plan and price <= money:
            plan[idea.action] = idea.province
            money -= price
    lay_bid(plan, money, dice)
    fill_up(state, seat, plan)
    cards = Arrangement(tuple(CARDS[card] if card != NO_CARD else EMPTY for card in plan))
    return cards if decision.allows(cards) else decision.sample(dice)


def lay_bid(plan: list[int], money: int, dice: Dice) -> None:
    """Bid what can be spared, mostly little."""
    most = min(money, 4)
    plan[BID] = CHEST_CARDS[int(dice.random() ** 2 * (most + 1))]


def fill_up(state: State, seat: Seat, plan: list[int]) -> None:
    """Lay chest cards on the remaining places, then provinces where they do the least harm."""
    chests = [card for card in CHEST_CARDS if card not in plan]
    free = [place for place in DANGEROUS_FIRST if plan[place] == NO_CARD]
    for place, card in zip(free, chests, strict=False):
        plan[place] = card
    rest = sorted(
        (p for p in provinces_of(state, seat) if p not in plan), key=lambda province: state.armies[province]
    )
    for place, province in zip(free[len(chests) :], rest, strict=False):
        plan[place] = province


DANGEROUS_FIRST: Final = (
    BATTLE_A,
    BATTLE_B,
    COLLECT_RICE,
    COLLECT_TAX,
    BUILD_THEATRE,
    BUILD_TEMPLE,
    DEPLOY_SMALL,
    DEPLOY_MID,
    DEPLOY_BIG,
    BUILD_CASTLE,
)
"""Actions by the harm a province not meant to act does there, from the most to the least."""


def ideas_of(state: State, seat: Seat, by: Prices) -> Iterator[Idea]:
    winters = YEARS - state.year + 1
    for province in provinces_of(state, seat):
        yield from collections_in(state, seat, province, winters, by)
        yield from buildings_in(state, seat, province, winters, by)
        danger = threat(state, seat, province)
        prospect = best_march(state, seat, province, state.armies[province] + 3, by)[0]
        for action, armies in ((DEPLOY_BIG, 5), (DEPLOY_MID, 3), (DEPLOY_SMALL, 1)):
            worth = armies * by.army + min(danger, armies) * 0.12 * winters + 0.4 * prospect
            yield Idea(worth - COST[action] * by.chest, action, province)
        worth, move = best_march(state, seat, province, state.armies[province], by)
        if move is not None:
            yield Idea(worth, BATTLE_A, province)
            yield Idea(worth - 0.01, BATTLE_B, province)


def collections_in(state: State, seat: Seat, province: int, winters: int, by: Prices) -> Iterator[Idea]:
    """Tax and rice, minus the unrest they cause."""
    risk = 0.15
    if state.revolts[province]:
        risk = (1 - by.hold(state, province)) * by.worth_of(state, province) * winters + 0.3
    rice_needed = len(provinces_of(state, seat)) + 4 - state.rice[seat]
    yield Idea(TAX[province] * by.chest * 1.2 - risk, COLLECT_TAX, province)
    yield Idea(min(RICE[province], max(0, rice_needed)) * 0.4 - risk, COLLECT_RICE, province)


def buildings_in(state: State, seat: Seat, province: int, winters: int, by: Prices) -> Iterator[Idea]:
    if state.buildings[province].bit_count() >= SLOTS[province]:
        return
    region = next(region for region in board_of(state).regions if province in region)
    risk = 0.85 - 0.1 * (state.armies[province] == 1)
    for kind, action in enumerate((BUILD_CASTLE, BUILD_TEMPLE, BUILD_THEATRE)):
        if not has_building(state, province, kind):
            leaders = leaders_in(state, region, kind)
            lead = 0.8 if not leaders else 0.2 if leaders == [seat] else 0.5
            worth = (SCORING.building + SCORING.majority[kind] * lead) * winters * risk
            yield Idea(worth - COST[action] * by.chest, action, province)


def threat(state: State, seat: Seat, province: int) -> float:
    """Return by how many armies the strongest neighbour could outnumber a province."""
    foes = [
        state.armies[p] - 1
        for p in board_of(state).neighbours[province]
        if state.owner[p] not in (seat, NOBODY)
    ]
    return max(0, max(foes, default=0) - state.armies[province])


# Marching ------------------------------------------------------------------------------------


def best_march(
    state: State, seat: Seat, province: int, armies: int, by: Prices
) -> tuple[float, MoveArmies | None]:
    """Find the most valuable march with this many armies in the province."""
    best: tuple[float, MoveArmies | None] = (0.0, None)
    winters = YEARS - state.year + 1
    for target in board_of(state).neighbours[province]:
        if state.owner[target] != seat:
            for number in {armies - 1, armies - 2, armies * 2 // 3}:
                if 0 < number < armies:
                    worth = worth_of_march(state, province, target, number, armies - number, by) * winters
                    best = max(best, (worth, MoveArmies(number, target)), key=lambda entry: entry[0])
    return best


def worth_of_march(state: State, origin: int, target: int, armies: int, left: int, by: Prices) -> float:
    chance = by.take(state, origin, target, armies)
    is_enemy = state.owner[target] != NOBODY
    prize = by.worth_of(state, target) * (1.3 if is_enemy else 0.9)
    lost = armies * (0.95 - 0.7 * chance) * by.army
    bare = GARRISON * by.worth_of(state, origin) * (left == 1 and threat_left(state, origin, target, left))
    return chance * prize - lost - bare


def promising(state: State, seat: Seat, decision: ChooseOne) -> list[Choice]:
    """Sort the moves of a march by their apparent worth, and keep the best."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    armies = state.armies[step.province]

    def worth(option: Choice) -> float:
        assert isinstance(option, MoveArmies)
        if state.owner[option.target] == seat:
            return (
                BY_THE_TOWER.army
                * option.armies
                * (threat(state, seat, option.target) - threat(state, seat, step.province))
            )
        left = armies - option.armies
        return worth_of_march(state, step.province, option.target, option.armies, left, BY_THE_TOWER)

    return sorted(decision.options, key=worth, reverse=True)[:PROMISING]


def threat_left(state: State, origin: int, target: int, left: int) -> bool:
    """Say whether an enemy could walk into a province left almost bare."""
    owner = state.owner[origin]
    return any(
        state.owner[p] not in (owner, NOBODY) and p != target and state.armies[p] > left + 1
        for p in board_of(state).neighbours[origin]
    )


def march(state: State, seat: Seat, decision: Decision, by: Prices) -> Choice:
    """Take the best march, or the least harmful move if none is worth it."""
    step = state.agenda[-1]
    assert isinstance(step, March)
    assert isinstance(decision, ChooseOne)
    _, move = best_march(state, seat, step.province, state.armies[step.province], by)
    if move is not None and move in decision.options:
        return move
    return min(decision.options, key=lambda option: harm_of(state, seat, option))


def harm_of(state: State, seat: Seat, option: Choice) -> tuple[float, int]:
    assert isinstance(option, MoveArmies)
    if state.owner[option.target] == seat:
        return 0.0, option.armies
    return 1.0 - chance_to_take(state, option.target, option.armies), option.armies


def regroup(state: State, seat: Seat, decision: ChooseOne) -> Choice:
    """Send armies to the neighbour that needs them more."""
    step = state.agenda[-1]
    assert isinstance(step, Regroup)
    here = threat(state, seat, step.province)
    moves = [option for option in decision.options if isinstance(option, MoveArmies)]
    target = max((move.target for move in moves), key=lambda p: threat(state, seat, p))
    if threat(state, seat, target) > here:
        return max((move for move in moves if move.target == target), key=lambda move: move.armies)
    return next(option for option in decision.options if isinstance(option, Done))


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
