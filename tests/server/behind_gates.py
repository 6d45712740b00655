"""A table on a server with a gate in front of it for each seat, at which connections can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from protocol.invitation import Invitation
from protocol.limits import Limits
from server.server import Server, open_server
from server.tables.runner import TableRunner
from tests.harness.gates import Gate, open_gate, through
from tests.harness.loopback import HERE, WIDE, a_person, admit, ignore, new_table
from tests.harness.nothing_lost import RememberingPlayer
from tests.waiting import until

PLAYERS = 3


class Scene(NamedTuple):
    """A table on a server, and a gate in front of it for each seat."""

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
        table = await new_table(server, PLAYERS)
        gates = [await stack.enter_async_context(open_gate(server.port)) for _ in table.invitations]
        ways = [through(gate.port, way) for gate, way in zip(gates, table.invitations, strict=True)]
        yield Scene(server, table.runner, gates, ways)


async def seated(scene: Scene) -> list[RememberingPlayer]:
    players = [
        RememberingPlayer(invitation, a_person(number), admit, ignore, WIDE)
        for number, invitation in enumerate(scene.invitations)
    ]
    for player in players:
        await player.sit_down()
    return players


async def begun(scene: Scene) -> list[RememberingPlayer]:
    players = await seated(scene)
    await asyncio.gather(*(player.ready() for player in players))
    await until(lambda: bool(scene.runner.table.prompts))
    return players
