"""Positions: what people write is read, what is left out is as in a fresh game, nonsense is refused."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import SeededRng
from core.games.ninjato import GAME
from core.kinds import InputError
from core.toml import read_toml, write_toml
from tests.core.games.ninjato.tables import at
from tests.harness.random_play import random_game
from tests.refusing import refused

WRITTEN = """
round = 1
order = ["red", "blue", "green"]
to_act = "red"
dojo_row = [2, 3, 5]
dojo_pile = ["blue", "red"]          # shuriken in the dojo, bottom first
sensei = ["kenjutsu", "boryaku"]
palace = ["taira-54", "minamoto-68"]
pavilion = ["goodwill jade", "secret-art any1"]
decks = { guards = [1, 3], elites = ["E7"], dojo = [4, 4], bag = ["jade"] }

[houses.2]
sentry = 5
token = "taira 4"
treasures = ["scroll", "vase", "gold"]

[players.red]
honor = 0
shuriken = 2
hand = [1, 1, 2, 3]
treasures = ["fan", "gold"]
skills = ["intonjutsu", "used boryaku"]
envoys = ["taira-30"]
rumors = ["goodwill"]
elites = ["E1"]
"""


def test_a_written_position_is_read() -> None:
    state = GAME.read_position(read_toml(WRITTEN), (0, 1, 2), SeededRng(b""))
    facts = GAME.facts(state)

    assert facts["to_act"] == ["red"]
    assert facts["dojo_pile"] == ["blue", "red"]
    assert facts["decks"] == {"dojo": [4, 4], "guards": [1, 3], "elites": ["E7"], "bag": ["jade"]}
    assert facts["houses"]["2"] == {"sentry": 5, "token": "taira 4", "treasures": ["scroll", "vase", "gold"]}
    assert facts["players"]["red"]["skills"] == ["intonjutsu", "used boryaku"]
    assert facts["players"]["red"]["rumors"] == ["goodwill"]
    assert len(facts["players"]["green"]["hand"]) == 4


def test_writing_what_was_read_gives_the_same_text() -> None:
    state = GAME.read_position(read_toml(WRITTEN), (0, 1, 2), SeededRng(b""))
    text = write_toml(GAME.write_position(state))

    again = GAME.read_position(read_toml(text), (0, 1, 2), SeededRng(b""))

    assert again == state
    assert write_toml(GAME.write_position(again)) == text


@pytest.mark.parametrize("seed", range(6))
def test_every_moment_of_a_game_can_be_written_and_read(seed: int) -> None:
    for state, _ in random_game(GAME, tuple(range(2 + seed % 3)), seed):
        text = write_toml(GAME.write_position(state))
        again = GAME.read_position(read_toml(text), state.seats, SeededRng(b""))
        again.draws = state.draws
        assert again == state


def test_what_is_left_out_is_as_in_a_fresh_game() -> None:
    facts = GAME.facts(at())

    assert {len(house["treasures"]) for house in facts["houses"].values()} == {3}
    assert {len(part["hand"]) for part in facts["players"].values()} == {4}
    assert (len(facts["sensei"]), len(facts["palace"]), len(facts["pavilion"])) == (2, 4, 4)
    assert facts["round"] == 1
    assert facts["phase"] == "turns"


def test_a_late_round_offers_hensojutsu() -> None:
    assert GAME.facts(at(round=6))["sensei"][0].startswith("hensojutsu-")


def test_the_first_with_a_shuriken_left_is_to_act() -> None:
    state = at(order=["blue", "red"], blue={"shuriken": 0})

    assert GAME.facts(state)["to_act"] == ["red"]


def test_a_skill_of_several_styles_takes_one_that_is_free() -> None:
    state = at(red={"skills": ["hensojutsu"]}, blue={"skills": ["hensojutsu", "hensojutsu"]})
    tiles = [name for seat in ("red", "blue") for name in GAME.facts(state)["players"][seat]["skills"]]

    assert sorted(tiles) == ["hensojutsu-crane", "hensojutsu-snake", "hensojutsu-tiger"]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"round": 8}, "Expected `int` <= 7"),
        ({"phase": "war"}, "no phase"),
        ({"weather": "rain"}, "unknown field `weather`"),
        ({"order": ["red"]}, "every player of the game once"),
        ({"order": ["red", "blue", "green"]}, "Green is not in this game"),
        ({"to_act": "purple"}, "no colour"),
        ({"dojo_row": [6]}, "Expected `int` <= 5"),
        ({"sensei": ["kenjutsu"] * 3}, "not that many 'kenjutsu'"),
        ({"sensei": ["origami"]}, "no skill tile"),
        ({"palace": ["taira-99"]}, "no envoy"),
        ({"palace": ["taira-54", "taira-54"]}, "not that many 'taira-54'"),
        ({"pavilion": ["goodwill tea"]}, "no rumor"),
        ({"decks": {"coins": [1]}}, "no deck"),
        ({"decks": {"guards": [9]}}, "no guard"),
        ({"decks": {"elites": ["E4", "E4"]}}, "not that many 'E4'"),
        ({"discards": {"bag": ["gold"] * 11}}, "not that many 'gold'"),
        ({"placed": ["red moon"]}, "no location"),
        ({"dojo_pile": ["red", "red"], "players": {"red": {"shuriken": 3}}}, "do not add up"),
        ({"placed": ["red dojo"], "players": {"red": {"shuriken": 1}}}, "do not add up"),
        ({"dojo_pile": ["red"] * 4, "to_act": "blue"}, "too many shuriken"),
        ({"to_act": "red", "players": {"red": {"shuriken": 0}}}, "no shuriken left"),
        ({"phase": "scoring", "round": 3}, "No scoring phase comes before round 3"),
        ({"raid": {"house": 6, "side": "force"}}, "Expected `int` <= 5"),
        ({"raid": {"house": 1, "side": "magic"}}, "no side of a house"),
        ({"agenda": ["[]"]}, "agenda of this position"),
        ({"agenda": ['["TurnRed"]']}, "nobody can play on from it"),
        ({"houses": {"6": {}}}, "no house"),
        ({"houses": {"1": {"sentry": "E1"}}}, "not that many 'E1'"),
        ({"houses": {"1": {"token": "taira 3"}}}, "no value of a clan token"),
        ({"houses": {"1": {"token": "taira 2"}, "2": {"token": "taira 2"}}}, "same clan token"),
        ({"houses": {"1": {"treasures": ["red"]}}}, "no treasure"),
        ({"houses": {"1": {"roof": "tiles"}}}, "House 1 cannot be read"),
        ({"players": {"green": {}}}, "Green is not in this game"),
        ({"players": {"red": {"honor": -1}}}, "Expected `int` >= 0"),
        ({"players": {"red": {"hand": [1] * 8}}}, "a hand is too large"),
        ({"players": {"red": {"hand": [1] * 11}}}, "not that many '1'"),
        ({"players": {"red": {"mood": 1}}}, "Player red cannot be read"),
        ({"players": {"red": {"skills": ["used tea"]}}}, "no skill tile"),
        ({"players": {"red": {"rumors": ["goodwill"] * 7}}}, "no rumor"),
    ],
)
def test_nonsense_is_refused(document: dict[str, Any], sentence: str) -> None:
    with refused(sentence, InputError):
        GAME.read_position(document, (0, 1), SeededRng(b""))


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        ("guards", [5, 1], (4, 0)),
        ("bag", ["jade", "gold"], (3, 4)),
        ("bag", "jade", (3,)),
        ("dojo", [2], (2,)),
        ("row", [2], (2,)),
        ("order", ["blue", "red"], (1, 0)),
        ("tokens", ["taira 8"], (4,)),
    ],
)
def test_forced_chance_is_read(kind: str, value: Any, read: tuple[int, ...]) -> None:
    assert tuple(GAME.read_outcome(kind, value)) == read


def test_an_unknown_draw_is_refused() -> None:
    with refused("no kind of draw", InputError):
        GAME.read_outcome("tower", [1])
