"""A raid goes from state to state as NJ-8 says, and never otherwise."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import pytest

from core import flow
from core.chance import SeededRng
from core.games.ninjato import GAME
from core.games.ninjato.choices import Fail, Leave, Raid
from core.games.ninjato.events import (
    AlarmRaised,
    GuardBeaten,
    GuardRevealed,
    HouseEmptied,
    HouseLeft,
    RaidFailed,
    TreasureTaken,
)
from core.games.ninjato.steps import ChooseToken, Decide, Fight, SaveOne
from core.kinds import Event
from tests.core.games.ninjato.tables import at, fresh, play
from tests.harness.random_play import random_game

ALLOWED: Final = {
    *{("MODE", "FIGHT"), ("FIGHT", "FIGHT"), ("FIGHT", "TAKE"), ("FIGHT", "FAILED")},
    *{("TAKE", "DECIDE"), ("TAKE", "TOKEN"), ("DECIDE", "REVEAL"), ("DECIDE", "LEFT")},
    *{("REVEAL", "ALARM"), ("REVEAL", "FIGHT"), ("ALARM", "FIGHT")},
    *{("LEFT", "DONE"), ("FAILED", "DONE"), ("TOKEN", "DONE")},
}
"""FIGHT stays FIGHT between the two guards of a double, and when a skill is used."""
STATES: Final[dict[type[Event], str]] = {
    TreasureTaken: "TAKE",
    GuardRevealed: "REVEAL",
    AlarmRaised: "ALARM",
    HouseLeft: "LEFT",
    RaidFailed: "FAILED",
    HouseEmptied: "TOKEN",
}
ASKING: Final = {Fight: "FIGHT", Decide: "DECIDE", ChooseToken: "TOKEN", SaveOne: "FAILED"}


def raid_states(seed: int) -> list[list[str]]:
    """Play a random game and write down the states of every raid."""
    state, dice, rng = fresh(seed, 2 + seed % 3), Random(seed), SeededRng(str(seed).encode())
    raids: list[list[str]] = []
    while state.pending:
        seat, decision = next(iter(state.pending.items()))
        choice = decision.sample(dice)
        events = flow.answer(GAME.rules, state, seat, choice, rng)
        if isinstance(choice, Raid):
            raids.append(["MODE"])
        elif not raids or raids[-1][-1] == "DONE":
            continue
        raids[-1] += [STATES[type(event)] for event in events if type(event) in STATES]
        if state.raid is None:
            raids[-1].append("DONE")
        else:
            raids[-1].append(ASKING[type(state.agenda[-1])])
    return raids


def test_a_raid_has_only_these_transitions() -> None:
    """Every raid of many random games goes along the transitions of NJ-8.1, from MODE to DONE (NJ-8.1)."""
    seen = set()
    for seed in range(120):
        for states in raid_states(seed):
            row = [state for place, state in enumerate(states) if place == 0 or state != states[place - 1]]
            assert (row[0], row[-1]) == ("MODE", "DONE")
            seen |= set(pairwise(row))
    assert seen <= ALLOWED
    assert seen >= ALLOWED - {("FIGHT", "FIGHT")}


@pytest.mark.parametrize("seed", range(8))
def test_the_engine_reveals_guards_by_itself(seed: int) -> None:
    """After banzai nobody chooses anything before the fight (NJ-21.14, NJ-8.10)."""
    state = at(
        h1={"sentry": 1, "token": "taira 4", "treasures": ["fan", "jade", "jade"]}, red={"hand": [5, 5]}
    )
    play(state, "red: raid 1 force", "red: play 5")
    events = play(state, "red: banzai", seed=bytes([seed]))
    assert any(isinstance(event, GuardRevealed) for event in events)
    assert isinstance(state.agenda[-1], Fight)


def test_a_play_tells_what_it_came_to() -> None:
    state = at(h1={"sentry": 4, "token": "taira 4", "treasures": ["fan", "jade"]}, red={"hand": [4, 3]})
    (beaten,) = [e for e in play(state, "red: raid 1 force", "red: play 4 +3") if isinstance(e, GuardBeaten)]
    assert (beaten.parts, beaten.total, beaten.value) == (("4", "+3"), 5, 4)


def test_leaving_and_failing_are_never_offered_together() -> None:
    """FIGHT has no leaving, DECIDE no failing (NJ-8.1, NJ-8.4)."""
    for seed in range(20):
        for state, _ in random_game(GAME, (0, 1), seed):
            for decision in state.pending.values():
                assert not {Leave, Fail} <= {type(option) for option in getattr(decision, "options", ())}
