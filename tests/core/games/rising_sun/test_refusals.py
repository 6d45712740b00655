"""A refusal names the reason that fits, not just any."""

from __future__ import annotations

from typing import Any

import pytest

from core import flow
from core.catalog import game_named
from core.chance import ScriptedRng
from core.game import read_move, seat_named
from tests.refusing import refused

GAME = game_named("rising_sun")
SEATS = tuple(seat_named(GAME, name) for name in ("koi", "lotus", "turtle"))
TURN = {
    "phase": "politics",
    "mandates_played": ["harvest"],
    "deck": ["marshal", "harvest", "betray", "recruit"],
}
MARSHAL = ["turtle: mandate marshal"]
RAIJIN = {
    "phase": "politics",
    "mandates_played": ["betray", "betray", "train"],
    "shrines": ["raijin", "fujin", "hachiman", "susanoo"],
    "clans": {"koi": {"figures": {"shrine:raijin": ["shinto"]}}},
}
TOLL = {
    "clans": {
        "lotus": {"cards": ["path-of-the-serpent"]},
        "koi": {"coins": 0, "figures": {"kansai": ["bushi"]}},
    }
}
TRAIN = {
    "phase": "politics",
    "active": "koi",
    "deck": ["train"],
    "allies": [("koi", "lotus")],
    "display": ["path-of-the-lion", "righteousness"],
    "clans": {"koi": {"coins": 1, "cards": ["benevolence"]}, "lotus": {"coins": 3}},
}
TRAINED = ["koi: mandate train"]
AT_TURTLE = [*MARSHAL, "koi: done", "lotus: done"]


@pytest.mark.parametrize(
    ("position", "moves", "line", "sentence"),
    [
        (TURN | {"active": "lotus"}, [], "lotus: mandate train as harvest", "Train is not one of"),
        (TURN | {"active": "koi"}, [], "koi: mandate recruit as harvest", "Only Lotus"),
        (RAIJIN, [], "koi: summon shinto shikoku", "Raijin can only summon a Bushi"),
        (TURN | {"active": "turtle"}, AT_TURTLE, "turtle: move stronghold kyoto kyushu", "not adjacent"),
        (
            TURN | {"active": "turtle"},
            [*AT_TURTLE, "turtle: move stronghold kyoto kansai"],
            "turtle: move stronghold kansai kyoto",
            "moves only once",
        ),
        (
            TURN | {"active": "turtle"} | TOLL,
            [*MARSHAL, "koi: move bushi kansai shikoku", "lotus: use path-of-the-serpent"],
            "koi: move bushi kansai shikoku",
            "no coin left for the toll",
        ),
        (TRAIN, TRAINED, "koi: buy path-of-the-lion full", "no discount on Path of the Lion"),
        (TRAIN, TRAINED, "koi: buy righteousness full", "costs 2 and Koi has 1 coin"),
        (
            TRAIN,
            ["koi: mandate train", "koi: done"],
            "lotus: buy righteousness full",
            "Nothing you own depends",
        ),
    ],
)
def test_the_reason_fits(position: dict[str, Any], moves: list[str], line: str, sentence: str) -> None:
    rng = ScriptedRng([])
    state = GAME.read_position(position, SEATS, rng)
    for move in moves:
        flow.answer(GAME.rules, state, *read_move(GAME, move), rng)

    with refused(sentence):
        flow.answer(GAME.rules, state, *read_move(GAME, line), rng)
