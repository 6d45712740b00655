"""Listening: lets connections in, as many as there is room for, and looks after them."""

from __future__ import annotations

import asyncio
from typing import cast

from protocol.limits import Limits
from protocol.tls import ServerTls
from protocol.tls_pipe import TlsPipe
from server.door.connection import ClientConnection, ConnectionReports
from server.door.connection_limits import ConnectionLimits
from server.door.lobby import Lobby

GOODBYE_TIME = 1.0


class Admission:
    """What the doorkeeper has to be told of a connection.

    It does not hold the connection, which holds it: so what is gone is freed at once, without the collector.
    """

    def __init__(self, listener: Listener) -> None:
        self._limits = listener.connection_limits
        self._now = listener.lobby.time.now
        self._address = ""
        self._is_stranger = True

    def begin(self, address: str) -> bool:
        """Ask to be let in."""
        self._address = address
        return self._limits.admit(address, self._now())

    def recognise(self) -> None:
        self._is_stranger = False
        self._limits.recognise(self._address)

    def fine(self) -> None:
        self._limits.fine(self._address, self._now())

    def end(self) -> None:
        self._limits.leave(self._address, is_stranger=self._is_stranger)


class Entrance(TlsPipe):
    """A connection on its way in: counted before it costs anything, forgotten when it is gone."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._visit = Admission(listener)
        self._is_inside = False
        door = ConnectionReports(listener.connections.add, self._visit.recognise, self._visit.fine)
        super().__init__(
            listener.tls.context,
            ClientConnection(listener.lobby, listener.tls.spki, door),
            server_side=True,
            handshake_seconds=listener.limits.tls_handshake_time,
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = transport.get_extra_info("peername")[0]
        self._is_inside = not self._listener.is_closed and self._visit.begin(address)
        if not self._is_inside:
            cast("asyncio.Transport", transport).abort()
            return
        self._listener.entrances.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_inside:
            self._listener.entrances.discard(self)
            self._listener.connections.discard(cast("ClientConnection", self._inner))
            self._visit.end()
            super().connection_lost(exc)


class Listener:
    """A server's ear."""

    def __init__(self, lobby: Lobby, tls: ServerTls) -> None:
        self.lobby = lobby
        self.tls = tls
        self.limits: Limits = lobby.limits
        self.connection_limits = ConnectionLimits(lobby.limits)
        self.entrances: set[Entrance] = set()
        self.is_closed = False
        self.connections: set[ClientConnection] = set()  # those that are through with the handshake of TLS
        self._server: asyncio.Server | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self, address: str, port: int) -> int:
        """Listen; give the port, which with 0 is any free one."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Entrance(self), address, port, backlog=self.limits.backlog
        )
        self._sweeper = loop.create_task(self._sweep())
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def _sweep(self) -> None:
        limits = self.limits
        times = (limits.authentication_time, limits.frame_time, limits.idle_time, limits.drain_time)
        while True:
            await asyncio.sleep(min(times) / 4)
            now = self.lobby.time.now()
            for connection in list(self.connections):
                connection.look_at_clock(now)

    async def aclose(self, reason: str) -> None:
        """Stop listening and say goodbye to everybody."""
        assert self._server is not None
        assert self._sweeper is not None
        self.is_closed = True  # also to those who have been accepted and are handed over later
        self._sweeper.cancel()
        self._server.close()
        for connection in list(self.connections):
            connection.dismiss(reason, is_final=False)
        if self.connections:
            await asyncio.wait([connection.gone for connection in self.connections], timeout=GOODBYE_TIME)
        for entrance in list(self.entrances):
            entrance.abort()
