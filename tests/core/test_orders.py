"""The greedy bot knows when to come last, when to pay more than it must, and what Koi's ronin are worth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from core.bots import GreedyBot
from core.catalog import game_named
from core.chance import SeededRng
from core.games.rising_sun.board import KOI, LOTUS, TURTLE

GAME = game_named("rising_sun")
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
    bot = GreedyBot(GAME, Random(seed))
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
