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
        """Bound what a peer says of its window; one without a size gets the usual one."""
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
        finally:
            os.close(slave)
        self._loop.add_reader(self._master, self._read)

    async def ended(self) -> int:
        """Wait for the client's end; give its exit code, negative if it was killed."""
        assert self._process is not None
        code = await self._process.wait()
        self._close()
        return code

    async def hang_up(self) -> None:
        """End the client as a terminal does that is closed, and by force if that is not enough."""
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
        """Let the client say that nobody has typed for long."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGUSR1)

    # Size ------------------------------------------------------------------------------------

    def resize(self, size: Size) -> None:
        self._size = size
        self._set(size)

    def repaint(self) -> None:
        """Let the client draw everything anew: it does so for a window of another size."""
        self._set(self._size._replace(rows=max(1, self._size.rows - 1)))
        self._loop.call_later(SECONDS_TO_DRAW, lambda: self._set(self._size))

    def _set(self, size: Size) -> None:
        if self._master >= 0:
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))

    # Bytes -----------------------------------------------------------------------------------

    def type(self, data: bytes) -> None:
        """Hand on what was typed; what nobody takes is dropped at last."""
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
        """Hand on what the client has written at last, and let go."""
        if self._master < 0:
            return
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)
        with suppress(OSError):
            while data := os.read(self._master, CHUNK):
                self.on_output(data)
        os.close(self._master)
        self._master = -1
