"""A person at the screen of a table at a real server on loopback, and keys that play there somehow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from textual.pilot import Pilot
from textual.screen import Screen

from client.cli.fetching import fetch_game, recall_game
from client.local.home import own_identity
from client.local.settings import Settings, write_settings
from client.seat.bot_player import BotPlayer
from client.seat.journey import Way
from client.seat.news import Person
from client.tui.app import JinmakuApp
from client.tui.dialogs.questions import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.widgets.choices import Choices
from protocol.messages import TableState
from tests.client.tui.answers import NOT_ANSWERS
from tests.client.tui.at_table import SMALL
from tests.harness.loopback import WIDE, OpenTable, a_person, a_table, admit
from tests.waiting import patience, until


class Form(NamedTuple):
    """What a game asks for in a dialog, and keys that fill it in somehow."""

    dialog: type[Screen[Any]]
    keys: Callable[[Random], list[str]]


class Visit:
    """A person at the screen of a table."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int], table: OpenTable) -> None:
        self.app, self.pilot = app, pilot
        self.server, self.runner, _ = table

    @property
    def screen(self) -> GameScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, GameScreen))


@asynccontextmanager
async def before_the_screen(
    home: Path, way: Way, size: tuple[int, int]
) -> AsyncIterator[tuple[JinmakuApp, Pilot[int]]]:
    """Go to a table, and look at it."""
    write_settings(home, Settings(pace="instant"))
    app = JinmakuApp(home, lambda settings: GameScreen(lambda: nullcontext(way), settings, home))
    async with app.run_test(size=size) as pilot:
        yield app, pilot


@asynccontextmanager
async def a_visit(
    home: Path, game: str, players: int = 3, size: tuple[int, int] = SMALL
) -> AsyncIterator[Visit]:
    """Sit down with bots, at a table that begins at once."""
    async with a_table(home / "server", players, game) as table:
        people = [a_person(number, is_bot=True) for number in range(players - 1)]
        bots = [await table.seat_bot(person, number, BotPlayer) for number, person in enumerate(people)]
        games = [asyncio.create_task(bot.play_on()) for bot in bots]
        anna = Person(own_identity(home), "Anna")
        way = Way(table.invite(), anna, admit, True, WIDE, fetch_game, recall_game)
        try:
            async with before_the_screen(home, way, size) as (app, pilot):
                yield Visit(app, pilot, table)
        finally:
            for game_of_bot in games:
                game_of_bot.cancel()


async def its_turn(visit: Visit) -> None:
    await until(
        lambda: visit.screen.is_mounted and visit.screen.model.scene and visit.screen.model.is_my_turn
    )


async def play_on(visit: Visit, dice: Random, form: Form) -> None:
    """Do on the screen whatever it asks for, with keys alone."""
    pilot, screen = visit.pilot, visit.app.screen
    if isinstance(screen, Confirm):
        await pilot.press("y")
    elif isinstance(screen, form.dialog):
        await pilot.press(*form.keys(dice))
    elif isinstance(screen, GameScreen) and screen.model.is_my_turn:
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
    assert visit.screen.model.scene is not None
    assert visit.screen.model.scene.info.state is TableState.OVER


async def save(visit: Visit, home: Path) -> Path:
    """Save the game at its end; return the folder."""
    await visit.pilot.press("s")
    folder = home / "games" / visit.runner.name
    record = folder / "record.txt"
    await until(lambda: record.exists() and record.stat().st_size)
    assert (folder / "story.txt").read_text("utf-8").startswith("A table opens: ")
    return folder


def agree(visit: Visit) -> bool:
    """Say whether screen and server have the same table; others may be acting at this moment."""
    scene = visit.screen.model.scene
    return scene is not None and scene.view == visit.runner.table.view_for(scene.seat)


async def its_turn_or_end(visit: Visit) -> None:
    await until(
        lambda: (
            visit.screen.model.scene is not None
            and (visit.screen.model.is_my_turn or not isinstance(visit.app.screen, GameScreen))
        )
    )
