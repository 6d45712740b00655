"""How the table of Shogun looks, as text, in colours and in lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from client.tui.settings import Settings
from client.tui.shogun.planning import PlanDialog
from tests.client.tui.at_table import LARGE, SMALL, screen_text, seated
from tests.client.tui.shogun.moments import scene_at

MIDDLE = (104, 30)
STYLES = {
    "blocks": Settings(pace="instant"),
    "lines": Settings(pace="instant", palette="mono"),
    "ascii": Settings(pace="instant", palette="mono", glyphs="ascii"),
}


@pytest.fixture(autouse=True)
def _many_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as a terminal with all colours would, wherever this runs."""
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_the_table(
    size: tuple[int, int], style: str, tmp_path: Path, picture: SnapshotAssertion
) -> None:
    async with seated(scene_at("march"), tmp_path, size, STYLES[style]) as table:
        await table.pilot.pause()
        await table.pilot.pause()

        assert screen_text(table.app) == picture


@pytest.mark.parametrize("question", ["pick", "special", "attack", "revolt"])
async def test_questions(question: str, tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at(question), tmp_path) as table:
        await table.pilot.pause()
        await table.pilot.pause()

        assert screen_text(table.app) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_planning_board(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("plan"), tmp_path, size) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        await table.pilot.press("right", "down", "right", "end", "left")
        await table.pilot.pause()

        assert screen_text(table.app) == picture


@pytest.mark.parametrize("pane", ["m", "p", "t", "l"])
async def test_a_narrow_window_shows_one_thing_at_a_time(
    pane: str, tmp_path: Path, picture: SnapshotAssertion
) -> None:
    """The map becomes a list of provinces there."""
    async with seated(scene_at("special"), tmp_path, (70, 24)) as table:
        await table.pilot.press(pane)
        await table.pilot.pause()
        await table.pilot.pause()

        assert screen_text(table.app) == picture
