"""Lines in and lines out: the only place where the line client touches a terminal."""

from __future__ import annotations

import asyncio
import codecs
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterable

from client.harmless import harmless

CHUNK = 4096
BELL = "\a"
PARTING = (" · ", ", ")
"""What separates things on a screen, and how that is read aloud."""
RED, PLAIN = "\x1b[1;31m", "\x1b[0m"


class Screen:
    """Shows one line after the other, whoever wrote them, and nothing that could steer a terminal."""

    def __init__(self, write: Callable[[str], object], *, is_terminal: bool = False) -> None:
        self.lines_shown = 0
        self._write = write
        self._is_terminal = is_terminal
        self._is_coloured = is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    def show(self, *lines: str) -> None:
        self.show_all(lines)

    def show_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.lines_shown += 1
            self._write(harmless(line.replace(*PARTING)) + "\n")

    def warn(self, line: str) -> None:
        """Show what nobody should overlook, in red where there is colour."""
        self.ring()
        self.lines_shown += 1
        text = harmless(line)
        self._write(f"{RED}{text}{PLAIN}\n" if self._is_coloured else f"{text}\n")

    def ring(self) -> None:
        """Call for attention where somebody may be listening."""
        self.steer(BELL)

    def steer(self, sequence: str) -> None:
        """Tell a terminal something that is not a line."""
        if self._is_terminal:
            self._write(sequence)


class Lines(AsyncIterator[str]):
    """The lines of a file, pipe or terminal as they come; a caller who stops waiting for one loses none.

    A separate thread reads: there is no other way to wait for files, and making a terminal's input
    non-blocking would do the same to its output. It reads past Python's buffers, so that the program can end
    while it waits.
    """

    def __init__(self, descriptor: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=_read, args=(descriptor, self._hand_over), daemon=True).start()

    def _hand_over(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._typed.put_nowait, line)

    async def __anext__(self) -> str:
        line = await self._typed.get()
        if line is None:
            self._typed.put_nowait(None)  # the end stays the end
            raise StopAsyncIteration
        return line


def _read(descriptor: int, hand_over: Callable[[str | None], None]) -> None:
    decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
    while chunk := _chunk(descriptor):
        *lines, rest = (rest + decoder.decode(chunk)).split("\n")
        for line in lines:
            hand_over(line)
    if rest:
        hand_over(rest)
    hand_over(None)


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:  # the terminal has gone
        return b""
