"""The lobby line by line: from there to tables, lessons and saved games, and back again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from client import __main__ as command_line
from client.cli.lobby import doors_of
from client.plain.lobby import LineLobby
from client.plain.screen import Screen
from client.table.lobby import Doors
from client.table.past import Past
from core.kinds import InputError
from tests.client.typist import typed
from tests.harness.command import started
from tests.harness.loopback import a_table

LOG = Path(__file__).parents[1] / "logs" / "three_people.log"
LEARN, PLAY, JOIN, LOOK_BACK, LEAVE = "12345"
GO_ON = "1"


async def in_the_lobby(home: Path, *lines: str, doors: Doors | None = None) -> str:
    """Type these lines in the lobby and wherever they lead; give what is read."""
    shown: list[str] = []
    await LineLobby(doors or doors_of(home), Screen(shown.append), typed(lines)).stay()
    return "".join(shown)


async def test_the_lobby_lists_its_ways_until_somebody_leaves(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, "", "7", "x", LEAVE, "never read")

    assert text.count("  2 Play against bots\n") == 2
    assert "There is no choice 7;" in text
    assert "There is no choice x;" in text
    assert "never read" not in text


@pytest.mark.parametrize("lines", [[], ["/quit"], [PLAY], [PLAY, "4", "/quit"], [PLAY, "1"], [LEARN, "1"]])
async def test_who_has_no_more_to_say_leaves_from_anywhere(tmp_path: Path, lines: list[str]) -> None:
    assert (await in_the_lobby(tmp_path, *lines)).startswith("\nWhere to?")


async def test_a_game_against_bots_goes_on_after_a_break(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, PLAY, "3", "9", "2", "/quit")
    back = await in_the_lobby(tmp_path, GO_ON, "/quit")

    assert "There is no choice 9;" in text
    assert ": Ninjato for " in text
    assert "  1 Go on with Ninjato\n" in text.rpartition("Where to?")[2]
    assert text.partition(": Ninjato for ")[0][-8:] == back.partition(": Ninjato for ")[0][-8:]


async def test_who_was_at_a_table_is_led_back_to_it(tmp_path: Path) -> None:
    async with a_table(tmp_path / "elsewhere") as table:
        came = await in_the_lobby(tmp_path, JOIN, table.invite().text(), "/quit")
        again = await in_the_lobby(tmp_path, GO_ON, "/quit")
    gone = await in_the_lobby(tmp_path, GO_ON, "/quit")

    assert "Type /ready when the game may begin for you." in came
    assert f"  1 Back to table {table.runner.name} at 127.0.0.1\n" in again
    assert "You are Koi." in again
    assert "Nothing listens at 127.0.0.1" in gone
    assert gone.count("Where to?") == 2


async def test_what_is_no_invitation_leads_back(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, JOIN, "no invitation", JOIN, "", LEAVE)

    assert "An invitation" in text
    assert text.count("Where to?") == 3


async def test_lessons_are_taught_in_the_lobby(tmp_path: Path) -> None:
    text = await in_the_lobby(tmp_path, LEARN, "1", "", "/quit", LEARN, "4", LEAVE)

    assert "You are Bonsai." in text
    assert text.count("Where to?") == 3


async def test_a_saved_game_is_told_again(tmp_path: Path) -> None:
    none = await in_the_lobby(tmp_path, LOOK_BACK)
    folder = tmp_path / "games" / "table"
    folder.mkdir(parents=True)
    shutil.copy(LOG, folder / "game.log")
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", LOOK_BACK, "2")

    assert "No game was saved yet" in none
    assert "    0  A table of Rising Sun is opened for Koi, Lotus and Turtle.\n" in text
    assert text.count("Where to?") == 3


async def test_a_saved_game_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    def broken() -> Past:
        raise InputError("It is damaged.")

    doors = doors_of(tmp_path)
    (tmp_path / "games" / "table").mkdir(parents=True)
    shutil.copy(LOG, tmp_path / "games" / "table" / "game.log")
    damaged = [kept._replace(recall=broken) for kept in doors.kept()]
    text = await in_the_lobby(tmp_path, LOOK_BACK, "1", doors=doors._replace(kept=lambda: damaged))

    assert "It is damaged.\n" in text


def test_the_lobby_is_line_by_line_for_whoever_wishes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, screen = 10, 20
    monkeypatch.setattr("client.cli.lobby.stay_in_lines", lambda _: lines)
    monkeypatch.setattr("client.cli.lobby.show_lobby", lambda *_: screen)
    home = ["--home", str(tmp_path)]

    assert command_line.main(home) == screen
    assert command_line.main([*home, "--plain"]) == lines
    (tmp_path / "config.toml").write_text("plain = true\n")
    assert command_line.main(home) == lines
    assert command_line.main([*home, "--no-plain"]) == screen


def test_the_command_reads_lines(tmp_path: Path) -> None:
    done = started("--plain", "--home", tmp_path, typed="5\n")

    assert done.stdout.endswith("  5 Leave\n")
    assert done.stderr == ""
