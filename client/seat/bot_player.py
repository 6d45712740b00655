"""A bot at a table: an ordinary client that sees what a person in its seat would see."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

from client.local.known_hosts import Admit
from client.seat.connection import RefusedError
from client.seat.news import Connected, Heard, News, Person, TableChanged
from client.seat.player import Player
from core.bots import CourteousBot, bot_named
from core.catalog import game_named
from core.deals import Deal, Status
from core.kinds import Seat
from protocol.entries import Answer
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.messages import TableState


class BotPlayer:
    """Answers every question it is asked and every offer it is made, until the game is over."""

    def __init__(
        self,
        invitation: Invitation,
        admit: Admit,
        person: Person,
        level: str,
        dice: Random,
        limits: Limits | None = None,
    ) -> None:
        self._player = Player(invitation, person, admit, self._on_news, limits)
        self._level = level
        self._dice = dice
        self._news = asyncio.Event()

    async def play(self) -> None:
        """Sit down and play the game to its end."""
        await self.sit_down()
        await self.play_on()

    async def sit_down(self) -> None:
        await self._player.sit_down()

    async def play_on(self) -> None:
        mirror = self._player.mirror
        game = game_named(mirror.info.game)
        bot = CourteousBot(game, bot_named(self._level, game, self._dice))
        try:
            await self._player.ready()
            while mirror.info.state is not TableState.OVER and not self._player.gone.done():
                self._news.clear()
                await self._answer_offers()
                await self._answer_question(bot)
                if not self._news.is_set():
                    await self._wait()
            await self._player.finish()
            if self._player.alarm is not None:
                raise RefusedError(self._player.alarm.sentence)
        finally:
            await self._player.leave()

    async def _wait(self) -> None:
        news: asyncio.Future[Any] = asyncio.ensure_future(self._news.wait())
        try:
            await asyncio.wait([news, self._player.gone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    async def _answer_question(self, bot: CourteousBot) -> None:
        mirror = self._player.mirror
        if mirror.prompt is None:
            return
        choice = await asyncio.to_thread(bot.choose, mirror.view, self._people())
        if choice is None:
            return
        try:
            await self._player.choose(choice)
        except RefusedError:
            await asyncio.sleep(0)  # the question has changed meanwhile, and the news of it are on the way

    def _people(self) -> tuple[Seat, ...]:
        """Name those who go first; a bot that passes for a person goes with them."""
        return self._player.mirror.table.people if self._player.person.is_bot else ()

    async def _answer_offers(self) -> None:
        for standing in list(self._player.mirror.deals.values()):
            if standing.status is Status.OPEN and standing.deal.to == self._player.mirror.seat:
                await self._answer_offer(standing.deal)

    async def _answer_offer(self, deal: Deal) -> None:
        """Take what costs nothing; a bot promises nothing, for it would not think of it later."""
        gain = deal.gives.coins + deal.gives.ronin - deal.wants.coins - deal.wants.ronin
        answer = Answer.ACCEPT if gain >= 0 and not deal.asks else Answer.DECLINE
        try:
            await self._player.answer(deal.seat, deal.number, answer)
        except RefusedError:
            with suppress(RefusedError):
                await self._player.answer(deal.seat, deal.number, Answer.DECLINE)

    def _on_news(self, news: News) -> None:
        if isinstance(news, (Heard, TableChanged, Connected)):
            self._news.set()
