"""Gifts, talk, second thoughts and votes, as a player does them on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Input, Static

from client.games.rising_sun.facts import holdings
from client.games.rising_sun.names import card
from client.seat.connection import RefusedError
from client.seat.news import Heard
from client.table.scene import Scene
from client.tui.dialogs.confirm import Confirm
from client.tui.dialogs.gift import GiftDialog
from client.tui.dialogs.lines import LinesDialog
from client.tui.widgets.choices import Choices
from client.tui.widgets.header import Header
from client.tui.widgets.talk import TalkPane
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from core.games.rising_sun.events import AllianceMade
from core.kinds import ChoiceTakenBack
from protocol.entries import AskedBack, Chose, Consented, Said
from protocol.messages import TableState
from tests.client.tui.at_table import LARGE, Scribe, scene_of, screen_text, seated
from tests.client.tui.at_tea import heard, rich_scene, tea

# Gifts ---------------------------------------------------------------------------------------


async def test_a_gift_is_given_by_keyboard(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("g")
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
        await table.pilot.press("g")
        await table.until(lambda: isinstance(table.app.screen, GiftDialog))
        await table.pilot.press("enter", "escape")
        await table.until(lambda: table.app.screen is table.screen)

        assert not table.player.done


async def test_a_second_answer_to_a_dialog_does_not_close_the_table_below(tmp_path: Path) -> None:
    async with seated(rich_scene(), tmp_path) as table:
        await table.pilot.press("g")
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
        await table.pilot.press("t", *"hello", "enter", "ctrl+n", *"psst", "enter")
        await table.until(lambda: len(table.player.done) == 2)

        assert table.player.done == [("say", "hello", ()), ("say", "psst", (KOI,))]


async def test_keys_of_the_table_are_letters_while_one_talks(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("t", *"1 go! q u", "enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "1 go! q u", ())]


async def test_private_words_stay_in_their_room_and_are_counted_until_read(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(Said(KOI, 0, (LOTUS,), ""), "only for you"))
        await table.until(lambda: table.screen.query_one(Header).unread == 1)
        assert "talk 1" in screen_text(table.app)
        assert "only for you" not in screen_text(table.app)
        await table.pilot.press("t")
        await table.until(lambda: "only for you" in screen_text(table.app))

        assert "Say to Koi alone" in screen_text(table.app)
        assert table.screen.query_one(Header).unread == 0


async def test_who_comes_back_has_read_what_was_said_before_the_last_own_deed(tmp_path: Path) -> None:
    said = [heard(Said(KOI, number, (LOTUS,), ""), f"whisper {number}") for number in range(2)]
    story = [said[0], heard(Said(LOTUS, 0, (), ""), "hello"), said[1]]
    async with seated(tea(), tmp_path, story=story) as table:
        await table.settled()

        assert table.screen.query_one(Header).unread == 1


async def test_a_whisper_is_not_said_to_all_because_somebody_else_spoke(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        table.screen.query_one(TalkPane).room = (KOI,)
        await table.told(tea(), heard(Said(TURTLE, 0, (), ""), "hello all"))
        await table.pilot.press("t", *"psst")
        assert "to Koi: psst" in await table.settled()
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("say", "psst", (KOI,))]


async def test_who_writes_is_not_moved_to_another_room_and_can_turn_to_it(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("t", *"dear all")
        await table.told(tea(), heard(Said(KOI, 0, (LOTUS,), ""), "only for you"))
        await table.pilot.press("enter")
        await table.until(lambda: table.player.done)
        assert table.player.done == [("say", "dear all", ())]
        assert "Ctrl+N: other rooms" in screen_text(table.app)
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
        await table.pilot.press("t")
        await table.pilot.pause()
        assert not table.screen.query(Input)
        assert not table.screen.query_one(Choices).entries
        assert "watching" in screen_text(table.app)


# Second thoughts -----------------------------------------------------------------------------


async def test_the_last_choice_is_taken_back(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(Chose(LOTUS, 5, "ready")))
        await table.pilot.press("u")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("take_back", 5)]


async def test_the_others_are_not_asked_for_leave_before_it_is_clear_what_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_scribe: Scribe, _prompt: int) -> None:
        raise RefusedError("Turtle has answered since.")

    monkeypatch.setattr(Scribe, "take_back", refuse)
    made = Heard(0, 0, Chose(LOTUS, 5, "ally turtle"), [AllianceMade(LOTUS, TURTLE)])
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), made)
        asked = ""
        for answer in ("n", "y"):
            await table.pilot.press("u")
            await table.until(lambda: isinstance(table.app.screen, Confirm))
            await table.settled()
            asked = " ".join(str(static.content) for static in table.app.screen.query(Static))
            assert not table.player.done
            await table.pilot.press(answer)
        await table.until(lambda: table.player.done)

        assert "take this back: Lotus and Turtle are allies?" in asked
        assert "Turtle has answered since." in asked
        assert table.player.done == [("ask_back", 5)]


async def test_without_a_choice_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("u")
        await table.pilot.pause()

        assert not table.player.done


async def test_the_others_wish_to_take_something_back_is_answered(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(AskedBack(KOI, 3)))
        assert "Let Koi take the choice back" in screen_text(table.app)
        await table.pilot.press("y")
        await table.until(lambda: table.player.done)
        await table.told(tea(), heard(Consented(LOTUS, True)))
        await table.pilot.pause()

        assert table.player.done == [("consent", True)]
        assert "Let Koi" not in screen_text(table.app)


async def test_who_is_asked_for_leave_reads_what_would_be_taken_back(tmp_path: Path) -> None:
    made = Heard(0, 0, Chose(KOI, 2, "ally turtle"), [AllianceMade(KOI, TURTLE)])
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), made, heard(AskedBack(KOI, 2), number=1))
        labels = [entry.label for entry in table.screen.query_one(Choices).entries]

        assert labels[0] == "Let Koi take this back: Koi and Turtle are allies."


async def test_what_was_granted_is_not_asked_any_more(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(AskedBack(KOI, 3)))
        granted = Heard(1, 0, Consented(TURTLE, True), [ChoiceTakenBack(KOI)])
        await table.told(tea(), granted)
        await table.pilot.pause()

        assert "Let Koi" not in screen_text(table.app)


async def test_a_vote_about_an_absent_player(tmp_path: Path) -> None:
    scene = tea()
    late = tuple(replace(row, is_overdue=row.seat == KOI) for row in scene.info.seats)
    scene = scene._replace(info=replace(scene.info, seats=late))
    async with seated(scene, tmp_path, LARGE) as table:
        await table.pilot.press("n")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("vote", KOI, False)]


async def test_who_is_asked_for_leave_is_called(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.told(tea(), heard(AskedBack(KOI, 3)))

        await table.until(lambda: "Koi would like to take a choice back" in table.toasts())


# Before the game, and looking ----------------------------------------------------------------


async def test_readiness_is_said_before_the_game(tmp_path: Path) -> None:
    scene = scene_of(tea().view, LOTUS, TableState.OPEN)
    rows = tuple(replace(row, is_ready=False) for row in scene.info.seats)
    waiting = scene._replace(info=replace(scene.info, seats=rows), view=None, prompt=None)
    async with seated(waiting, tmp_path) as table:
        await table.pilot.press("1")
        await table.until(lambda: table.player.done)

        assert table.player.done == [("ready", True)]


async def test_before_the_game_all_see_who_is_missing(tmp_path: Path) -> None:
    scene = scene_of(tea().view, LOTUS, TableState.OPEN)
    first, second, *others = scene.info.seats
    rows = (replace(first, player="", is_ready=False), replace(second, is_ready=False), *others)
    gathering = scene._replace(info=replace(scene.info, seats=rows), view=None, prompt=None)
    async with seated(gathering, tmp_path) as table:
        text = screen_text(table.app)
        assert "nobody is Koi yet" in text
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
        await table.until(lambda: "Anna (Koi) is gone." in table.toasts())
        assert "Koi (away)" in screen_text(table.app)
        await table.told(scene)
        await table.until(lambda: "Anna (Koi) is here." in table.toasts())

        assert "(away)" not in screen_text(table.app)


def quiet(scene: Scene) -> Scene:
    """The same while only others are asked."""
    return scene._replace(view=replace(scene.view, decision=None), prompt=None)


async def test_the_table_tells_who_sits_there(tmp_path: Path) -> None:
    async with seated(tea(), tmp_path) as table:
        await table.pilot.press("i")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))

        assert "Lotus: Ben, you" in screen_text(table.app)


def test_the_table_tells_of_all_cards_on_offer() -> None:
    view = tea().view

    assert view.display
    assert all(card(one) in "\n".join(holdings(view)) for one in view.display)
