"""A server on this machine, tables on it, and those who sit down there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from client.seat.bot_player import BotPlayer
from client.seat.news import News, Person
from client.seat.player import Player
from core.catalog import game_named
from protocol.entries import Stamped
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.pace import Terms
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.harness.logs import identity, stamps_in
from tests.waiting import patience

HERE = "127.0.0.1"
GAME = "rising_sun"
MANY = 10**9
AGES = 1e6
SLOW = Limits(
    tls_handshake_time=AGES,
    authentication_time=AGES,
    frame_time=AGES,
    idle_time=AGES,
    silence_time=AGES,
    drain_time=AGES,
)
"""Limits that leave all the time in the world, so that one limit can be tested on its own."""
WIDE = replace(
    SLOW,
    connections=MANY,
    connections_per_player=MANY,
    connections_per_address=MANY,
    strangers=MANY,
    strangers_per_address=MANY,
    backlog=1024,
    request_rate=MANY,
    request_burst=MANY,
    identity_request_rate=MANY,
    byte_rate=MANY,
    chat_rate=MANY,
    chat_burst=MANY,
    games_per_identity=MANY,
    tables_per_address=MANY,
)
"""Limits nobody meets: players are many, at one address, and never wait."""

SomePlayer = TypeVar("SomePlayer", bound=Player)
SomeBot = TypeVar("SomeBot", bound=BotPlayer)


def admit(_: object) -> None:
    """Accept every host."""


def ignore(_: News) -> None:
    """Take no notice."""


def a_person(number: int, **more: Any) -> Person:
    return Person(Identity.make(), f"Player {number}", **more)


def a_server(data: Path, port: int = 0, player: bytes = b"") -> AbstractAsyncContextManager[Server]:
    return open_server(data, HERE, port, WIDE, player)


class OpenTable(NamedTuple):
    """A table on a server, and the unused invitations to its seats."""

    server: Server
    runner: TableRunner
    invitations: list[Invitation]

    @property
    def name(self) -> str:
        return self.runner.name

    def invite(self) -> Invitation:
        """Return an invitation to a seat or, when there is none left, one to watch."""
        return self.invitations.pop(0) if self.invitations else self.invite_to_watch()

    def invite_to_watch(self) -> Invitation:
        return self.server.invitation(HERE, self.runner.name)

    async def seat(
        self, person: Person, kind: type[SomePlayer], on_news: Callable[[News], None] = ignore
    ) -> SomePlayer:
        invitation = self.invite_to_watch() if person.is_watching else self.invite()
        player = kind(invitation, person, admit, on_news, WIDE)
        await player.sit_down()
        return player

    async def seat_bot(
        self, person: Person, seed: int, kind: type[SomeBot], level: str = "random"
    ) -> SomeBot:
        bot = kind(self.invite(), admit, person, level, Random(seed), WIDE)
        await bot.sit_down()
        return bot

    async def stamps(self) -> list[Stamped]:
        """Return the journal so far."""
        return stamps_in(await self.server.lobby.journal.entries(self.runner.name))

    async def play(self, bots: Iterable[BotPlayer]) -> None:
        """Let everybody play to the end, and sign off."""
        async with patience():
            await asyncio.gather(*(bot.play_on() for bot in bots))
            await self.runner.settled.wait()


async def new_table(
    server: Server, players: int = 3, game: str = GAME, terms: Terms | None = None, seed: str = ""
) -> OpenTable:
    """Open a table with this many seats, and invite to all of them."""
    seats = game_named(game).seat_names[:players]
    runner = await server.lobby.open(game, seats, {}, terms or Terms(), seed)
    tokens = [await server.lobby.invite(runner) for _ in seats]
    return OpenTable(server, runner, [server.invitation(HERE, runner.name, token) for token in tokens])


@asynccontextmanager
async def a_table(
    data: Path,
    players: int = 3,
    game: str = GAME,
    terms: Terms | None = None,
    host: Identity | None = None,
    seed: str = "a seed",
) -> AsyncIterator[OpenTable]:
    """Open a table on its own server, perhaps of a host who plays."""
    async with a_server(data, player=host.public.raw if host is not None else b"") as server:
        yield await new_table(server, players, game, terms, seed)


# Whole games -------------------------------------------------------------------------------------


async def play_a_game(folder: Path, game: str = GAME) -> str:
    """Let guests who choose at random play a game to its end; return the name of the table."""
    async with a_table(folder / "data", game=game) as table:
        await play_at(table, folder)
        return table.runner.name


async def play_at(table: OpenTable, folder: Path) -> None:
    """Let guests who choose at random play to the end, and leave."""
    numbers = range(len(table.invitations))
    await table.play([await table.seat_bot(guest(folder, number), number, BotPlayer) for number in numbers])


def guest(folder: Path, number: int = 0) -> Person:
    """Return somebody who keeps things, and whose key everybody knows."""
    return Person(identity(number), f"Player {number}", home=folder / f"home {number}")
