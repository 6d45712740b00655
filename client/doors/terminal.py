"""A pseudo-terminal with a client in it: bytes in, bytes out, a size, and an end."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from client.doors.visitor import step_back

CHUNK: Final = 16 * 1024
MOST_TYPED: Final = 64 * 1024
SECONDS_TO_GO: Final = 2.0
SECONDS_TO_DRAW: Final = 0.1
MOST_CELLS: Final = 1000


class Size(NamedTuple):
    """How large a terminal is, in cells."""

    columns: int
    rows: int

    @classmethod
    def fitting(cls, columns: int, rows: int) -> Size:
        """Bound what a peer says about its window; one without a size gets the usual one."""
        return cls(min(columns, MOST_CELLS) or 80, min(rows, MOST_CELLS) or 24)


class Terminal:
    """One client, from its start to its end."""

    def __init__(self) -> None:
        self.on_output: Callable[[bytes], None] = lambda _: None
        self._loop = asyncio.get_running_loop()
        self._typed = bytearray()
        self._size = Size(80, 24)
        self._master = -1
        self._process: asyncio.subprocess.Process | None = None

    async def start(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path, size: Size
    ) -> None:
        self._master, slave = pty.openpty()
        os.set_blocking(self._master, False)
        self.resize(size)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=slave,
                stdout=slave,
                stderr=slave,
                env=environment,
                cwd=folder,
                start_new_session=True,
            )
            step_back(self._process.pid)
        finally:
            os.close(slave)
        self._loop.add_reader(self._master, self._read)

    async def ended(self) -> int:
        """Wait for the client's end; return its exit code, negative if it was killed."""
        assert self._process is not None
        code = await self._process.wait()
        self._close()
        return code

    async def hang_up(self) -> None:
        """End the client as a closing terminal does, and by force if that is not enough."""
        if self._process is None:
            self._close()
            return
        for number in (signal.SIGHUP, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), SECONDS_TO_GO)
                break
        self._close()

    def warn(self) -> None:
        """Have the client say that nobody has typed for long."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGUSR1)

    # Size ------------------------------------------------------------------------------------

    def resize(self, size: Size) -> None:
        self._size = size
        self._set(size)

    def repaint(self) -> None:
        """Have the client redraw everything, which it does when the window changes size."""
        self._set(self._size._replace(rows=max(1, self._size.rows - 1)))
        self._loop.call_later(SECONDS_TO_DRAW, lambda: self._set(self._size))

    def _set(self, size: Size) -> None:
        if self._master >= 0:
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))

    # Bytes -----------------------------------------------------------------------------------

    def type(self, data: bytes) -> None:
        """Pass on what was typed; what nobody takes is dropped in the end."""
        if len(self._typed) < MOST_TYPED:
            self._typed += data
        self._write()

    def _write(self) -> None:
        if self._master < 0:
            self._typed.clear()
            return
        with suppress(BlockingIOError, OSError):
            del self._typed[: os.write(self._master, self._typed)]
        if self._typed:
            self._loop.add_writer(self._master, self._write)
        else:
            self._loop.remove_writer(self._master)

    def _read(self) -> None:
        try:
            data = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # the client has closed its end
            data = b""
        if data:
            self.on_output(data)
        else:
            self._loop.remove_reader(self._master)

    def _close(self) -> None:
        """Pass on what the client wrote last, and let go."""
        if self._master < 0:
            return
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)
        with suppress(OSError):
            while data := os.read(self._master, CHUNK):
                self.on_output(data)
        os.close(self._master)
        self._master = -1


# A slow link ---------------------------------------------------------------------------------


MOST_KEPT: Final = 512 * 1024
CANCEL: Final = b"\x18\x1b[0m"
"""Ends a sequence that was cut in the middle."""
LEAVE: Final = (
    CANCEL
    + b"".join(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1006, 1015, 1016))  # mouse
    + b"\x1b[?1004l\x1b[?2004l\x1b[?2026l\x1b[?2048l"  # focus, paste, frames, sizes
    + b"\x1b[<u\x1b[?7h\x1b[?25h\x1b[?1049l\r"  # keys, long lines, cursor, main screen
)
"""What makes a terminal usable again after a client has left without a word."""


class Outflow:
    """What a client draws, on its way over a link that may be slow: passed on, held back, or given up.

    A client never waits for the link: it would miss what happens at its table. So what cannot be sent yet is
    kept; if it becomes too much it is dropped as a whole, and everything is redrawn once there is room.
    """

    def __init__(self, send: Callable[[bytes], None], repaint: Callable[[], None]) -> None:
        self._send = send
        self._repaint = repaint
        self._kept = bytearray()
        self._is_paused = False
        self._has_dropped = False

    def write(self, data: bytes) -> None:
        if not self._is_paused:
            self._send(data)
        elif not self._has_dropped:
            self._kept += data
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
                self._has_dropped = True

    def pause(self) -> None:
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False
        if self._has_dropped:
            self._has_dropped = False
            self._send(CANCEL)
            self._repaint()
        elif self._kept:
            kept, self._kept = bytes(self._kept), bytearray()
            self._send(kept)
