"""ASCII alone: no sign that such a terminal lacks, on any screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.cli.lobby import doors_of
from client.cli.past import past_in
from client.local.settings import Settings, write_settings
from client.table.errands import LogLine
from client.tui.app import JinmakuApp, replay_app
from client.tui.screens.lobby import LobbyScreen
from client.tui.widgets.log_pane import LogPane
from core.deals import Deal, Goods, Promise, Standing, Status
from core.games.rising_sun.board import KOI, LOTUS
from tests.client.tui.at_table import LARGE, SITUATIONS, SMALL, scene_at, screen_text, seated, with_deals

PLAIN = Settings(pace="instant", glyphs="ascii")
LOG = Path(__file__).parents[2] / "logs" / "three_people.log"


def strange(text: str) -> set[str]:
    return {sign for sign in text if not sign.isascii()}


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("question", sorted(SITUATIONS))
async def test_the_table_is_ascii(question: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at(question), tmp_path, size, PLAIN) as table:
        await table.pilot.pause()

        assert strange(screen_text(table.app)) == set()


@pytest.mark.parametrize("key", ["question_mark", "f1", "ctrl+s", "O", "G", "I", "T", "q", "ctrl+p"])
async def test_what_opens_over_the_table_is_ascii(key: str, tmp_path: Path) -> None:
    deal = Deal(0, LOTUS, KOI, Goods(2), Goods(0, 1), (Promise("words", "peace"),))
    scene = with_deals(scene_at("tea"), Standing(deal, Status.OPEN, (None,)))
    async with seated(scene, tmp_path, settings=PLAIN) as table:
        before = screen_text(table.app)
        await table.pilot.press(key)
        await table.until(lambda: screen_text(table.app) != before)
        await table.pilot.pause()

        assert strange(screen_text(table.app)) == set()


async def test_lobby_and_replay_are_ascii(tmp_path: Path) -> None:
    write_settings(tmp_path, PLAIN)
    lobby = JinmakuApp(tmp_path, lambda settings: LobbyScreen(doors_of(tmp_path), settings, tmp_path))
    for app in (lobby, replay_app(tmp_path, past_in(LOG))):
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()

            assert strange(screen_text(app)) == set()


async def test_what_people_write_stays_as_it_is(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, settings=PLAIN) as table:
        table.screen.query_one(LogPane).tell([LogLine("Jürgen sits down.")])
        await table.until(lambda: "Jürgen" in screen_text(table.app))


async def test_signs_change_with_the_setting(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        assert "·" in screen_text(table.app)
        await table.pilot.press("ctrl+s", "down", "right", "enter")
        await table.until(lambda: not strange(screen_text(table.app)))
