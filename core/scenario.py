"""Scenarios: tests of the rules that anyone can write (NOTATION: a position, moves, what to expect)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from core import flow
from core.catalog import game_named
from core.chance import Rng, ScriptedRng
from core.game import Game, seat_named
from core.notation import moves_in, read_move
from core.position import read_toml
from core.records import InputError, RulesError


class ScenarioError(Exception):
    """The rules did not do what the scenario says."""


class Play(Struct, forbid_unknown_fields=True):
    """A part of the moves."""

    moves: str


class Refuse(Struct, forbid_unknown_fields=True):
    """A move that must be refused when so many have been played."""

    move: str
    after: int = 0


class Scenario(Struct, forbid_unknown_fields=True):
    """One test: a position, moves, and a part of the position they lead to."""

    game: str
    title: str
    rules: list[str]
    seats: list[str]
    chance: list[dict[str, Any]] = []
    position: dict[str, Any] = {}
    play: list[Play] = []
    refuse: list[Refuse] = []
    expect: dict[str, Any] = {}


def read_scenario(text: str) -> Scenario:
    try:
        return msgspec.convert(read_toml(text, "scenario"), Scenario)
    except msgspec.ValidationError as error:
        msg = f"This scenario cannot be read: {error}."
        raise InputError(msg) from None


def run_scenario(scenario: Scenario) -> None:
    """Play a scenario; raise ScenarioError where it and the rules differ."""
    game = game_named(scenario.game)
    rng = ScriptedRng(
        [(kind, game.read_outcome(kind, value)) for entry in scenario.chance for kind, value in entry.items()]
    )
    seats = tuple(sorted(seat_named(game, name) for name in scenario.seats))
    state = game.read_position(scenario.position, seats, rng)
    moves = [line for play in scenario.play for line in moves_in(play.moves)]
    for number, line in enumerate([*moves, ""]):
        for refuse in scenario.refuse:
            if refuse.after == number:
                must_refuse(game, state, refuse.move, rng)
        if line:
            play_line(game, state, line, rng)
    game.check(state)
    differing = differences(game, scenario.expect, game.facts(state))
    if differing:
        raise ScenarioError("; ".join(differing))


def play_line(game: Game, state: Any, line: str, rng: Rng) -> None:
    seat, choice = read_move(game, line)
    try:
        flow.answer(game.rules, state, seat, choice, rng)
    except RulesError as error:
        if not game.is_moot(state, seat, choice):
            raise ScenarioError(f"'{line}' was refused: {error}") from None


def must_refuse(game: Game, state: Any, line: str, rng: Rng) -> None:
    before = state.clone()
    try:
        flow.answer(game.rules, state, *read_move(game, line), rng)
    except (RulesError, InputError):
        if state != before:
            raise ScenarioError(f"'{line}' was refused and yet changed the state") from None
    else:
        raise ScenarioError(f"'{line}' was not refused")


def differences(
    game: Game, expected: Mapping[str, Any], actual: Mapping[str, Any], path: str = ""
) -> list[str]:
    """Compare what is expected with the facts, name by name; only tables of tables are opened."""
    found = []
    for name, value in expected.items():
        there = actual.get(name)
        if isinstance(value, dict) and value and all(isinstance(entry, dict) for entry in value.values()):
            for key, entry in value.items():
                inner = there.get(key, {}) if isinstance(there, dict) else {}
                found += differences(game, entry, inner, f"{path}{name}.{key}.")
        elif comparable(game, name, value) != comparable(game, name, without_reserve(value, there)):
            found.append(f"{path}{name} is {there!r}, expected {value!r}")
    return found


def without_reserve(expected: Any, there: Any) -> Any:
    """Leave out the reserve of pieces unless it is named."""
    if isinstance(expected, dict) and isinstance(there, dict) and "reserve" not in expected:
        return {place: pieces for place, pieces in there.items() if place != "reserve"}
    return there


def comparable(game: Game, name: str, value: Any) -> Any:
    """Sort what has no order; nothing said and nothing there are the same."""
    if isinstance(value, dict):
        return {
            key: comparable(game, name, entry) for key, entry in value.items() if entry not in (0, [])
        } or None
    if isinstance(value, (list, tuple)):
        entries = [comparable(game, name, entry) for entry in value]
        return (entries if name in game.ordered else sorted(entries, key=repr)) or None
    return value or None
