"""The first screen, with the real doors behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.cli.lobby import doors_of
from client.local.home import own_identity
from client.local.settings import Settings, write_settings
from client.seat.bot_player import BotPlayer
from client.tui.app import JinmakuApp, lobby_app
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lookup import RulesScreen
from client.tui.screens.game import GameScreen
from client.tui.screens.games import WIDEST, GameCard, GamesScreen
from client.tui.screens.lesson import LessonScreen
from client.tui.screens.lobby import LobbyScreen
from tests.client.tui.at_table import LARGE, SMALL, screen_text
from tests.harness.loopback import a_table, guest
from tests.waiting import until

HUGE = (200, 60)


def app_at(home: Path, monkeypatch: pytest.MonkeyPatch) -> JinmakuApp:
    monkeypatch.setenv("JINMAKU_HOME", str(home))
    write_settings(home, Settings(pace="instant"))
    return lobby_app(home, doors_of(home))


async def comes_to(app: JinmakuApp, kind: type) -> None:
    await until(lambda: isinstance(app.screen, kind))


@pytest.mark.parametrize("size", [(50, 20), SMALL, (100, 30), LARGE, (143, 47), HUGE])
async def test_who_comes_for_the_first_time_sees_all_games_and_what_to_do(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=size) as pilot:
        await comes_to(app, GamesScreen)
        await pilot.pause()
        text = screen_text(app)

        assert all(title in text for title in ("1 Rising Sun", "2 Shogun", "3 Ninjato"))
        end = max(card.region.bottom for card in app.screen.query(GameCard))
        assert app.screen.query_one("#game-choices").region.y <= end + 1, "no gap below the cards"
        assert "p Play Rising Sun now" in text
        assert "l Learn it in six minutes" in text
        assert "m Friends, hosting, settings" in text
        assert "Esc lobby" in text, "the last line is in sight"
        assert "▀" * (size[0] // 3 - 7) in text or "▀" * WIDEST in text


async def test_the_keys_are_explained_there_and_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        for screen in (GamesScreen, LobbyScreen):
            await comes_to(app, screen)
            await pilot.press("H")
            await comes_to(app, LinesDialog)
            await pilot.pause()
            assert "At a table, H shows the keys" in screen_text(app)
            await pilot.press("escape")
            await comes_to(app, screen)
            await pilot.press("m")


async def test_one_key_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await comes_to(app, GamesScreen)
        await pilot.press("c", "c", "o", "enter")
        await comes_to(app, GameScreen)
        table = app.screen
        assert isinstance(table, GameScreen)
        await until(lambda: table.model.scene is not None and table.model.is_my_turn)
        scene = table.model.scene
        assert scene is not None
        assert scene.seat is not None

        assert scene.game.seat_names[scene.seat] == "lotus"
        assert len(scene.info.seats) == 5
        assert "Kaede (steady)" in [row.player for row in scene.info.seats]


async def test_what_was_chosen_is_still_chosen_after_a_look_into_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await comes_to(app, GamesScreen)
        await pilot.press("3", "b", "escape")
        await comes_to(app, LobbyScreen)
        await pilot.press("2")
        await comes_to(app, GamesScreen)
        await pilot.pause()

        assert "p Play Ninjato now" in screen_text(app)
        assert "b Bot level: strong" in screen_text(app)


async def test_a_click_chooses_a_game_and_l_teaches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await comes_to(app, GamesScreen)
        await pilot.pause()
        await pilot.click(list(app.screen.query(GameCard))[2])
        await pilot.press("r")
        await comes_to(app, RulesScreen)
        await pilot.press("escape")
        await comes_to(app, GamesScreen)
        await pilot.press("l")
        await comes_to(app, LessonScreen)
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.model.scenes[0].game.name == "ninjato"
        await pilot.press("q")

        await comes_to(app, LobbyScreen)


async def test_who_has_played_here_comes_to_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_identity(tmp_path)
    app = app_at(tmp_path, monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()

        assert isinstance(app.screen, LobbyScreen)


# The room in which players wait ------------------------------------------------------------------


def own_seat(app: JinmakuApp) -> str:
    scene = app.screen.model.scene if isinstance(app.screen, GameScreen) else None
    return scene.game.seat_names[scene.seat] if scene is not None and scene.seat is not None else ""


async def test_who_waits_reads_what_clans_can_do_and_takes_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    own_identity(home)
    async with a_table(tmp_path / "server") as table:
        app = app_at(home, monkeypatch)
        async with app.run_test(size=LARGE) as pilot:
            lobby = app.screen
            assert isinstance(lobby, LobbyScreen)
            lobby.run_worker(lobby._go(doors_of(home).join(table.invite(), False)))  # noqa: SLF001
            await until(lambda: own_seat(app) == "koi" and "I'm ready" in screen_text(app))
            assert "Lotus plays its mandates face down" in screen_text(app)
            await pilot.press("t")
            await until(lambda: own_seat(app) == "turtle" and "Play Koi instead" in screen_text(app))
            bots = [await table.seat_bot(guest(tmp_path, number), number, BotPlayer) for number in (1, 2)]
            playing = [asyncio.create_task(bot.play_on()) for bot in bots]
            await pilot.press("r")
            await until(lambda: isinstance(app.screen, GameScreen) and app.screen.model.is_my_turn)

            assert own_seat(app) == "turtle"
        for task in playing:
            task.cancel()
