"""A table on a server with a gate before it for each seat, at which connections can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from client.seat.player import News, Person
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.harness.killed_server import HERE, WIDE, Gate, invite, new_table, through
from tests.harness.siege import Witness, admit
from tests.waiting import until

PLAYERS = 3


class Scene(NamedTuple):
    """A table on a server, and a gate before it for each seat."""

    server: Server
    runner: TableRunner
    gates: list[Gate]
    invitations: list[Invitation]


@asynccontextmanager
async def scene_in(data: Path, limits: Limits = WIDE) -> AsyncIterator[Scene]:
    async with open_server(data, HERE, 0, limits) as server, scene_at(server) as scene:
        yield scene


@asynccontextmanager
async def scene_at(server: Server) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        runner = await new_table(server.lobby, PLAYERS)
        invitations = await invite(server, runner)
        gates = [await stack.enter_async_context(aclosing(Gate(server.port))) for _ in invitations]
        ports = [await gate.open() for gate in gates]
        yield Scene(server, runner, gates, list(map(through, ports, invitations)))


def unheard(_: News) -> None:
    """Take no notice."""


async def seated(scene: Scene) -> list[Witness]:
    players = [
        Witness(invitation, Person(Identity.make(), f"Player {number}"), admit, unheard, WIDE)
        for number, invitation in enumerate(scene.invitations)
    ]
    for player in players:
        await player.sit_down()
    return players


async def begun(scene: Scene) -> list[Witness]:
    players = await seated(scene)
    await asyncio.gather(*(player.ready() for player in players))
    await until(lambda: bool(scene.runner.table.prompts))
    return players
