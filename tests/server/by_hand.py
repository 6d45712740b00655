"""A house to come to, and clients driven by hand, so that they can misbehave."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from client.seat.connection import refusal
from protocol.entries import Deed
from protocol.errors import Code, ProtocolError
from protocol.framing import Framer
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import NOTHING, Closing, Join, SetReady
from protocol.pace import Terms
from protocol.session import Admitted, ClientSession, Reply, ServerNotice
from protocol.tls import client_context, read_peer
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.harness.hearing import sworn_at
from tests.harness.sealers import Due, Sealer, go_through, method_of
from tests.waiting import let_pass, soon, until

HERE = "127.0.0.1"
ELSEWHERE = "127.0.0.2"
SEATS = ("koi", "lotus", "turtle")
Test = TypeVar("Test")

LARGE = Limits(requests_in_flight=10**6, frame_size_to_client=2**24)
"""The limits a client by hand obeys: none."""


def fits(*limits: str) -> Callable[[Test], Test]:
    """Mark a test that stays just within these limits."""
    assert set(limits) <= set(Limits.__struct_fields__)
    return lambda test: test


def exceeds(*limits: str) -> Callable[[Test], Test]:
    """Mark a test that goes beyond these limits."""
    assert set(limits) <= set(Limits.__struct_fields__)
    return lambda test: test


class Wire:
    """A connection without TLS."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def drip(self, data: bytes, seconds: float) -> None:
        """Send byte by byte, and let this much time pass after each."""
        for drop in data:
            self.send(bytes([drop]))
            await asyncio.sleep(0.001)
            let_pass(seconds)

    async def rest(self) -> bytes:
        """Return everything that comes until the server hangs up."""
        data = b""
        with suppress(ConnectionError, ssl.SSLError):
            while more := await soon(self.reader.read(2**16)):
                data += more
        return data

    async def vanish(self) -> None:
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


class Client(Wire):
    """A connection with TLS, and a session that can be bypassed."""

    def __init__(self, wire: Wire, identity: Identity, limits: Limits) -> None:
        super().__init__(wire.reader, wire.writer)
        self.identity = identity
        self.peer = read_peer(wire.writer.get_extra_info("ssl_object"))
        self.session = ClientSession(identity, self.peer, limits)
        self.heard: list[Reply | ServerNotice | Admitted] = []
        self.largest = 0  # of the messages, in bytes
        self.seat = 0
        self.runner: TableRunner | None = None  # of the table we sit at
        self._sealer: Sealer | None = None
        self._sizes = Framer(LARGE.frame_size_to_client)

    def say_hello(self) -> None:
        self.send(self.session.take_output())

    async def greet(self) -> None:
        """Say who we are."""
        self.say_hello()
        while not self.heard:
            await self.hear()

    async def hear(self) -> None:
        """Take in the next bytes."""
        data = await soon(self.reader.read(2**16))
        if not data:
            raise ConnectionError("The server has hung up.")
        self.largest = max(self.largest, *map(len, self._sizes.frames(data)), 0)
        self.heard += self.session.receive(data)
        self.send(self.session.take_output())

    def ask(self, method: str, params: Any = NOTHING) -> int:
        if isinstance(params, Deed) and self.runner is not None:
            params = sworn_at(self.runner, self.identity, params)
        msgid = self.session.request(method, params)
        self.send(self.session.take_output())
        return msgid

    def ask_together(self, method: str, count: int) -> list[int]:
        """Ask many times in one piece."""
        asked, data = self.written(method, count)
        self.send(data)
        return asked

    def written(self, method: str, count: int = 1) -> tuple[list[int], bytes]:
        """Return requests to be sent in whatever pieces."""
        asked = [self.session.request(method) for _ in range(count)]
        return asked, self.session.take_output()

    async def answers(self, asked: list[int]) -> list[Reply]:
        """Wait for the answers to these, and return all in the order they came."""
        while not set(asked) <= {answer.msgid for answer in self._answers()}:
            await self.hear()
        return [answer for answer in self._answers() if answer.msgid in asked]

    def _answers(self) -> list[Reply]:
        return [heard for heard in self.heard if isinstance(heard, Reply)]

    async def do(self, method: str, params: Any = NOTHING) -> Reply:
        [answer] = await self.answers([self.ask(method, params)])
        return answer

    async def result(self, method: str, params: Any = NOTHING) -> Any:
        answer = await self.do(method, params)
        assert answer.error is None, answer.error
        return answer.result

    async def refusal(self, method: str, params: Any = NOTHING) -> str:
        answer = await self.do(method, params)
        assert answer.error is not None
        return str(refusal(answer.error))

    async def end(self) -> Code | None:
        """Wait until the server hangs up; return the error it told, if any."""
        try:
            while True:
                await self.hear()
        except ProtocolError as error:
            return error.code
        except ConnectionError:
            return None

    @property
    def sealer(self) -> Sealer:
        if self._sealer is None:
            self._sealer = Sealer(self.identity, self.seat)
        return self._sealer

    async def perform(self, due: Due) -> None:
        await self.result(method_of(due), due)

    async def get_ready(self, runner: TableRunner) -> None:
        await self.result("do", self.sealer.keyed(runner.table))
        await self.result("do", self.sealer.talk_keyed())
        await self.result("ready", SetReady(True))

    async def watch(self, runner: TableRunner) -> None:
        await self.result("join", Join(runner.name, "watcher", is_watching=True))

    def join(self, runner: TableRunner, token: bytes | None, name: str) -> Join:
        return Join(runner.name, name, token)


class Site:
    """A house, and everybody connected to it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._wires: list[Wire] = []

    async def dial(self, source: str = HERE, *, buffer: int = 0, **options: Any) -> Wire:
        """Connect, from an address of this machine; with a buffer, one of that size in the kernel."""
        line = socket.socket(proto=socket.IPPROTO_TCP)  # only then asyncio sends without delay
        line.setblocking(False)
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.bind((source, 0))
        try:
            await asyncio.get_running_loop().sock_connect(line, (HERE, self.server.port))
            wire = Wire(*await asyncio.open_connection(sock=line, **options))
        except BaseException:
            line.close()
            raise
        self._wires = [*(other for other in self._wires if not other.writer.is_closing()), wire]
        return wire

    async def reach(
        self, source: str = HERE, identity: Identity | None = None, limits: Limits = LARGE, buffer: int = 0
    ) -> Client:
        """Connect with TLS, and say nothing."""
        wire = await self.dial(source, buffer=buffer, ssl=client_context(), server_hostname="")
        return Client(wire, identity or Identity.make(), limits)

    async def is_sent_away(self, source: str = HERE, identity: Identity | None = None) -> bool:
        """Say whether there is no place for somebody who says who they are."""
        client = await self.greet(source, identity)
        try:
            return (await client.do("ping")).error is not None
        except ConnectionError:
            return ServerNotice("closing", Closing("full", False)) in client.heard
        finally:
            await self.lose(client)

    async def greet(self, source: str = HERE, identity: Identity | None = None, buffer: int = 0) -> Client:
        """Connect and say who we are."""
        client = await self.reach(source, identity, buffer=buffer)
        await client.greet()
        return client

    async def is_turned_away(self, source: str = HERE) -> bool:
        """Say whether somebody who connects is sent away before TLS; otherwise the server listens to them."""
        wire = await self.dial(source)
        wire.send(b"\x16\x03\x01")  # as a ClientHello begins; to its rest the server would have to listen
        rest = asyncio.ensure_future(wire.rest())
        await until(lambda: rest.done() or self._is_inside(wire))
        is_away = rest.done()
        await self.lose(wire)
        return await rest == b"" and is_away

    def _is_inside(self, wire: Wire) -> bool:
        entrances = self.server.listener.entrances
        return wire.writer.get_extra_info("sockname") in {one.get_extra_info("peername") for one in entrances}

    async def lose(self, wire: Wire) -> None:
        """Let somebody vanish, and wait until the server has noticed."""
        await wire.vanish()
        await until(lambda: not self._is_inside(wire))

    async def table(self) -> TableRunner:
        return await self.server.lobby.open("rising_sun", SEATS, {}, Terms(), "by hand")

    async def seated(self, runner: TableRunner, name: str = "somebody") -> Client:
        """Let a new player sit down."""
        client = await self.greet()
        token = await self.server.lobby.invite(runner)
        client.seat = (await client.result("join", client.join(runner, token, name))).seat
        client.runner = runner
        return client

    async def begin(self, runner: TableRunner, clients: list[Client]) -> None:
        """Let everybody at a table begin."""
        for client in clients:
            await client.get_ready(runner)
        await go_through(runner.table, clients)

    async def vanish(self) -> None:
        for wire in self._wires:
            await wire.vanish()
        self._wires.clear()

    async def is_empty(self) -> bool:
        """Let everybody vanish, and say whether the server has noticed."""
        await self.vanish()
        await self.is_turned_away()  # by now those have come in, too, who were at the door when they vanished
        await until(lambda: not self.server.listener.entrances)
        return self.server.listener.connection_limits.is_empty


@asynccontextmanager
async def open_site(path: Path, limits: Limits) -> AsyncIterator[Site]:
    """Open a house; nothing in the loop may fail while it is open."""
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    async with open_server(path, HERE, 0, limits) as server:
        site = Site(server)
        try:
            yield site
        finally:
            await site.vanish()
    await asyncio.sleep(0)
    assert failures == []
