"""Setting up a game: what is drawn at random, what the map is, who can play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core import flow, game
from core.chance import SeededRng
from core.decisions import ChooseOne
from core.games.rising_sun import GAME
from core.games.rising_sun.board import DATA
from core.games.rising_sun.choices import Move
from tests.refusing import refused

KOI, LOTUS, TURTLE, DRAGONFLY, BONSAI = range(5)
NEIGHBOURS = {
    "hokkaido": {"oshu", "kansai", "kyushu"},
    "oshu": {"hokkaido", "edo", "kyoto"},
    "edo": {"oshu", "kyoto"},
    "kyoto": {"oshu", "edo", "kansai"},
    "kansai": {"kyoto", "nagato", "hokkaido", "kyushu", "shikoku"},
    "nagato": {"kansai"},
    "shikoku": {"kansai", "kyushu"},
    "kyushu": {"hokkaido", "kansai", "shikoku"},
}
ALL_KAMI = {"amaterasu", "fujin", "hachiman", "raijin", "ryujin", "susanoo", "tsukuyomi"}


def fresh(seed: int, seats: tuple[int, ...] = (KOI, LOTUS, TURTLE), **options: str) -> dict[str, Any]:
    state, _ = game.start(GAME, seats, options, SeededRng(str(seed).encode()))
    return GAME.facts(state)


def at(seed: int, **position: Any) -> dict[str, Any]:
    return GAME.facts(GAME.read_position(position, (KOI, LOTUS, TURTLE), SeededRng(str(seed).encode())))


@pytest.mark.parametrize("seats", [(KOI, LOTUS), (KOI,), (), (KOI, LOTUS, LOTUS), (KOI, KOI, LOTUS, TURTLE)])
def test_too_few_players_or_a_clan_taken_twice(seats: tuple[int, ...]) -> None:
    """Fewer than three players, or two with the same clan, cannot begin (RS-1.1)."""
    with refused(r"RS-1\.1"):
        game.start(GAME, seats, {}, SeededRng(b""))


@pytest.mark.parametrize(
    "seats", [(BONSAI, KOI, TURTLE), (LOTUS, TURTLE, DRAGONFLY, KOI), (BONSAI, DRAGONFLY, TURTLE, LOTUS, KOI)]
)
def test_three_to_five_players_with_any_clans(seats: tuple[int, ...]) -> None:
    """Three, four or five different clans play; the others have nothing on the table (RS-1.1, RS-1.13)."""
    facts = fresh(1, seats)
    names = [GAME.seat_names[seat] for seat in sorted(seats)]
    assert list(facts["clans"]) == names
    assert facts["honor"] == names


def test_random_shrines_are_four_different_ones() -> None:
    """Four of the seven shrines, in any order, each as likely as the others in every place (RS-1.7)."""
    draws = [fresh(seed, shrines="random")["shrines"] for seed in range(1400)]
    assert {len(set(shrines)) for shrines in draws} == {4}
    for place in range(4):
        found = Counter(shrines[place] for shrines in draws)
        assert found.keys() == ALL_KAMI
        assert all(140 < times < 260 for times in found.values())


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
@pytest.mark.parametrize("chosen", ["torii", "rider", "teapot"])
def test_a_season_deck_is_seven_basic_cards_and_five_of_the_set(chosen: str, season: str) -> None:
    """A season offers its 7 basic cards and the 5 of the chosen set, none of the other sets (RS-1.8)."""
    cards = [row for row in DATA["cards"] if row["season"] == season]
    basic = Counter({row["id"]: row["copies"] for row in cards if row["set"] == "core"})
    special = Counter({row["id"]: row["copies"] for row in cards if row["set"] == chosen})
    assert (basic.total(), special.total()) == (7, 5)
    before = {"spring": "spring", "summer": "spring", "autumn": "summer"}[season]
    phase = "tea" if season == "spring" else "war"
    facts = at(1, season=before, phase=phase, set=chosen, war=[])
    assert facts["season"] == season
    assert Counter(facts["display"]) == basic + special


def test_a_random_set_is_each_as_likely() -> None:
    """A set left to chance is each of the three equally often, and its cards are laid out (RS-1.8)."""
    games = [fresh(seed, set="random") for seed in range(1500)]
    found = Counter(facts["set"] for facts in games)
    assert found.keys() == {"torii", "rider", "teapot"}
    assert all(400 < times < 600 for times in found.values())
    own = {"torii": "path-of-the-kenin", "rider": "courage", "teapot": "honesty"}
    assert all(own[facts["set"]] in facts["display"] for facts in games)


@pytest.mark.parametrize("before", ["spring", "summer"])
def test_war_tokens_of_a_season_are_drawn_from_all_eight(before: str) -> None:
    """Each season has its own token of every province: a spring one does not bar the next (RS-1.9)."""
    draws = [at(seed, season=before, phase="war", war=["edo", "kyoto"])["war"] for seed in range(800)]
    assert {(len(war), len(set(war))) for war in draws} == {(5, 5)}
    for place in range(5):
        found = Counter(war[place] for war in draws)
        assert found.keys() == NEIGHBOURS.keys()
        assert all(55 < times < 145 for times in found.values())


def test_mandates_are_two_of_each_of_five_kinds_shuffled() -> None:
    """The deck is 2 tiles of each of 5 kinds in random order (RS-1.10)."""
    hands = [Counter(at(seed, phase="politics")["deck"]) for seed in range(1000)]
    assert {hand.total() for hand in hands} == {4}
    found = sum(hands, Counter())
    assert found.keys() == {"recruit", "marshal", "train", "harvest", "betray"}
    assert all(700 < times < 900 for times in found.values())
    assert {max(hand.values()) for hand in hands} == {1, 2}
    left = at(
        1, phase="politics", mandates_played=["recruit", "marshal", "train", "harvest", "betray", "betray"]
    )
    assert sorted(left["deck"]) == ["harvest", "marshal", "recruit", "train"]


@pytest.mark.parametrize("origin", NEIGHBOURS)
def test_provinces_are_adjacent_by_border_or_sea_route_both_ways(origin: str) -> None:
    """A figure marches from each of the 8 provinces to its neighbours and nowhere else (RS-1.12)."""
    provinces = tuple(DATA["provinces"])
    assert set(provinces) == NEIGHBOURS.keys()
    document = {"phase": "politics", "active": "turtle", "clans": {"koi": {"figures": {origin: ["bushi"]}}}}
    document["deck"] = ["marshal", "train", "train", "betray"]
    rng = SeededRng(b"")
    state = GAME.read_position(document, (KOI, LOTUS, TURTLE), rng)
    flow.answer(GAME.rules, state, TURTLE, GAME.choice_of("mandate marshal"), rng)
    decision = state.pending[KOI]
    assert isinstance(decision, ChooseOne)
    moves = [choice for choice in decision.options if isinstance(choice, Move)]
    assert {provinces[move.origin] for move in moves} == {origin}
    assert {provinces[move.target] for move in moves} == NEIGHBOURS[origin]
