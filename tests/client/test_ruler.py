"""Measuring signs on a terminal: a pty whose other end draws as it likes, or not at all."""

from __future__ import annotations

import os
import pty
import re
import select
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest

from client.doctor.machine import measure
from tests.waiting import PATIENCE

SIGNS = ("a", "●", "─")
QUERY = re.compile(rb"\r([^\r\x1b]*)\x1b\[6n")

Draw = Callable[[str], int]


class Terminal(Thread):
    """The other end of a pty: reports after each sign in which column its cursor stands."""

    def __init__(self, descriptor: int, draw: Draw | None) -> None:
        super().__init__(daemon=True)
        self.written = b""
        self._descriptor = descriptor
        self._draw = draw
        self._ear, self._bell = os.pipe()
        self.start()

    def run(self) -> None:
        answered = 0
        while self._ear not in (ready := select.select([self._descriptor, self._ear], [], [])[0]):
            if self._descriptor not in ready:
                continue
            self.written += os.read(self._descriptor, 65536)
            queries = QUERY.findall(self.written)
            for sign in queries[answered:] if self._draw else []:
                assert self._draw is not None
                os.write(self._descriptor, f"\x1b[7;{self._draw(sign.decode()) + 1}R".encode())
            answered = len(queries)

    def stop(self) -> None:
        os.write(self._bell, b"x")
        self.join(PATIENCE)
        os.close(self._ear)
        os.close(self._bell)

    def shows(self, pattern: str) -> None:
        """Wait until something is written here."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            assert time.monotonic() < end, self.text
            time.sleep(0.01)

    @property
    def text(self) -> str:
        return self.written.decode(errors="ignore")


@contextmanager
def terminal(draw: Draw | None) -> Iterator[tuple[int, Terminal]]:
    theirs, ours = pty.openpty()
    screen = Terminal(theirs, draw)
    try:
        yield ours, screen
    finally:
        screen.stop()
        os.close(ours)
        os.close(theirs)


def test_every_sign_is_measured() -> None:
    with terminal(lambda sign: 2 if sign == "●" else 1) as (ours, _):
        assert measure(ours, SIGNS, PATIENCE) == {"a": 1, "●": 2, "─": 1}


def test_a_terminal_that_does_not_answer_is_not_waited_for_long() -> None:
    with terminal(None) as (ours, _):
        assert measure(ours, SIGNS, 0.1) is None


def test_the_terminal_is_as_before_and_nothing_is_left_to_read() -> None:
    with terminal(lambda _: 1) as (ours, screen):
        before = termios.tcgetattr(ours)
        measure(ours, SIGNS, PATIENCE)
        assert termios.tcgetattr(ours) == before
        assert select.select([ours], [], [], 0)[0] == []
        screen.shows(r"\r\x1b\[K")


def test_it_is_as_before_even_if_somebody_loses_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with terminal(None) as (ours, _):
        before = termios.tcgetattr(ours)
        monkeypatch.setattr("client.doctor.machine.answers", interrupt)
        with pytest.raises(KeyboardInterrupt):
            measure(ours, SIGNS, PATIENCE)
        assert termios.tcgetattr(ours) == before
