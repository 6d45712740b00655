"""The course of a game, and the beginning and the end of its seasons."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from core import flow
from core.chance import SeededRng
from core.games.rising_sun import GAME
from core.games.rising_sun.events import (
    CardsLaidOut,
    CoinsGained,
    HostagesReturned,
    PoliticsBegan,
    SeasonBegan,
    SeasonEnded,
    SeatReady,
    WarBegan,
    WarTokensLaid,
    WinterScored,
)
from core.kinds import Event, GameEnded
from tests.core.games.rising_sun.tables import THREE, at
from tests.harness.random_play import random_game

SEATS = {3: (0, 2, 4), 4: (0, 1, 2, 3), 5: (0, 1, 2, 3, 4)}
PHASES = (SeasonBegan, PoliticsBegan, WarBegan, SeasonEnded, GameEnded)


@cache
def whole_game(players: int, seed: int) -> list[Event]:
    """Play a game with random choices from beginning to end and list what happened."""
    return [event for _, events in random_game(GAME, SEATS[players], seed) for event in events]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_seasons_of_five_parts_and_winter(players: int) -> None:
    """Spring, Summer and Autumn have all their parts in order, then Winter ends the game (RS-5.1, RS-5.2)."""
    events = whole_game(players, 1)
    course = [(type(e).__name__, getattr(e, "season", "")) for e in events if isinstance(e, PHASES)]
    season = [("SeasonBegan", "PoliticsBegan", "WarBegan", "SeasonEnded")] * 3
    names = [name for part in season for name in part]
    assert [name for name, _ in course] == [*names, "SeasonBegan", "GameEnded"]
    assert [number for name, number in course if name == "SeasonBegan"] == [0, 1, 2, 3]
    assert [number for name, number in course if name == "SeasonEnded"] == [0, 1, 2]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_season_is_set_up_in_order_before_tea(players: int) -> None:
    """War tokens, two more than players; cards; income; hostages; tea (RS-5.2, RS-6.1 to RS-6.4, RS-20.2)."""
    for seed in range(4):
        seasons: list[list[Event]] = []
        for event in whole_game(players, seed):
            if isinstance(event, SeasonBegan):
                seasons.append([])
            seasons[-1].append(event)
        for season in seasons[:3]:
            tokens, cards = season[1], season[2]
            assert isinstance(tokens, WarTokensLaid)
            assert len(tokens.provinces) == len(set(tokens.provinces)) == players + 2
            assert isinstance(cards, CardsLaidOut)
            income = season[3 : 3 + players]
            assert all(isinstance(e, CoinsGained) and e.source == "income" for e in income)
            first_ready = next(n for n, e in enumerate(season) if isinstance(e, SeatReady))
            returned = [n for n, e in enumerate(season) if isinstance(e, HostagesReturned)]
            assert all(3 + players <= n < first_ready for n in returned)
            assert first_ready < next(n for n, e in enumerate(season) if isinstance(e, PoliticsBegan))


def test_winter_has_no_set_up_but_the_hostages() -> None:
    """In Winter no tokens, cards, income or ceremony: hostages and their coins, then scores (RS-18.7)."""
    for seed in range(4):
        events = whole_game(4, seed)
        began = max(n for n, event in enumerate(events) if isinstance(event, SeasonBegan))
        for event in events[began + 1 :]:
            assert isinstance(event, (HostagesReturned, CoinsGained, WinterScored, GameEnded))
            assert not isinstance(event, CoinsGained) or event.source in ("hostages", "way-of-the-merchant")


def test_all_ten_mandates_are_shuffled_for_a_new_season() -> None:
    """Tiles laid last season can be drawn again, as likely as the others (RS-17.3)."""
    laid = ["harvest", "harvest", "train", "train", "betray", "betray"]
    document = {"phase": "politics", "mandates_played": laid, "active": "koi", "war": []}
    found: Counter[str] = Counter()
    for seed in range(500):
        rng = SeededRng(str(seed).encode())
        state: Any = GAME.read_position(document, SEATS[4], rng)
        play = [(0, "mandate recruit"), (1, "done"), (2, "done"), (3, "done"), (0, "done")]
        for seat, line in [*play, *((seat, "ready") for seat in SEATS[4])]:
            flow.answer(GAME.rules, state, seat, GAME.choice_of(line), rng)
        facts = GAME.facts(state)
        assert (facts["season"], facts["to_act"], len(facts["deck"])) == ("summer", ["lotus"], 4)
        found.update(facts["deck"])
    assert found.keys() == {"recruit", "marshal", "train", "harvest", "betray"}
    assert all(330 < times < 470 for times in found.values())


def test_the_hidden_tile_of_lotus_is_shuffled_in_again() -> None:
    """Both tiles of a kind of which Lotus hid one can be drawn in the next season (RS-19.8)."""
    document = {
        "phase": "war",
        "war": [],
        "mandates_played": ["recruit", "betray", "train", "betray", "marshal", "recruit", "train"],
        "announced": {"2": "harvest"},
    }
    most = 0
    for seed in range(100):
        state, rng = at(document, seed=seed), SeededRng(str(seed).encode())
        for seat in THREE:
            flow.answer(GAME.rules, state, seat, GAME.choice_of("ready"), rng)
        facts = GAME.facts(state)
        assert (facts["season"], facts["phase"]) == ("summer", "politics")
        most = max(most, facts["deck"].count("betray"))
    assert most == 2
