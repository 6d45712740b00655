"""What can be done before a game, while players are missing."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from client.local.settings import Settings
from client.table.acts import Entry, Invite, TakeSeat, about
from client.table.deeds import GetReady, StandUp
from client.table.errands import Depart, Send, ShowInvitations
from client.table.model import TableModel
from client.table.scene import GuestPass, Scene
from client.table.words import info_lines
from core.games.rising_sun.board import KOI, TURTLE
from protocol.messages import TableState
from tests.client.table.errands import of_kind, run
from tests.client.tui.at_tea import tea


def gathering() -> Scene:
    """A table where nobody is Koi or Turtle yet, as Lotus sees it."""
    scene = tea()
    rows = tuple(
        replace(row, player="", key=b"", is_ready=False) if row.seat in (KOI, TURTLE) else row
        for row in scene.info.seats
    )
    info = replace(scene.info, state=TableState.OPEN, seats=rows, options=(("shrines", "random"),))
    return scene._replace(view=None, prompt=None, info=info)


def at_the_table(tmp_path: Path) -> tuple[TableModel, tuple[Entry, ...]]:
    model = TableModel(Settings(), tmp_path)
    run(model.sit_down(gathering(), ()))
    return model, model.listing.entries


def test_who_waits_can_be_ready_or_take_a_free_seat(tmp_path: Path) -> None:
    _, (ready, *seats, leaving) = at_the_table(tmp_path)

    assert isinstance(ready.act, GetReady)
    assert [entry.label for entry in seats] == ["Play Koi instead", "Play Turtle instead"]
    assert [entry.key for entry in seats] == ["k", "t"]
    assert (leaving.key, leaving.label) == ("g", "Give up your seat")


def test_a_seat_tells_what_only_it_can_do(tmp_path: Path) -> None:
    model, (_, _, turtle, _) = at_the_table(tmp_path)

    assert about(turtle.act) == "Turtle's strongholds move like figures, have force 1, and never die."
    assert about(turtle.act) in model.listing.rules


def test_who_takes_another_seat_leaves_this_one_for_it(tmp_path: Path) -> None:
    model, (_, _, turtle, _) = at_the_table(tmp_path)
    assert isinstance(turtle.act, TakeSeat)

    assert of_kind(Depart, run(model.perform(turtle.act))) == [Depart(seat=TURTLE)]


def test_who_gives_the_seat_up_is_asked_first_and_then_leaves(tmp_path: Path) -> None:
    model, (*_, leaving) = at_the_table(tmp_path)

    assert len(run(model.perform(leaving.act), False)) == 1
    assert run(model.perform(leaving.act), True)[1:] == [Send(StandUp()), Depart()]
    assert not of_kind(Depart, run(model.perform(leaving.act), True, "Too late."))


def test_what_was_agreed_is_said_in_words() -> None:
    assert "Shrines: at random" in list(info_lines(gathering()))


def test_a_key_that_is_none_is_passed_over() -> None:
    scene = gathering()
    rows = tuple(replace(row, player="Ben", key=b"nonsense", is_bot=False) for row in scene.info.seats)
    lines = list(info_lines(scene._replace(info=replace(scene.info, seats=rows))))

    assert not [line for line in lines if line.startswith("Key of")]


PASSES = (GuestPass("one"), GuestPass("two", "Ben"))


def test_who_opened_the_table_can_pass_on_invitations(tmp_path: Path) -> None:
    model = TableModel(Settings(), tmp_path)
    run(model.sit_down(gathering()._replace(invitations=PASSES), ()))
    invite = next(entry for entry in model.listing.entries if isinstance(entry.act, Invite))

    assert of_kind(ShowInvitations, run(model.perform(invite.act))) == [ShowInvitations(PASSES)]
