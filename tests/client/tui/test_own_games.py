"""The list of one's own games on the screen, with real hosts behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.tui.app import JinmakuApp
from client.tui.dialogs.lobby import OwnGamesDialog
from client.tui.screens.game import GameScreen
from client.tui.screens.lobby import LobbyScreen
from tests.client.test_games import an_evening
from tests.client.tui.at_table import screen_text
from tests.client.tui.test_lobby import in_the_lobby
from tests.waiting import until


async def test_the_lobby_leads_to_a_game_that_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with an_evening(tmp_path) as evening, in_the_lobby(evening.home, monkeypatch) as guest:
        await guest.press("m", to=OwnGamesDialog)
        await until(lambda: "Enter takes you there." in screen_text(guest.app))
        text = screen_text(guest.app)
        lines = [line for line in text.splitlines() if "127.0.0.1" in line]

        assert lines[0].split()[1:7] == ["Ninjato", "your", "turn", "2d", "23h", evening.waiting.name]
        assert evening.open.name in lines[1]
        assert f"Nothing is listening at {evening.gone}" in text
        await guest.pilot.press("enter")
        await until(lambda: evening.waiting.name in tables_on(guest.app))


def tables_on(app: JinmakuApp) -> list[str]:
    tables = [screen.model for screen in app.screen_stack if isinstance(screen, GameScreen)]
    return [model.scene.info.table for model in tables if model.scene is not None]


async def test_escape_stops_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with an_evening(tmp_path) as evening, in_the_lobby(evening.home, monkeypatch) as guest:
        await guest.press("m", to=OwnGamesDialog)
        await guest.press("escape", to=LobbyScreen)
