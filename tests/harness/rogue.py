"""Players who lose their connection when told to, and can be made to cheat in sealed rounds."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from client.seat.connection import RefusedError
from client.seat.fraud import FraudError
from client.seat.news import Person
from client.seat.player import Player
from client.seat.sealer import Due, KeptSeal
from protocol.canonical import encode
from protocol.chain import Chain
from protocol.entries import Deed
from protocol.header import ENTROPY_SIZE, Message
from protocol.identity import PublicKey
from protocol.oaths import swear
from protocol.opening import commit, complain, release, seal
from protocol.round import Round, RoundStage
from protocol.round_records import Acked, Committed, Complained, Release
from protocol.sealing import Commitment, Dealt
from tests.harness.loopback import OpenTable, a_person


class DroppablePlayer(Player):
    """Loses the connection when told to, until told to come back."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._may_come = asyncio.Event()
        self._may_come.set()

    async def _come(self) -> None:
        await self._may_come.wait()
        await super()._come()

    @property
    def is_here(self) -> bool:
        return self._is_there.is_set()

    def drop(self) -> None:
        assert self._connection is not None
        self._may_come.clear()
        self._is_there.clear()
        self._connection._transport.abort()  # noqa: SLF001

    def come_back(self) -> None:
        self._may_come.set()


class Rogue(DroppablePlayer):
    """Does what a player does, except for what it is told to withhold; and whatever else it is told to."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.keeps_back: set[type] = set()
        self.bids: dict[int, str] = {}  # by round

    async def _send(self, due: Due | FraudError) -> None:
        if type(due) not in self.keeps_back:
            await super()._send(due)

    async def ask(self, method: str, params: Any) -> None:
        await self._ask(method, params)

    async def refusal(self, method: str, params: Any) -> str:
        """Ask for something that must not be granted; return the reply."""
        try:
            await self._ask(method, params)
        except RefusedError as error:
            return str(error)
        raise AssertionError(f"{params} was taken.")

    def give_in(self) -> None:
        """Do what was withheld."""
        self.keeps_back.clear()
        if self._hand is not None:
            self._hand.come_back()
        self._stir()

    # What can be sent ----------------------------------------------------------------------------

    @property
    def chain(self) -> Chain:
        assert self.mirror.table.chain is not None
        return self.mirror.table.chain

    @property
    def round(self) -> Round:
        assert self.mirror.table.round is not None
        return self.mirror.table.round

    @property
    def host(self) -> PublicKey:
        return self.mirror.table.host

    def sworn(self, deed: Deed) -> Deed:
        return swear(self.person.identity, self.chain, self.mirror.heads[-1], deed)

    async def bid(self) -> None:
        """Seal a bid as the rules allow it."""
        choice = self.mirror.view.decision.sample(Random(self.seat))
        self.bids[self.round.header.round] = self.mirror.game.line_of(choice)
        await self.choose(choice)

    def deal(self, line: str, pieces: Sequence[str] = ()) -> Dealt:
        """Seal whatever there is to seal."""
        return seal(self.round, self.seat, Message(line, secrets.token_bytes(ENTROPY_SIZE)), pieces)

    def committed(self, dealt: Dealt) -> Committed:
        return self.committed_after(dealt, len(self.chain) - 1, self.chain.head)

    def committed_after(self, dealt: Dealt, seen_seq: int, seen_head: bytes) -> Committed:
        return commit(self.round, self.seat, self.person.identity, dealt, seen_seq, seen_head)

    async def seal(self, dealt: Dealt, cards: tuple[str, ...] = (), line: str = "") -> None:
        """Send what was sealed in whatever way, and keep it as what will be opened later."""
        kept, round_ = KeptSeal(self.committed(dealt), dealt.opening, dealt.pieces, cards, line), self.round
        assert self._hand is not None
        self._hand.box.keep_dealt(round_.header.round, round_.context, encode(kept))
        await self.ask("do", kept.committed)

    def first_committed(self) -> Committed:
        """Return what was sealed before the game, when everybody brought chance."""
        entries = [heard.entry for heard in self.mirror.story]
        return next(e for e in entries if isinstance(e, Committed) and e.seat == self.seat)

    def acked(self, seen_head: bytes) -> Acked:
        signature = self.person.identity.sign("sig-ack", self.round.set_hash(), seen_head)
        return Acked(self.seat, seen_head, signature)

    def complaint(self, dealer: Player) -> Complained:
        return complain(self.round, self.seat, self.person.identity, dealer.seat)

    def complaint_with(self, secret: bytes, dealer: Player) -> Complained:
        """Complain with any key."""
        parts = self.round.context, bytes([dealer.seat]), secret
        signature = self.person.identity.sign("sig-complain", *parts)
        return Complained(self.seat, dealer.seat, secret, signature)

    def release(self) -> Release:
        """Return what is to be released, even before that is allowed."""
        assert self._hand is not None
        round_, kept = self.round.clone(), self._hand._standing(self.round)  # noqa: SLF001
        round_.stage = RoundStage.CERTIFIED
        dealt = None if kept is None else Dealt(kept.committed.commitment, kept.opening)
        return release(round_, self.seat, self.person.identity, dealt, 0)

    def signed(self, given: Release) -> Release:
        parts = self.round.set_hash(), encode(given.opening), encode(given.shares)
        return replace(given, signature=self.person.identity.sign("sig-release", *parts))


def read(dealt: Dealt) -> Commitment:
    return msgspec.msgpack.decode(dealt.commitment, type=Commitment)


def changed(dealt: Dealt, **changes: Any) -> Dealt:
    """Return a sealed choice with a change in what everybody sees of it."""
    return replace(dealt, commitment=encode(replace(read(dealt), **changes)))


def garbled(dealt: Dealt, *holders: int) -> Dealt:
    """Return a sealed choice with nothing useful in some holders' boxes."""
    commitment = read(dealt)
    boxes = [
        secrets.token_bytes(len(box)) if holder in holders else box
        for holder, box in zip(commitment.holders, commitment.boxes, strict=True)
    ]
    return changed(dealt, boxes=tuple(boxes))


@asynccontextmanager
async def rogues_at(table: OpenTable, people: Iterable[Person]) -> AsyncIterator[list[Rogue]]:
    """Have people sit down and say that they are ready; in the end they leave."""
    rogues = [await table.seat(person, Rogue) for person in people]
    try:
        await asyncio.gather(*(rogue.ready() for rogue in rogues))
        yield rogues
    finally:
        for rogue in rogues:
            await rogue.leave()


def newcomers(number: int) -> list[Person]:
    """Return people for the first seats of a table."""
    return [a_person(seat, seat=seat) for seat in range(number)]
