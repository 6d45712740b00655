"""Players for recorded games: they lose their connection, or cheat once, and else choose at random."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from client.seat.bot_player import BotPlayer
from client.seat.boxes import Box
from client.seat.connection import RefusedError
from client.seat.mirror import Heard
from client.seat.player import News, Person, Player
from client.seat.sealer import Due, Kept
from client.seat.witness import FraudError
from core.bots import CourteousBot
from core.deals import Deal, Goods, Promise
from core.game import split
from core.records import Choice
from protocol.canonical import decode, encode
from protocol.entries import AskedBack
from protocol.header import HASH_SIZE, SERVER
from protocol.opening import commit, complain, seal
from protocol.parties import ENTROPY
from protocol.round import Round
from protocol.round_records import Acked, Committed
from protocol.sealing import ENTROPY_SIZE, Commitment, Dealt, Folder, Message
from tests.client.played import QUICK

CHANGING, WAITING = 1, 2
"""The seats of two who play together."""


class Actor(Player):
    """A player who can lose the connection for a while."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.may_come = asyncio.Event()
        self.may_come.set()
        self.has_cheated = False

    async def _come(self) -> None:
        await self.may_come.wait()
        await super()._come()

    def drop(self) -> None:
        assert self._connection is not None
        self.may_come.clear()
        self._is_there.clear()
        self._connection._transport.abort()  # noqa: SLF001

    @property
    def round(self) -> Round:
        assert self.mirror.table.round is not None
        return self.mirror.table.round

    async def is_open(self) -> None:
        """Wait for the round that is to come."""
        while self.mirror.table.round is None:
            await self._first(self._next_news.wait())

    @property
    def box(self) -> Box:
        assert self._hand is not None
        return self._hand.box

    def deal(self, line: str) -> Dealt:
        return seal(self.round, self.seat, Message(line, secrets.token_bytes(ENTROPY_SIZE)))

    def committed(self, dealt: Dealt) -> Committed:
        chain = self.mirror.table.chain
        assert chain is not None
        return commit(self.round, self.seat, self.person.identity, dealt, len(chain) - 1, chain.head)


class Dropping(Actor):
    """Loses the connection right after sealing its first bid."""

    async def _seal(self, choice: Choice) -> None:
        await super()._seal(choice)
        if not self.has_cheated:
            self.has_cheated = True
            self.drop()


class Dealing(Actor):
    """Puts nothing of use into one of the boxes for the shares of its first bid."""

    async def _seal(self, choice: Choice) -> None:
        if self.has_cheated:
            await super()._seal(choice)
            return
        self.has_cheated = True
        await self.is_open()
        dealt = garbled(self.deal(self._line(choice)))
        committed = self.committed(dealt)
        kept = encode(Kept(committed, dealt.opening))
        self.box.keep_dealt(self.round.header.round, self.round.context, kept)
        await self._ask("do", committed)


class Spoiling(Actor):
    """Lays something that is no card on each place of its first plan."""

    async def _seal(self, choice: Choice) -> None:
        if self.has_cheated:
            await super()._seal(choice)
            return
        self.has_cheated = True
        await self.is_open()
        line = self._line(choice)
        cover, cards = split(self.mirror.game, self.mirror.sealing, line)
        message = Message(cover, secrets.token_bytes(ENTROPY_SIZE))
        dealt = spoilt(seal(self.round, self.seat, message, cards))
        kept = Kept(self.committed(dealt), dealt.opening, dealt.pieces, cards, line)
        self.box.keep_dealt(self.round.header.round, self.round.context, encode(kept))
        await self._ask("do", kept.committed)


def spoilt(dealt: Dealt) -> Dealt:
    folder = decode(dealt.commitment, Folder)
    pieces = [replace(piece, commitment=secrets.token_bytes(HASH_SIZE)) for piece in folder.pieces]
    return replace(dealt, commitment=encode(replace(folder, pieces=tuple(pieces))))


def garbled(dealt: Dealt) -> Dealt:
    commitment = msgspec.msgpack.decode(dealt.commitment, type=Commitment)
    victim = next(holder for holder in commitment.holders if holder != SERVER)
    boxes = [
        secrets.token_bytes(len(box)) if holder == victim else box
        for holder, box in zip(commitment.holders, commitment.boxes, strict=True)
    ]
    return replace(dealt, commitment=encode(replace(commitment, boxes=tuple(boxes))))


class Sealing(Actor):
    """Seals a second bid after its first one."""

    async def _seal(self, choice: Choice) -> None:
        await self.is_open()
        second = self.committed(self.deal(self._line(choice)))
        await super()._seal(choice)
        if not self.has_cheated:
            self.has_cheated = True
            await self._ask("do", second)


class Changing(Actor):
    """Seals its first choice three times, while who waits for that has not sealed."""

    async def _seal(self, choice: Choice) -> None:
        await super()._seal(choice)
        if not self.has_cheated and WAITING in self.round.header.seats:
            self.has_cheated = True
            for dice in (Random(1), Random(2)):
                await self.change(self.mirror.view.decision.sample(dice))


class Waiting(Actor):
    """Does not seal before somebody has changed a choice."""

    async def _seal(self, choice: Choice) -> None:
        await self.is_open()
        is_it = not self.has_cheated and CHANGING in self.round.header.seats
        while is_it and len(self.round.commits_of(CHANGING)) < 3:
            await self._first(self._next_news.wait())
        self.has_cheated = self.has_cheated or is_it
        await super()._seal(choice)


class Complaining(Actor):
    """Complains of a share that was right."""

    async def _send(self, due: Due | FraudError) -> None:
        if isinstance(due, Acked) and self.round.header.kind != ENTROPY and not self.has_cheated:
            self.has_cheated = True
            dealer = next(seat for seat in self.round.standing if seat != self.seat)
            await self._ask("do", complain(self.round, self.seat, self.person.identity, dealer))
        await super()._send(due)


class Guest(BotPlayer):
    """Plays as a bot does, votes about those who are overdue, and lets others take back what they ask for."""

    def __init__(self, kind: type[Actor], invitation: Any, person: Person, number: int) -> None:
        super().__init__(invitation, lambda _: None, person, "random", Random(number), QUICK)
        self.actor = self._player = kind(invitation, person, lambda _: None, self._on_news, QUICK)
        self.is_asked = False  # to consent
        self.wants: list[Callable[[Actor], Awaitable[None]]] = []

    def _on_news(self, news: News) -> None:
        if isinstance(news, Heard) and isinstance(news.entry, AskedBack):
            self.is_asked = news.entry.seat != self.actor.mirror.seat
        super()._on_news(news)

    async def _answer_offers(self) -> None:
        await super()._answer_offers()
        for seat in self.actor.mirror.info.seats:
            if seat.is_overdue and not seat.is_replaced and seat.seat != self.actor.mirror.seat:
                with suppress(RefusedError):
                    await self.actor.vote(seat.seat, agrees=True)
        if self.is_asked:
            self.is_asked = False
            await self.actor.consent(agrees=True)

    async def _answer_question(self, bot: CourteousBot) -> None:
        if self.wants and self.actor.mirror.prompt is not None:
            with suppress(RefusedError):
                await self.wants.pop(0)(self.actor)
        else:
            await super()._answer_question(bot)


# What a guest can want before answering a question -----------------------------------------------


async def talk(actor: Actor) -> None:
    others = [seat for seat in actor.mirror.table.seats if seat != actor.seat]
    await actor.say("Good evening.")
    await actor.say("Shall we?", (others[0],))
    await actor.offer(Deal(0, actor.seat, others[0], Goods(1, 0)))
    await actor.offer(Deal(0, actor.seat, others[1], promises=(Promise("words", "I will remember."),)))


async def give(actor: Actor) -> None:
    view = actor.mirror.view
    if view.standing:
        await actor.act(view.standing[0].sample(Random(1)))


async def change_mind(actor: Actor) -> None:
    """Answer, take it back, and ask for it."""
    prompt = actor.mirror.prompt
    assert prompt is not None
    await actor.choose(actor.mirror.view.decision.sample(Random(2)))
    try:
        await actor.take_back(prompt)
    except RefusedError:
        await actor.ask_back(prompt)
