"""Setting up a game: what there is, what is drawn at random, who can play."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from core import game
from core.chance import SeededRng
from core.games.ninjato import GAME
from tests.core.games.ninjato.tables import fresh
from tests.refusing import refused

DATA = json.loads((Path(game.__file__).parent / "games" / "ninjato" / "data.json").read_text("utf-8"))
START_TOKENS = {"taira 2", "taira 4", "minamoto 2", "minamoto 4", "go-shirakawa 6"}


@pytest.mark.parametrize("seats", [(), (0,), (1, 1), (0, 1, 2, 3, 3)])
def test_too_few_players_or_a_colour_taken_twice(seats: tuple[int, ...]) -> None:
    """Fewer than two players, or two with one colour, cannot begin (NJ-1.1, NJ-21.1)."""
    with refused(r"NJ-1\.1"):
        game.start(GAME, seats, {}, SeededRng(b""))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_with_three_shuriken_and_no_honor(players: int) -> None:
    """Each has 3 shuriken, of 12 in all with four players, and 0 honor (NJ-1.1, NJ-21.1)."""
    facts = GAME.facts(fresh(1, players))
    assert len(facts["players"]) == players
    assert {(part["shuriken"], part["honor"]) for part in facts["players"].values()} == {(3, 0)}
    assert GAME.players == (2, 3, 4)


def test_the_first_turn_order_is_random() -> None:
    """Every order is equally likely (NJ-1.2)."""
    orders = Counter(fresh(seed).order for seed in range(600))
    assert len(orders) == 6
    assert all(60 < times < 140 for times in orders.values())
    assert all(fresh(seed).active == fresh(seed).order[0] for seed in range(20))


def test_regular_and_elite_guards_are_two_decks() -> None:
    """40 regular guards, 5 of them sentries, and 20 elites in a deck of their own (NJ-1.3, NJ-1.4)."""
    facts = GAME.facts(fresh())
    assert sum(row["copies"] for row in DATA["guards"]) == 40
    assert sum(row["copies"] for row in DATA["elites"]) == 20
    assert facts["piles"]["guards"] == {"left": 35, "discarded": []}
    assert facts["piles"]["elites"] == {"left": 20, "discarded": []}


def test_every_house_has_a_sentry_drawn_at_random() -> None:
    """The sentries are regular guards, each as likely as there are copies (NJ-1.4)."""
    sentries = Counter(
        house["sentry"] for seed in range(400) for house in GAME.facts(fresh(seed))["houses"].values()
    )
    assert sentries.total() == 2000
    for row in DATA["guards"]:
        assert abs(sentries[row["value"]] - 50 * row["copies"]) < 110


def test_the_first_tokens_lie_on_houses_at_random() -> None:
    """The five start tokens, each on any house equally often (NJ-1.5, NJ-21.3)."""
    places: Counter[tuple[str, str]] = Counter()
    for seed in range(500):
        houses = GAME.facts(fresh(seed))["houses"]
        assert {house["token"] for house in houses.values()} == START_TOKENS
        places.update((number, house["token"]) for number, house in houses.items())
    assert len(places) == 25
    assert all(60 < times < 145 for times in places.values())


def test_ten_tokens_are_in_the_supply() -> None:
    """Five tokens of each clan, 2, 4, 5, 6 and 8; those on no house are the supply (NJ-1.6)."""
    supply = set(GAME.facts(fresh())["supply"])
    every = {f"{clan} {value}" for clan in ("taira", "minamoto", "go-shirakawa") for value in (2, 4, 5, 6, 8)}
    assert supply == every - START_TOKENS


def test_ninety_treasures_three_in_each_house() -> None:
    """90 treasures in the bag; each house gets 3, neutral side up (NJ-1.7)."""
    assert sum(row["copies"] for row in DATA["treasures"]) == 90
    drawn: Counter[str] = Counter()
    for seed in range(100):
        facts = GAME.facts(fresh(seed))
        assert facts["piles"]["bag"] == {"left": 75, "discarded": []}
        assert {len(house["treasures"]) for house in facts["houses"].values()} == {3}
        drawn.update(treasure for house in facts["houses"].values() for treasure in house["treasures"])
    assert drawn.keys() == {"fan", "scroll", "vase", "jade", "gold"}
    assert 100 < drawn["gold"] < 240
    assert 270 < drawn["fan"] < 400


@pytest.mark.parametrize("players", [2, 3, 4])
def test_skill_tiles_lie_in_two_stacks(players: int) -> None:
    """3 Hensojutsu are the small stack; of 16 other tiles as many as players are offered (NJ-1.8, NJ-1.9)."""
    offered: Counter[str] = Counter()
    for seed in range(200):
        facts = GAME.facts(fresh(seed, players))
        assert facts["piles"]["hensojutsu"]["left"] == 3
        assert facts["piles"]["skills"]["left"] == 16 - players
        assert len(facts["sensei"]) == players
        offered.update(facts["sensei"])
    assert len(offered) == 9
    assert not any(name.startswith("hensojutsu") for name in offered)


def test_four_envoys_and_four_rumors_lie_face_up() -> None:
    """4 of 21 envoys and 4 of 30 rumors; the rest are decks (NJ-1.10, NJ-1.11)."""
    envoys: set[str] = set()
    rumors: set[str] = set()
    for seed in range(100):
        facts = GAME.facts(fresh(seed))
        assert (len(facts["palace"]), facts["piles"]["envoys"]["left"]) == (4, 17)
        assert (len(facts["pavilion"]), facts["piles"]["rumors"]["left"]) == (4, 26)
        envoys.update(facts["palace"])
        rumors.update(facts["pavilion"])
    assert (len(envoys), len(rumors)) == (21, 30)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_dojo_cards_each_and_three_in_the_row(players: int) -> None:
    """Of 52 dojo cards each player gets 4, and 3 lie face up (NJ-1.12)."""
    assert sum(DATA["dojo"]["copies"].values()) == 52
    facts = GAME.facts(fresh(1, players))
    assert {len(part["hand"]) for part in facts["players"].values()} == {4}
    assert len(facts["dojo_row"]) == 3
    assert facts["piles"]["dojo"]["left"] == 52 - 4 * players - 3


def test_the_game_begins_with_round_one() -> None:
    """The round marker is on 1, and the first in turn order is to act (NJ-1.13)."""
    state = fresh()
    assert GAME.facts(state)["round"] == 1
    assert tuple(state.pending) == (state.order[0],)


def test_ages_are_all_different() -> None:
    """No two envoys have the same age, so that every tie of influence resolves (NJ-21.49)."""
    ages = [row["age"] for row in DATA["envoys"]]
    assert len(ages) == len(set(ages)) == 21


def test_there_always_is_a_token_of_another_clan() -> None:
    """A clan has five tokens and there are four other houses (NJ-21.35)."""
    assert len(DATA["clanTokens"]["values"]) > DATA["display"]["houses"] - 1
