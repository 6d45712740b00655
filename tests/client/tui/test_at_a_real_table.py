"""The whole client at a real server on loopback: a game from tea to winter, and what goes wrong."""

from __future__ import annotations

import asyncio
import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from unittest.mock import patch

from client.cli.record import text_of
from client.table.acts import name_of, options_in
from client.table.menu import Name
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.questions import Confirm
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.spinner import Spinner
from core.deals import Status
from core.games.rising_sun.events import BidsRevealed
from protocol.entries import AskedBack, Chose, TookBack
from protocol.table import proposals
from tests.client.tui import visits
from tests.client.tui.at_table import LARGE, SMALL, screen_text
from tests.client.tui.visits import (
    Form,
    Visit,
    agree,
    its_turn,
    its_turn_or_end,
    play_on,
    play_to_the_end,
    save,
)
from tests.harness.at_battle import begun
from tests.waiting import until


def a_visit(home: Path, size: tuple[int, int] = SMALL) -> AbstractAsyncContextManager[Visit]:
    return visits.a_visit(home, "rising_sun", size=size)


WAR_BOARD = Form(
    AllocateDialog,
    lambda dice: [*dice.choices(["right", "left", "down", "up", "1", "2"], k=4), "enter"],
)


async def test_a_whole_game_is_played_with_keys(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await play_to_the_end(visit, WAR_BOARD)
        await until(lambda: "Where the points came from" in screen_text(visit.app))
        folder = await save(visit, tmp_path)
        assert "=== Winter ===" in (folder / "story.txt").read_text("utf-8")
        assert (folder / "record.txt").read_text("utf-8") == text_of(folder / "game.log")
        await visit.pilot.press("r")
        await until(lambda: re.search(r"Moment \d+ of \d+ as you saw it", screen_text(visit.app)))
        await visit.pilot.press("q")
        await until(lambda: "Where the points came from" in screen_text(visit.app))


async def test_the_screen_shows_what_the_server_knows(tmp_path: Path) -> None:
    dice = Random(5)
    async with a_visit(tmp_path, LARGE) as visit:
        for _ in range(30):
            await its_turn_or_end(visit)
            await until(lambda: agree(visit))
            await play_on(visit, dice, WAR_BOARD)


async def test_a_deal_is_made_with_a_bot(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("O", "down", "1", "enter")
        await until(
            lambda: (
                visit.screen.model.scene is not None
                and any(
                    standing.status is Status.ACCEPTED for standing in visit.screen.model.scene.deals.values()
                )
            )
        )


async def test_a_choice_is_taken_back(tmp_path: Path) -> None:
    """Against bots alone everything can be taken back."""
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        prompt = (
            visit.screen.model.scene.decision.prompt
            if visit.screen.model.scene and visit.screen.model.scene.decision
            else ""
        )
        await press_and_mean(visit, "0")
        await visit.pilot.press("escape", "U")
        await until(lambda: isinstance(visit.app.screen, Confirm))
        await visit.pilot.press("y")
        await until(
            lambda: (
                visit.screen.model.is_my_turn
                and visit.screen.model.scene
                and visit.screen.model.scene.decision
                and visit.screen.model.scene.decision.prompt == prompt
            )
        )


async def test_no_key_moves_by_an_own_offer_nor_when_it_is_taken_back(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        keys = keys_of(visit)
        await press_and_mean(visit, "k")
        await until(lambda: visit.screen.model.is_my_turn)
        keys = agreed(keys, keys_of(visit))
        await press_and_mean(visit, "U")
        await until(lambda: visit.screen.model.is_my_turn and "k" in keys_of(visit).values())

        assert agreed(keys, keys_of(visit))


def agreed(before: dict[Name, str], now: dict[Name, str]) -> dict[Name, str]:
    """Return all keys; none may have moved."""
    assert all(before.get(name, key) == key for name, key in now.items())
    return before | now


def keys_of(visit: Visit) -> dict[Name, str]:
    """Give the keys of the answers."""
    entries = visit.screen.query_one(Choices).entries
    return {name_of(entry.act): entry.key for entry in entries if options_in(entry.act)}


async def press_and_mean(visit: Visit, key: str) -> None:
    """Press a key, and say yes if asked."""
    before, seat = len(visit.screen.model.telling.story), visit.screen.player.mirror.seat

    def is_done() -> bool:
        entries = (heard.entry for heard in visit.screen.model.telling.story[before:])
        return any(
            isinstance(entry, (Chose, TookBack, AskedBack)) and entry.seat == seat for entry in entries
        )

    await visit.pilot.press(key)
    await until(lambda: is_done() or isinstance(visit.app.screen, Confirm))
    if isinstance(visit.app.screen, Confirm):
        await visit.pilot.press("y")
    await until(is_done)


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
        await visit.pilot.press("O", "down", "3")
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
        await visit.pilot.press("O")
        await visit.pilot.pause()
        dialog = visit.app.screen
        await cut(visit)
        await until(lambda: any("Connected again." in toast.message for toast in visit.app._notifications))  # noqa: SLF001
        assert visit.app.screen is dialog
        await visit.pilot.press("down", "1", "enter")
        await until(lambda: visit.screen.model.scene and visit.screen.model.scene.deals)


async def test_the_end_of_the_server_is_told_and_the_screen_stays(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as visit:
        await its_turn(visit)
        await visit.pilot.press("O")
        await visit.server.listener.aclose("stops")
        await until(lambda: visit.screen.query_one(Header).is_offline)
        await visit.pilot.press("escape")
        await visit.pilot.pause()

        assert "NO CONNECTION" in screen_text(visit.app)
        await visit.pilot.press("q", "y")
        await until(lambda: not visit.app.is_running)


async def test_what_was_typed_on_the_war_board_is_what_the_server_gets(tmp_path: Path) -> None:
    with patch.object(proposals, "start", begun):
        async with a_visit(tmp_path) as visit:
            await until(lambda: isinstance(visit.app.screen, AllocateDialog))
            dialog = visit.app.screen
            assert isinstance(dialog, AllocateDialog)
            await visit.pilot.press("down", "1")
            bid = tuple(dialog.amounts)
            await visit.pilot.press("enter")
            await until(lambda: isinstance(visit.app.screen, Confirm))
            await visit.pilot.press("y")

            await until(lambda: bid in own_bids(visit))


def own_bids(visit: Visit) -> list[tuple[int, ...]]:
    """Return those of ours that were opened."""
    mirror = visit.screen.player.mirror
    events = [event for heard in mirror.story for event in heard.events if isinstance(event, BidsRevealed)]
    return [bid for event in events for seat, bid in event.bids if seat == mirror.seat]
