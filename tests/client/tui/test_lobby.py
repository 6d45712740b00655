"""From the lobby to tables, with the real servers behind its doors."""

from __future__ import annotations

import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from client.cli.lobby import doors_of, kept_games, open_house_near
from client.games.shogun.planning.form import PlanDialog
from client.local.home import own_identity
from client.local.last_table import last_table, remember_table
from client.local.settings import Settings, read_settings, write_settings
from client.seat.connection import RefusedError
from client.seat.journey import Way
from client.table.errands import Depart, Errands
from client.tui.app import JinmakuApp, lobby_app, table_app
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.lobby import (
    Find,
    FormDialog,
    InvitationDialog,
    InvitationsDialog,
    LineDialog,
    ServerDialog,
)
from client.tui.dialogs.lookup import RulesScreen
from client.tui.dialogs.questions import Confirm, PickDialog
from client.tui.dialogs.settings import SettingsDialog
from client.tui.screens.game import GameScreen
from client.tui.screens.games import GamesScreen
from client.tui.screens.lesson import LessonScreen
from client.tui.screens.lobby import LobbyScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import WordList
from protocol.discovery import FoundTable
from protocol.entries import Access
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from tests.client.camera import codes_on
from tests.client.tui.at_table import SMALL, screen_text
from tests.harness.loopback import HERE, a_server, a_table
from tests.server.clubs import PASSWORD, a_club, a_wish, opened
from tests.waiting import until

LOGS = Path(__file__).parents[2] / "logs"


class Guest:
    """Somebody in the lobby."""

    def __init__(self, app: JinmakuApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    async def see(self, kind: type) -> None:
        await until(lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause()

    async def press(self, *keys: str, to: type) -> None:
        """Press keys, and wait for the screen they lead to."""
        await self.pilot.press(*keys)
        await self.see(to)

    async def set_up(self, game: str) -> None:
        """Go on to where a game against bots is set up."""
        await self.press("2", to=GamesScreen)
        await self.pilot.press(game)


async def nothing_found(_: float) -> list[FoundTable]:
    return []


@asynccontextmanager
async def in_the_lobby(
    home: Path, monkeypatch: pytest.MonkeyPatch, find: Find = nothing_found
) -> AsyncIterator[Guest]:
    monkeypatch.setenv("JINMAKU_HOME", str(home))
    write_settings(home, Settings(pace="instant"))
    app = lobby_app(home, doors_of(home)._replace(find=find, is_first=False))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        yield Guest(app, pilot)


def has_choices(guest: Guest) -> bool:
    return any(choices.entries for choices in guest.app.screen.query(Choices))


def is_asked(guest: Guest) -> bool:
    screen = guest.app.screen
    return isinstance(screen, GameScreen) and screen.model.scene is not None and screen.model.is_my_turn


async def begin(guest: Guest, game: str) -> None:
    """Begin a game against bots as it is proposed."""
    await guest.set_up(game)
    await guest.pilot.press("enter")
    await until(lambda: is_asked(guest))


async def test_a_game_against_bots_in_three_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await begin(guest, "1")
        await guest.pilot.press("q")
        await until(lambda: not isinstance(guest.app.screen, GameScreen))
        await guest.press("y", to=LobbyScreen)


async def test_what_can_be_agreed_before_a_game_is_asked_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moon side of Shogun needs the draft."""
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.set_up("2")
        await guest.pilot.press("x", "x", "p")
        await until(lambda: any("moon side" in note.message for note in guest.app._notifications))  # noqa: SLF001
        await guest.pilot.press("y", "p")
        await until(lambda: is_asked(guest))
        table = guest.app.screen
        assert isinstance(table, GameScreen)
        assert table.model.scene is not None

        assert dict(table.model.scene.info.options) == {"side": "moon", "setup": "draft"}


async def test_who_leaves_a_table_twice_at_once_is_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await begin(guest, "1")
        table = guest.app.screen
        assert isinstance(table, GameScreen)
        table.table.follow(departure())
        table.table.follow(departure())
        await guest.see(LobbyScreen)
        await guest.pilot.pause()

        assert isinstance(guest.app.screen, LobbyScreen)


async def begin_first_game(guest: Guest) -> str:
    """Skip the lessons; return the words that explain the first question."""
    await guest.press("1", to=PickDialog)
    await guest.press("1", to=LessonScreen)
    await until(lambda: has_choices(guest))
    await guest.press("2", to=LinesDialog)
    return " ".join(screen_text(guest.app).split())


async def test_a_first_game_explains_its_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        assert "Tea comes before politics" in await begin_first_game(guest)
        await guest.pilot.press("escape")
        await until(lambda: is_asked(guest))


async def test_a_first_game_that_goes_on_explains_what_it_has_not_explained_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await begin_first_game(guest)
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.set_up("1")
        await guest.pilot.press("enter")
        await until(lambda: "While you were away" in screen_text(guest.app))
        await guest.pilot.press("escape")
        await until(lambda: is_asked(guest))
        await guest.pilot.press("0")
        await until(lambda: isinstance(guest.app.screen, (Confirm, LinesDialog)))
        if isinstance(guest.app.screen, Confirm):  # a bot may have offered an alliance
            await guest.pilot.press("y")
        await until(lambda: "A word of advice" in screen_text(guest.app))

        text = screen_text(guest.app)
        assert "Tea comes before politics" not in text
        assert "Three seasons" not in text


async def test_a_table_is_joined_by_invitation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        a_table(tmp_path / "elsewhere") as table,
        in_the_lobby(tmp_path, monkeypatch) as guest,
    ):
        await guest.press("4", to=InvitationDialog)
        await guest.pilot.press(*"nonsense", "enter")
        await guest.pilot.pause()
        assert isinstance(guest.app.screen, InvitationDialog)
        line = guest.app.screen.query_one(Input)
        line.value = table.invite().text()
        await guest.press("enter", to=GameScreen)
        await until(lambda: "I'm ready" in screen_text(guest.app))


async def test_the_lobby_leads_back_to_the_table_one_was_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        async with in_the_lobby(tmp_path, monkeypatch) as guest:
            assert "Back to table" not in screen_text(guest.app)
            await guest.press("4", to=InvitationDialog)
            guest.app.screen.query_one(Input).value = table.invite().text()
            await guest.pilot.press("enter")
            await until(lambda: "I'm ready" in screen_text(guest.app))
            await guest.pilot.press("q", "y")
            await until(lambda: f"0 Back to table {table.runner.name}" in screen_text(guest.app))
        async with in_the_lobby(tmp_path, monkeypatch) as guest:
            await guest.pilot.press("0")
            await until(lambda: "I'm ready" in screen_text(guest.app))


async def test_the_lobby_goes_on_with_the_game_that_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        assert "Go on with" not in screen_text(guest.app)
        await begin(guest, "3")
        (table,) = tables_on(guest)
        await guest.pilot.press("q", "y")
        await until(lambda: "g Continue Ninjato" in screen_text(guest.app))
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.pilot.press("enter")
        await until(lambda: "ninjato" in games_on(guest))

        assert tables_on(guest) == [table]


async def test_who_comes_back_has_the_name_they_came_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        a_table(tmp_path / "elsewhere") as table,
        in_the_lobby(tmp_path, monkeypatch) as guest,
    ):
        remember_table(tmp_path, table.invite(), "Aiko")
        await guest.press("6", to=PickDialog)
        await guest.pilot.press("escape")
        await until(lambda: "0 Back to table" in screen_text(guest.app))
        await guest.pilot.press("0")
        await until(lambda: any(row.player for row in table.runner.info().seats))

        assert [row.player for row in table.runner.info().seats] == ["Aiko", "", ""]


async def test_a_table_that_lets_nobody_in_is_not_led_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        a_server(tmp_path / "elsewhere") as server,
        in_the_lobby(tmp_path, monkeypatch) as guest,
    ):
        remember_table(tmp_path, server.invitation(HERE, "00000000", bytes(16)))
        await guest.press("6", to=PickDialog)
        await guest.pilot.press("escape")
        await until(lambda: "0 Back to table 00000000" in screen_text(guest.app))
        await guest.pilot.press("0")
        await until(lambda: "You are not at the table" in screen_text(guest.app))

        assert last_table(tmp_path) is None


async def test_a_table_is_opened_on_a_server_and_waits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_club(tmp_path / "club") as server, in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("5", to=LineDialog)
        guest.app.screen.query_one(Input).value = server.link(HERE).text()
        await guest.press("enter", to=ServerDialog)
        await until(lambda: "Open a table here" in screen_text(guest.app))
        await guest.press("enter", to=PickDialog)
        await guest.press("1", to=FormDialog)
        await guest.press(*["down"] * 5, "right", "enter", to=LineDialog)  # with a password
        guest.app.screen.query_one(Input).value = PASSWORD
        await guest.press("enter", to=GameScreen)
        await until(lambda: "I'm ready" in screen_text(guest.app))

        [info] = [runner.info() for runner in server.lobby.runners.values()]
        assert info.access is Access.PASSWORD
        assert "This table has a password." in screen_text(guest.app)


async def test_a_table_of_a_server_is_found_joined_by_its_password_and_closed_by_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_club(tmp_path / "club") as server, in_the_lobby(tmp_path, monkeypatch) as guest:
        ours = await opened(server, own_identity(tmp_path), a_wish(Access.ALL))
        await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD))
        await guest.press("5", to=LineDialog)
        guest.app.screen.query_one(Input).value = server.link(HERE).text()
        await guest.press("enter", to=ServerDialog)
        await until(lambda: "with a password" in screen_text(guest.app))
        await guest.press("end", "up", "enter", to=PickDialog)
        await guest.pilot.press("escape")
        await guest.see(ServerDialog)
        await until(lambda: "with a password" in screen_text(guest.app))
        tables = guest.app.screen.query_one(WordList)
        tables.highlighted = [option.id for option in tables.options].index(ours)
        await guest.press("enter", to=PickDialog)
        assert "Invite somebody" in screen_text(guest.app)
        await guest.press("c", to=ServerDialog)
        await until(lambda: ours not in server.lobby.runners)
        await until(lambda: ours not in screen_text(guest.app))
        await guest.press("enter", to=PickDialog)
        await guest.press("enter", to=LineDialog)
        guest.app.screen.query_one(Input).value = PASSWORD
        await guest.press("enter", to=GameScreen)
        await until(lambda: "I'm ready" in screen_text(guest.app))


async def test_every_value_of_the_host_form_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("6", to=PickDialog)
        await guest.press("1", to=FormDialog)
        await guest.pilot.pause()
        for spinner in guest.app.screen.query(Spinner):
            for number in range(len(spinner.values)):
                spinner.index = number
                assert spinner.value in spinner.render().plain
                assert spinner.render().cell_len <= spinner.size.width


async def test_hosting_shows_an_invitation_for_each_friend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("6", to=PickDialog)
        await guest.press("1", to=FormDialog)
        await guest.press("left", *["down"] * 5, "right", "enter", to=InvitationsDialog)
        first = await next_code(guest)
        await guest.pilot.press("right")
        await until(lambda: "Invitation 2 of 2" in screen_text(guest.app))
        second = await next_code(guest)
        assert first != second
        assert {Invitation.parse(text).token is None for text in (first, second)} == {False}

        await guest.press("enter", to=GameScreen)
        await until(lambda: guest.app.screen.query(Choices) and guest.app.screen.query_one(Choices).entries)
        await guest.press("i", to=InvitationsDialog)  # again, from the waiting room
        assert await next_code(guest) == first
        await guest.press("escape", to=GameScreen)
        await guest.pilot.press("q")
        await until(lambda: not isinstance(guest.app.screen, GameScreen))
        await guest.press("y", to=LobbyScreen)


async def next_code(guest: Guest) -> str:
    """Read the code on the screen as a camera does; its text stands beside it."""
    await guest.pilot.pause()
    code = str(guest.app.screen.query_one("#code", Static).render()).splitlines()
    [text] = codes_on(code, ink=0, ground=255)
    assert text[:16] in screen_text(guest.app)
    return text


async def test_a_port_that_is_taken_does_not_keep_anybody_from_hosting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with open_house_near(tmp_path, "127.0.0.1", port, Limits(), b"") as server:
            assert server.port != port
    async with open_house_near(tmp_path, "127.0.0.1", port, Limits(), b"") as server:
        assert server.port == port


async def test_settings_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("9", to=SettingsDialog)
        await guest.press("left", "down", "right", "enter", to=LobbyScreen)

    assert read_settings(tmp_path) == Settings(pace="brisk", glyphs="ascii")


async def test_games_that_were_saved_are_seen_again_the_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for log in ("three_people", "plans"):
        folder = tmp_path / "games" / log
        folder.mkdir(parents=True)
        shutil.copy(LOGS / f"{log}.log", folder / "game.log")
    (tmp_path / "games" / "nonsense").mkdir()
    (tmp_path / "games" / "nonsense" / "game.log").write_text("nonsense")
    titles = [title for title, _ in kept_games(tmp_path)]
    assert sorted(title.partition(",")[0] for title in titles) == ["Rising Sun", "Shogun"]
    assert [title.partition(",")[2] for title in titles] == sorted(
        (title.partition(",")[2] for title in titles), reverse=True
    )

    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("8", to=PickDialog)
        assert f"1 {titles[0]}" in screen_text(guest.app)
        await guest.press("2", to=ReplayScreen)
        assert titles[1] in screen_text(guest.app)
        await guest.press("q", to=LobbyScreen)


async def test_who_has_saved_no_game_is_told_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.pilot.press("8")

        await until(lambda: any("s on the last screen" in note.message for note in guest.app._notifications))  # noqa: SLF001


async def test_rules_are_searched_as_one_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.press("7", to=PickDialog)
        await guest.press("1", to=RulesScreen)
        await guest.pilot.press("slash", *"komainu sushi")
        await guest.pilot.pause()
        assert "No rule matches" in screen_text(guest.app)
        await guest.pilot.press(*["backspace"] * 6)
        await guest.pilot.pause()

        assert "Rules · 4 rules" in screen_text(guest.app), "without examples"


# Ways that lead nowhere ----------------------------------------------------------------------


@asynccontextmanager
async def a_closed_door() -> AsyncIterator[Way]:
    raise RefusedError("This table is full.")
    yield


async def test_what_is_in_the_way_is_said_and_one_can_leave(tmp_path: Path) -> None:
    app = table_app(tmp_path, a_closed_door)
    async with app.run_test(size=SMALL) as pilot:
        await until(lambda: "This table is full." in screen_text(app))
        await pilot.press("M", "T", "U", "1", "0", "escape", "space", "f1", "G")
        await pilot.pause()
        assert "This table is full." in screen_text(app)
        await pilot.press("q")
        await until(lambda: not app.is_running)


@pytest.mark.parametrize(
    ("key", "title", "front"), [("2", "Shogun", PlanDialog), ("3", "Ninjato", GameScreen)]
)
async def test_each_game_can_be_played_from_the_lobby(
    key: str, title: str, front: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_the_lobby(tmp_path, monkeypatch) as guest:
        await guest.set_up(key)
        assert f"{key} {title}" in screen_text(guest.app)
        await guest.pilot.press("enter")
        await until(lambda: title.lower() in games_on(guest))
        await guest.see(front)
        await until(lambda: guest.app.focused)


def departure() -> Errands:
    yield Depart()


def games_on(guest: Guest) -> list[str]:
    """Name the games whose tables are open, even below a form."""
    scenes = (table.model.scene for table in seats_of(guest) if table.model.is_my_turn)
    return [scene.game.name for scene in scenes if scene is not None]


def tables_on(guest: Guest) -> list[str]:
    scenes = (table.model.scene for table in seats_of(guest))
    return [scene.info.table for scene in scenes if scene is not None]


def seats_of(guest: Guest) -> list[GameScreen]:
    return [screen for screen in guest.app.screen_stack if isinstance(screen, GameScreen)]
