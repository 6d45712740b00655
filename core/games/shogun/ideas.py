"""Which actions look worth taking where, and plans made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from core.decisions import EMPTY, Arrange, Arrangement
from core.games.shogun.board import (
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
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    NO_CARD,
    PLACES,
    RICE,
    SCORING,
    SLOTS,
    TAX,
    YEARS,
)
from core.games.shogun.marching import Prices, best_march, threat
from core.games.shogun.state import State, board_of, has_building, provinces_of
from core.games.shogun.winter import leaders_in
from core.kinds import Choice, Dice, Seat


class Idea(NamedTuple):
    """An action for a province and its apparent worth."""

    worth: float
    action: int
    province: int


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


# Plans ---------------------------------------------------------------------------------------


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
