"""The whole client at a real server on loopback: a game of Shogun from first plan to last winter."""

from __future__ import annotations

from pathlib import Path

from client.games.shogun.planning.form import PlanDialog
from tests.client.tui.at_table import screen_text
from tests.client.tui.visits import Form, a_visit, agree, play_to_the_end

PLAN = Form(
    PlanDialog,
    lambda dice: [*dice.choices(["right", "left", "down", "up", "delete", *"13579+-"], k=12), "F", "enter"],
)


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    async with a_visit(tmp_path, "shogun") as visit:
        await play_to_the_end(visit, PLAN)

        assert agree(visit)
        text = screen_text(visit.app)
        assert "provinces (year 1)" in text
        assert "most buildings (year 2)" in text
