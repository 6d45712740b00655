"""A seat at a table that is measured: the client's end of the protocol and no more.

It decodes everything it is told, but of a view only the question, and that only when it is the one to answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, cast

from client.seat.connection import RefusedError
from client.seat.witness import Witness
from core.catalog import game_named
from core.wire import Assembly, Options, Packed, Question, decoder, unpack_events
from protocol.entries import Chose, Deed
from protocol.header import ENTROPY
from protocol.identity import Identity, PublicKey
from protocol.limits import Limits
from protocol.messages import NOTHING, Item, Told
from protocol.round import Round, RoundStage
from protocol.rpc import NIL
from protocol.session import Admitted, ClientSession, Reply, ServerNotice
from protocol.tls import Peer, read_peer
from tests.harness.hearing import Hearing
from tests.harness.loopback import GAME
from tests.harness.sealers import Sealer, method_of

rules = game_named(GAME)
dice = Random(1)


class Server(NamedTuple):
    """Where and who our server is."""

    port: int
    peer: Peer
    is_bare: bool


class Seat(asyncio.Protocol):
    """A connection that remembers what it was last told."""

    _transport: asyncio.Transport
    _session: ClientSession

    def __init__(self, server: Server) -> None:
        loop = asyncio.get_running_loop()
        self.identity = Identity.make()
        self.prompt: int | None = None
        self.number = 0
        self.hearing: Hearing | None = None  # of the table we sit at
        self.story: list[Item] | None = []  # what nobody has followed yet, if somebody will
        self.view = NIL
        self.on_move: Callable[[Seat], None] = lambda _: None
        self.admitted: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self._server = server
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._asked: dict[int, tuple[str, Any]] = {}  # to be asked again if the server is busy

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        tls = transport.get_extra_info("ssl_object")
        peer = self._server.peer if self._server.is_bare else read_peer(tls)
        self._session = ClientSession(self.identity, peer, Limits())
        self._flush()

    def data_received(self, data: bytes) -> None:
        for event in self._session.receive(data):
            if isinstance(event, ServerNotice):
                if isinstance(event.params, Told):
                    self._hear(event.params)
            elif isinstance(event, Admitted):
                self.admitted.set_result(None)
            else:
                self._take(event)
        self._flush()

    def _take(self, reply: Reply) -> None:
        words, waiting = self._asked.pop(reply.msgid), self._waiting.pop(reply.msgid, None)
        if reply.error is not None and isinstance(reply.error.detail, int):
            seconds = reply.error.detail / 1000
            asyncio.get_running_loop().call_later(seconds, self._ask, *words, waiting)
        elif reply.error is not None:
            assert waiting is not None, reply.error.detail
            waiting.set_exception(RefusedError(str(reply.error.detail)))
        elif waiting is not None:
            waiting.set_result(reply.result)

    def _ask(self, method: str, params: Any, waiting: asyncio.Future[Any] | None = None) -> None:
        msgid = self._session.request(method, params)
        self._asked[msgid] = method, params
        if waiting is not None:
            self._waiting[msgid] = waiting
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lost.set_result(None)

    def _hear(self, told: Told) -> None:
        self.prompt = told.prompt
        if told.view != NIL:
            self.view = told.view
        if self.hearing is not None:
            self.hearing.hear([told.item])
        if self.story is not None:
            self.story.append(told.item)
        if isinstance(told.item.entry, Chose):
            self.on_move(self)

    def _flush(self) -> None:
        output = self._session.take_output()
        if output:
            self._transport.write(output)

    def choose(self, line: str) -> None:
        assert self.prompt is not None
        self._ask("do", self._sworn(Chose(self.number, self.prompt, line)))

    async def swear(self, deed: Deed) -> None:
        await self.request("do", self._sworn(deed))

    def _sworn(self, deed: Deed) -> Deed:
        assert self.hearing is not None
        return self.hearing.swear(self.identity, deed)

    async def request(self, method: str, params: Any = NOTHING) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self._ask(method, params, answer)
        return await answer

    async def leave(self) -> None:
        self._transport.close()
        await self.lost


def question_to(seat: Seat) -> Question | None:
    packed: Packed = decoder(Packed).decode(seat.view)
    return packed.decision


def random_line(seat: Seat) -> str:
    """Return any answer to a seat's question."""
    return line_of(question_to(seat))


def line_of(question: Question | None) -> str:
    if isinstance(question, Options | Assembly):
        return dice.choice(question.lines)
    assert question is not None
    line: str = rules.line_of(question.sample(dice))
    return line


class Clerk:
    """Does what players' clients do unasked, for all seats of a table, which are in one process.

    It follows the story only when a round is to be played, so that other moves cost no more than before.
    """

    def __init__(self, host: PublicKey, seats: Sequence[Seat]) -> None:
        self._witness = Witness(host)
        self._seats = [(seat, Sealer(seat.identity, seat.number)) for seat in seats]
        for other in seats[1:]:
            other.story = None  # one of them is enough

    async def bring_keys(self) -> None:
        await self._catch_up()
        table = self._witness.table
        await asyncio.gather(*(seat.swear(sealer.keyed(table)) for seat, sealer in self._seats))

    async def go_through(self) -> None:
        """Play the round that is open, or is about to be, to its end."""
        while self._witness.table.round is None:
            await self._catch_up()
        while (round_ := self._witness.table.round) is not None:
            parts = [self._take_part(round_, seat, sealer) for seat, sealer in self._seats]
            # It is enough that some confirm and release: the others may come too late.
            await asyncio.gather(*parts, return_exceptions=round_.stage is not RoundStage.OPEN)
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Follow what the first seat has been told."""
        first, _ = self._seats[0]
        await first.request("ping")  # by then it has heard of everything that had happened
        assert first.story is not None
        for item in first.story:
            self._witness.follow(item, unpack_events(rules, item.events))
        first.story.clear()

    async def _take_part(self, round_: Round, seat: Seat, sealer: Sealer) -> None:
        table = self._witness.table
        if seat.number in round_.owing_commits():
            line = "" if round_.header.kind == ENTROPY else random_line(seat)
            await seat.request("do", sealer.cover(table, line))
        elif (due := sealer.answer(table)) is not None:
            await seat.request(method_of(due), due)


class Game(NamedTuple):
    """A table at which everybody sits."""

    seats: list[Seat]
    clerk: Clerk

    @property
    def mover(self) -> Seat | None:
        """Who is asked; nobody if the game is over."""
        return next((seat for seat in self.seats if seat.prompt is not None), None)

    async def seal(self) -> None:
        """Play a sealed round."""
        await self.clerk.go_through()
        await asyncio.gather(*(seat.request("ping") for seat in self.seats))  # so all heard of its end
