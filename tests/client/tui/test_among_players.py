"""Gifts, talk, second thoughts and votes, as a player does them on the screen."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from client.games.rising_sun.facts import holdings
from client.games.rising_sun.names import card
from client.table.scene import Scene
from client.tui.dialogs.questions import GiftDialog
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.talk import TalkPane
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from protocol.entries import Chose, Said
from protocol.messages import TableState
from tests.client.tui.at_table import LARGE, SMALL, scene_of, screen_text, seated
from tests.client.tui.at_tea import heard, rich_scene, tea
from tests.client.tui.shogun.moments import scene_at as shogun_scene_at

# Gifts ---------------------------------------------------------------------------------------


async def test_a_gift_is_given_by_keyboard(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("G")
        await table.until(lambda: isinstance(table.app.screen, GiftDialog))
        await table.pilot.press("right", "down", "3", "down", "right", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("act", "give turtle 3 coins 1 ronin")]


async def test_a_gift_is_given_by_mouse(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path, LARGE) as table:
        entries = table.screen.query_one(Choices).entries
        await table.click(Choices, offset=(4, len(entries) - 1))
        await table.until(lambda: isinstance(table.app.screen, GiftDialog))
        coins = table.app.screen.query_one("#coins")
        await table.click(coins, offset=(coins.size.width - 1, 0))
        await table.click("#give")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("act", "give koi 1 coins")]


async def test_nothing_is_no_gift(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("G")
        await table.until(lambda: isinstance(table.app.screen, GiftDialog))
        await table.pilot.press("enter")
        await table.until(table.toasts)
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)

        assert not table.player.done


async def test_a_second_answer_to_a_dialog_does_not_close_the_table_below(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("G")
        await table.until(lambda: isinstance(table.app.screen, GiftDialog))
        dialog = table.app.screen
        assert isinstance(dialog, GiftDialog)
        dialog.action_cancel()
        dialog.action_cancel()
        await table.pilot.pause()

        assert table.app.screen is table.screen


# Talk ----------------------------------------------------------------------------------------


async def test_words_go_to_the_room_that_is_open(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("T", *"hello", "enter", "ctrl+n", *"psst", "enter")
        await table.until(lambda: len(table.player.done) == 2)

        assert table.player.done == [("say", "hello", ()), ("say", "psst", (KOI,))]


async def test_keys_of_the_table_are_letters_while_one_talks(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("T", *"1 go! q u", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "1 go! q u", ())]


async def test_private_words_stay_in_their_room_and_are_counted_until_read(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(Said(KOI, 0, (LOTUS,), ""), "only for you"))
        await table.until(lambda: table.screen.query_one(Header).unread == 1)
        assert "talk 1" in screen_text(table.app)
        assert "only for you" not in screen_text(table.app)
        await table.pilot.press("T")
        await table.until(lambda: "only for you" in screen_text(table.app))

        assert "Say to Koi only" in screen_text(table.app)
        assert table.screen.query_one(Header).unread == 0


async def test_who_comes_back_has_read_what_was_said_before_the_last_own_deed(tmp_path: Path) -> None:
    said = [heard(Said(KOI, number, (LOTUS,), ""), f"whisper {number}") for number in range(2)]
    story = [said[0], heard(Said(LOTUS, 0, (), ""), "hello"), said[1]]
    async with seated(tea(), tmp_path, story=story) as table:
        await table.settled()

        assert table.screen.query_one(Header).unread == 1


@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)])
async def test_the_rooms_of_five_players_are_all_in_sight(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(shogun_scene_at("march"), tmp_path, size) as table:
        await table.pilot.press("T")
        rows = (await table.settled()).splitlines()
        pane = table.screen.query_one(TalkPane)
        names = [pane.room_name(room) for room in pane.rooms()]

        region = pane.region
        assert rows[region.y][region.x : region.right].strip(" ▏").split() == names


async def test_the_room_we_are_in_is_in_sight_however_many_there_are(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        pane = table.screen.query_one(TalkPane)
        others = [seat for seat in tea().view.seats if seat != LOTUS]
        for some in combinations(others, 3):
            await table.told(tea(), heard(Said(some[0], 0, (LOTUS, *some[1:]), ""), "we three"))
        await table.pilot.press("T")
        for _ in pane.rooms():
            await table.pilot.press("ctrl+n")
            line = (await table.settled()).splitlines()[pane.region.y]

            assert pane.room_name(pane.room) in line
            assert "…" in line


async def test_a_whisper_is_not_said_to_all_because_somebody_else_spoke(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        table.screen.query_one(TalkPane).room = (KOI,)
        await table.told(tea(), heard(Said(TURTLE, 0, (), ""), "hello all"))
        await table.pilot.press("T", *"psst")
        assert "to Koi: psst" in await table.settled()
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "psst", (KOI,))]


async def test_who_left_a_private_room_whispers_there_again_and_sees_so(tmp_path: Path) -> None:
    """A whisper said to all is worse than the reverse."""
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("T", "ctrl+n", *"psst", "enter", "escape", "T")
        assert "Say to Koi only" in await table.settled()
        await table.pilot.press(*"again")
        assert "to Koi: again" in await table.settled()
        await table.pilot.press("enter")
        await table.until(lambda: len(table.player.done) == 2)

        assert table.player.done == [("say", "psst", (KOI,)), ("say", "again", (KOI,))]


async def test_who_writes_is_not_moved_to_another_room_and_can_turn_to_it(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("T", *"dear all")
        await table.told(tea(), heard(Said(KOI, 0, (LOTUS,), ""), "only for you"))
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)
        assert table.player.done == [("say", "dear all", ())]
        assert "Ctrl+N: rooms" in screen_text(table.app)
        await table.pilot.press("ctrl+n")

        await table.until(lambda: "only for you" in screen_text(table.app))


async def test_a_room_is_opened_by_a_click(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path, LARGE) as table:
        await table.click("#talk", offset=(10, 0))
        await table.pilot.pause()

        assert table.screen.query_one(TalkPane).room == (KOI,)
        assert table.app.focused is table.screen.query_one("#say", Input)


async def test_harmful_words_cannot_steer_the_terminal(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path, LARGE) as table:
        await table.told(tea(), heard(Said(KOI, 0, (), "x"), "\x1b[2J[bold]boo[/]"))
        await table.pilot.pause()

        text = screen_text(table.app)
        assert "\x1b" not in text
        assert "[bold]boo[/]" in text


async def test_who_watches_is_silent_and_sees_no_choices(tmp_path: Path) -> None:
    scene = tea()
    async with seated(scene._replace(seat=None, prompt=None), tmp_path, LARGE) as table:
        await table.pilot.press("T")
        await table.pilot.pause()
        assert not table.screen.query(Input)
        assert not table.screen.query_one(Choices).entries
        assert "watching" in screen_text(table.app)


# Second thoughts -----------------------------------------------------------------------------


async def test_the_last_choice_is_taken_back(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(Chose(LOTUS, 5, "ready")))
        await table.pilot.press("U")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("take_back", 5)]


# Before the game, and looking ----------------------------------------------------------------


async def test_before_the_game_all_see_who_is_missing(tmp_path: Path) -> None:
    scene = scene_of(tea().view, LOTUS, TableState.OPEN)
    first, second, *others = scene.info.seats
    rows = (replace(first, player="", is_ready=False), replace(second, is_ready=False), *others)
    gathering = scene._replace(info=replace(scene.info, seats=rows), view=None, prompt=None)
    async with seated(gathering, tmp_path) as table:
        text = screen_text(table.app)
        assert "nobody has taken Koi yet" in text
        assert "Koi free" in text
        assert "Lotus Ben, you" in text

        rows = tuple(replace(row, player="Anna") if not row.player else row for row in rows)
        await table.told(gathering._replace(info=replace(scene.info, seats=rows)))
        assert "not yet: Koi, Lotus" in screen_text(table.app)


async def test_who_loses_the_connection_and_comes_back_is_told_of(tmp_path: Path) -> None:
    scene = quiet(tea())
    away = tuple(replace(row, is_present=row.seat != KOI) for row in scene.info.seats)
    async with seated(scene, tmp_path) as table:
        await table.told(scene._replace(info=replace(scene.info, seats=away)))
        await table.until(lambda: "Anna (Koi) is away." in table.toasts())
        assert "Koi (away)" in screen_text(table.app)
        await table.told(scene)
        await table.until(lambda: "Anna (Koi) is here." in table.toasts())

        assert "(away)" not in screen_text(table.app)


def quiet(scene: Scene) -> Scene:
    """The same while only others are asked."""
    return scene._replace(view=replace(scene.view, decision=None), prompt=None)


def test_the_table_tells_of_all_cards_on_offer() -> None:
    view = tea().view

    assert view.display
    assert all(card(one) in "\n".join(holdings(view)) for one in view.display)
