"""Listening for connections: lets in as many as there is room for, and looks after them."""

from __future__ import annotations

import asyncio
from typing import cast

from protocol.identity import PublicKey
from protocol.limits import Limits
from protocol.tls import ServerTls
from protocol.tls_pipe import TlsPipe
from server.door.connection import ClientConnection, ConnectionReports
from server.door.connection_limits import Admission, ConnectionLimits
from server.door.lobby import Lobby
from server.door.requests import HANDLERS

GOODBYE_TIME = 1.0


class Entrance(TlsPipe):
    """A connection on its way in: counted before it costs anything, forgotten when it is gone."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._admission = Admission(listener.connection_limits, listener.lobby.time.now)
        self._is_inside = False
        super().__init__(
            listener.tls.context,
            listener.connection_for(self._admission),
            server_side=True,
            handshake_seconds=listener.limits.tls_handshake_time,
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = transport.get_extra_info("peername")[0]
        self._is_inside = not self._listener.is_closed and self._admission.begin(address, self.abort)
        if not self._is_inside:
            cast("asyncio.Transport", transport).abort()
            return
        self._listener.entrances.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_inside:
            self._listener.entrances.discard(self)
            self._listener.connections.discard(cast("ClientConnection", self._inner))
            self._admission.end()
            super().connection_lost(exc)

    def _shake_hands(self) -> None:
        self._admission.is_silent = not self._incoming.pending
        super()._shake_hands()


class Listener:
    """Accepts connections and keeps an eye on them."""

    def __init__(self, lobby: Lobby, tls: ServerTls) -> None:
        self.lobby = lobby
        self.tls = tls
        self.limits: Limits = lobby.limits
        self.connection_limits = ConnectionLimits(lobby.limits)
        self.entrances: set[Entrance] = set()
        self.is_closed = False
        self.connections: set[ClientConnection] = set()  # after their TLS handshake
        self._server: asyncio.Server | None = None
        self._sweeper: asyncio.Task[None] | None = None

    def connection_for(self, admission: Admission) -> ClientConnection:
        lobby = self.lobby

        def recognise(player: PublicKey) -> bool:
            return admission.recognise(player.raw, has_seat=lobby.has_seat(player))

        reports = ConnectionReports(self.connections.add, recognise, admission.sit, admission.fine)
        return ClientConnection(lobby, self.tls.spki, HANDLERS, reports)

    async def start(self, address: str, port: int) -> int:
        """Listen; return the port, any free one for 0."""
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
        self.is_closed = True  # also for connections that were accepted and are handed over later
        self._sweeper.cancel()
        self._server.close()
        for connection in list(self.connections):
            connection.dismiss(reason, is_final=False)
        if self.connections:
            await asyncio.wait([connection.gone for connection in self.connections], timeout=GOODBYE_TIME)
        for entrance in list(self.entrances):
            entrance.abort()
