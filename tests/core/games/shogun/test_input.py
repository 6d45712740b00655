"""Text that cannot be read gets one clear sentence, and a refusal names the reason that fits."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import ScriptedRng
from core.decisions import Arrangement
from core.game import read_move
from core.games.shogun import GAME
from core.games.shogun.board import PLACES
from core.kinds import InputError
from core.toml import read_toml, write_toml
from tests.core.games.shogun.tables import FOUR, THREE, at, play
from tests.refusing import refused

MARCH = {
    "phase": "actions",
    "event": 6,
    "players": {
        "red": {"armies": {"hoki": 3, "mino": 1}, "plan": {"battle_a": "hoki"}},
        "blue": {"armies": {"bingo": 1}},
    },
    "provinces": {"bingo": {"buildings": ["temple"]}},
}
PLAN = {"players": {"red": {"armies": {"aki": 2}, "chests": 2}}}
ORDER = {"phase": "order", "event": 1, "players": {"red": {"armies": {"aki": 1}, "plan": {"bid": "c1"}}}}
DRAFT = {"phase": "draft", "draft": {"first": "red", "open": ["omi", "mino"], "groups": {"red": [2]}}}
WINTER = {
    "season": "winter",
    "phase": "winter",
    "events_open": [7],
    "players": {"red": {"armies": {"aki": 2, "kii": 1, "kai": 1}}},
}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("green: done", "no seat"),
        ("red: ", "an unknown word"),
        ("red: refresh now", "Nothing may follow 'refresh'"),
        ("red: take", "should read 'take"),
        ("red: take atlantis", "no province"),
        ("red: place five", "not an amount"),
        ("red: choose luck", "no special"),
        ("red: move omi 3", "not an amount"),
        ("red: move 3", "should read 'move"),
        ("red: revolt aki omi", "should read 'revolt"),
        ("red: plan dance=aki", "no place"),
        ("red: plan bid=c5", "no card"),
        ("red: plan bid=c1 bid=c2", "should read 'plan"),
    ],
)
def test_a_move_that_cannot_be_read(line: str, sentence: str) -> None:
    with refused(sentence, InputError):
        read_move(GAME, line)


def test_a_plan_has_one_line_and_is_read_in_any_order() -> None:
    plan = Arrangement(("aki", "c0", "-", "omi", "settsu", "-", "-", "-", "-", "-", "c4"))
    line = GAME.line_of(plan)
    assert line.startswith("plan build_castle=aki build_temple=c0 build_theatre=- collect_rice=omi")
    assert line.endswith("battle_b=- bid=c4")
    assert GAME.choice_of(line) == plan
    words = "plan bid=c4 collect_tax=settsu collect_rice=omi build_temple=c0 build_castle=aki"
    assert GAME.choice_of(words) == plan
    assert len(PLACES) == 11


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"season": "monsoon"}, "no season"),
        ({"weather": "rain"}, "unknown field `weather`"),
        ({"side": "star"}, "no side"),
        ({"season": "winter"}, "phases of winter"),
        ({"phase": "winter"}, "phases of winter"),
        ({"side": "moon", "year": 2}, "names the armies"),
        ({"phase": "draft", "players": {"red": {"armies": {"kai": 5}}}}, "how far it has come"),
        (DRAFT | {"tower": {"red": 1}}, "before it is filled"),
        (DRAFT | {"tray": {"green": 1}}, "before it is filled"),
        (DRAFT | {"phase": "plan", "players": {"red": {"armies": {"kai": 5}}}}, "in its own phase"),
        ({"players": {"purple": {}}}, "Purple is not in this game"),
        ({"players": {"red": {"mood": 1}}}, "Player red cannot be read"),
        ({"players": {"red": {"armies": {"aki": 0}}}}, "Expected `int` >= 1"),
        ({"players": {"red": {"armies": {"mars": 1}}}}, "no province"),
        ({"players": {"red": {"armies": {"aki": 1}}, "blue": {"armies": {"aki": 1}}}}, "Two players"),
        ({"players": {"red": {"armies": {"aki": 60, "omi": 9}}}}, "below zero"),
        ({"tower": {"red": 70}}, "below zero"),
        ({"tower": {"red": 1, "green": 4}, "floor_1": {"red": 2}}, "More cubes are to lie upstairs"),
        ({"tower": {"purple": 1}}, "Purple is not in this game"),
        ({"tray": {"white": 1}}, "no colour"),
        ({"stack_peasants": 15, "tower": {"green": 9}}, "24 peasants"),
        ({"provinces": {"echizen": {"revolts": 1}}, "players": {"red": {"armies": {}}}}, "neutral and not"),
        ({"provinces": {"suruga": {"buildings": ["castle", "castle"]}}}, "two buildings of a kind"),
        ({"provinces": {"kai": {"buildings": ["castle", "temple"]}}}, "more buildings than slots"),
        ({"events_open": [13]}, "no event 13"),
        ({"phase": "actions", "events_open": [3], "event": 4}, "not among those open"),
        ({"actions": ["battle_a", "battle_a"]}, "one space"),
        ({"actions": ["-", "battle_a"]}, "blanks come last"),
        ({"phase": "actions", "order": ["red"]}, "every player of the game once"),
        ({"track": ["six_armies"]}, "every special once"),
        ({"phase": "actions", "players": {"red": {"plan": {"battle_a": "suruga"}}}}, "lies with a stranger"),
        ({"phase": "actions", "players": {"red": {"plan": {"jump": "c1"}}}}, "no place"),
        ({"phase": "actions", "specials": {"red": "six_armies", "blue": "six_armies"}}, "every special once"),
        ({"agenda": ["[]"]}, "agenda of this position"),
        ({"agenda": ['["March", 0, 77]']}, "nobody can play on from it"),
    ],
)
def test_a_position_that_cannot_be(document: dict[str, Any], sentence: str) -> None:
    with refused(sentence, InputError):
        GAME.read_position(document, FOUR, ScriptedRng([]))


def test_the_example_of_a_position() -> None:
    """Numbers of peasants that a position names hold, though some are missing."""
    document = read_toml(
        """
side = "sun"
year = 1
season = "spring"
phase = "actions"
events_open = [3, 7, 8]
event = 7
actions = ["collect_tax", "battle_a", "build_castle"]
action = 1
order = ["blue", "yellow", "red"]
specials = { blue = "tax_plus_1" }
tray = { green = 1 }
tower = { red = 3, green = 2 }
stack_peasants = 10
[players.blue]
chests = 12
rice = 0
vp = 0
armies = { shinano = 4, settsu = 2 }
plan = { battle_a = "shinano", collect_tax = "settsu", bid = "c0" }
[provinces.shinano]
buildings = ["castle", "theatre"]
revolts = 1
"""
    )
    state = GAME.read_position(document, THREE, ScriptedRng([]))
    facts = GAME.facts(state)
    assert facts["players"]["blue"]["chests"] == 12 + 6
    assert facts["action"] == 2
    assert facts["to_act"] == ["blue"]
    assert (facts["tray"], facts["stack_peasants"]) == ({"green": 1}, 10)
    text = write_toml(GAME.write_position(state))
    again = GAME.read_position(read_toml(text), THREE, ScriptedRng([]))
    assert write_toml(GAME.write_position(again)) == text


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [("dice", 3, "draws no 'dice'"), ("throw", {"white": 1}, "no colour"), ("ties", ["koi"], "no seat")],
)
def test_a_forced_draw_that_cannot_be(kind: str, value: Any, sentence: str) -> None:
    with refused(sentence, InputError):
        GAME.read_outcome(kind, value)


@pytest.mark.parametrize(
    ("position", "line", "sentence"),
    [
        (MARCH, "purple: done", "not in this game"),
        (MARCH, "blue: done", "nothing to decide"),
        (MARCH, "red: revolt aki", "asked something else"),
        (MARCH, "red: move 1 izumo", r"is not in this game. \(SG-1.5"),
        (MARCH, "red: move 1 mino", "not adjacent"),
        (MARCH, "red: move 1 bingo", "Bingo has a temple"),
        (MARCH, "red: move 3 bitchu", "at most 2 can move"),
        (MARCH, "red: move 0 bitchu", "At least one"),
        (PLAN, "red: done", "asked for a plan"),
        (PLAN, "red: plan bid=omi", "does not have the card Omi"),
        (PLAN, "red: plan battle_a=aki battle_b=aki", "can't be in two places"),
        (PLAN, "red: plan battle_a=aki bid=c3", "more chests than you have"),
        (PLAN, "red: plan battle_a=aki", r"A plan needs 6 cards. \(SG-7.4"),
        (ORDER, "red: refresh", "your last pick"),
        (WINTER, "red: revolt omi", "not one of the provinces"),
    ],
)
def test_the_reason_fits(position: dict[str, Any], line: str, sentence: str) -> None:
    with refused(sentence):
        play(at(position), line)


def test_a_finished_game_takes_no_more_answers() -> None:
    over = WINTER | {"year": 2, "phase": "over", "winners": ["red"]}
    with refused("game is over"):
        play(at(over), "red: done")
