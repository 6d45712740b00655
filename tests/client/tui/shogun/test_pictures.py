"""How the table of Shogun looks, as text, in colours and in lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from client.games.shogun.planning.form import PlanDialog
from client.local.settings import Settings
from client.tui.map.styles import ASCII_MONO, BLOCKS, MONO, MapStyle
from client.tui.map.widget import ProvinceMap
from tests.client.tui.at_table import LARGE, SMALL, Seated, seated
from tests.client.tui.shogun.moments import scene_at

MIDDLE = (104, 30)
STYLES = {"blocks": BLOCKS, "lines": MONO, "ascii": ASCII_MONO}


async def drawn(table: Seated, style: MapStyle = MONO) -> str:
    """Draw the map in this style, whatever the terminal can do, and give the screen."""
    table.screen.query_one(ProvinceMap).style = style
    return await table.settled()


@pytest.mark.parametrize(("size", "style"), [(SMALL, "ascii"), (MIDDLE, "lines"), (LARGE, "blocks")])
async def test_the_table(
    size: tuple[int, int], style: str, tmp_path: Path, picture: SnapshotAssertion
) -> None:
    settings = Settings(pace="instant", glyphs="ascii" if style == "ascii" else "unicode")
    async with seated(scene_at("march"), tmp_path, size, settings) as table:
        assert await drawn(table, STYLES[style]) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_planning_board(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        await table.pilot.press("1", "3", "5", "+", "8", "s")

        assert await drawn(table) == picture


@pytest.mark.parametrize("pane", ["M", "P", "T", "L"])
async def test_a_narrow_window_shows_one_thing_at_a_time(
    pane: str, tmp_path: Path, picture: SnapshotAssertion
) -> None:
    """The map becomes a list of provinces there."""
    async with seated(scene_at("special"), tmp_path, (70, 24)) as table:
        await table.pilot.press(pane)

        assert await drawn(table) == picture
