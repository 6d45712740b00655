"""A club's server, and those who come to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from client.seat.connection import Connection, connect
from client.seat.news import Person
from client.seat.player import Player
from protocol.entries import Access
from protocol.identity import Identity, PublicKey
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.limits import Limits
from protocol.messages import OpenTable, TableNamed
from server.door.lobby import Club
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.harness.loopback import HERE, WIDE, admit, ignore
from tests.waiting import patience

SEATS = ("koi", "lotus", "turtle")
PASSWORD = "open, sesame"  # noqa: S105 (of no real table)


async def no_bots(_: TableRunner, __: int, ___: str) -> None:
    """Bring nobody."""


@asynccontextmanager
async def a_club(
    folder: Path, limits: Limits = WIDE, *, members: tuple[Identity, ...] = ()
) -> AsyncIterator[Server]:
    """Run a server on which members, or everybody if none are named, may open tables."""
    keys = {member.public for member in members}

    def may_open(player: PublicKey) -> bool:
        return not members or player in keys

    async with open_server(folder / "data", HERE, 0, limits) as server:
        server.lobby.club = Club(may_open, no_bots)
        yield server


@asynccontextmanager
async def a_visit(server: Server, identity: Identity) -> AsyncIterator[Connection]:
    connection = await connect(Address(HERE, server.port), identity, admit, WIDE)
    try:
        yield connection
    finally:
        connection.close()
        await asyncio.wait([connection.lost])


async def opened(server: Server, owner: Identity, wish: OpenTable) -> str:
    async with a_visit(server, owner) as connection:
        answer: TableNamed = await connection.request("open", wish)
        return answer.table


def a_wish(access: Access, password: str | None = None) -> OpenTable:
    return OpenTable("rising_sun", SEATS, access=access, password=password)


def to(server: Server, table: str, token: bytes | None = None) -> Invitation:
    return Invitation(Address(HERE, server.port), table, host_key_hash(server.lobby.host.public), token)


async def seated(invitation: Invitation, name: str, password: str | None = None) -> Player:
    person = Person(Identity.make(), name, password=password)
    player = Player(invitation, person, admit, ignore, WIDE)
    async with patience():
        await player.sit_down()
    return player


async def all_leave(*players: Player) -> None:
    for player in players:
        await player.leave()
