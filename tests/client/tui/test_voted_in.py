"""A spectator who is voted in for a seat plays on there, without joining again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from client.local.settings import Settings, write_settings
from client.seat.journey import Way
from client.seat.news import Person
from client.seat.player import Player
from client.tui.app import table_app
from client.tui.dialogs.lines import LinesDialog
from client.tui.screens.game import GameScreen
from core.kinds import Viewer
from protocol.identity import Identity
from tests.client.typist import bots
from tests.harness.loopback import WIDE, a_table, admit
from tests.waiting import until


@pytest.mark.parametrize("is_reading", [False, True])
async def test_who_is_voted_in_while_watching_has_the_seat_on_the_same_screen(
    tmp_path: Path, *, is_reading: bool
) -> None:
    """Whatever else is on the screen then is read to its end."""
    home = tmp_path / "home"
    home.mkdir()
    write_settings(home, Settings(pace="instant"))
    async with a_table(tmp_path) as table, bots(table, 2):
        anna = await table.seat(Person(Identity.make(), "Anna"), Player)
        await anna.ready()
        await until(lambda: anna.mirror.view is not None)
        bot = next(row.seat for row in table.runner.info().seats if row.is_bot)
        dora = Person(Identity.make(), "Dora", is_watching=True)
        way = Way(table.invite_to_watch(), dora, admit, limits=WIDE)
        app = table_app(home, lambda: nullcontext(way))
        async with app.run_test() as pilot:

            def seat() -> Viewer:
                table_screen = app.screen_stack[0]
                assert isinstance(table_screen, GameScreen)
                return table_screen.model.scene.seat if table_screen.model.scene is not None else None

            watching = app.screen
            assert isinstance(watching, GameScreen)
            await until(lambda: watching.model.scene is not None)
            await watching.player.apply(bot)
            reading = LinesDialog("Help", ["Lines"]) if is_reading else watching
            if is_reading:
                await app.push_screen(reading)
            await until(lambda: anna.mirror.table.applications)
            await anna.elect(bot, dora.identity.public.raw, agrees=True)
            await until(lambda: bot in table.runner.table.sitters and not table.runner.info().spectators)
            if is_reading:
                await until(lambda: watching._won == bot)  # noqa: SLF001
                assert app.screen is reading
                await pilot.press("escape")
            await until(lambda: seat() == bot)

            assert table.runner.table.sitters[bot].name == "Dora"
        await anna.leave()
