"""The steady bot at Rising Sun: its judgement, its bids, and what it does not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core import flow
from core.bots.levels import SteadyBot, bot_named
from core.catalog import game_named
from core.chance import SeededRng
from core.decisions import Allocate, Allocation
from core.game import start
from core.games.rising_sun.board import BUSHI, KOI, LOTUS, PROVINCES, RESERVE, TURTLE
from core.games.rising_sun.state import State, shift
from core.games.rising_sun.steps import CollectBids
from core.games.rising_sun.tactics import (
    JUDGES,
    STAKES,
    TERMS,
    WEIGHTS,
    bids,
    candidates,
    spread_out,
    turns_of,
)
from core.kinds import Seat

GAME = game_named("rising_sun")
SHIKOKU, HOKKAIDO = map(PROVINCES.index, ("shikoku", "hokkaido"))
evaluate = JUDGES["steady"].evaluate


@pytest.fixture
def state() -> State:
    first: State = start(GAME, (KOI, LOTUS, TURTLE), {}, SeededRng(b"judge"))[0]
    return first


def test_every_term_has_a_weight() -> None:
    assert TERMS.keys() == WEIGHTS.keys()
    assert all(weights.keys() == TERMS.keys() for weights in JUDGES["strong"].weights.values())


def test_what_helps_a_seat_raises_its_value_and_lowers_that_of_others(state: State) -> None:
    for field in ("vp", "coins", "ronin"):
        richer = state.clone()
        getattr(richer, field)[KOI] += 2

        assert evaluate(richer, KOI) > evaluate(state, KOI)
        assert evaluate(richer, LOTUS) < evaluate(state, LOTUS)


def test_a_figure_where_war_will_come_is_worth_more_than_elsewhere(state: State) -> None:
    gains = {}
    for war in (SHIKOKU, HOKKAIDO):
        state.war = (war,)
        stronger = state.clone()
        shift(stronger, KOI, BUSHI, RESERVE, SHIKOKU)
        gains[war] = evaluate(stronger, KOI) - evaluate(state, KOI)

    assert gains[SHIKOKU] > gains[HOKKAIDO] > 0


def test_turns_left_add_up_to_those_of_the_season(state: State) -> None:
    assert [turns_of(state, seat) for seat in state.seats] == [3, 2, 2]


@pytest.mark.parametrize("total", [1, 2, 5, 11])
def test_all_candidate_bids_are_allowed(total: int) -> None:
    decision = Allocate("bid", "", total, 4)

    assert all(decision.allows(bid) for bid in bids(total, STAKES))


@pytest.mark.parametrize(
    ("shape", "coins", "amounts"),
    [
        ((0, 1, 2, 0), 6, (0, 2, 4, 0)),
        ((0, 1, 2, 0), 4, (0, 1, 3, 0)),
        ((1, 1, 1, 1), 2, (0, 0, 1, 1)),
        ((1, 0, 0, 0), 0, (0, 0, 0, 0)),
    ],
)
def test_coins_are_spread_in_proportion(shape: tuple[int, ...], coins: int, amounts: tuple[int, ...]) -> None:
    assert spread_out(shape, coins) == amounts


# When to come, and what to pay ---------------------------------------------------------------

WAR = {"season": "summer", "phase": "war", "start_of_war": True, "war": ["kansai", "edo"]}
FIGHTERS = {"kansai": ["bushi"], "edo": ["bushi"]}
TRAIN = {
    "phase": "politics",
    "active": "koi",
    "mandate": "train",
    "agenda": ['["PassTurn"]', f'["BuyCard", {KOI}, 1]'],
    "display": ["path-of-the-light"],
}


def clan(coins: int, *cards: str, ronin: int = 0) -> dict[str, Any]:
    return {"coins": coins, "ronin": ronin, "cards": list(cards), "figures": FIGHTERS}


TAX_THE_RICH = {
    "koi": clan(0, "way-of-the-righteous"),
    "lotus": clan(0, "way-of-the-shogun"),
    "turtle": clan(0),
}
TAX_WHOEVER_TAXES = {
    "koi": clan(0, "way-of-the-righteous"),
    "lotus": clan(0, "way-of-the-righteous"),
    "turtle": clan(0, "way-of-the-shogun"),
}
TAX_BEFORE_ANOTHER = {
    "koi": clan(2, "way-of-the-righteous"),
    "lotus": clan(1, "way-of-the-righteous"),
    "turtle": clan(1),
}
BEFORE_A_MERCHANT = {
    "koi": clan(3, "way-of-the-shogun"),
    "lotus": clan(1, "way-of-the-merchant", "way-of-the-shogun"),
}


def answer_to(document: dict[str, Any], clans: dict[str, Any], seed: int) -> str:
    state = GAME.read_position(document | {"clans": clans}, (KOI, LOTUS, TURTLE), SeededRng(b""))
    bot = SteadyBot(GAME, Random(seed))
    return GAME.line_of(bot.choose(GAME.view_for(state, KOI)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("clans", "line"),
    [
        (TAX_THE_RICH, "order last"),
        (TAX_WHOEVER_TAXES, "order last"),
        (TAX_BEFORE_ANOTHER, "order first"),
        (BEFORE_A_MERCHANT, "order last"),
    ],
)
def test_it_comes_when_it_gains_most(clans: dict[str, Any], line: str, seed: int) -> None:
    assert answer_to(WAR, clans, seed) == line


@pytest.mark.parametrize("seed", range(3))
def test_as_koi_it_turns_all_ronin_into_coins(seed: int) -> None:
    clans = {"koi": clan(2, "way-of-the-ronin", ronin=1), "lotus": clan(2), "turtle": clan(2)}

    assert answer_to(WAR, clans, seed) == "use way-of-the-ronin"


@pytest.mark.parametrize("seed", range(3))
def test_it_pays_the_full_price_where_benevolence_hands_a_coin_on(seed: int) -> None:
    clans = {"koi": {"coins": 4, "cards": ["benevolence"]}}

    assert answer_to(TRAIN, clans, seed) == "buy path-of-the-light full"


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_pay_more_where_the_coin_to_hand_on_is_paid_anyway(seed: int) -> None:
    clans = {"koi": {"coins": 4, "cards": ["benevolence"]}}

    assert answer_to(TRAIN | {"display": ["way-of-the-katana"]}, clans, seed) == "buy way-of-the-katana"


def test_it_keeps_no_coins_back_that_would_be_lost_after_its_last_battle() -> None:
    state, seat, _ = at_bids()
    for places in (state.war[1:], ()):
        twin = state.clone()
        twin.war = (state.war[0], *places)
        figures = list(twin.figures[seat])
        figures[places[0] if places else RESERVE] = (BUSHI,)
        twin.figures[seat] = tuple(figures)
        ways = candidates(twin, seat, twin.pending[seat], Random(1))
        spent = [sum(way.amounts) for way in ways if isinstance(way, Allocation)]

        assert set(spent) > {0, state.coins[seat]} if places else set(spent) == {state.coins[seat]}


# What it does not know -----------------------------------------------------------------------


def test_the_steady_bot_does_not_know_what_others_have_sealed() -> None:
    """Two tables that differ only in a rival's sealed bid get the same answer."""
    state, seat, rival = at_bids()
    bids = [Allocation((0, 0, 0, 0)), Allocation((state.coins[rival], 0, 0, 0))]
    answers = []
    for bid in bids:
        twin = state.clone()
        flow.play(GAME.rules, twin, rival, bid, SeededRng(b""))
        answers.append(bot_named("steady", GAME, Random(7)).choose(GAME.view_for(twin, seat)))

    assert answers[0] == answers[1]


def at_bids() -> tuple[Any, Seat, Seat]:
    """Play at random to a battle in which at least two have coins to bid."""
    rng, dice = SeededRng(b"to war"), Random(3)
    state, _ = start(GAME, (0, 1, 2, 3), {}, rng)
    while not (isinstance(state.agenda[-1], CollectBids) and len(state.pending) > 1):
        seat, decision = next(iter(state.pending.items()))
        flow.play(GAME.rules, state, seat, decision.sample(dice), rng)
    seat, rival, *_ = state.pending
    return state, seat, rival


def test_tea_ends_even_with_one_who_refuses_every_offer() -> None:
    rng = SeededRng(b"tea")
    state, _ = start(GAME, (0, 1, 2), {}, rng)
    bot = bot_named("steady", GAME, Random(5))
    for _ in range(1000):
        if 0 not in state.pending:
            break
        flow.answer(GAME.rules, state, 0, bot.choose(GAME.view_for(state, 0)), rng)
        state.offers = ()

    assert 0 in state.ready
