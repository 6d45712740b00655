"""Inner protocols for the tests of the TLS pipe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.waiting import patience

AGES = 1e6
"""The seconds a handshake may take where that is not what is tested."""


class Inner(asyncio.Protocol):
    """Remembers what it was told, and answers only in subclasses."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.received = bytearray()
        self.error: Exception | None = None
        self.transport: asyncio.Transport
        self._news = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._note("made")

    def data_received(self, data: bytes) -> None:
        self.received += data
        self._note("data")

    def eof_received(self) -> None:
        self._note("eof")

    def connection_lost(self, exc: Exception | None) -> None:
        self.error = exc
        self._note("lost")

    def pause_writing(self) -> None:
        self._note("pause")

    def resume_writing(self) -> None:
        self._note("resume")

    async def until(self, condition: Callable[[], bool]) -> None:
        async with patience():
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def until_called(self, call: str) -> None:
        await self.until(lambda: call in self.calls)

    async def until_received(self, data: bytes) -> None:
        await self.until(lambda: len(self.received) >= len(data))
        assert self.received == data

    def _note(self, call: str) -> None:
        self.calls.append(call)
        self._news.set()


class Echo(Inner):
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.transport.write(data)


class Pausing(Inner):
    """Stops reading at each piece of data."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.transport.pause_reading()


class Closing(Inner):
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.transport.write(b"that will do")
        self.transport.close()
        self.transport.write(b"too late")
