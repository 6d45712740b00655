"""How the screens look, as text; the map has its own pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from client.cli.lobby import doors_of
from client.local.settings import Settings
from client.tui.app import JinmakuApp
from client.tui.dialogs.forms import AllocateDialog
from client.tui.screens.lobby import LobbyScreen
from core.deals import Deal, Goods, Promise, Standing, Status
from core.games.rising_sun.board import KOI, LOTUS
from tests.client.tui.at_table import LARGE, SMALL, Seated, scene_at, screen_text, seated, with_deals

NARROW = (70, 24)
SIZES = [SMALL, LARGE]


def box_text(table: Seated) -> str:
    """Return the dialog alone, without what shines through around it."""
    left, top, width, height = table.app.screen.query(".box").first().region
    lines = screen_text(table.app).splitlines()[top : top + height]
    return "\n".join(line[left : left + width].rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("size", SIZES)
async def test_the_table(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("tea"), tmp_path, size) as table:
        await table.settled()

        assert screen_text(table.app, without="#map") == picture


@pytest.mark.parametrize("size", SIZES)
async def test_the_war_board(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("bid"), tmp_path, size) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog))
        await table.pilot.press("right")
        await table.settled()

        assert box_text(table) == picture


@pytest.mark.parametrize("size", [*SIZES, NARROW])
async def test_the_talk(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    deal = Deal(0, KOI, LOTUS, Goods(2), Goods(0, 1), (Promise("no_bid", "poets"),))
    scene = with_deals(scene_at("tea"), Standing(deal, Status.OPEN, (None,)))
    async with seated(scene, tmp_path, size) as table:
        await table.pilot.press("T")
        await table.settled()

        assert screen_text(table.app, without="#map") == picture


@pytest.mark.parametrize("pane", ["M", "P", "L"])
async def test_a_narrow_window_shows_one_thing_at_a_time(
    pane: str, tmp_path: Path, picture: SnapshotAssertion
) -> None:
    async with seated(scene_at("recruit"), tmp_path, NARROW) as table:
        await table.pilot.press(pane)
        await table.settled()

        assert screen_text(table.app, without="#map") == picture


async def test_plain_signs(tmp_path: Path, picture: SnapshotAssertion) -> None:
    settings = Settings(pace="instant", glyphs="ascii", palette="mono")
    async with seated(scene_at("seppuku"), tmp_path, settings=settings) as table:
        await table.settled()

        assert screen_text(table.app, without="#map") == picture


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    doors = doors_of(tmp_path)._replace(is_first=False)
    app = JinmakuApp(tmp_path, lambda settings: LobbyScreen(doors, settings, tmp_path))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()

        assert screen_text(app) == picture


@pytest.mark.parametrize("key", ["question_mark", "f1", "ctrl+s", "O", "I"])
async def test_what_opens_over_the_table(key: str, tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press(key)
        await table.until(lambda: table.app.screen is not table.screen)
        await table.settled()

        assert box_text(table) == picture
