"""Whatever untruth a host tells one seat: its client notices, or the log names it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from protocol.entries import AnyEntry, Invited
from protocol.logfile import Title
from protocol.round_records import RoundEntry
from tests.harness.changes import change_logs
from tests.harness.honest_games import Played, games_of
from tests.harness.liars import fair_among, outcome_of, tell_lies
from tests.harness.logs import write
from tests.harness.sat import NAMED, sat_at
from tests.harness.sayings import HARMLESS, KINDS, NOTICED, SAYINGS, UNNOTICED
from tests.harness.verdicts import found_by_both
from tests.independent.verifier import FAIR

GAMES = ("rising_sun", "shogun", "ninjato")
NOT_TOLD = {Invited}
"""No seat hears of these."""


@pytest.fixture(scope="module")
def games() -> dict[str, list[Played]]:
    return {game: games_of(game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_no_lie_goes_unnoticed(game: str, games: dict[str, list[Played]]) -> None:
    found = tell_lies(games[game], 100, Random(7)).outcomes

    assert [outcome for outcome in found if UNNOTICED in outcome] == []
    assert min(found[f"told {NAMED}"], found[f"told {NOTICED}"], found[f"sync {NOTICED}"]) > 0
    harmless = {outcome.partition("harmless: ")[2] for outcome in found if "harmless" in outcome}
    assert harmless <= HARMLESS.keys()


@pytest.mark.parametrize("game", GAMES)
def test_both_verifiers_call_every_honest_game_fair(
    game: str, games: dict[str, list[Played]], tmp_path: Path
) -> None:
    for played in games[game][:3]:
        log = write(Title("table", game, 0), played.entries)
        assert found_by_both(log, tmp_path) == (FAIR, None)


def test_the_truth_is_never_taken_for_a_lie(games: dict[str, list[Played]]) -> None:
    dice = Random(7)
    for played in (*games["rising_sun"][-2:], games["shogun"][0]):
        sat = sat_at(played.people[0], played)
        told = [(kind, kind(sat, dice)) for kind in SAYINGS for _ in range(3)]
        assert [kind for kind, saying in told if outcome_of(saying, saying.truth) == NOTICED] == []


def test_every_message_that_a_server_can_send_is_lied_in(games: dict[str, list[Played]]) -> None:
    sat, dice = sat_at(0, games["ninjato"][0]), Random(7)

    assert {kind(sat, dice).message for kind in SAYINGS for _ in range(20)} == KINDS.keys()


def test_every_kind_of_entry_is_told_of_in_some_game_that_is_lied_about(
    games: dict[str, list[Played]],
) -> None:
    told = {
        type(stamp.entry.seen_by(seat))
        for played in games["rising_sun"] + games["shogun"]
        for stamp in played.entries
        for seat in played.people
    }

    every = {*get_args(AnyEntry), *get_args(RoundEntry)} - {RoundEntry}
    assert every - told == NOT_TOLD


@pytest.mark.parametrize("game", GAMES)
def test_no_changed_log_is_called_fair(game: str, games: dict[str, list[Played]]) -> None:
    fair = fair_among(games[game])
    assert len(fair) == 3

    assert sum((change_logs(*played, 8, Random(7)) for played in fair), Counter())["FAIR"] == 0
