"""Scenarios: tests of the rules that anyone can write (docs/notation.md): a position, moves, expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from core import flow
from core.catalog import game_named
from core.chance import InARow, Rng, ScriptedRng, SeededRng
from core.game import Game, read_move, seat_named
from core.kinds import InputError, RulesError, Seat, Step
from core.notation import moves_in
from core.toml import read_toml

SEEDS = 24


class ScenarioError(Exception):
    """The rules did not do what the scenario says."""


class RefusedMoveError(ScenarioError):
    """A move of the scenario was refused; `spent`: the pass before it, which may not have been needed."""

    def __init__(self, sentence: str, spent: int | None, left_to_chance: bool) -> None:  # noqa: FBT001
        super().__init__(sentence)
        self.spent = spent
        self.left_to_chance = left_to_chance


class Moves(Struct, forbid_unknown_fields=True):
    """A part of the moves."""

    moves: str


class RefusedMove(Struct, forbid_unknown_fields=True):
    """A move that must be refused after so many moves."""

    move: str
    after: int = 0


class Scenario(Struct, forbid_unknown_fields=True):
    """One test: a position, moves, and part of the position they lead to."""

    game: str
    title: str
    rules: list[str]
    seats: list[str]
    chance: list[dict[str, Any]] = []
    position: dict[str, Any] = {}
    play: list[Moves] = []
    refuse: list[RefusedMove] = []
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
    state = play_scenario(game, scenario)
    game.check(state)
    differing = differences(game, scenario.expect, game.facts(state))
    while differing and settle_unsaid(game, state, SeededRng(b"")):
        differing = differences(game, scenario.expect, game.facts(state))
    if differing:
        raise ScenarioError("; ".join(differing))


def play_scenario(game: Game, scenario: Scenario) -> Any:
    """Play with the first of a few seeds that makes the moves possible.

    Whatever a scenario leaves to chance must not matter to it, except for what it then wants to do.
    """
    first_refusal: RefusedMoveError | None = None
    for seed in range(SEEDS):
        try:
            return play_leniently(game, scenario, seed)
        except RefusedMoveError as refused:
            first_refusal = first_refusal or refused
            if not refused.left_to_chance:
                break
    assert first_refusal is not None
    raise first_refusal


def play_leniently(game: Game, scenario: Scenario, seed: int) -> Any:
    """Play the moves; a `done` that was not needed must not be spent on the seat's next decision.

    Only later moves show that it was not needed: then it is left out and everything is played again.
    """
    entries = [entry for entries in scenario.chance for entry in entries.items()]
    left_out: set[int] = set()
    while True:
        rng = ScriptedRng([result for entry in entries for result in forced(game, *entry)], bytes([seed]))
        try:
            return play_moves(game, scenario, left_out, rng)
        except RefusedMoveError as refused:
            if refused.spent is None:
                raise
            left_out.add(refused.spent)


def forced(game: Game, kind: str, value: Any) -> list[tuple[str, Any]]:
    """Read what a scenario forces for one draw, or for several in a row."""
    outcome = game.read_outcome(kind, value)
    return [(kind, each) for each in (outcome if isinstance(outcome, InARow) else (outcome,))]


def play_moves(game: Game, scenario: Scenario, left_out: set[int], rng: ScriptedRng) -> Any:
    seats = tuple(sorted(seat_named(game, name) for name in scenario.seats))
    state = game.read_position(scenario.position, seats, rng)
    moves = [line for play in scenario.play for line in moves_in(play.moves)]
    for refuse in scenario.refuse:
        if not 0 <= refuse.after <= len(moves):
            raise ScenarioError(f"'{refuse.move}' cannot be tried after {refuse.after} of {len(moves)} moves")
    spent: dict[Seat, int] = {}
    over: set[Seat] = set()
    for number, line in enumerate([*moves, ""]):
        for refuse in scenario.refuse:
            if refuse.after == number:
                must_refuse(game, state, refuse.move, rng)
        if line and number not in left_out:
            seat, choice = read_move(game, line)
            if game.is_pass(choice) and seat in over:
                spent[seat] = number
            play_line(game, state, line, spent.get(seat), over, rng)
    return state


def play_line(
    game: Game, state: Any, line: str, spent: int | None, over: set[Seat], rng: ScriptedRng
) -> None:
    """Play one line, and keep in `over` the seats whose last act ended its step."""
    seat, choice = read_move(game, line)
    agenda = list(state.agenda)
    try:
        flow.answer(game.rules, state, seat, choice, rng)
    except RulesError as error:
        if game.is_moot(state, seat, choice):
            return
        if settle_unsaid(game, state, rng):
            play_line(game, state, line, spent, over, rng)
        else:
            sentence = f"'{line}' was refused: {error}"
            raise RefusedMoveError(sentence, spent, rng.draws_left_open > 0) from None
    else:
        over.discard(seat)
        if not game.is_pass(choice) and not (seat in state.pending and goes_on(agenda, state.agenda)):
            over.add(seat)


def settle_unsaid(game: Game, state: Any, rng: Rng) -> bool:
    """If the scenario names no order where one is asked for, apply the one that stands unasked."""
    unsaid = game.unsaid(state)
    if unsaid is not None:
        flow.play(game.rules, state, *unsaid, rng)
    return unsaid is not None


def goes_on(before: list[Step], after: list[Step]) -> bool:
    """Say whether an answered step asks for more: on top of what lay below, with at most one step between."""
    below = len(before) - 1
    return type(before[-1]) is type(after[-1]) and after[:below] == before[:below] and len(after) <= below + 2


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
    """Compare the expected with the facts, name by name; open only tables of tables."""
    found = []
    for name, value in expected.items():
        there = actual.get(name)
        if name not in actual:
            found.append(f"there is no {path}{name}, only {', '.join(actual)}")
        elif isinstance(there, dict) and there and all(isinstance(entry, dict) for entry in there.values()):
            found += [f"there is no {path}{name}.{key}" for key in value.keys() - there.keys()]
            for key in value.keys() & there.keys():
                found += differences(game, value[key], there[key], f"{path}{name}.{key}.")
        elif isinstance(value, str) and isinstance(there, list):
            found += differences(game, {name: [value]}, actual, path)
        elif comparable(game, name, value) != comparable(game, name, without_reserve(value, there)):
            found.append(f"{path}{name} is {there!r}, expected {value!r}")
    return sorted(found)


def without_reserve(expected: Any, there: Any) -> Any:
    """Leave out the reserve of pieces unless it is named."""
    if isinstance(expected, dict) and isinstance(there, dict) and "reserve" not in expected:
        return {place: pieces for place, pieces in there.items() if place != "reserve"}
    return there


def comparable(game: Game, name: str, value: Any) -> Any:
    """Sort whatever has no order; saying nothing and having nothing are the same."""
    if isinstance(value, dict):
        return {
            key: comparable(game, name, entry) for key, entry in value.items() if entry not in (0, [])
        } or None
    if isinstance(value, (list, tuple)):
        entries = [comparable(game, name, entry) for entry in value]
        return (entries if name in game.ordered else sorted(entries, key=repr)) or None
    return value or None
