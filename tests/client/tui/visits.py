"""A person before the screen of a table at a real server on loopback, and keys that play there somehow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from textual.pilot import Pilot
from textual.screen import Screen

from client.cli.fetching import fetch_game, recall_game
from client.local.settings import Settings, write_settings
from client.seat.bot_player import BotPlayer
from client.seat.journey import Way
from client.seat.player import Person
from client.tui.app import JinmakuApp
from client.tui.dialogs.confirm import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.widgets.choices import Choices
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import TableState
from protocol.pace import Terms
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.client.tui.answers import NOT_ANSWERS
from tests.client.tui.at_table import SMALL
from tests.waiting import patience, until

LIMITS = Limits(
    request_rate=1e6, request_burst=10**6, identity_request_rate=1e6, chat_rate=1e3, chat_burst=1000
)


class Form(NamedTuple):
    """What a game asks for in a dialog, and keys that fill it in somehow."""

    dialog: type[Screen[Any]]
    keys: Callable[[Random], list[str]]


class Visit:
    """A person before the screen of a table."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int], server: Server, runner: TableRunner) -> None:
        self.app, self.pilot, self.server, self.runner = app, pilot, server, runner

    @property
    def screen(self) -> GameScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, GameScreen))


@asynccontextmanager
async def a_visit(
    home: Path, game: str, seats: tuple[str, ...], size: tuple[int, int] = SMALL
) -> AsyncIterator[Visit]:
    """Sit down with bots, at a table that begins at once."""
    write_settings(home, Settings(pace="instant"))
    async with open_server(home / "server", "127.0.0.1", 0, LIMITS) as server:
        runner = await server.lobby.open(game, seats, {}, Terms(), "a seed")
        bots = [await a_bot(server, runner, number) for number in range(len(seats) - 1)]
        token = await server.lobby.invite(runner)

        @asynccontextmanager
        async def journey() -> AsyncIterator[Way]:
            invitation = server.invitation("127.0.0.1", runner.name, token)
            person = Person(Identity.make(), "Anna")
            yield Way(invitation, person, lambda _: None, True, LIMITS, fetch_game, recall_game)

        app = JinmakuApp(home, lambda settings: GameScreen(journey, settings, home))
        async with app.run_test(size=size) as pilot:
            try:
                yield Visit(app, pilot, server, runner)
            finally:
                for bot in bots:
                    bot.cancel()


async def a_bot(server: Server, runner: TableRunner, seed: int) -> asyncio.Task[None]:
    invitation = server.invitation("127.0.0.1", runner.name, await server.lobby.invite(runner))
    person = Person(Identity.make(), f"Bot {seed}", is_bot=True)
    bot = BotPlayer(invitation, lambda _: None, person, "random", Random(seed), LIMITS)
    await bot.sit_down()
    return asyncio.create_task(bot.play_on())


async def its_turn(visit: Visit) -> None:
    await until(lambda: visit.screen.is_mounted and visit.screen.scene and visit.screen.is_my_turn)


async def play_on(visit: Visit, dice: Random, form: Form) -> None:
    """Do on the screen whatever it asks for, with keys alone."""
    pilot, screen = visit.pilot, visit.app.screen
    if isinstance(screen, Confirm):
        await pilot.press("y")
    elif isinstance(screen, form.dialog):
        await pilot.press(*form.keys(dice))
    elif isinstance(screen, GameScreen) and screen.is_my_turn:
        keys = [entry.key for entry in screen.query_one(Choices).entries if entry.key not in NOT_ANSWERS]
        if keys:
            await pilot.press(dice.choice(keys))
    await pilot.pause()


async def play_to_the_end(visit: Visit, form: Form) -> None:
    dice = Random(4)
    await its_turn(visit)
    async with patience():
        while not isinstance(visit.app.screen, EndScreen):
            await play_on(visit, dice, form)

    assert visit.runner.table.is_over
    assert visit.screen.scene is not None
    assert visit.screen.scene.info.state is TableState.OVER


async def save(visit: Visit, home: Path) -> Path:
    """Save the game at its end; give the folder."""
    await visit.pilot.press("s")
    folder = home / "games" / visit.runner.name
    await until((folder / "record.txt").exists)
    assert (folder / "story.txt").read_text("utf-8").startswith("A table of ")
    return folder


def agree(visit: Visit) -> bool:
    """Say whether screen and server have the same table; others may be acting in this moment."""
    scene = visit.screen.scene
    return scene is not None and scene.view == visit.runner.table.view_for(scene.seat)


async def its_turn_or_end(visit: Visit) -> None:
    await until(
        lambda: (
            visit.screen.scene is not None
            and (visit.screen.is_my_turn or not isinstance(visit.app.screen, GameScreen))
        )
    )
