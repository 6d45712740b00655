"""One connection to a client: it joins the session, which knows no socket, to the lobby and its tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, cast

from core.kinds import InputError, Phrase, PhrasedError, Viewer, phrase
from protocol.entries import Deed
from protocol.errors import BusyError, ProtocolError
from protocol.handshake import VersionError
from protocol.identity import PublicKey
from protocol.limits import Limits
from protocol.messages import Closing
from protocol.oaths import sign_refusal
from protocol.session import PendingCall, ServerSession, SessionPlace
from server.door.lobby import Lobby
from server.logbook import enter
from server.store.interface import LostGameError, SilentStoreError, StoreError
from server.tables.runner import TableGoneError, TableRunner

log = logging.getLogger(__name__)

SECONDS_OF_SILENCE = 1.0
"""How soon to come back when the store does not answer."""

LIMITS: Final = {
    "refuse-house-full": "tables",
    "refuse-tables-opened-enough": "tables_per_owner",
    "refuse-tables-from-here-enough": "tables_per_address",
    "refuse-tables-enough": "games_per_identity",
    "refuse-invited-enough": "invitations",
    "refuse-password-too-often": "password_rate",
    "refuse-talking-too-fast": "chat_rate",
    "refuse-said-too-much": "journal_size",
    "refuse-done-too-often": "journal_size",
    "refuse-journal-full": "journal_size",
}
"""By what is refused, the setting behind it."""

Handlers: TypeAlias = Mapping[str, Callable[[Any, Any], Awaitable[Any]]]
"""By method, what answers a call: it gets the caller and the parameters."""


class ConnectionReports(NamedTuple):
    """What a connection reports: that it is open, and what its client has done.

    A client that has proven an identity is told whether there is a place for it.
    """

    enter: Callable[[ClientConnection], None]
    recognise: Callable[[PublicKey], bool]
    sit: Callable[[], None]
    fine: Callable[[], None]


class ClientConnection(asyncio.Protocol):
    """Hands the calls of a client to their handlers; a guest at a table."""

    player: PublicKey
    gone: asyncio.Future[None]
    _transport: asyncio.Transport

    def __init__(self, lobby: Lobby, spki: bytes, handlers: Handlers, reports: ConnectionReports) -> None:
        now = lobby.time.now()
        self.lobby = lobby
        self.viewer: Viewer = None
        self.runner: TableRunner | None = None
        self._session = ServerSession(lobby.host, spki, lobby.limits, now)
        self._handlers = handlers
        self._reports = reports
        self._limits: Limits = lobby.limits
        self._work: asyncio.Task[None] | None = None
        self._is_over = False
        self._opened = self._heard = now
        self._stuck_since: float | None = None

    # From the transport ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.gone = asyncio.get_running_loop().create_future()
        self._transport.set_write_buffer_limits(high=self._limits.write_buffer_size)
        self._opened = self._heard = self.lobby.time.now()
        self._reports.enter(self)

    def data_received(self, data: bytes) -> None:
        if self._is_over:
            return
        now = self._heard = self.lobby.time.now()
        try:
            self._session.receive(data, now)
            self._pump(now)
        except ProtocolError as error:
            self._reject(error)

    def eof_received(self) -> None:
        """Close: nothing more will come, and nobody is left to listen."""

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._is_over = True
        self._leave_table()
        self.gone.set_result(None)

    def pause_writing(self) -> None:
        self._stuck_since = self.lobby.time.now()

    def resume_writing(self) -> None:
        if not self._is_over:  # a client that is sent away has to read the rest
            self._stuck_since = None

    # Calls -----------------------------------------------------------------------------------

    def _pump(self, now: float) -> None:
        """Answer calls one after the other, and wait if they come too fast."""
        session = self._session
        was_stranger = session.player is None
        while (call := session.next_call(now)) is not None:
            if call.method != "ping":
                self._work = asyncio.get_running_loop().create_task(self._answer(call))
                break
            session.respond()
        if was_stranger and session.player is not None and not self._recognise(session.player):
            self.dismiss("full", is_final=False)
            return
        self._slow_down(now)
        self._flush()

    def _recognise(self, player: PublicKey) -> bool:
        self.player = player
        self._session.share(self.lobby.purse_of(player))
        return self._reports.recognise(player)

    async def _answer(self, call: PendingCall) -> None:
        """Do what a call asks for, even if the client goes away in the meantime."""
        if self._is_over:
            self._go_on()
            return
        try:
            result = await self._handlers[call.method](self, call.params)
        except ProtocolError as error:
            self._session.reject(error)
            self._reject(error)
        except TableGoneError:
            self.dismiss("moved", is_final=False)
        except (BusyError, SilentStoreError, LostGameError) as error:
            self._session.postpone(getattr(error, "seconds", SECONDS_OF_SILENCE))
        except PhrasedError as error:
            self._refuse(call, error.phrase, error.rule)
        except InputError as error:
            self._refuse(call, phrase("refuse-not-taken", detail=str(error)))
        except Exception as error:
            log.exception("A request failed: %s", call.method)
            is_of_store = isinstance(error, StoreError)
            self._refuse(
                call, phrase("refuse-store-failed") if is_of_store else phrase("refuse-server-mistake")
            )
        else:
            self._session.respond(result)
            if call.method == "join" and self.viewer is not None:
                self._reports.sit()
        self._go_on()

    def _refuse(self, call: PendingCall, why: Phrase, rule: str = "") -> None:
        if why.message in LIMITS:
            enter("limit-reached", limit=LIMITS[why.message])
        signature = b""
        if isinstance(call.params, Deed) and self.runner is not None:
            signature = sign_refusal(self.lobby.host, self.runner.chain.game, call.params)
        self._session.refuse(why, rule, signature)

    def _go_on(self) -> None:
        self._work = None
        if self._is_over:
            self._leave_table()  # from a table joined after the connection was lost
            return
        try:
            self._pump(self.lobby.time.now())
        except ProtocolError as error:
            self._reject(error)

    def _slow_down(self, now: float) -> None:
        """Stop reading from a client that sends too much, until it may send again."""
        delay = self._session.delay(now)
        if delay > 0 and self._transport.is_reading():
            enter("limit-reached", limit="request_rate")
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(delay, self._speed_up)

    def _speed_up(self) -> None:
        if not self._is_over:
            self._transport.resume_reading()
            if not self._session.is_busy:
                self._go_on()

    @property
    def address(self) -> str:
        """Where the client is."""
        place: str = self._transport.get_extra_info("peername")[0]
        return place

    # Telling ---------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Send now, or along with the pending response."""
        self._session.send(message)
        if self._work is None:
            self._flush()

    def _flush(self) -> None:
        output = self._session.take_output()
        if output and not self._is_over:
            self._transport.write(output)
            if self._stuck_since is not None:
                self._check_queue()

    def _check_queue(self) -> None:
        if self._transport.get_write_buffer_size() > self._limits.output_queue_size:
            self.cut("it does not read what it is sent")

    def dismiss(self, reason: str, *, is_final: bool) -> None:
        """Say why, and hang up; after a final goodbye the client does not come back on its own."""
        if self._is_over:
            return
        self._session.notify("closing", Closing(reason, is_final))
        self._hang_up()

    def _reject(self, error: ProtocolError) -> None:
        why = error.detail if isinstance(error, VersionError) else error.code.wire_name
        enter("client-at-fault", why=why)
        self._reports.fine()
        self._hang_up()

    def _hang_up(self) -> None:
        self._flush()
        self._is_over = True
        self._stuck_since = self._stuck_since or self.lobby.time.now()
        self._leave_table()
        self._transport.close()

    def _leave_table(self) -> None:
        if self.runner is not None:
            self.runner.leave(self)
            self.runner = None

    def cut(self, why: str) -> None:
        enter("connection-cut", why=why)
        self._is_over = True
        self._transport.abort()

    # Time ------------------------------------------------------------------------------------

    def look_at_clock(self, now: float) -> None:
        """Cut off a client that is too slow; called every now and then."""
        limits, frame_since = self._limits, self._session.frame_since
        if self._stuck_since is not None and now - self._stuck_since > limits.drain_time:
            self.cut("it does not read what it is sent")
        elif self._is_over:
            return
        elif self._session.place < SessionPlace.LOBBY and now - self._opened > limits.authentication_time:
            self.cut("it does not say who it is")
        elif frame_since is not None and now - frame_since > limits.frame_time:
            self.cut("it does not finish what it says")
        elif now - self._heard > limits.idle_time:
            self.cut("it is silent")
