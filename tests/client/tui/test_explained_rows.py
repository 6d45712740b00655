"""Every row before a game explains itself with ?: in the lobby, its forms, the waiting room, own games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import get_args

import pytest
from textual.pilot import Pilot

from client.cli.lobby import doors_of
from client.table import acts
from client.table.cards import Card
from client.table.lobby import ROWS, first_opening
from client.table.opening import (
    Field,
    GameChoice,
    Learn,
    NextValue,
    fields_alone,
    fields_at_server,
    fields_hosted,
)
from client.table.own_games import HostCalls, no_answers
from client.texts import has_text
from client.tui.app import JinmakuApp, lobby_app
from client.tui.dialogs.lobby import FormDialog, OwnGamesDialog
from client.tui.dialogs.lookup import CardsScreen, Lookup
from client.tui.screens.games import GamesScreen
from client.tui.screens.lobby import LobbyScreen
from client.tui.widgets.choices import Choices
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import WordList
from core.catalog import game_named, game_names
from core.game import Game
from protocol.invitation import Address, Invitation
from tests.client.test_games import an_evening
from tests.client.test_line_lobby import in_the_lobby as line_by_line
from tests.client.tui.at_table import SMALL, seated
from tests.client.tui.test_lobby import in_the_lobby
from tests.client.tui.test_waiting_room import hosted
from tests.waiting import until

LAST = Invitation(Address("192.0.2.7", 7475), "dawn", bytes(20), bytes(16))
SETTINGS = ("Season cards", "Shrines", "Clock", "Who may sit down", "Owner of the table", "Table code")
FORMS = (fields_alone, fields_hosted, fields_at_server)


async def shown_first(app: JinmakuApp, pilot: Pilot[int]) -> Card:
    """Ask about where the cursor is; return the card that comes first, and go back."""
    before = app.screen
    await pilot.press("question_mark")
    await until(lambda: isinstance(app.screen, CardsScreen) and app.screen.query(Lookup).first().shown)
    card = app.screen.query_one(Lookup).shown[0]
    assert isinstance(card, Card)
    await pilot.press("escape")
    await until(lambda: app.screen is before)
    return card


def says_something(card: Card) -> bool:
    return bool(card.lines) and all(line.strip() not in ("", card.title) for line in card.lines)


@asynccontextmanager
async def a_full_lobby(
    home: Path, monkeypatch: pytest.MonkeyPatch, rows: tuple[str, ...] = ROWS
) -> AsyncIterator[tuple[JinmakuApp, Pilot[int]]]:
    """With all ways back that there can be."""
    monkeypatch.setenv("JINMAKU_HOME", str(home))
    doors = doors_of(home)._replace(
        rows=rows,
        is_first=False,
        last=lambda: LAST,
        broken_off=lambda: [first_opening(game_named("ninjato"))],
        games=lambda: HostCalls(1, no_answers()),
    )
    app = lobby_app(home, doors)
    async with app.run_test(size=SMALL) as pilot:
        await until(lambda: isinstance(app.screen, LobbyScreen) and app.screen.query_one(Choices).entries)
        yield app, pilot


@pytest.mark.parametrize("ways", [ROWS, ("here", "quit")])
async def test_every_row_of_the_lobby(
    ways: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_full_lobby(tmp_path, monkeypatch, ways) as (app, pilot):
        rows = app.screen.query_one(Choices)
        assert len(rows.entries) == len(ways) + 3
        for place, entry in enumerate(rows.entries):
            rows.highlighted = place
            card = await shown_first(app, pilot)

            assert card.title == entry.label
            assert says_something(card)


@pytest.mark.parametrize("game", game_names())
async def test_every_row_beside_the_picture_of_a_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_full_lobby(tmp_path, monkeypatch) as (app, pilot):
        app.push_screen(GamesScreen(GameChoice([game])))
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.query(Choices))
        screen = app.screen
        assert isinstance(screen, GamesScreen)
        screen.action_turn_to(game_names().index(game))
        screen.choice.show_options()
        screen.action_turn_to(screen.choice.at)
        rows = screen.query_one(Choices)
        for place, entry in enumerate(rows.entries):
            rows.highlighted = place
            card = await shown_first(app, pilot)

            assert says_something(card)
            assert card.title == entry.label or isinstance(entry.act, (NextValue, Learn))


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("fields", FORMS)
async def test_every_line_of_a_form(
    game: str, fields: Callable[[Game], list[Field]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_full_lobby(tmp_path, monkeypatch) as (app, pilot):
        wanted = fields(game_named(game))
        app.push_screen(FormDialog("", wanted, ""))
        await until(lambda: isinstance(app.screen, FormDialog) and app.screen.query(Spinner))
        for place, field in enumerate(wanted):
            await pilot.press(*["down"] * bool(place))
            card = await shown_first(app, pilot)

            assert card.title == field.label
            assert says_something(card)
            assert all(any(words in row for row in card.lines) for words in field.words if field.about)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("fields", FORMS)
def test_every_value_that_is_more_than_a_number_or_a_time(
    game: str, fields: Callable[[Game], list[Field]]
) -> None:
    plain = {"players", "others", "bots", "pace"}
    worded = [field for field in fields(game_named(game)) if field.name not in plain]

    assert len(worded) >= 2
    assert all(len(field.about) == len(field.values) and all(field.about) for field in worded)


async def test_every_row_of_the_waiting_room_and_every_setting_of_its_table(tmp_path: Path) -> None:
    async with seated(hosted(), tmp_path) as table:
        rows = table.screen.query_one(Choices)
        assert len(rows.entries) > 3
        for place in range(len(rows.entries)):
            rows.highlighted = place
            assert says_something(await shown_first(table.app, table.pilot))

        cards = {card.title: card for card in reversed(table.top.explaining.cards())}
        assert all(says_something(cards[title]) for title in SETTINGS)


def test_whatever_can_be_done_at_a_table_is_an_answer_or_explained() -> None:
    by_themselves = {acts.Take, acts.Open, acts.Back, acts.Fill}

    assert set(get_args(acts.Act)) - by_themselves == set(acts.EXPLAINED)
    assert all(has_text(f"{message}.about") for message in acts.EXPLAINED.values())


async def test_every_row_of_my_games_and_every_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with an_evening(tmp_path) as evening, in_the_lobby(evening.home, monkeypatch) as guest:
        await guest.press("m", to=OwnGamesDialog)
        rows = guest.app.screen.query_one(WordList)
        await until(lambda: rows.option_count == 2)
        for place, table in enumerate((evening.waiting, evening.open)):
            rows.highlighted = place
            card = await shown_first(guest.app, guest.pilot)

            assert says_something(card)
            assert table.name in card.lines[0]


async def test_every_way_out_of_the_line_lobby(tmp_path: Path) -> None:
    text = await line_by_line(tmp_path, *(f"{number}?" for number in range(1, 10)))

    assert text.count("Lists the tables that hosts on your local network show") == 1
    assert "nothing more to say" not in text
