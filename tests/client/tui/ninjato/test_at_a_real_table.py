"""The whole client at a real server on loopback: a game of Ninjato with bots, and what the server knows."""

from __future__ import annotations

from pathlib import Path
from random import Random

from client.tui.dialogs.forms import CombineDialog
from tests.client.tui.at_table import LARGE, screen_text
from tests.client.tui.visits import Form, a_visit, agree, its_turn_or_end, play_on, play_to_the_end, save
from tests.waiting import until

COMBINATION = Form(
    CombineDialog,
    lambda dice: [*dice.choices(["right", "left", "down", "up"], k=3), "enter", "escape"],
)


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    async with a_visit(tmp_path, "ninjato", 2) as visit:
        await play_to_the_end(visit, COMBINATION)
        await until(lambda: "Where the points came from" in screen_text(visit.app))
        folder = await save(visit, tmp_path)
        assert "=== Round 7 ===" in (folder / "story.txt").read_text("utf-8")


async def test_the_screen_shows_what_the_server_knows(tmp_path: Path) -> None:
    dice = Random(5)
    async with a_visit(tmp_path, "ninjato", 2, LARGE) as visit:
        for _ in range(15):
            await its_turn_or_end(visit)
            await until(lambda: agree(visit))
            await play_on(visit, dice, COMBINATION)
