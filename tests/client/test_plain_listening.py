"""What the line client reads to those who listen, and what it spares them."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from client.plain.aloud import is_worth_telling, told_in
from client.plain.commands import COMMANDS, known
from client.plain.desk import REMIND_AFTER, Desk
from client.plain.screen import Screen
from client.seat.connection import RefusedError
from client.seat.journey import Way, seated_at
from client.seat.news import Heard, Person
from client.seat.player import Player
from client.seat.sitting import Arrived
from client.table.acts import PlayAgain
from client.table.errands import Shown
from client.table.face import face_of
from client.table.sentences import sentences_of
from core.games.rising_sun import events as e
from core.games.rising_sun.board import KOI, LOTUS, TURTLE
from core.kinds import InputError
from protocol.entries import SignedOff
from protocol.identity import Identity
from protocol.messages import TableState
from tests.client.table.errands import at, hear, of_kind
from tests.client.table.test_sheets import BEGAN, chose, harvest
from tests.client.tui.test_telling import quiet_scene
from tests.client.typist import Typist, bots, three_people
from tests.harness.loopback import a_table, admit

# The sheet of a season -----------------------------------------------------------------------


def test_the_sheet_of_a_season_is_read_before_the_season_is_over() -> None:
    scene = quiet_scene()
    model = at(scene, [BEGAN, harvest(KOI, 3)], pace="instant")
    (ended,) = of_kind(Shown, hear(model, scene, chose(e.SeasonEnded(0))))
    (later,) = of_kind(Shown, hear(model, scene, harvest(KOI, 5)))
    at_once = ended._replace(lines=ended.lines + later.lines, events=ended.events + later.events)
    head, first, *_, end, last = told_in(face_of("rising_sun"), scene, at_once)

    assert end.startswith("Spring is over")
    assert "Spring" in head
    assert first == "Koi 3: harvest 3"
    assert [last] == [line.sentence for line in later.lines]


async def test_alone_the_next_game_begins_at_once_and_only_after_this_one(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        person = Person(Identity.make(), "Anna", home=tmp_path)
        way = Way(table.invite(), person, admit)
        onward = seated_at(lambda: nullcontext(way), KOI)
        desk, shown = Desk(way._replace(again=onward), Screen(lambda _: None)), quiet_scene()
        player = cast("Player", SimpleNamespace(again=AsyncMock(side_effect=RefusedError("Not yet."))))
        desk.hear(Arrived(player, shown, []))
        with pytest.raises(RefusedError, match="Not yet"):
            await desk.follow(desk.model.perform(PlayAgain()))
        before = desk.next_game
        over = shown._replace(info=replace(shown.info, state=TableState.OVER))
        desk.hear(Arrived(player, over, []))
        await desk.follow(desk.model.perform(PlayAgain()))
        desk.close()

    assert before is None
    assert (desk.next_game, desk.has_quit) == (onward, True)


def test_only_other_people_are_heard_to_sign_a_record() -> None:
    scene = quiet_scene()._replace(seat=KOI)
    rows = tuple(replace(row, is_bot=row.seat == LOTUS) for row in scene.info.seats)
    at_end = scene._replace(info=replace(scene.info, seats=rows))
    heard = {
        seat: is_worth_telling(Heard(0, 0, SignedOff(seat), []), at_end) for seat in (KOI, LOTUS, TURTLE)
    }

    assert heard == {KOI: False, LOTUS: False, TURTLE: True}


# What was asked for --------------------------------------------------------------------------


async def test_who_asks_for_many_lines_is_not_reminded_of_the_question(tmp_path: Path) -> None:
    async with three_people(tmp_path) as (anna, ben, _):
        asked = [await anna.type(line, words) for line, words in (("/help", "/quit:"), ("/look", "Turtle"))]
        asked += [await anna.type("'thanks", "You say: thanks")]
        for number in range(REMIND_AFTER):
            await ben.type(f"'{number}", f"You say: {number}")
        told = await anna.read("Still open: ")

        assert max(text.count("\n") for text in asked) > REMIND_AFTER
        assert "Still open" not in "".join(asked)
        assert "Lotus says: 0" in told


def test_a_command_that_is_almost_right_is_recognised() -> None:
    with pytest.raises(InputError, match=r"There is no command /rules\. Did you mean /rule\?"):
        known("rules")


# What changes nothing ------------------------------------------------------------------------


def test_a_choice_that_changes_nothing_anybody_sees_is_not_told() -> None:
    scene = quiet_scene()

    assert sentences_of(scene.game, chose(), scene.seat) == []
    assert sentences_of(scene.game, harvest(KOI, 3), scene.seat) != []


# Before the game -----------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["", " lotus", " lotus 1", " lotus 1 want 1 coin"])
async def test_every_command_is_answered_in_the_waiting_room(rest: str, tmp_path: Path) -> None:
    async with a_table(tmp_path) as table, bots(table, 1):
        anna = Typist(table.invite(), "Anna", home=tmp_path / "home")
        await anna.read("Type /ready")
        for name in sorted(COMMANDS.keys() - {"quit", "ready", "wait"}):
            await anna.type(f"/{name}{rest}")
            await anna.type("back")
        await anna.type("/table", "The game has not begun.")
        await anna.close()
