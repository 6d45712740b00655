"""The whole client at a real server on loopback: a game of Ninjato with bots, and what the server knows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from client.tui.dialogs.combine import CombineDialog
from client.tui.dialogs.confirm import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.widgets.choices import Choices
from protocol.messages import TableState
from tests.client.tui.at_table import LARGE, screen_text
from tests.client.tui.test_at_a_real_table import Visit, a_visit, agree, its_turn, its_turn_or_end
from tests.waiting import until

SEATS = ("red", "blue")


async def play_on(visit: Visit, dice: Random) -> None:
    """Do on the screen whatever it asks for, with keys alone."""
    pilot, screen = visit.pilot, visit.app.screen
    if isinstance(screen, Confirm):
        await pilot.press("y")
    elif isinstance(screen, CombineDialog):
        await pilot.press(*dice.choices(["right", "left", "down", "up"], k=3), "enter", "escape")
    elif isinstance(screen, GameScreen) and screen.is_my_turn:
        keys = [entry.key for entry in screen.query_one(Choices).entries if entry.key != "esc"]
        if keys:
            await pilot.press(dice.choice(keys))
    await pilot.pause()


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    dice = Random(4)
    async with a_visit(tmp_path, game="ninjato", seats=SEATS) as visit:
        await its_turn(visit)
        async with asyncio.timeout(240):
            while not isinstance(visit.app.screen, EndScreen):
                await play_on(visit, dice)

        assert visit.steward.table.is_over
        assert visit.screen.scene is not None
        assert visit.screen.scene.info.state is TableState.OVER
        await until(lambda: "Where the points came from" in screen_text(visit.app))
        await visit.pilot.press("s")
        folder = tmp_path / "games" / visit.steward.name
        await until((folder / "record.txt").exists)
        assert "=== Round 7 ===" in (folder / "story.txt").read_text("utf-8")


async def test_the_screen_shows_what_the_server_knows(tmp_path: Path) -> None:
    dice = Random(5)
    async with a_visit(tmp_path, LARGE, game="ninjato", seats=SEATS) as visit:
        for _ in range(15):
            await its_turn_or_end(visit)
            await until(lambda: agree(visit))
            await play_on(visit, dice)


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
