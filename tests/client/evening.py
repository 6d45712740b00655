"""A whole game on a real server by three people and a spectator, with all that can come between moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from client.seat.connection import RefusedError
from client.seat.news import Heard, News, Person
from client.seat.player import Player
from core.catalog import game_named
from core.deals import Deal, Goods, Promise
from core.kinds import Viewer
from protocol.entries import Answer, Chose
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.messages import TableState
from server.tables.runner import TableRunner
from tests.harness.loopback import WIDE, a_table, admit
from tests.moves import move
from tests.waiting import patience

GAME = game_named("rising_sun")
KOI, LOTUS, TURTLE = SEATS = (0, 1, 2)
NAMES = {KOI: "Aiko", LOTUS: "Botan", TURTLE: "Chiyo"}


class Guest(NamedTuple):
    """Somebody at the table, and how it looked to them with each thing they heard."""

    player: Player
    views: list[Any]


class Evening:
    """Three people and a spectator at a table."""

    def __init__(self, runner: TableRunner, guests: dict[Viewer, Guest], news: asyncio.Event) -> None:
        self.runner = runner
        self.players = {viewer: guest.player for viewer, guest in guests.items()}
        self.views = {viewer: guest.views for viewer, guest in guests.items()}
        self.news = news
        self.dice = Random(3)

    async def choose(self) -> Chose:
        """Let somebody who is asked choose anything; return the choice, which may be a sealed one."""
        table = self.runner.table
        await self.until(lambda: bool(table.prompts))
        seat = self.dice.choice(list(table.prompts))
        prompt = table.prompts[seat].number
        await self.until(lambda: self.players[seat].mirror.prompt == prompt)
        choice = self.players[seat].mirror.view.decision.sample(self.dice)
        await self.players[seat].choose(choice)
        return Chose(seat, prompt, GAME.line_of(choice))

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with patience():
            while not is_so():
                self.news.clear()
                await self.news.wait()

    async def all_heard(self) -> None:
        """Wait until everybody has heard the last thing said."""
        words = f"moment {self.runner.table.seq}"
        await self.players[KOI].say(words)
        await self.until(lambda: all(p.mirror.story[-1].words == words for p in self.players.values()))

    async def deal(self, gives: Goods, wants: Goods, answer: Answer, *promises: Promise) -> bool:
        """Offer Lotus something as Koi, and say whether it could be settled that way."""
        koi, lotus = self.players[KOI], self.players[LOTUS]
        number = koi.mirror.next_deal(LOTUS)
        await koi.offer(Deal(number, KOI, LOTUS, gives, wants, promises))
        await self.all_heard()
        with suppress(RefusedError):
            who, other = (koi, LOTUS) if answer is Answer.WITHDRAW else (lotus, KOI)
            await who.answer(other, number, answer)
            await self.all_heard()
            return True
        return False

    async def take_back_with_consent(self, choice: Chose) -> None:
        await self.players[choice.seat].ask_back(choice.prompt)
        for seat in SEATS:
            if seat != choice.seat:
                await self.players[seat].consent(agrees=True)
        await self.all_heard()


@asynccontextmanager
async def evening(data: Path) -> AsyncIterator[Evening]:
    """Seat everybody and begin."""
    async with a_table(data, seed="seed of the evening") as at, AsyncExitStack() as stack:
        guests: dict[Viewer, Guest] = {}
        news = asyncio.Event()
        for seat in (None, *SEATS):
            name = NAMES[seat] if seat is not None else "Daiki"
            person = Person(Identity.make(), name, is_watching=seat is None, seat=seat)
            invitation = at.invite_to_watch() if seat is None else at.invite()
            guests[seat] = guest = a_guest(invitation, person, news)
            await guest.player.sit_down()
            stack.push_async_callback(guest.player.leave)
        table = Evening(at.runner, guests, news)
        for seat in SEATS:
            await table.players[seat].ready()
        await table.until(lambda: all(player.mirror.view is not None for player in table.players.values()))
        yield table


def a_guest(invitation: Invitation, person: Person, news: asyncio.Event) -> Guest:
    views: list[Any] = []

    def take(what: News) -> None:
        news.set()
        if isinstance(what, Heard):
            views.append(player.mirror.view)

    player = Player(invitation, person, admit, take, WIDE)
    return Guest(player, views)


class Told(NamedTuple):
    """What somebody was told, and how the table looked each time."""

    story: list[Heard]
    views: list[Any]


async def long_evening(data: Path) -> tuple[str, dict[Viewer, Told], Any]:
    """Play a whole game, with everything that can come between two moves."""
    async with evening(data) as table:
        await chat(table)
        early = [await table.choose() for _ in range(4)]
        await table.all_heard()
        await make_deals(table)
        await table.take_back_with_consent(early[-1])
        await make_deals(table)
        await play_to_the_end(table)
        mirrors = [player.mirror for player in table.players.values()]
        await table.until(lambda: all(mirror.info.state is TableState.OVER for mirror in mirrors))
        await table.until(lambda: all(mirror.table.signed_off == set(SEATS) for mirror in mirrors))
        told = {
            viewer: Told(list(player.mirror.story), table.views[viewer])
            for viewer, player in table.players.items()
        }
        return table.runner.name, told, table.runner.table.state


async def play_to_the_end(table: Evening) -> None:
    """Choose again and again, with second thoughts; once everybody allows one."""
    game, is_asked_for = table.runner.table, True
    for number in range(10**4):
        await table.until(lambda: bool(game.prompts) or game.is_over)
        if game.is_over:
            return
        choice = await table.choose()
        if number < 60:
            with suppress(RefusedError):
                await table.players[choice.seat].take_back(choice.prompt)
        if number >= 80 and is_asked_for and game.past[-1].seat == choice.seat:
            await table.take_back_with_consent(choice)
            is_asked_for = False


async def chat(table: Evening) -> None:
    await table.players[LOTUS].say("Good evening!")
    await table.players[TURTLE].say("Let us be friends, Lotus.", (LOTUS,))
    await table.players[KOI].say("Turtle is up to something.", (LOTUS, TURTLE))


async def make_deals(table: Evening) -> None:
    promise = Promise("words", "I shall be kind")
    assert await table.deal(Goods(), Goods(), Answer.DECLINE, promise)
    assert await table.deal(Goods(), Goods(), Answer.WITHDRAW, promise)
    assert await table.deal(Goods(), Goods(), Answer.ACCEPT, promise, Promise("stay_out", "kyoto"))
    assert await table.deal(Goods(coins=2), Goods(coins=1), Answer.ACCEPT)
    await table.players[TURTLE].offer(Deal(0, TURTLE, LOTUS, promises=(promise,)))
    await table.players[TURTLE].act(move("give koi 1 coins"))
