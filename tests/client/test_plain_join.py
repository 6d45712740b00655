"""`jinmaku join` as a program: its output, its complaints and its exit codes."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from client.local.last_table import last_table
from protocol.invitation import Address, Invitation
from tests.harness.loopback import a_table
from tests.waiting import patience

ROOT = Path(__file__).parents[2]


class Ended(NamedTuple):
    """How a program ended."""

    code: int | None
    out: str
    err: str


@pytest.fixture
async def invitation(tmp_path: Path) -> AsyncIterator[Invitation]:
    """Invite to a table of a server that runs as long as the test."""
    async with a_table(tmp_path / "data") as table:
        yield table.invite()


async def join(home: Path, invitation: Invitation | str, *options: str, typed: str = "") -> Ended:
    text = invitation if isinstance(invitation, str) else invitation.text()
    arguments = ["-m", "client", "join", text, "--plain", "--home", str(home), *options]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
    )
    async with patience():
        out, err = await process.communicate(typed.encode())
    return Ended(process.returncode, out.decode(), err.decode())


async def test_a_script_is_done_to_its_end(tmp_path: Path, invitation: Invitation) -> None:
    typed = "/who\n'good evening\n/dance\n/log 1"
    ended = await join(tmp_path, invitation, "--name", "Anna", "--seat", "lotus", typed=typed)

    assert ended.code == 0
    assert ended.err == ""
    assert "You are Lotus." in ended.out
    assert ended.out.count("You say: good evening\n") == 2
    assert "There is no command /dance" in ended.out
    assert "\a" not in ended.out
    assert "\x1b" not in ended.out


async def test_who_has_sat_down_comes_back_to_the_seat(tmp_path: Path, invitation: Invitation) -> None:
    await join(tmp_path, invitation, "--name", "Anna", "--seat", "turtle")
    ended = await join(tmp_path, invitation, typed="/quit\n'never said\n")

    assert ended.code == 0
    assert "You are Turtle." in ended.out
    assert "never said" not in ended.out


async def test_who_gives_the_seat_up_makes_room_and_does_not_come_back_to_it(
    tmp_path: Path, invitation: Invitation
) -> None:
    await join(tmp_path, invitation, "--name", "Anna", "--seat", "turtle", typed="/stand\nno\n/who")
    stayed = last_table(tmp_path)
    ended = await join(tmp_path, invitation, typed="/stand\nyes\n'never said\n")
    left = last_table(tmp_path)
    after = await join(tmp_path, replace(invitation, token=None), "--watch", typed="/who")

    assert stayed is not None
    assert (ended.code, left) == (0, None)
    assert "never said" not in ended.out
    assert "Turtle: free." in after.out


async def test_another_seat_is_taken_in_words(tmp_path: Path, invitation: Invitation) -> None:
    typed = "play koi instead\n'here I am"
    ended = await join(tmp_path, invitation, "--name", "Anna", "--seat", "turtle", typed=typed)

    assert ended.code == 0
    assert "You are Koi." in ended.out
    assert "You say: here I am" in ended.out


async def test_the_list_before_the_game_is_taken_in_words(tmp_path: Path, invitation: Invitation) -> None:
    typed = "\nready\nready\nnot ready\nsomething else\n"
    ended = await join(tmp_path, invitation, "--name", "Anna", "--seat", "turtle", typed=typed)
    told = ended.out.partition("Enter lists what else you can do.\n")[2]

    assert told.startswith("The game has not begun.\n")
    assert told.count("Anna (Turtle) is ready.\n") == 1
    assert told.count("Type /ready when you are ready to begin.") == 1
    assert "not being asked" not in told
    assert "Nothing fits 'something else'. Enter repeats the choices.\n" in told


async def test_what_commands_are_called_elsewhere_leads_to_ours(
    tmp_path: Path, invitation: Invitation
) -> None:
    ended = await join(tmp_path, invitation, "--name", "Anna", typed="/map\n/exit\n/whisper koi psst\n/offr")

    assert "There is no command /map. Did you mean /look?" in ended.out
    assert "There is no command /exit. Did you mean /quit?" in ended.out
    assert "There is no command /whisper. Did you mean /to?" in ended.out
    assert "There is no command /offr. Did you mean /offer?" in ended.out


async def test_a_login_name_will_do_and_watching_needs_no_token(
    tmp_path: Path, invitation: Invitation
) -> None:
    ended = await join(tmp_path, replace(invitation, token=None), "--watch")

    assert (ended.code, ended.err) == (0, "")
    assert "You are watching." in ended.out


async def test_what_is_in_the_way_is_said_in_one_line(tmp_path: Path, invitation: Invitation) -> None:
    assert invitation.token is not None
    closed = replace(invitation, address=Address("127.0.0.1", 1))
    other_host = replace(invitation, host_key=bytes(20))
    other_token = replace(invitation, token=bytes(16))
    for wrong, sentence in (
        (closed, "Nothing is listening"),
        (other_host, "is not the one you were invited to"),
        (other_token, "has been used"),
        (replace(invitation, game="elsewhere"), "There is no table elsewhere here."),
        (replace(invitation, token=None), "you need an invitation"),
    ):
        ended = await join(tmp_path, wrong, "--name", "Anna")

        assert (ended.code, ended.out) == (1, "")
        assert ended.err.startswith("jinmaku join: ")
        assert sentence in ended.err
        assert ended.err.count("\n") == 1


async def test_a_wrong_wish_gets_code_2(tmp_path: Path, invitation: Invitation) -> None:
    for ended in (
        await join(tmp_path, "table://nowhere"),
        await join(tmp_path, invitation, "--seat", "moon"),
        await join(tmp_path, invitation, "--name", "a" * 41),
        await join(tmp_path, invitation, "--name", "a\x1bb"),
    ):
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.count("\n") == 1


BAD_COMMANDS = re.split(
    "; ",
    "/; /dance; /say; /to lotus; /to koi hello; /to nobody hello; /accept lotus; "
    "/accept lotus one; /deals now; /vote lotus perhaps; /counter lotus give 1 coin; /mute; /log many; "
    "/help dancing; hello",
)
BAD_TERMS = re.split(
    "; ",
    "2 coins; give; give coins; give 2; give 1 coin 1 coins; give 1 coin give 1 ronin; give 1000 coins; "
    "promise; promise stay_out; promise stay_out paris; promise help; promise stay_out edo,; "
    'promise "; promise ""; promise ' + ", ".join(["stay_out edo"] * 9),
)


async def test_what_cannot_be_read_gets_one_sentence_and_is_not_sent(
    tmp_path: Path, invitation: Invitation
) -> None:
    lines = [*BAD_COMMANDS, *(f"/offer lotus {terms}" for terms in BAD_TERMS)]
    ended = await join(tmp_path, invitation, "--name", "Anna", typed="\n".join([*lines, "/quit"]))
    answers = ended.out.partition("Enter lists what else you can do.\n")[2].splitlines()

    assert len(answers) == len(lines)
    assert all(answer.endswith(".") for answer in answers)
    assert not [answer for answer in answers if "has not begun" in answer]  # as a server would say
