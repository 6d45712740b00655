"""A connection to a server: asking and waiting; and what to tell a player who cannot connect."""

from __future__ import annotations

import asyncio
import errno
import re
import socket
import ssl
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address, ip_network
from typing import Any, Final, TypeAlias, cast

from client.harmless import harmless
from client.local.known_hosts import Admit, WrongHostError
from client.texts import has_text, t
from client.texts.refusals import said
from core.kinds import Phrase
from protocol.discovery import is_local, own_address_towards
from protocol.errors import Code, ProtocolError
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, InvitationError, addresses_in
from protocol.limits import Limits
from protocol.messages import NOTHING
from protocol.rpc import ErrorRecord, Refusal
from protocol.session import Admitted, ClientSession, Reply, ServerNotice, SessionPlace
from protocol.tls import TlsError, client_context, read_peer
from protocol.tls_pipe import TlsPipe

# What keeps somebody from connecting ---------------------------------------------------------


OF_A_HOME: Final = 24  # bits that addresses in one home network usually share

BY_NUMBER: Final = {
    errno.ECONNREFUSED: "nobody",
    errno.ENETUNREACH: "no-network",
    errno.ENETDOWN: "no-network",
    errno.EADDRNOTAVAIL: "no-network",
    errno.EHOSTUNREACH: "no-machine",
    errno.EHOSTDOWN: "no-machine",
    errno.ETIMEDOUT: "no-answer",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
}
OF_THE_NETWORK: Final = ("no-answer", "no-network", "no-machine")


def why_not(address: Address, error: OSError | TlsError, *, is_reached: bool) -> str:
    """Say why a server could not be talked to; `is_reached` if something there has answered."""
    if isinstance(error, TlsError):
        return t("way-not-tls", reason=str(error), address=str(address))
    obstacle = obstacle_in(address, error, is_reached=is_reached)
    reason = error.strerror or str(error).rstrip(".")
    sentence = t(f"way-{obstacle}", address=str(address), host=address.host, port=address.port, reason=reason)
    return " ".join([sentence, *(network_lines(address.host) if obstacle in OF_THE_NETWORK else ())])


def other_version(address: Address, reason: str) -> str:
    return t("way-other-version", address=str(address), reason=reason)


def obstacle_in(address: Address, error: OSError, *, is_reached: bool) -> str:
    if isinstance(error, socket.gaierror):
        return "no-names" if error.errno == socket.EAI_AGAIN else "no-name"
    if isinstance(error, ssl.SSLError):
        return "no-table"
    if isinstance(error, TimeoutError):
        return "silence" if is_reached else "no-answer"
    if isinstance(error, (ConnectionResetError, ConnectionAbortedError, BrokenPipeError)):
        return "hung-up"
    number = number_of(error)
    if number == errno.ECONNREFUSED and is_loopback(address.host):
        return "nobody-here"
    return BY_NUMBER.get(number, "unknown")


def number_of(error: OSError) -> int:
    """Return the system's error number; where several addresses were tried, asyncio has it only in words."""
    said = re.search(r"\[Errno (\d+)\]", str(error))
    return error.errno or (int(said[1]) if said else 0)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_lines(host: str) -> Iterator[str]:
    """Point out that the table seems to be in another private network than ours."""
    own = own_address(host)
    if not own or not is_local(host) or own == host:
        return
    if ip_address(host) not in ip_network(f"{own}/{OF_A_HOME}", strict=False):
        yield t("way-another-network", own=own)


def own_address(host: str) -> str:
    try:
        return own_address_towards(host)
    except OSError:
        return ""


# The connection ------------------------------------------------------------------------------


SECONDS_TO_CONNECT = 10.0
MOVED: Final = "refuse-moved"
BAD_NAMES: Final = {"refuse-name-taken", "refuse-name-alike", "refuse-name-invisible"}


class RefusedError(Exception):
    """The server refuses; the sentence says why, and the rule names what forbids it."""

    def __init__(self, sentence: str, rule: str = "", signature: bytes = b"") -> None:
        self.sentence = sentence
        self.rule = rule
        self.signature = signature  # the host's, that it does not do what was asked and never will
        super().__init__(f"{sentence} ({rule})" if rule else sentence)


class MovedError(RefusedError):
    """The table is at another address of the same host."""

    def __init__(self, sentence: str, address: Address) -> None:
        self.address = address
        super().__init__(sentence)


class NameRefusedError(RefusedError):
    """Nobody can be called that at this table."""


class LostError(Exception):
    """The connection is gone; whether the last request was done is unknown."""


class BusyServerError(LostError):
    """The server has no time for this now, or nobody knows for a moment where the table is."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(t("way-busy"))


class Connection(asyncio.Protocol):
    """One connection, from the handshake until it is lost."""

    host: PublicKey
    _session: ClientSession
    _transport: asyncio.Transport

    def __init__(self, identity: Identity, admit: Admit, limits: Limits) -> None:
        loop = asyncio.get_running_loop()
        self.admitted: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self.reason = t("way-lost")
        self.is_dismissed = False  # the server does not want us to come back
        self.is_sent_on = False  # the table is elsewhere now, or soon will be
        self.has_gone_silent = False
        self._identity = identity
        self._admit = admit
        self._unheard: list[ServerNotice] = []
        self._on_notice: Callable[[ServerNotice], None] = self._unheard.append
        self._limits = limits
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._heard = loop.time()
        self._pulse: asyncio.TimerHandle | None = None

    # Asking ----------------------------------------------------------------------------------

    async def request(self, method: str, params: Any = NOTHING) -> Any:
        """Ask, and return the result; raise RefusedError or LostError."""
        while self._session.is_full:
            await asyncio.wait(self._waiting.values(), return_when=asyncio.FIRST_COMPLETED)
        if self.lost.done() or self._session.place is SessionPlace.CLOSED:
            raise LostError(self.reason)
        msgid = self._session.request(method, params)
        answer = self._waiting[msgid] = asyncio.get_running_loop().create_future()
        self._flush()
        return await answer

    def listen(self, on_notice: Callable[[ServerNotice], None]) -> None:
        """Pass on what the server has told so far, and everything from now on."""
        self._on_notice = on_notice
        for notice in self._unheard:
            on_notice(notice)

    def close(self) -> None:
        self._transport.close()

    @property
    def version(self) -> int:
        """The version of the protocol that both sides speak here."""
        return self._session.version

    @property
    def tls(self) -> ssl.SSLObject:
        connection: ssl.SSLObject = self._transport.get_extra_info("ssl_object")
        return connection

    # From the transport ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        try:
            peer = read_peer(transport.get_extra_info("ssl_object"))
            self._admit(peer.host)
        except Exception as error:  # noqa: BLE001 (whatever it is, whoever connects gets it)
            self._fail(error)
            return
        self.host = peer.host
        self._session = ClientSession(self._identity, peer, self._limits)
        self._flush()
        self._beat()

    def data_received(self, data: bytes) -> None:
        self._heard = asyncio.get_running_loop().time()
        try:
            for event in self._session.receive(data):
                self._take(event)
        except ProtocolError as error:
            self._fail(error)
        else:
            self._flush()

    def eof_received(self) -> None:
        """The server has hung up, after saying why."""

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        if self._pulse is not None:
            self._pulse.cancel()
        if not self.admitted.done():
            self.admitted.set_exception(LostError(t("way-no-greeting")))
        if not self.lost.done():
            self.lost.set_result(None)
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(LostError(self.reason))
        self._waiting.clear()

    # Inside ----------------------------------------------------------------------------------

    def _take(self, event: Reply | ServerNotice | Admitted) -> None:
        if isinstance(event, Reply):
            self._settle(event)
        elif isinstance(event, Admitted):
            self.admitted.set_result(None)
        else:
            if event.method == "closing":
                self.reason = closing_words(event.params.reason)
                self.is_dismissed = event.params.is_final
                self.is_sent_on = event.params.reason == "moved"
            self._on_notice(event)

    def _settle(self, answer: Reply) -> None:
        future = self._waiting.pop(answer.msgid, None)
        if future is None or future.done():
            return
        if answer.error is None:
            future.set_result(answer.result)
        else:
            future.set_exception(refusal(answer.error))

    def _fail(self, error: Exception) -> None:
        is_sentence = not isinstance(error, ProtocolError)
        self.reason = str(error) if is_sentence else t("way-broken", reason=str(error))
        if not self.admitted.done():
            self.admitted.set_exception(error)
        self._transport.abort()

    def _flush(self) -> None:
        output = self._session.take_output()
        if output:
            self._transport.write(output)

    def _beat(self) -> None:
        """Show every now and then that we are here, and check that the server is."""
        loop = asyncio.get_running_loop()
        now, patience_ends = loop.time(), self._heard + self._limits.silence_time
        if now >= patience_ends:
            self.has_gone_silent = True
            self._fail(LostError(t("way-fallen-silent")))
            return
        if self._session.place in (SessionPlace.LOBBY, SessionPlace.TABLE) and not self._session.is_full:
            self._session.request("ping")
            self._flush()
        self._pulse = loop.call_at(min(now + self._limits.ping_interval, patience_ends), self._beat)


async def connect(
    address: Address,
    identity: Identity,
    admit: Admit,
    limits: Limits | None = None,
    seconds: float = SECONDS_TO_CONNECT,
) -> Connection:
    """Reach a server and prove to each other who we are."""
    connection = Connection(identity, admit, limits or Limits())
    loop = asyncio.get_running_loop()
    pipe = TlsPipe(client_context(), connection, server_side=False, handshake_seconds=SECONDS_TO_CONNECT)
    is_reached = False
    try:
        async with asyncio.timeout(seconds):
            await loop.create_connection(lambda: pipe, address.host, address.port)
            is_reached = True
            await _greet(pipe, connection)
    except (OSError, TlsError) as error:
        raise TlsError(why_not(address, error, is_reached=is_reached)) from None
    except ProtocolError as error:
        if error.code is not Code.VERSION:
            raise
        raise RefusedError(other_version(address, error.detail)) from None
    return connection


@asynccontextmanager
async def calling(address: Address, identity: Identity, admit: Admit) -> AsyncIterator[Connection]:
    """Reach a server for a question or two."""
    connection = await connect(address, identity, admit)
    try:
        yield connection
    finally:
        connection.close()
        await asyncio.wait([connection.lost])


async def _greet(pipe: TlsPipe, connection: Connection) -> None:
    try:
        await pipe.opened()
        await asyncio.wait([connection.admitted])  # a caller who stops waiting here must not cancel it
        connection.admitted.result()
    except BaseException:
        connection.admitted.cancel()  # nobody will ask any more how the greeting went
        pipe.abort()
        raise


def closing_words(reason: str) -> str:
    """Say why the server hangs up."""
    message = f"closing-{reason}"
    return t(message if has_text(message) else "closing-unknown")


def refusal(error: ErrorRecord) -> RefusedError | BusyServerError:
    if isinstance(error.detail, int):
        return BusyServerError(error.detail / 1000)
    if not isinstance(error.detail, Refusal):
        return RefusedError(t("way-error", name=error.name))
    detail = error.detail
    if detail.phrase.message == MOVED:
        return moved(detail.phrase)
    kind = NameRefusedError if detail.phrase.message in BAD_NAMES else RefusedError
    return kind(said(detail.phrase), harmless(detail.rule), detail.signature)


def moved(phrase: Phrase) -> RefusedError:
    """Read where a table has gone; a malformed address leads nowhere."""
    try:
        return MovedError(said(phrase), Address.parse(str(dict(phrase.facts).get("address", ""))))
    except InvitationError:
        return RefusedError(said(phrase))


# One host at several addresses ---------------------------------------------------------------

MOST_ADDRESSES: Final = 16
MOST_MOVES: Final = 3
SECONDS_BETWEEN_MOVES: Final = 1.0
HOPES: Final = (BusyServerError, (LostError, TlsError), WrongHostError)
"""Why an address led nowhere: the first may be good soon, the last never."""

Come: TypeAlias = Callable[[Address], Awaitable[None]]


class Addresses:
    """Where one host can be found, the most promising place first."""

    def __init__(self, known: Iterable[Address]) -> None:
        self._known = deque(known, MOST_ADDRESSES)

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, address: Address) -> bool:
        return address in self._known

    def prefer(self, address: Address) -> None:
        """Begin here the next time."""
        with suppress(ValueError):
            self._known.remove(address)
        self._known.appendleft(address)

    def put_off(self) -> None:
        """Try the first one last the next time."""
        self._known.rotate(-1)

    def add(self, others: Iterable[str]) -> None:
        """Remember others in case the known ones are lost; forget the least promising first."""
        for address in addresses_in(others):
            if address not in self._known:
                if len(self._known) == MOST_ADDRESSES:
                    self._known.pop()
                self._known.append(address)

    async def try_each(self, come_to: Come) -> None:
        """Come to the first that is good; if none is, a busy one outranks any other failure.

        Somebody else may be at one of them by now. That is worth saying only if no other may be good.
        """
        failures: list[TlsError | LostError | WrongHostError] = []
        for address in tuple(self._known):
            try:
                return await follow(address, come_to)
            except (TlsError, LostError, WrongHostError) as error:
                failures.append(error)
        raise min(failures, key=lambda error: [isinstance(error, kind) for kind in HOPES].index(True))


async def follow(address: Address, come_to: Come) -> None:
    """Go to an address, and wherever we are sent from there; if that is nowhere, ask again later."""
    for hop in range(MOST_MOVES):
        try:
            return await come_to(address)
        except MovedError as moved:
            address = moved.address
        except BusyServerError:
            raise
        except (TlsError, LostError, WrongHostError):
            if not hop:
                raise
            break
    raise BusyServerError(SECONDS_BETWEEN_MOVES)
