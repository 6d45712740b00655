"""After the game: what is kept of it, and how to get to another with the same people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import pytest

from client.cli.flags import parser_of
from client.cli.lobby import doors_of
from client.cli.own_table import own_table
from client.cli.past import past_in
from client.cli.play import own_wish
from client.games.rising_sun import FACE
from client.harmless import harmless
from client.seat.bot_player import BotPlayer
from client.seat.journey import JourneyError, Way
from client.seat.news import Heard, Person
from client.seat.player import Player
from client.table.beats import story_lines
from client.table.lobby import NewTable
from client.table.past import Past
from client.table.scene import Scene
from client.tui.app import JinmakuApp, table_app
from client.tui.dialogs.questions import Confirm
from client.tui.screens.end import EndScreen
from client.tui.screens.game import GameScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.widgets.log_pane import MOST_LINES, LogPane
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI
from protocol.entries import Chose, SatDown
from protocol.identity import Identity
from protocol.invitation import Address, Invitation
from protocol.messages import TableState
from tests.client.tui.at_table import Seated, scene_at, screen_text, seated
from tests.client.tui.test_telling import battle, quiet_scene
from tests.harness.loopback import WIDE, a_table, admit
from tests.waiting import patience, soon, until

FIRST_BOT = 2
LOG = Path(__file__).parents[2] / "logs" / "three_people.log"


def an_end() -> Scene:
    """A finished game, between two people and bots."""
    scene = scene_at("tea")
    seats = tuple(
        type(row)(row.seat, row.player, b"", row.seat >= FIRST_BOT, True, True, False, False)
        for row in scene.info.seats
    )
    info = type(scene.info)("a1", "rising_sun", TableState.OVER, seats, (), scene.info.terms, 0)
    return scene._replace(info=info, prompt=None)


def an_invitation(token: bytes | None = bytes(16)) -> str:
    return Invitation(Address("127.0.0.1", 4711), "b2", bytes(20), token).text()


def a_way() -> Way:
    return Way(Invitation.parse(an_invitation()), Person(Identity.make(), "Anna"), lambda _: None)


async def at_the_end(table: Seated) -> EndScreen:
    await table.until(lambda: isinstance(table.app.screen, EndScreen))
    await table.pilot.pause()
    assert isinstance(table.app.screen, EndScreen)
    return table.app.screen


@pytest.mark.parametrize(("size", "is_beside"), [((120, 40), False), ((200, 60), True)])
async def test_battles_stand_beside_the_points_where_there_is_room(
    size: tuple[int, int], *, is_beside: bool, tmp_path: Path
) -> None:
    async with seated(an_end(), tmp_path, size) as table:
        end = await at_the_end(table)
        points, battles = (words.region for words in end.query("#parts .head"))

        assert (battles.x >= points.right) == is_beside
        assert (battles.y < points.y) == is_beside


async def test_story_and_pictures_are_saved_and_the_end_stays(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        end = await at_the_end(table)
        await table.pilot.press("s")
        await table.until(lambda: "Saved in" in table.toasts())

        folder = tmp_path / "games" / "a1"
        assert sorted(path.name for path in folder.iterdir()) == ["board.svg", "end.svg", "story.txt"]
        assert "Hokkaido" in (folder / "board.svg").read_text("utf-8")
        assert "VP" in (folder / "board.svg").read_text("utf-8")
        assert str(folder) in table.toasts()
        assert table.app.screen is end


async def test_log_and_record_are_saved_where_the_server_is_ours(tmp_path: Path) -> None:
    async def fetch(_player: Player, folder: Path) -> list[Path]:
        return [folder / "game.log", folder / "record.txt"]

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()._replace(fetch=fetch)
        await table.pilot.press("s")

        await table.until(lambda: "game.log, record.txt" in table.toasts())


async def test_the_game_is_seen_again_and_who_leaves_it_is_at_its_end(tmp_path: Path) -> None:
    async def recall(_player: Player, _home: Path) -> Past:
        return past_in(LOG)

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table, a_way()._replace(recall=recall))
        end = table.app.screen
        await table.until(lambda: "r Replay" in screen_text(table.app))
        await table.pilot.press("r")
        await table.until(lambda: isinstance(table.app.screen, ReplayScreen))
        await table.pilot.press("q")

        await table.until(lambda: table.app.screen is end)


async def test_who_plays_on_from_a_moment_leaves_the_end_for_another_table(
    tmp_path: Path,
) -> None:
    async def recall(_player: Player, _home: Path) -> Past:
        return past_in(LOG)

    def elsewhere() -> AbstractAsyncContextManager[Way]:
        raise JourneyError("There is no such table.")

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table, a_way()._replace(recall=recall, fork=lambda *_: elsewhere))
        await table.pilot.press("r")
        await table.until(lambda: isinstance(table.app.screen, ReplayScreen))
        await table.pilot.press("b", "f")
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        await table.pilot.press("y")

        await table.until(lambda: "There is no such table." in screen_text(table.app))
        assert table.app.screen_stack == [table.app.screen]


async def test_why_a_game_cannot_be_seen_again_is_told(tmp_path: Path) -> None:
    async def recall(_player: Player, _home: Path) -> Past:
        raise JourneyError("Another server is using it.")

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table, a_way()._replace(recall=recall))
        await table.pilot.press("r")

        await table.until(lambda: "Another server is using it." in table.toasts())


async def test_who_has_no_log_of_the_game_cannot_see_it_again(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table)
        end = table.app.screen
        await table.pilot.press("r")
        await table.pilot.pause()

        assert table.app.screen is end
        assert "Replay" not in screen_text(table.app)


async def test_what_cannot_be_saved_is_told(tmp_path: Path) -> None:
    async def fetch(_player: Player, _: Path) -> list[Path]:
        raise JourneyError("Another server is using it.")

    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        table.screen.way = a_way()._replace(fetch=fetch)
        await table.pilot.press("s")

        await table.until(lambda: "Another server is using it." in table.toasts())


async def test_who_has_come_by_no_way_has_no_other_game(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        end = await at_the_end(table)
        await table.pilot.press("n")
        await table.pilot.pause()

        assert table.app.screen is end
        assert "Play again" not in screen_text(table.app)


async def test_who_watched_has_no_other_game(tmp_path: Path) -> None:
    async with seated(an_end()._replace(seat=None), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table)

        assert "Play again" not in screen_text(table.app)


async def test_whoever_played_can_ask_for_another_game(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table)
        await table.pilot.press("n")
        await table.until(lambda: table.app.screen is not table.screen and table.player.done)

        assert table.player.done == [("again",)]
        assert table.screen.way is not None
        await table.until(lambda: isinstance(table.app.screen, GameScreen))
        assert isinstance(table.app.screen, GameScreen)
        async with table.app.screen.journey() as way:
            assert way.invitation.game == "b2"
            assert way.person == table.screen.way.person


async def test_why_there_is_no_other_game_is_told(tmp_path: Path) -> None:
    async with seated(an_end(), tmp_path) as table:
        await at_the_end(table)
        await see_end_again(table)
        table.player.refusal = "This server does not open another table."
        await table.pilot.press("n")

        await table.until(lambda: "does not open another table" in table.toasts())
        assert table.app.screen is table.screen


async def test_a_guest_of_a_real_server_goes_on_at_the_next_table(tmp_path: Path) -> None:
    async with a_table(tmp_path / "server", 2, "ninjato") as table:
        table.server.lobby.on_again = AsyncMock()
        anna = Person(Identity.make(), "Anna", home=tmp_path / "anna")
        way, runner = Way(table.invitations[0], anna, admit, limits=WIDE), table.runner
        people = anna, Person(Identity.make(), "Bot", is_bot=True)
        bots = [BotPlayer(table.invite(), admit, person, "random", Random(1), WIDE) for person in people]
        await soon(asyncio.gather(*(bot.play() for bot in bots)))
        app = table_app(tmp_path, lambda: nullcontext(way))
        async with app.run_test() as pilot, patience():
            await until(lambda: isinstance(app.screen, EndScreen))
            await pilot.press("s")
            await until((tmp_path / "games" / runner.name / "end.svg").exists)
            await pilot.press("n")
            await until(lambda: is_at(app, runner.following))

        (sitter,) = table.server.lobby.runners[runner.following or ""].table.sitters.values()
        assert sitter.key == anna.identity.public.raw
        story = (tmp_path / "games" / runner.name / "story.txt").read_text("utf-8")
        assert story.startswith("A table opens: Ninjato")
        assert story.splitlines()[-1].endswith("the record of this game.")


async def test_who_plays_alone_again_has_the_same_clans_and_options(tmp_path: Path) -> None:
    """Four would play if nothing had been broken off; what goes on and is played again is for two."""
    home = ["--game", "ninjato", "--home", str(tmp_path), "--level", "random"]
    await sit_down(home, "--clans", "blue,green", "--seat", "green")

    @asynccontextmanager
    async def played_by_a_bot() -> AsyncIterator[Way]:
        async with alone(home, "--players", "4") as way:
            bot = BotPlayer(way.invitation, way.admit, way.person, "random", Random(1))
            await soon(bot.play())
            yield way

    app = table_app(tmp_path, played_by_a_bot)
    async with app.run_test() as pilot:
        await until(lambda: "Play again" in screen_text(app))
        before = scene_on(app)
        await pilot.press("n")
        await until(lambda: is_at_another(app, before))
        after = scene_on(app)

    assert after.info.table != before.info.table
    assert [row.seat for row in after.info.seats] == [row.seat for row in before.info.seats]
    assert len(after.info.seats) == len(("blue", "green"))
    assert (after.seat, after.info.options) == (before.seat, before.info.options)


def alone(home: list[str], *flags: str) -> AbstractAsyncContextManager[Way]:
    args = parser_of("play").parse_args([*home, *flags])
    return own_table(args, own_wish(args))


async def sit_down(home: list[str], *flags: str) -> None:
    """Begin a game alone, and break it off."""
    async with alone(home, *flags) as way:
        player = Player(way.invitation, way.person, way.admit, lambda _: None)
        await player.sit_down()
        await player.leave()


def scene_on(app: JinmakuApp) -> Scene:
    (scene,) = (screen.model.scene for screen in app.screen_stack if isinstance(screen, GameScreen))
    assert scene is not None
    return scene


def is_at_another(app: JinmakuApp, before: Scene) -> bool:
    scene = app.screen.model.scene if isinstance(app.screen, GameScreen) else None
    return scene is not None and scene.info.table != before.info.table


def is_at(app: JinmakuApp, table: str | None) -> bool:
    scene = app.screen.model.scene if isinstance(app.screen, GameScreen) else None
    return scene is not None and scene.info.table == table


async def test_a_host_goes_on_in_the_same_house(tmp_path: Path) -> None:
    """The keeper of the server can still save the log of the next game."""
    opening = NewTable("rising_sun", players=4, bots=2)
    async with doors_of(tmp_path).host(opening) as hosted:
        async with hosted.own() as way:
            assert way.follow is not None
            again = way.follow(way.invitation)
        async with again() as next_way:
            pass

    assert len(hosted.invitations) == 1
    assert (next_way.invitation, next_way.follow) == (way.invitation, way.follow)
    assert next_way.fetch is not None


async def see_end_again(table: Seated, way: Way | None = None) -> None:
    """Look at the end as somebody who has come by a way."""
    table.screen.way = way or a_way()
    await table.pilot.press("escape")
    await table.pilot.pause()
    table.top.follow(table.model.see_end())
    await at_the_end(table)


SUMMER = Heard(2, 0, Chose(KOI, 4, ""), [e.SeasonEnded(0), e.SeasonBegan(1)])


async def test_the_story_of_a_long_game_is_saved_whole(tmp_path: Path) -> None:
    """What came before us, and what came after."""
    end = an_end()
    opened = Heard(0, 0, SatDown(KOI, "Anna", b"k" * 32), [])
    story = [opened, *[battle()] * MOST_LINES]
    async with seated(quiet_scene(), tmp_path, story=story) as table:
        await table.told(end, *[battle()] * 5, SUMMER)
        await table.told(end)
        await at_the_end(table)
        await table.pilot.press("s")
        await table.until(lambda: "Saved in" in table.toasts())
        shown = table.screen.query_one(LogPane).lines
    lines = (tmp_path / "games" / "a1" / "story.txt").read_text("utf-8").splitlines()

    assert len(shown) <= MOST_LINES
    assert "Anna sits down" in lines[0]
    assert lines == list(map(harmless, story_lines(FACE, [*story, *[battle()] * 5, SUMMER], end)))
