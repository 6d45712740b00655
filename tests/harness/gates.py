"""A gate in front of a server, at which connections are cut or fall silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace
from typing import NamedTuple

from protocol.invitation import Address, Invitation
from tests.harness.loopback import HERE


class Cut(NamedTuple):
    """Where to cut: after how many pieces of data, and in which part of the last one."""

    pieces: int
    part: float


class Gate:
    """Passes everything on until it is told to cut; what is cut is lost to both sides."""

    def __init__(self, server: int, next_cut: Callable[[], Cut | None]) -> None:
        self.port = 0
        self._port_of_server = server
        self.next_cut = next_cut
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._cut: Cut | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_shut = False
        self._speaking = asyncio.Event()
        self._speaking.set()
        self.visits = 0
        self.passed = 0
        self.cuts = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._enter, HERE, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut_after(self, cut: Cut | None) -> None:
        """Count from now on."""
        self.passed, self._cut = 0, cut

    def slam(self) -> None:
        """Cut everything that is open."""
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    def fall_silent(self) -> None:
        """Let nothing through in either direction without anybody knowing; what was said arrives later."""
        self._speaking.clear()

    @property
    def is_silent(self) -> bool:
        return not self._speaking.is_set()

    def speak(self) -> None:
        self._speaking.set()

    async def aclose(self) -> None:
        assert self._server is not None
        self._server.close()
        self.is_shut = True
        self.slam()
        self.speak()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._open.add(writer)
        self.visits += 1
        await self._speaking.wait()
        try:
            there, on = await asyncio.open_connection(HERE, 0 if self.is_shut else self._port_of_server)
        except OSError:
            writer.transport.abort()
            return
        if self._cut is None:
            self.cut_after(self.next_cut())
        self._open |= {writer, on}
        for source, sink in ((reader, on), (there, writer)):
            task = asyncio.get_running_loop().create_task(self._hand_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(2**16):
                await self._speaking.wait()
                self.passed += 1
                if self._cut is not None and self.passed > self._cut.pieces:
                    sink.write(data[: round(len(data) * self._cut.part)])
                    await asyncio.sleep(0)
                    self._cut = None
                    self.cuts += 1
                    self.slam()
                    return
                sink.write(data)
        await self._speaking.wait()
        sink.close()


@asynccontextmanager
async def open_gate(port: int, next_cut: Callable[[], Cut | None] = lambda: None) -> AsyncIterator[Gate]:
    """Open a gate in front of a port of this machine."""
    async with aclosing(Gate(port, next_cut)) as gate:
        await gate.open()
        yield gate


def through(port: int, invitation: Invitation) -> Invitation:
    """Lead an invitation through a gate."""
    return replace(invitation, address=Address(HERE, port))
