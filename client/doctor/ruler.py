"""Measures how wide the terminal draws signs: writes each and asks where the cursor is then."""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

Widths: TypeAlias = dict[str, int]

SECONDS: Final = 1.5  # for all answers, over a slow line too
WHERE: Final = "\x1b[6n"
ANSWER: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
ERASE: Final = "\r\x1b[K"


def measure(terminal: int, signs: Sequence[str], seconds: float = SECONDS) -> Widths | None:
    """Give the width of each sign, or nothing if the terminal does not answer in time."""
    with quiet(terminal):
        write(terminal, "".join(f"\r{sign}{WHERE}" for sign in signs) + ERASE)
        columns = answers(terminal, len(signs), seconds)
    if len(columns) < len(signs):
        return None
    return {sign: column - 1 for sign, column in zip(signs, columns, strict=True)}


@contextmanager
def quiet(terminal: int) -> Iterator[None]:
    """Take what the terminal sends as it comes and do not show it; nothing of it is left for the shell."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSAFLUSH)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def write(terminal: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(terminal, data) :]


def answers(terminal: int, number: int, seconds: float) -> list[int]:
    """Collect so many columns, as long as there is time."""
    heard, end = b"", time.monotonic() + seconds
    while len(columns := [int(match[1]) for match in ANSWER.finditer(heard)]) < number:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            break
        data = os.read(terminal, 4096)
        if not data:
            break
        heard += data
    return columns
