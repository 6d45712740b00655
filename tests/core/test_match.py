"""Whole games between bots: they can be played again from their record."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core.bots.character import Character
from core.bots.levels import bot_named
from core.bots.search import Budget
from core.bots.whole_games import PlayedTurn, next_to_answer, play_game
from core.catalog import game_named
from core.decisions import ChooseOne
from core.record import final_state
from tests.harness.match import Match, Outcome, interval, play, report_talk, show_progress, sure_after

GAME = game_named("rising_sun")


def test_the_record_of_a_game_leads_to_its_end() -> None:
    bots = {seat: bot_named("random", GAME, Random(seat)) for seat in (1, 3, 4)}

    record, state = play_game(GAME, bots, {"set": "rider"}, "again")

    assert final_state(record) == state


def test_every_turn_is_shown_the_setup_first() -> None:
    turns: list[PlayedTurn] = []
    bots = {seat: bot_named("random", GAME, Random(seat)) for seat in (0, 1, 2)}

    record, _ = play_game(GAME, bots, {}, "shown", turns.append)

    assert turns[0].seat is None
    assert turns[0].events
    assert len(turns) == len(record.moves) + 1


def test_seats_asked_at_once_are_heard_in_turn() -> None:
    asked = dict.fromkeys((0, 2, 3), ChooseOne("tea", "", ()))

    assert next_to_answer((0, 2, 3), 0, asked) == 2
    assert next_to_answer((0, 2, 3), 3, asked) == 0
    assert next_to_answer((0, 2, 3), 0, {3: asked[3]}) == 3


def test_every_deal_is_played_with_each_bot_in_each_seat() -> None:
    match = Match("ninjato", ("steady", "random"), 3, Budget(1))
    games = [play(match, number) for number in range(4)]

    assert all(sum(game.won) == 1 for game in games)
    assert [game._replace(seconds=0) for game in games] == [
        play(match, number)._replace(seconds=0) for number in range(4)
    ]


def test_some_may_talk_while_others_are_deaf() -> None:
    match = Match("rising_sun", ("novice",) * 3, 3, Budget(1), talkers=(1, 2))
    talk = play(match, 0).talk

    assert talk["accept"] + talk["decline"] + talk["counter"] > 0
    assert not play(match._replace(talkers=()), 0).talk


def test_the_worth_of_talk_is_the_difference_game_by_game() -> None:
    match = Match("rising_sun", ("strong", "steady"), 1, Budget(1), talkers=(0, 1))
    won, lost = Outcome((1.0, 0.0), (30, 20), 0.1, Counter()), Outcome((0.0, 1.0), (18, 22), 0.1, Counter())
    told = report_talk(match, [won, won, lost, lost], [lost, lost, lost, lost])

    assert "brings the first 50.0% ±" in told
    assert "and 7.0 ±" in told
    assert "is worth 50.0% ±" in told


def test_games_with_and_without_talk_have_the_same_temperaments(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def note(_game: object, characters: dict[int, Character], *_: object) -> None:
        seen.append([character.temperament for _, character in sorted(characters.items())])

    monkeypatch.setattr("tests.harness.match.Parley", note)
    match = Match("ninjato", ("random",) * 4, 3, Budget(1), talkers=(0, 1, 2, 3))
    for talkers in ((0, 1, 2, 3), (1, 2, 3)):
        play(match._replace(talkers=talkers), 0)

    assert seen[0][1:] == seen[1]


def test_the_games_of_one_deal_count_as_one_try() -> None:
    assert interval([1, 0, 1, 0], 2) == " 50.0% ± 0.0%"
    assert interval([1, 1, 0, 0] * 50, 2) == " 50.0% ± 10.0%"


@pytest.mark.parametrize(("tries", "quantile"), [(4, 3.18), (6, 2.57), (11, 2.23), (31, 2.04), (1001, 1.96)])
def test_few_tries_are_less_sure(tries: int, quantile: float) -> None:
    """As in any table of Student's distribution."""
    assert sure_after(tries) == pytest.approx(quantile, rel=0.04)


def test_progress_is_told_with_the_share_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    won, lost = (Outcome(won, (9, 5), 0.1, Counter()) for won in ((1.0, 0.0), (0.0, 1.0)))
    for done in range(1, 13):
        show_progress(([won, won, lost] * 4)[:done], 12)

    assert capsys.readouterr().err.splitlines() == [
        *("", "10 of 12 games, the first wins 70.0%"),
        *("", "12 of 12 games, the first wins 66.7%"),
    ]
