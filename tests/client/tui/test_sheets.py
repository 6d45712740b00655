"""The results of a part of a game, on the screen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from client.local.settings import Settings
from client.table.ending import Contest, Sheet
from client.tui.dialogs.sheet import SheetDialog
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from tests.client.table.test_sheets import BEGAN, chose, harvest
from tests.client.tui.at_table import GAME, LARGE, SMALL, screen_text, seated
from tests.client.tui.test_pictures import box_text
from tests.client.tui.test_telling import quiet_scene

SPRING = (BEGAN, harvest(KOI, 3), chose(e.VpGained(LOTUS, 12, "poets"), e.SeasonEnded(0)))


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_sheet_opens_and_the_next_key_tells_on(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, size, Settings(pace="brisk")) as table:
        await table.told(quiet_scene(), *SPRING, harvest(KOI, 1))
        await table.pilot.press("x")
        await table.until(lambda: isinstance(table.app.screen, SheetDialog))
        text = box_text(table)
        await table.pilot.press("x")
        await table.until(lambda: table.app.screen is table.screen)

        assert "Spring" in text
        assert text.index("Lotus") < text.index("Koi")
        assert table.model.telling.told_story[-1].events == harvest(KOI, 1).events


async def test_the_bids_of_three_are_a_row_where_the_window_has_room(tmp_path: Path) -> None:
    bids = [(seat, "3 Hostage, 3 Poets") for seat in (KOI, LOTUS, TURTLE)]
    fought = Contest("Hokkaido", bids, KOI, when="Spring")
    sheet = Sheet("Spring", (KOI,), {KOI: 1}, {KOI: Counter()}, [fought], [], {})
    row = " · ".join(f"{GAME.seat_names[seat].title()} {bid}" for seat, bid in bids)
    async with seated(quiet_scene(), tmp_path, (200, 60)) as table:
        table.app.push_screen(SheetDialog(GAME, [sheet]))

        await table.until(lambda: row in screen_text(table.app))


async def test_the_sheets_open_again_and_arrows_turn_to_others(tmp_path: Path) -> None:
    async with seated(quiet_scene(), tmp_path, story=[*SPRING, harvest(KOI, 1)]) as table:
        await table.pilot.press("f4")
        await table.until(lambda: isinstance(table.app.screen, SheetDialog))
        now = box_text(table)
        await table.pilot.press("left")
        await table.pilot.pause()
        before = box_text(table)
        await table.pilot.press("space")
        await table.until(lambda: table.app.screen is table.screen)

        assert "So far" in now
        assert "Spring" in before


@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)])
async def test_a_long_sheet_says_how_to_close_it(size: tuple[int, int], tmp_path: Path) -> None:
    promises = [f"promise {number}" for number in range(60)]
    sheet = Sheet(
        "Spring", (KOI, LOTUS), {KOI: 1, LOTUS: 2}, {KOI: Counter(), LOTUS: Counter()}, [], promises, {}
    )
    async with seated(quiet_scene(), tmp_path, size) as table:
        table.app.push_screen(SheetDialog(GAME, [sheet]))
        await table.until(lambda: isinstance(table.app.screen, SheetDialog))
        await table.pilot.pause()
        text = screen_text(table.app)

    assert "any key closes" in text
    assert text.count("promise ") >= size[1] // 3
