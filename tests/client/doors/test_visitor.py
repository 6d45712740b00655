"""Who comes through a door, what their client is started with, and what it draws over a slow line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from client.doors.terminal import CANCEL, MOST_KEPT, Outflow, Size, Terminal
from client.doors.visitor import command_for, environment_for, fitting_name, fitting_term, visitor_with
from protocol.entries import Door
from protocol.invitation import Address
from tests.waiting import let_pass, until

SERVER = Address("127.0.0.1", 7475)


# Who ---------------------------------------------------------------------------------------------


def test_the_same_key_is_the_same_visitor_whatever_their_name(tmp_path: Path) -> None:
    first = visitor_with(b"key", "Aiko", Door.SSH, tmp_path)
    again = visitor_with(b"key", "Ben", Door.SSH, tmp_path)
    other = visitor_with(b"another key", "Aiko", Door.SSH, tmp_path)

    assert first.home == again.home != other.home
    assert again.name == "Ben"
    first.settle()
    again.settle()
    assert first.home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("wished", "name"),
    [("Aiko", "Aiko"), (" aiko ", "aiko"), ("", ""), ("\x1b[2J", ""), ("a" * 99, "a" * 40)],
)
def test_a_name_is_made_to_fit(wished: str, name: str) -> None:
    assert fitting_name(wished) == name


def test_who_has_no_name_gets_one_that_nobody_else_has(tmp_path: Path) -> None:
    names = {visitor_with(key, "", Door.SSH, tmp_path).name for key in (b"key", b"another key")}

    assert len(names) == 2
    assert all(name.startswith("guest ") for name in names)


@pytest.mark.parametrize(
    ("wished", "term"),
    [
        ("xterm", "xterm"),
        ("tmux-256color", "tmux-256color"),
        ("dumb", "xterm-256color"),
        ("../../etc/passwd", "xterm-256color"),
        ("", "xterm-256color"),
    ],
)
def test_an_unknown_terminal_is_taken_for_the_usual_one(wished: str, term: str) -> None:
    assert fitting_term(wished) == term


def test_only_what_may_be_wished_for_gets_into_the_environment(tmp_path: Path) -> None:
    visitor = visitor_with(b"key", "Aiko", Door.SSH, tmp_path)
    wishes = {
        "LANG": "pl_PL.UTF-8",
        "COLORTERM": "x" * 99,
        "PYTHONPATH": "evil",
        "LD_PRELOAD": "evil.so",
    }
    found = environment_for(visitor, wishes)

    assert found["LANG"] == "pl_PL.UTF-8"
    assert "COLORTERM" not in found
    assert "LD_PRELOAD" not in found
    assert found["PYTHONPATH"] != "evil"
    assert str(visitor.home) not in command_for(visitor, SERVER)


# What is drawn -----------------------------------------------------------------------------------


class Line:
    """A line, and what came over it."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.repaints = 0
        self.outflow = Outflow(self.sent.extend, self._repaint)

    def _repaint(self) -> None:
        self.repaints += 1


def test_what_a_slow_line_cannot_take_yet_comes_later() -> None:
    line = Line()
    line.outflow.write(b"a")
    line.outflow.pause()
    line.outflow.write(b"b")
    line.outflow.write(b"c")
    held = bytes(line.sent)
    line.outflow.resume()
    line.outflow.write(b"d")

    assert (held, bytes(line.sent), line.repaints) == (b"a", b"abcd", 0)


def test_too_much_for_a_slow_line_is_dropped_and_drawn_anew() -> None:
    line = Line()
    line.outflow.pause()
    for _ in range(MOST_KEPT // 1000 + 2):
        line.outflow.write(b"x" * 1000)
    line.outflow.resume()
    line.outflow.write(b"anew")

    assert (bytes(line.sent), line.repaints) == (CANCEL + b"anew", 1)


async def test_to_be_drawn_anew_a_client_is_told_of_another_size_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.doors.terminal.SECONDS_TO_DRAW", 1000)
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b'%d\\n' % os.get_terminal_size().lines))\n"
        "from client.cli.visit import take_terminal\n"
        "take_terminal()\n"
        "print('ready', flush=True)\n"
        "while True: signal.pause()\n"
    )
    terminal, said = Terminal(), bytearray()
    terminal.on_output = said.extend
    environment = {"PYTHONPATH": str(Path(__file__).parents[3])}
    await terminal.start([sys.executable, "-c", code], environment, tmp_path, Size(80, 24))
    try:
        await until(lambda: b"ready" in said)
        terminal.repaint()
        await until(lambda: b"23\r\n" in said)
        let_pass(1001)
        await until(lambda: b"23\r\n24" in said)
        terminal.resize(Size(100, 50))
        await until(lambda: b"50" in said)
    finally:
        await terminal.hang_up()

    assert await terminal.ended() < 0


def test_the_size_of_a_window_is_bounded() -> None:
    assert Size.fitting(0, 0) == Size(80, 24)
    assert Size.fitting(2**32 - 1, 10) == Size(1000, 10)
