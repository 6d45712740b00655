from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.games.rising_sun.map import facts_of
from client.tui.map.facts import NOBODY, AreaFacts, Holding
from core.games.rising_sun import GAME
from core.games.rising_sun.board import BONSAI, HARVEST, KOI, LAND, SEATS, TURTLE, WAR
from core.games.rising_sun.forces import force_of, strongest_in
from core.games.rising_sun.state import State
from tests.client.tui.map.scenes import SHIKOKU
from tests.harness.random_play import random_game

AT_HOME = (1, 0, 1, 0, 1)  # a Bushi, a Daimyo and a stronghold


def states(seed: int) -> Iterator[State]:
    """Play a game at random and stop at every decision."""
    return (state for state, _ in random_game(GAME, SEATS, seed) if state.pending)


def test_a_new_game_shows_every_clan_at_home() -> None:
    facts = facts_of(GAME.view_for(next(states(1)), None))

    homes = {area.leader: area.holdings for area in facts.areas if area.holdings}

    assert homes[KOI] == (Holding(KOI, 2, AT_HOME),)
    assert homes[BONSAI] == (Holding(BONSAI, 2, AT_HOME),)
    assert homes[TURTLE] == (Holding(TURTLE, 3, AT_HOME),)
    assert set(homes) == set(SEATS)


def test_where_nobody_is_nobody_leads() -> None:
    state = next(states(1))
    facts = facts_of(GAME.view_for(state, None))

    assert facts.areas[SHIKOKU][:2] == AreaFacts(NOBODY, ())[:2]


def test_rewards_and_the_order_of_wars_are_those_of_the_table() -> None:
    state = next(states(3))
    facts = facts_of(GAME.view_for(state, None))

    assert [area.reward for area in facts.areas] == list(HARVEST)
    assert [facts.areas[province].war for province in state.war] == list(range(1, len(state.war) + 1))
    assert sum(area.war > 0 for area in facts.areas) == len(state.war)


@pytest.mark.parametrize("seed", [1, 2])
def test_through_whole_games_the_map_agrees_with_the_state(seed: int) -> None:
    for state in states(seed):
        for province, area in enumerate(facts_of(GAME.view_for(state, None)).areas):
            assert area.leader == strongest_in(state, province)
            assert [h.force for h in area.holdings] == sorted((h.force for h in area.holdings), reverse=True)
            assert area.leader == (area.holdings[0].clan if area.leader != NOBODY else NOBODY)
            for holding in area.holdings:
                figures = state.figures[holding.clan][province]
                assert holding.force == force_of(state, holding.clan, province)
                assert sum(holding.pieces[:-1]) == len(figures)
                assert holding.pieces[-1] == state.strongholds[holding.clan].count(province)


def test_the_province_of_a_battle_is_marked() -> None:
    fought = next(state for state in states(1) if state.battle)
    assert fought.battle

    areas = facts_of(GAME.view_for(fought, None)).areas

    assert [province for province in LAND if areas[province].is_fought] == [fought.battle.province]


def test_every_seat_sees_the_same_map() -> None:
    for state in states(4):
        facts = facts_of(GAME.view_for(state, None))
        assert all(facts_of(GAME.view_for(state, seat)) == facts for seat in SEATS)


def test_a_war_keeps_its_number_while_others_are_fought() -> None:
    """RS-6.1: the provinces are numbered when the tokens are laid."""
    laid: dict[int, int] = {}
    seen = set()
    for state in states(3):
        view = GAME.view_for(state, None)
        numbers = {place: area.war for place, area in enumerate(facts_of(view).areas) if area.war}
        if view.phase != WAR:
            laid = numbers
            continue
        seen.add(len(numbers))
        assert numbers.items() <= laid.items()

    assert min(seen) < len(SEATS) + 2
