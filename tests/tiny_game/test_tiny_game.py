"""A fourth game, Pebbles, goes through the whole house: it takes only two folders and texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import client.games
import core.games
from client.__main__ import main
from client.cli.verify import verify_file
from client.table.lessons import course_of
from client.texts import Texts, bundle_of, sources_of, speak
from client.tui.dialogs.questions import Confirm
from core.bots.levels import BOTS, bot_named
from core.bots.search import Budget
from core.bots.whole_games import play_game
from core.catalog import game_named, game_names
from protocol.table.verify import Judgement
from tests.client.tui.at_table import screen_text
from tests.client.tui.visits import Form, a_visit, play_to_the_end, save
from tests.client.typist import Typist, bots, taught
from tests.harness.fuzz import fuzz_game
from tests.harness.logs import log_of
from tests.harness.loopback import a_table, play_a_game
from tests.waiting import until

HERE = Path(__file__).parent
GAME = "pebbles"
NO_FORM = Form(Confirm, lambda _: [])


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the folders of the game beside the others, and its texts after the others."""
    monkeypatch.setattr(core.games, "__path__", [*core.games.__path__, str(HERE / "core_games")])
    monkeypatch.setattr(client.games, "__path__", [*client.games.__path__, str(HERE / "client_games")])
    speak(Texts([bundle_of("en", [*sources_of("en"), (HERE / "pebbles.ftl").read_text("utf-8")])]))
    yield
    speak(None)


def test_it_is_in_the_list() -> None:
    assert game_names()[-1] == GAME


@pytest.mark.parametrize("level", BOTS)
def test_bots_play_it(level: str) -> None:
    game = game_named(GAME)
    players = {seat: bot_named(level, game, Random(seat), Budget(4)) for seat in (0, 1, 2)}
    _, state = play_game(game, players, {}, "a seed", lambda _: None)
    assert state.winners


def test_random_play_breaks_nothing_and_shows_nobody_a_secret() -> None:
    counts = sum((fuzz_game(GAME, seed, players) for seed in range(10) for players in (2, 3, 4)), Counter())
    assert counts["views"] > 0
    assert counts["positions"] > 0


async def test_it_is_played_on_the_screen_and_looked_at_again(tmp_path: Path) -> None:
    async with a_visit(tmp_path, GAME) as visit:
        await play_to_the_end(visit, NO_FORM)
        await until(lambda: "Where the points came from" in screen_text(visit.app))
        folder = await save(visit, tmp_path)
        assert "All fists are open: " in (folder / "story.txt").read_text("utf-8")
        await visit.pilot.press("r")
        await until(lambda: re.search(r"Moment \d+ of \d+ as you saw it", screen_text(visit.app)))


async def test_it_is_played_line_by_line(tmp_path: Path) -> None:
    async with a_table(tmp_path, 2, GAME) as table:
        anna = Typist(table.invite(), "Anna")
        await anna.read("You are Red.")
        async with bots(table, 1):
            await anna.type("/ready", "How many pebbles do you hide?")
            await anna.type("/look", "Round 1 of 2")
            await anna.type("rob nobody", "nobody")
            await anna.type("hide 3", "Sealed")
            await anna.read("All fists are open: Red 3, Blue ")
        await anna.close()


async def test_its_log_is_verified_and_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = await play_a_game(tmp_path, GAME)
    log = tmp_path / "game.log"
    log.write_bytes(await log_of(tmp_path, table, GAME))

    assert verify_file(log).judgement is Judgement.FAIR
    assert main(["replay", "--plain", str(log)]) == 0
    assert "The game is over; " in capsys.readouterr().out


def test_it_is_taught() -> None:
    shown = taught(course_of(GAME), ["", "hide 3", "", "rob blue", ""])
    assert "Now take a point back" in "".join(shown)
