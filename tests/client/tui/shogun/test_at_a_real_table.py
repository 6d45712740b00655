"""The whole client at a real server on loopback: a game of Shogun from first plan to last winter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from client.journey import Way
from client.player import Person
from client.tui.app import JinmakuApp
from client.tui.dialogs.confirm import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.settings import Settings, write_settings
from client.tui.shogun.planning import PlanDialog
from client.tui.widgets.choices import Choices
from protocol.identity import Identity
from protocol.messages import TableState
from protocol.pace import Terms
from server.house import open_house
from tests.client.tui.at_table import SMALL, screen_text
from tests.client.tui.test_at_a_real_table import LIMITS, Visit, a_bot, its_turn

SEATS = ("red", "blue", "yellow")


@asynccontextmanager
async def a_visit(home: Path) -> AsyncIterator[Visit]:
    """Sit down with two bots, at a table that begins at once."""
    write_settings(home, Settings(pace="instant"))
    async with open_house(home / "server", "127.0.0.1", 0, LIMITS) as house:
        steward = await house.lobby.open("shogun", SEATS, {}, Terms(), "a seed")
        bots = [await a_bot(house, steward, number) for number in range(2)]
        token = await house.lobby.invite(steward)

        @asynccontextmanager
        async def journey() -> AsyncIterator[Way]:
            invitation = house.invitation("127.0.0.1", steward.name, token)
            person = Person(Identity.make(), "Anna")
            yield Way(invitation, person, lambda _: None, begins_by_itself=True, limits=LIMITS)

        app = JinmakuApp(home, lambda settings: GameScreen(journey, settings, home))
        async with app.run_test(size=SMALL) as pilot:
            try:
                yield Visit(app, pilot, house, steward)
            finally:
                for bot in bots:
                    bot.cancel()


async def play_on(visit: Visit, dice: Random) -> None:
    """Do on the screen whatever it asks for, with keys alone."""
    pilot, screen = visit.pilot, visit.app.screen
    if isinstance(screen, Confirm):
        await pilot.press("y")
    elif isinstance(screen, PlanDialog):
        await pilot.press(*dice.choices(["right", "left", "down", "up", "x"], k=12), "f", "s")
    elif isinstance(screen, GameScreen) and screen.is_my_turn:
        keys = [entry.key for entry in screen.query_one(Choices).entries if entry.key != "esc"]
        if keys:
            await pilot.press(dice.choice(keys))
    await pilot.pause()


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    dice = Random(4)
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        async with asyncio.timeout(180):
            while not isinstance(visit.app.screen, EndScreen):
                await play_on(visit, dice)

        assert visit.steward.table.is_over
        scene = visit.screen.scene
        assert scene is not None
        assert scene.info.state is TableState.OVER
        assert scene.view == visit.steward.table.view_for(scene.seat)
        text = screen_text(visit.app)
        assert "provinces (year 1)" in text
        assert "most buildings (year 2)" in text
