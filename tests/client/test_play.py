"""`jinmaku play`: a whole game in plain sentences, with or without a terminal."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from client import __main__ as command_line
from client.cli.flags import parser_of
from client.cli.own_table import own_table
from client.cli.play import own_wish
from client.games.rising_sun.log import source_of
from client.games.rising_sun.names import card
from client.seat.journey import JourneyError
from client.table.sentences import event_sentence
from core.bots.levels import bot_named
from core.bots.whole_games import PlayedTurn, play_game
from core.catalog import game_named, game_names
from core.games.rising_sun import events
from core.games.rising_sun.board import BUSHI, KOI, LOTUS, RECRUIT, TRAIN
from core.games.rising_sun.cards import NAMES
from server.server import lock_folder
from tests.harness.command import JINMAKU, started
from tests.harness.folders import ROOT

PLAY = ["play", "--watch", "--level", "random", "--seed", "7"]


def test_a_game_without_a_terminal() -> None:
    ended = started(*PLAY)

    assert ended.returncode == 0
    assert ended.stderr == ""
    assert ended.stdout.startswith("Seed 7;")
    assert "=== Winter ===" in ended.stdout
    assert ended.stdout.count("  winner\n") >= 1


@pytest.mark.parametrize("game", game_names())
def test_without_a_terminal_bots_play_a_whole_game_and_the_winner_is_named(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path / "home"))
    for ends in ([False, True], [True, False]):  # of the input and the output, which are terminals
        monkeypatch.setattr("sys.stdin.isatty", lambda ends=ends: ends[0], raising=False)
        monkeypatch.setattr("sys.stdout.isatty", lambda ends=ends: ends[1], raising=False)
        assert command_line.main(["play", "--game", game, "--level", "random", "--players", "3"]) == 0
        out, err = capsys.readouterr()
        *_, sentence, space, winner, second, third = out.splitlines()

        assert "no terminal" in err
        assert re.search(" wins| share the victory", sentence)
        assert space == ""
        assert winner.endswith("winner")
        assert re.search(r" \d+", second)
        assert re.search(r" \d+", third)
    assert not (tmp_path / "home").exists()


def test_a_reader_who_has_seen_enough() -> None:
    with subprocess.Popen(
        [*JINMAKU, *PLAY], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        assert player.stderr is not None
        player.stdout.readline()
        player.stdout.close()
        complaints = player.stderr.read()

    assert complaints == ""
    assert player.returncode == 0


def test_the_same_seed_tells_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        command_line.main(["play", "--watch", "--level", "random", "--players", "3", "--seed", "same"])
        told.append(capsys.readouterr().out)

    assert told[0] == told[1]


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "7"],
        ["-o", "set=gate"],
        ["-o", "shrines=few"],
        ["--seat", "takeda"],
        ["--seat", "koi", "--clans", "lotus,turtle,bonsai"],
    ],
)
def test_a_wrong_wish_gets_one_line_and_code_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["play", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("clan", ["koi", "turtle"])
def test_alone_against_bots_a_game_goes_on_where_it_was_left(clan: str, tmp_path: Path) -> None:
    """The first sitting answers one question and leaves; the second finds the same table and plays on."""
    home = ["--home", str(tmp_path), "--seat", clan, "--clans", "koi,lotus,turtle", "--level", "random"]

    def sitting(lines: str) -> str:
        ended = started("play", "--plain", *home, typed=lines)
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout

    first, second = sitting("ready\n/quit\n"), sitting("/log 200\n/quit\n")

    assert f"You are {clan.title()}." in first
    assert first.partition(":")[0] == second.partition(":")[0]  # the same table
    assert "You are ready to end tea." in second
    assert "Kaede" in second


def own_clans(*flags: str) -> set[str]:
    """Return which clan somebody who plays alone with these flags gets, in each of twenty games."""
    games = [parser_of("play").parse_args([*flags, "--seed", f"{seed}"]) for seed in range(20)]
    return {own_wish(args).seats[0] for args in games}


@pytest.mark.parametrize("game", game_names())
def test_who_plays_alone_may_be_any_of_the_clans(game: str) -> None:
    assert own_clans("--game", game) == set(game_named(game).seat_names)


def test_who_names_the_clans_may_be_any_of_them() -> None:
    assert own_clans("--clans", "lotus,bonsai,dragonfly") == {"lotus", "bonsai", "dragonfly"}


def test_a_clan_wished_for_is_at_the_table() -> None:
    assert own_clans("--players", "3", "--seat", "turtle") == {"turtle"}


async def test_who_plays_alone_takes_the_first_seat_of_the_wish(tmp_path: Path) -> None:
    args = parser_of("play").parse_args(["--clans", "koi,lotus,turtle", "--home", str(tmp_path)])
    wish = own_wish(args)._replace(seats=("turtle", "koi", "lotus"))
    async with own_table(args, wish) as way:
        assert way.person.seat == game_named("rising_sun").seat_names.index("turtle")


async def test_who_comes_again_waits_for_the_server_that_still_closes(tmp_path: Path) -> None:
    args = parser_of("play").parse_args(["--home", str(tmp_path)])
    async with own_table(args, own_wish(args)):
        pass
    lock = lock_folder(tmp_path / "play")
    asyncio.get_running_loop().call_later(0.02, os.close, lock)

    async with own_table(args, own_wish(args)) as way:
        assert way.begins_by_itself


async def test_a_folder_that_another_server_uses_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.cli.own_table.SECONDS_TO_CLOSE", 0.05)
    args = parser_of("play").parse_args(["--home", str(tmp_path)])
    async with own_table(args, own_wish(args)):
        with pytest.raises(JourneyError, match="Another server is using"):
            async with own_table(args, own_wish(args)):
                pass


# The log -------------------------------------------------------------------------------------


def test_every_event_of_a_few_games_can_be_told() -> None:
    game = game_named("rising_sun")
    lines: list[str] = []

    def tell(turn: PlayedTurn) -> None:
        told = (event_sentence(game_named("rising_sun"), event, None) for event in turn.events)
        lines.extend(filter(None, told))  # what an event before it has told needs no words

    for seed in range(5):
        bots = {seat: bot_named("random", game, Random(f"{seed} {seat}")) for seat in range(5)}
        play_game(game, bots, {"set": "random", "shrines": "random"}, f"told {seed}", tell)

    assert all(line.endswith((".", "---", "===")) for line in lines)


def test_bids_and_gains_read_like_this() -> None:
    bids = events.BidsRevealed(((KOI, (0, 0, 1, 3)), (LOTUS, (0, 0, 0, 0))))
    killed = events.FiguresKilled(KOI, LOTUS, 2, BUSHI, 2)

    assert event_sentence(game_named("rising_sun"), bids, None) == (
        "Koi bids 1 on Hire Ronin and 3 on Imperial Poets. Lotus bids nothing."
    )
    assert event_sentence(game_named("rising_sun"), killed, None) == "Koi kills 2 Bushi of Lotus in Edo."
    assert card(NAMES.index("path-of-the-lion")) == "Path of the Lion"
    assert source_of("way-of-the-shogun") == "with Way of the Shogun"


def test_the_log_keeps_what_a_viewer_may_not_know() -> None:
    drawn = events.MandatesDrawn(LOTUS, (RECRUIT, TRAIN))
    laid = events.MandateLaid(LOTUS, RECRUIT, TRAIN, face_down=True)

    assert event_sentence(game_named("rising_sun"), drawn, KOI) == "Lotus draws mandates."
    assert event_sentence(game_named("rising_sun"), drawn, LOTUS) == "You draw mandates: Recruit and Train."
    assert "Train" not in event_sentence(game_named("rising_sun"), laid, None)
    assert "(Train)" in event_sentence(game_named("rising_sun"), laid, LOTUS)


@pytest.mark.parametrize(
    ("game", "way"), [("rising_sun", "screen"), ("shogun", "screen"), ("ninjato", "screen")]
)
def test_a_game_that_cannot_be_drawn_is_played_line_by_line(
    game: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: list[str] = []

    def on_screen(*_: object) -> int:
        ways.append("screen")
        return 0

    async def line_by_line(*_: object) -> int:
        ways.append("lines")
        return 0

    monkeypatch.setattr("client.cli.play.has_terminal", lambda: True)
    monkeypatch.setattr("client.cli.play.show_table", on_screen)
    monkeypatch.setattr("client.cli.play.play", line_by_line)

    assert command_line.main(["play", "--game", game, "--players", "3", "--home", str(tmp_path)]) == 0
    assert ways == [way]
