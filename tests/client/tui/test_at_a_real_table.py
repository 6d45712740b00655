"""The whole client at a real server on loopback: a game from tea to winter, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from client.bot_player import BotPlayer
from client.cli.keeping import keep_game
from client.cli.record import record_of
from client.journey import Way
from client.player import Person
from client.tui.app import JinmakuApp
from client.tui.dialogs.allocate import AllocateDialog
from client.tui.dialogs.confirm import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.settings import Settings, write_settings
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.spinner import Spinner
from core.deals import Status
from core.games.rising_sun.events import BidsRevealed
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import TableState
from protocol.pace import Terms
from server.house import House, open_house
from server.steward import Steward
from tests.client.tui.at_table import LARGE, SMALL, screen_text
from tests.waiting import until

LIMITS = Limits(
    request_rate=1e6, request_burst=10**6, identity_request_rate=1e6, chat_rate=1e3, chat_burst=1000
)
SEATS = ("koi", "lotus", "turtle")


class Visit:
    """A person before the screen of a table."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int], house: House, steward: Steward) -> None:
        self.app, self.pilot, self.house, self.steward = app, pilot, house, steward

    @property
    def screen(self) -> GameScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, GameScreen))


@asynccontextmanager
async def a_visit(
    home: Path, size: tuple[int, int] = SMALL, game: str = "rising_sun", seats: tuple[str, ...] = SEATS
) -> AsyncIterator[Visit]:
    """Sit down with bots, at a table that begins at once."""
    write_settings(home, Settings(pace="instant"))
    async with open_house(home / "server", "127.0.0.1", 0, LIMITS) as house:
        steward = await house.lobby.open(game, seats, {}, Terms(), "a seed")
        bots = [await a_bot(house, steward, number) for number in range(len(seats) - 1)]
        token = await house.lobby.invite(steward)

        @asynccontextmanager
        async def journey() -> AsyncIterator[Way]:
            invitation = house.invitation("127.0.0.1", steward.name, token)
            person = Person(Identity.make(), "Anna")
            archive = partial(keep_game, house, steward)
            yield Way(invitation, person, lambda _: None, True, LIMITS, archive)

        app = JinmakuApp(home, lambda settings: GameScreen(journey, settings, home))
        async with app.run_test(size=size) as pilot:
            try:
                yield Visit(app, pilot, house, steward)
            finally:
                for bot in bots:
                    bot.cancel()


async def a_bot(house: House, steward: Steward, seed: int) -> asyncio.Task[None]:
    invitation = house.invitation("127.0.0.1", steward.name, await house.lobby.invite(steward))
    person = Person(Identity.make(), f"Bot {seed}", is_bot=True)
    bot = BotPlayer(invitation, lambda _: None, person, "random", Random(seed), LIMITS)
    await bot.sit_down()
    return asyncio.create_task(bot.play_on())


async def its_turn(visit: Visit) -> None:
    await until(lambda: visit.screen.is_mounted and visit.screen.scene and visit.screen.is_my_turn)


async def play_on(visit: Visit, dice: Random) -> None:
    """Do on the screen whatever it asks for, with keys alone."""
    pilot, screen = visit.pilot, visit.app.screen
    if isinstance(screen, Confirm):
        await pilot.press("y")
    elif isinstance(screen, AllocateDialog):
        await pilot.press(*dice.choices(["right", "left", "down", "up", "1", "2"], k=4), "enter")
    elif isinstance(screen, GameScreen) and screen.is_my_turn:
        keys = [entry.key for entry in screen.query_one(Choices).entries if entry.key not in {"g", "esc"}]
        if keys:
            await pilot.press(dice.choice(keys))
    await pilot.pause()


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    dice = Random(4)
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        async with asyncio.timeout(120):
            while not isinstance(visit.app.screen, EndScreen):
                await play_on(visit, dice)

        assert visit.steward.table.is_over
        assert visit.screen.scene is not None
        assert visit.screen.scene.info.state is TableState.OVER
        await until(lambda: "Where the points came from" in screen_text(visit.app))
        await visit.pilot.press("s")
        folder = tmp_path / "games" / visit.steward.name
        await until((folder / "record.txt").exists)
        assert "=== Winter ===" in (folder / "story.txt").read_text("utf-8")
        assert (folder / "record.txt").read_text("utf-8") == record_of(folder / "game.log")


async def test_the_screen_shows_what_the_server_knows(tmp_path: Path) -> None:
    dice = Random(5)
    async with a_visit(tmp_path, LARGE) as visit:
        for _ in range(30):
            await its_turn_or_end(visit)
            await until(lambda: agree(visit))
            await play_on(visit, dice)


def agree(visit: Visit) -> bool:
    """Say whether screen and server have the same table; others may be acting in this moment."""
    scene = visit.screen.scene
    return scene is not None and scene.view == visit.steward.table.view_for(scene.seat)


async def its_turn_or_end(visit: Visit) -> None:
    await until(
        lambda: (
            visit.screen.scene is not None
            and (visit.screen.is_my_turn or not isinstance(visit.app.screen, GameScreen))
        )
    )


async def test_a_deal_is_made_with_a_bot(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("o", "down", "1", "enter")
        await until(
            lambda: (
                visit.screen.scene is not None
                and any(standing.status is Status.ACCEPTED for standing in visit.screen.scene.deals.values())
            )
        )


async def test_a_choice_is_taken_back(tmp_path: Path) -> None:
    """Against bots alone everything can be taken back."""
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        prompt = (
            visit.screen.scene.decision.prompt if visit.screen.scene and visit.screen.scene.decision else ""
        )
        before = visit.screen.scene.view if visit.screen.scene else None
        await visit.pilot.press("0")
        await until(lambda: visit.screen.scene and visit.screen.scene.view != before)
        await visit.pilot.press("escape", "u")
        await until(
            lambda: (
                visit.screen.is_my_turn
                and visit.screen.scene
                and visit.screen.scene.decision
                and visit.screen.scene.decision.prompt == prompt
            )
        )


# What goes wrong -----------------------------------------------------------------------------


async def test_every_size_shows_the_question_and_the_choices(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        for size in ((120, 40), (60, 20), (80, 24), (200, 60), (77, 22), (110, 30)):
            await visit.pilot.resize_terminal(*size)
            await visit.pilot.pause()
            text = screen_text(visit.app)

            assert "YOUR TURN" in text, size
            assert "Tea Ceremony" in text, size
            assert visit.screen.query_one(Choices).region.height > 1, size


async def test_a_dialog_survives_a_change_of_size(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("o", "down", "3")
        await visit.pilot.resize_terminal(120, 40)
        await visit.pilot.resize_terminal(62, 22)
        await visit.pilot.pause()

        assert [spinner.index for spinner in visit.app.screen.query(Spinner)][1] == 3


async def cut(visit: Visit) -> None:
    """Pull the plug of our connection on the server's side."""
    connection = visit.screen.player._connection  # noqa: SLF001
    assert connection is not None
    connection.close()
    await asyncio.wait([connection.lost])


async def test_a_lost_connection_is_seen_and_comes_back_under_a_dialog(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("o")
        await visit.pilot.pause()
        dialog = visit.app.screen
        await cut(visit)
        await until(lambda: visit.screen.query_one(Header).is_offline)
        await until(lambda: not visit.screen.query_one(Header).is_offline)
        assert visit.app.screen is dialog
        await visit.pilot.press("down", "1", "enter")
        await until(lambda: visit.screen.scene and visit.screen.scene.deals)


async def test_the_end_of_the_server_is_told_and_the_screen_stays(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("o")
        await visit.house.listener.aclose("The server stops.")
        await until(lambda: visit.screen.query_one(Header).is_offline)
        await visit.pilot.press("escape")
        await visit.pilot.pause()

        assert "NO CONNECTION" in screen_text(visit.app)
        await visit.pilot.press("q", "y")
        await until(lambda: not visit.app.is_running)


async def test_what_was_typed_on_the_war_board_is_what_the_server_gets(tmp_path: Path) -> None:
    dice = Random(6)
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        async with asyncio.timeout(60):
            while not isinstance(visit.app.screen, AllocateDialog):
                await play_on(visit, dice)
        dialog = visit.app.screen
        await visit.pilot.press("down", "1")
        bid = tuple(dialog.amounts)
        await visit.pilot.press("enter")
        await until(lambda: isinstance(visit.app.screen, Confirm))
        await visit.pilot.press("y")

        await until(lambda: bid in own_bids(visit))


def own_bids(visit: Visit) -> list[tuple[int, ...]]:
    """Give what was opened of ours."""
    mirror = visit.screen.player.mirror
    events = [event for heard in mirror.story for event in heard.events if isinstance(event, BidsRevealed)]
    return [bid for event in events for seat, bid in event.bids if seat == mirror.seat]


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
