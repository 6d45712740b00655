"""Players for recorded games: they lose their connection, or cheat once, and otherwise choose at random."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

from msgspec.structs import replace

from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.fraud import FraudError
from client.seat.news import Heard, News, Person
from client.seat.sealer import Due
from core.bots.courtesy import CourteousBot
from core.deals import Deal, Goods, Promise
from core.game import split
from core.kinds import Choice
from protocol.canonical import decode, encode
from protocol.entries import Answer, AskedBack
from protocol.header import ENTROPY, HASH_SIZE, SERVER
from protocol.opening import complain
from protocol.round_records import Acked
from protocol.sealing import Dealt, Folder
from tests.harness.loopback import WIDE, admit
from tests.harness.rogue import Rogue, garbled, read
from tests.waiting import until

CHANGING, WAITING = 1, 2
"""The seats of two who play together."""


class Actor(Rogue):
    """A player who cheats when first tempted, and is otherwise honest."""

    has_cheated = False

    async def _seal(self, choice: Choice) -> None:
        while self.mirror.table.round is None:
            await self._first(self._next_news.wait())
        if self.has_cheated or not self.is_tempted():
            await self.seal_honestly(choice)
        else:
            self.has_cheated = True
            await self.cheat(choice)

    async def seal_honestly(self, choice: Choice) -> None:
        await super()._seal(choice)

    def is_tempted(self) -> bool:
        """Say whether the open round is one to cheat in."""
        return True

    async def cheat(self, choice: Choice) -> None:
        """Seal a choice; a cheater cheats here."""
        await self.seal_honestly(choice)


class Dropping(Actor):
    """Loses the connection right after sealing its first bid."""

    async def cheat(self, choice: Choice) -> None:
        await self.seal_honestly(choice)
        self.drop()


class Dealing(Actor):
    """Puts nothing useful into one of the boxes for the shares of its first bid."""

    async def cheat(self, choice: Choice) -> None:
        dealt = self.deal(self._line(choice))
        victim = next(holder for holder in read(dealt).holders if holder != SERVER)
        await self.seal(garbled(dealt, victim))


class Spoiling(Actor):
    """Lays something that is not a card on each place of its first plan."""

    async def cheat(self, choice: Choice) -> None:
        line = self._line(choice)
        cover, cards = split(self.mirror.game, self.mirror.sealing, line)
        await self.seal(spoilt(self.deal(cover, cards)), cards, line)


class Doubling(Actor):
    """Lays one card on all places of its first plan that have one."""

    async def cheat(self, choice: Choice) -> None:
        line = self._line(choice)
        cover, (card, *others) = split(self.mirror.game, self.mirror.sealing, line)
        cards = (card, *(card for _ in others))
        await self.seal(self.deal(cover, cards), cards, line)


def spoilt(dealt: Dealt) -> Dealt:
    folder = decode(dealt.commitment, Folder)
    pieces = [replace(piece, commitment=secrets.token_bytes(HASH_SIZE)) for piece in folder.pieces]
    return replace(dealt, commitment=encode(replace(folder, pieces=tuple(pieces))))


class Sealing(Actor):
    """Seals a second bid after its first one."""

    async def cheat(self, choice: Choice) -> None:
        second = self.committed(self.deal(self._line(choice)))
        await self.seal_honestly(choice)
        await self.ask("do", second)


class Changing(Actor):
    """Seals its first choice three times, while another player holds theirs back."""

    def is_tempted(self) -> bool:
        return WAITING in self.round.header.seats

    async def cheat(self, choice: Choice) -> None:
        await self.seal_honestly(choice)
        for dice in (Random(1), Random(2)):
            await self.change(self.mirror.view.decision.sample(dice))


class Waiting(Actor):
    """Does not seal before somebody has changed a choice."""

    def is_tempted(self) -> bool:
        return CHANGING in self.round.header.seats

    async def cheat(self, choice: Choice) -> None:
        while len(self.round.commits_of(CHANGING)) < 3:
            await self._first(self._next_news.wait())
        await self.seal_honestly(choice)


class Complaining(Actor):
    """Complains about a share that was right; what it seals is honest."""

    def is_tempted(self) -> bool:
        return False

    async def _send(self, due: Due | FraudError) -> None:
        if isinstance(due, Acked) and self.round.header.kind != ENTROPY and not self.has_cheated:
            self.has_cheated = True
            dealer = next(seat for seat in self.round.standing if seat != self.seat)
            await self.ask("do", complain(self.round, self.seat, self.person.identity, dealer))
        await super()._send(due)


class Guest(BotPlayer):
    """Plays like a bot, votes about players who are overdue, and lets others take back what they ask for."""

    def __init__(self, kind: type[Actor], invitation: Any, person: Person, number: int) -> None:
        super().__init__(invitation, admit, person, "random", Random(number), WIDE)
        self.actor = self._player = kind(invitation, person, admit, self._on_news, WIDE)
        self.is_asked = False  # to consent
        self.wants: list[Callable[[Actor], Awaitable[None]]] = []
        self.is_busy = False  # with one of these
        self.waits_for: Guest | None = None  # to be no longer busy, before it answers itself

    def _on_news(self, news: News) -> None:
        if isinstance(news, Heard) and isinstance(news.entry, AskedBack):
            self.is_asked = news.entry.seat != self.actor.mirror.seat
        super()._on_news(news)

    async def _answer_offers(self) -> bool:
        has_answered = await super()._answer_offers()
        for seat in self.actor.mirror.info.seats:
            if seat.is_overdue and not seat.is_replaced and seat.seat != self.actor.mirror.seat:
                with suppress(RefusedError):
                    await self.actor.vote(seat.seat, agrees=True)
        if self.is_asked:
            self.is_asked = False
            await self.actor.consent(agrees=True)
        return has_answered

    async def _answer_question(self, bot: CourteousBot) -> None:
        if self.wants and self.actor.mirror.prompt is not None:
            self.is_busy = True
            with suppress(RefusedError):
                await self.wants.pop(0)(self.actor)
            self.is_busy = False
            self._news.set()  # the question is still there, perhaps
        else:
            await until(lambda: self.waits_for is None or not self.waits_for.is_busy)
            await super()._answer_question(bot)


# What a guest can want before answering a question -----------------------------------------------


async def talk(actor: Actor) -> None:
    others = [seat for seat in actor.mirror.table.seats if seat != actor.seat]
    await actor.say("Good evening.")
    await actor.say("Shall we?", (others[0],))
    await actor.offer(Deal(0, actor.seat, others[0], Goods(1, 0)))
    await actor.offer(Deal(0, actor.seat, others[1], promises=(Promise("words", "I will remember."),)))


async def promise(actor: Actor) -> None:
    """Offer what can be offered in every game, withdraw it, and offer something else."""
    other = next(seat for seat in actor.mirror.table.seats if seat != actor.seat)
    words = Promise("words", "Peace.")
    await actor.offer(Deal(8, actor.seat, other, promises=(words,)))
    await actor.answer(other, 8, Answer.WITHDRAW)
    await actor.offer(Deal(9, actor.seat, other, promises=(words,)))


async def give(actor: Actor) -> None:
    view = actor.mirror.view
    if view.standing:
        await actor.act(view.standing[0].sample(Random(1)))


async def change_mind(actor: Actor) -> None:
    await actor.take_back(await answer(actor))


async def plead(actor: Actor) -> None:
    """Ask the others to take an answer back."""
    await actor.ask_back(await answer(actor))


async def answer(actor: Actor) -> int:
    prompt = actor.mirror.prompt
    assert prompt is not None
    await actor.choose(actor.mirror.view.decision.sample(Random(2)))
    return prompt
