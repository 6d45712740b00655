"""Invitations as QR codes: what a camera reads off the terminal, and when there is none to see."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from threading import Timer

import pytest
import segno

from client import __main__ as command_line
from client.qr import LEAST_QUIET, QUIET, code_rows, fitting, inverse, modules_of
from tests.client.camera import codes_on
from tests.client.test_host import invitations_in, lines_until, running

INVITATION = "table://192.168.1.20/4f0c11d2#hk=aaaqeayeaudaocajbifqydiob4ibceqt&t=abcdefghijklmnopqrstuvwxya"
LONG = INVITATION.replace("192.168.1.20", "a-small-server.of-ours.example:40321")
BLACK, WHITE = 0, 255
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("text", [INVITATION, LONG])
@pytest.mark.parametrize("quiet", [QUIET, LEAST_QUIET])
def test_a_camera_reads_the_invitation(text: str, quiet: int) -> None:
    cells = code_rows(modules_of(text, quiet))

    assert codes_on(cells, ink=BLACK, ground=WHITE) == [text]
    assert codes_on(inverse(cells), ink=WHITE, ground=BLACK) == [text]


def test_the_code_is_the_librarys_with_quiet_around_it() -> None:
    modules = modules_of(INVITATION, 2)
    matrix = segno.make(INVITATION, error="l", boost_error=False, micro=False).matrix

    assert [[int(module) for module in row[2:-2]] for row in modules[2:-2]] == [list(row) for row in matrix]
    around = [*modules[:2], *modules[-2:], *(row[:2] + row[-2:] for row in modules)]
    assert not any(any(row) for row in around)


def test_an_invitation_fits_a_terminal_of_80_by_24() -> None:
    assert fitting(INVITATION, 80, 23) == code_rows(modules_of(INVITATION, QUIET))
    assert fitting(INVITATION, 80, 22) == code_rows(modules_of(INVITATION, LEAST_QUIET))
    assert fitting(INVITATION, 80, 20) == []
    assert fitting(INVITATION, 40, 40) == []


# The command ---------------------------------------------------------------------------------


def test_what_is_piped_on_is_for_dark_screens_unless_one_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["qr", INVITATION]) == 0
    on_dark = capsys.readouterr().out
    assert command_line.main(["qr", "--inverse", INVITATION]) == 0
    on_light = capsys.readouterr().out

    assert "\x1b" not in on_dark + on_light
    assert codes_on(on_dark.splitlines(), ink=WHITE, ground=BLACK) == [INVITATION]
    assert codes_on(on_light.splitlines(), ink=BLACK, ground=WHITE) == [INVITATION]


@contextmanager
def terminal(columns: int, rows: int) -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    try:
        yield ours, theirs
    finally:
        os.close(ours)


OF_OUR_OWN = {"NO_COLOR", "COLUMNS", "LINES"}
"""What our own terminal may have put into the environment."""


def drawn_in(columns: int, rows: int, **environ: str) -> tuple[int, str]:
    """Run the command in a terminal and return its exit code and everything written there."""
    with terminal(columns, rows) as (ours, theirs):
        run = subprocess.Popen(
            [sys.executable, "-m", "client", "qr", INVITATION],
            cwd=ROOT,
            stdout=theirs,
            stderr=theirs,
            env={**{name: value for name, value in os.environ.items() if name not in OF_OUR_OWN}, **environ},
        )
        os.close(theirs)
        told = b""
        while data := read(ours):
            told += data
        return run.wait(30), told.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # nobody is at the other end any more
        return b""


def test_in_colours_the_code_is_black_on_white_whatever_the_screen_is() -> None:
    code, told = drawn_in(80, 24, TERM="xterm-256color")
    lines = re.findall(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", told)

    assert code == 0
    assert len(lines) == 23
    assert codes_on(lines, ink=BLACK, ground=WHITE) == [INVITATION]
    assert "\x1b[30;47m" in drawn_in(80, 24, TERM="linux", COLORTERM="")[1]


def test_without_colours_there_are_none() -> None:
    code, told = drawn_in(80, 24, TERM="xterm-256color", NO_COLOR="1")

    assert code == 0
    assert "\x1b" not in told
    assert codes_on(told.split("\r\n"), ink=WHITE, ground=BLACK) == [INVITATION]


def test_a_terminal_that_is_too_small_is_told_so() -> None:
    code, told = drawn_in(40, 24, TERM="xterm")

    assert code == 1
    assert told == "jinmaku qr: The code needs 41x22 cells, and this terminal has 40x24: make it larger.\r\n"


def test_what_is_no_invitation_is_not_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        command_line.main(["qr", "nonsense"])
    assert leaving.value.code == 2
    assert "An invitation looks like" in capsys.readouterr().err


# Hosting -------------------------------------------------------------------------------------


def test_a_host_shows_one_code_at_a_time(tmp_path: Path) -> None:
    """The next is drawn when somebody has sat down with the one before."""
    table = ["--seats", "3", "--bots", "1", "--level", "random", "--port", "0", "--qr"]
    with running("host", *table, "--data", str(tmp_path / "host")) as host, at_most(host):
        first = lines_until(host, "nobody has used yet")
        invitations = invitations_in(first)
        guest = ("bot", invitations[0], "--level", "random", "--home", str(tmp_path / "guest"))
        with running(*guest):
            second = lines_until(host, "nobody has used yet")

    assert len(invitations) == 2
    assert "one of 2 invitations" in first[-1]
    assert codes_on(picture_in(first), ink=WHITE, ground=BLACK) == invitations[:1]
    assert "the last invitation" in second[-1]
    assert codes_on(picture_in(second), ink=WHITE, ground=BLACK) == invitations[1:]


@contextmanager
def at_most(process: subprocess.Popen[str]) -> Iterator[None]:
    """End a process that says nothing more, so that nobody waits for its next line forever."""
    patience = Timer(60, process.kill)
    patience.start()
    try:
        yield
    finally:
        patience.cancel()


def picture_in(lines: list[str]) -> list[str]:
    return [line for line in lines if line and not line.strip(" ▀▄█")]
