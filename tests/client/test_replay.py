"""`jinmaku log`, `replay` and `record`: a game on a real server, told again as it was told to each."""

from __future__ import annotations

import asyncio
import re
import sys
from argparse import ArgumentParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client import __main__ as command_line
from client.cli.past import entries_in, heard_by, past_in, relive
from client.cli.record import record_of
from client.games.rising_sun.names import mandate
from client.local.home import IDENTITY, PUBLIC
from client.seat.connection import RefusedError
from client.seat.news import Heard
from client.table.past import ALL, Eyes, seen_with
from client.table.replay import SEALED, knower_of, lines_of
from client.table.sentences import sentences_of
from client.texts import t
from core.deals import DealExpired
from core.games.rising_sun.events import MandatesDrawn
from core.kinds import Viewer
from core.record import final_state, read_record
from core.toml import write_toml
from protocol.entries import (
    ActedFreely,
    Answered,
    AskedBack,
    Began,
    Chose,
    Consented,
    Invited,
    Keyed,
    Offered,
    Opened,
    Revealed,
    Said,
    SatDown,
    SignedOff,
    TookBack,
)
from protocol.identity import PublicKey
from protocol.round_records import Certified, Committed, Outcome, RoundOpened, RoundSet
from tests.client.evening import GAME, LOTUS, SEATS, TURTLE, Told, evening, long_evening, play_to_the_end
from tests.harness.command import called


class Played(NamedTuple):
    """A finished game, and what everybody there heard of it."""

    data: Path
    table: str
    log: Path
    told: dict[Viewer, Told]
    end: Any


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("replay")
    table, told, end = asyncio.run(long_evening(folder / "data"))
    log = folder / "game.log"
    assert command_line.main(["log", table[:5], "--data", str(folder / "data"), "-o", str(log)]) == 0
    return Played(folder / "data", table, log, told, end)


def story_in(log: Path, eyes: Eyes) -> list[Heard]:
    story: list[Heard] = []
    for moment in relive(entries_in(log)[1]):
        heard = heard_by(eyes, moment, len(story))
        story += [heard] if heard is not None else []
    return story


def sealed_again(story: list[Heard]) -> list[Heard]:
    """Put what somebody could read back into what a log can show of it."""
    return [h._replace(words=t(SEALED)) if isinstance(h.entry, Said) and h.entry.to else h for h in story]


# Telling -----------------------------------------------------------------------------------------


def test_the_evening_has_all_that_can_happen_in_it(played: Played) -> None:
    _, entries = entries_in(played.log)
    kinds = {type(then.entry) for then in entries}
    assert kinds >= {Opened, Invited, SatDown, Began, Chose, ActedFreely, TookBack, AskedBack, Consented}
    assert kinds >= {Said, Offered, Answered}
    assert kinds >= {Keyed, RoundOpened, Committed, RoundSet, Certified, Outcome, Revealed, SignedOff}
    assert played.end.winners


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_a_viewer_is_told_again_exactly_what_they_were_told(played: Played, viewer: Viewer) -> None:
    told = played.told[viewer].story
    assert len(told) > 100
    assert story_in(played.log, viewer) == sealed_again(told)


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_what_replay_prints_is_what_a_client_would_print(
    played: Played, viewer: Viewer, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "spectator" if viewer is None else GAME.seat_names[viewer]
    code, out, err = called(capsys, "replay", played.log, "--plain", "--as", name)
    heading, *lines = out.splitlines()
    assert (code, err) == (0, "")
    who = "a spectator" if viewer is None else t(f"clan-{name}")
    assert f"UTC, as {who} saw it. For other eyes: --as koi, lotus, turtle, spectator or all." in heading
    assert lines == list(lines_of(GAME, sealed_again(played.told[viewer].story), viewer))


def test_all_eyes_see_every_entry_and_what_was_hidden(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = called(capsys, "replay", played.log)
    story = story_in(played.log, ALL)
    assert code == 0
    assert [heard.number for heard in story] == list(range(len(entries_in(played.log)[1])))
    drawn = [event for heard in story for event in heard.events if isinstance(event, MandatesDrawn)]
    assert drawn
    assert all(event.tiles for event in drawn)
    assert out.count("draws mandates: ") == len(drawn)
    assert "Turtle says only to Lotus: (sealed words)" in out
    assert out.count("An invitation is issued.") == len(SEATS)
    assert "Let us be friends" not in out


def test_who_played_is_told_what_they_knew_and_how_to_see_the_rest(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sat = [stamp.entry for stamp in entries_in(played.log)[1] if isinstance(stamp.entry, SatDown)]
    (tmp_path / IDENTITY).touch()
    (tmp_path / PUBLIC).write_text(PublicKey.load(sat[-1].key).text)
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    _, own, _ = called(capsys, "replay", played.log)
    _, named, _ = called(capsys, "replay", played.log, "--as", GAME.seat_names[sat[-1].seat])
    _, everything, _ = called(capsys, "replay", played.log, "--as", "all")

    heading, *lines = own.splitlines()
    assert "UTC, as you saw it. For other eyes: --as " in heading
    assert lines == named.splitlines()[1:]
    assert "UTC, with nothing hidden. For other eyes: --as " in everything
    assert len(everything.splitlines()) > len(own.splitlines())


def test_others_see_neither_tiles_nor_private_deals_nor_that_somebody_whispers(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = called(capsys, "replay", played.log, "--as", "spectator")
    assert "draws mandates." in out
    assert "draws mandates: " not in out
    assert "alone" not in out
    assert "offers Lotus deal" not in out
    assert "Lotus says: Good evening!" in out


def test_an_event_for_two_is_told_by_one_of_them() -> None:
    assert knower_of(GAME, DealExpired(0, TURTLE, LOTUS)) in {TURTLE, LOTUS}


@pytest.mark.parametrize("command", ["replay", "record"])
def test_a_reader_who_has_seen_enough_is_no_trouble_with_the_log(
    played: Played, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    parser = ArgumentParser()
    module = import_module(f"client.cli.{command}")
    module.add_arguments(parser)
    with pytest.raises(BrokenPipeError):
        module.run(parser.parse_args([str(played.log)]))


# Standing at a moment ----------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_at_every_moment_board_and_log_are_what_a_viewer_had_been_told_by_then(
    played: Played, viewer: Viewer
) -> None:
    past, told = past_in(played.log), played.told[viewer]
    start = seen_with(past, [eyes for _, eyes in past.eyes].index(viewer))
    story = [sentences_of(GAME, heard, viewer) for heard in sealed_again(told.story)]

    assert len(start.moments) == len(told.story)
    for number, view in enumerate(told.views):
        here = start.at(number)
        assert here.lines == [line for lines in story[: number + 1] for line in lines]
        assert here.moment.view == view


def test_other_eyes_have_been_told_nothing_that_came_later(played: Played) -> None:
    """And a reader who tries all eyes is back at the same moment."""
    everything = seen_with(past_in(played.log), 0)
    for number in range(0, len(everything.moments), 25):
        here = at = everything.at(number)
        for eyes in (1, 2, 3, 4, 0):
            at = at.with_eyes(eyes)
            assert at.told[-1].seq <= number
            assert at.position + 1 == len(at.moments) or at.moments[at.position + 1].seq > number
        assert (at.position, at.lines) == (here.position, here.lines)


def test_a_line_of_the_log_belongs_to_the_moment_that_it_was_told_at(played: Played) -> None:
    end = seen_with(past_in(played.log), 0).at(10**6)
    for line, sentence in enumerate(end.lines):
        here = end.at_line(line)
        before = here.at(here.position - 1)
        assert len(before.lines) <= line < len(here.lines) or here.position == 0
        assert here.lines[line] == sentence


# A position --------------------------------------------------------------------------------------


def test_the_position_at_the_end_is_the_end(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    last = len(entries_in(played.log)[1]) - 1
    code, out, _ = called(capsys, "replay", played.log, "--at", last)
    story, position = out.split("\n\n", 1)
    assert code == 0
    assert story == called(capsys, "replay", played.log)[1].rstrip("\n")
    assert position == write_toml(GAME.write_position(played.end))


def test_a_position_of_any_moment_shows_a_seat_what_it_saw_then(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    story = played.told[TURTLE].story
    number = next(h.number for h in story for event in h.events if getattr(event, "tiles", ()))
    _, own, _ = called(capsys, "replay", played.log, "--as", "turtle", "--at", number)
    tiles = next(event.tiles for event in story[number].events if isinstance(event, MandatesDrawn))
    hand = own.partition("Only you can see this: you drew ")[2].splitlines()[0]
    assert re.split(", | and ", hand.rstrip(".")) == [mandate(tile) for tile in tiles]

    public = story[number].entry.seen_by(None)
    others = next(h.number for h in played.told[None].story if h.entry == public)
    _, watched, _ = called(capsys, "replay", played.log, "--as", "spectator", "--at", others)
    assert "Only you can see" not in watched


def test_before_the_game_there_is_no_position(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "replay", played.log, "--at", 0)
    assert code == 0
    assert out.splitlines()[-1] == "The game has not begun."
    assert "seed of the evening" not in out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--at", "99999"], "no moment 99999"),
        (["--as", "bonsai"], "Nobody played"),
        (["--as", "x"], "Nobody played"),
    ],
)
def test_what_is_not_in_a_log_is_a_wrong_call(
    played: Played, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = called(capsys, "replay", played.log, *options)
    assert code == 2
    assert complaint in err


# A record ----------------------------------------------------------------------------------------


def test_a_record_leads_to_the_same_end(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "record", played.log)
    record, _ = read_record(out)
    assert (code, err) == (0, "")
    assert final_state(record) == played.end
    assert "Good evening" not in out


def test_what_was_taken_back_is_not_in_the_record(played: Played) -> None:
    _, entries = entries_in(played.log)
    record, table = record_of(entries)
    kinds = [type(then.entry) for then in entries]
    made = [kind for kind in kinds[kinds.index(Began) :] if kind in {Chose, Committed}]
    gifts = [move for move in record.moves if ": give " in move]
    assert table.state == played.end
    assert len(record.moves) - len(gifts) < len(made)
    assert sorted(gifts) == ["koi: give lotus 2 coins", "lotus: give koi 1 coins", "turtle: give koi 1 coins"]


# A game that is not over ---------------------------------------------------------------------------


def test_a_game_that_is_over_can_be_written_while_all_still_sit_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def late_evening() -> tuple[int, str]:
        async with evening(tmp_path / "data") as table:
            await play_to_the_end(table)
            await table.until(lambda: len(table.runner.table.signed_off) == len(SEATS))
            await asyncio.to_thread(
                called,
                capsys,
                "log",
                table.runner.name,
                "--data",
                tmp_path / "data",
                "-o",
                tmp_path / "it.log",
            )
            code, out, _ = await asyncio.to_thread(called, capsys, "log", "--data", tmp_path / "data")
            return code, out

    code, out = asyncio.run(late_evening())
    assert (code, " over " in out) == (0, True)
    assert called(capsys, "verify", tmp_path / "it.log")[0] == 0


def test_a_running_game_keeps_its_secrets_and_a_frozen_one_can_be_looked_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def short_evening() -> str:
        async with evening(tmp_path / "data") as table:
            for _ in range(12):
                await table.choose()
            refused = await asyncio.to_thread(log_of, table.runner.name)
            assert refused == (1, "")
            monkeypatch.setattr("server.tables.runner.propose", broken)
            with pytest.raises(RefusedError, match="frozen"):
                await table.choose()
        return table.runner.name

    def log_of(name: str) -> tuple[int, str]:
        code, out, err = called(capsys, "log", name, "--data", tmp_path / "data", "-o", tmp_path / "it.log")
        assert (f"Game {name} is still going on" in err) == (code == 1)
        return code, out

    def broken(*_: object) -> None:
        raise AssertionError

    name = asyncio.run(short_evening())
    assert not (tmp_path / "it.log").exists()
    assert log_of(name)[0] == 0
    code, out, _ = called(capsys, "record", tmp_path / "it.log")
    assert code == 0
    assert final_state(read_record(out)[0]).winners == ()
    assert " frozen " in called(capsys, "log", "--data", tmp_path / "data")[1]
