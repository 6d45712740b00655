"""Flooding a server gains nothing: memory stays level, nobody inside is forgotten, and others play on."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from core.bots.levels import bot_named
from protocol.entries import Chose
from protocol.limits import KIB, MIB, Limits
from server.door.listener import Entrance
from server.server import open_server
from server.tables.runner import TableRunner
from tests.harness.loopback import SLOW
from tests.harness.sealers import go_through
from tests.server.by_hand import ELSEWHERE, HERE, Client, Site, open_site
from tests.waiting import let_pass, soon, stop_time, until

ROOMY = replace(
    SLOW,
    connections=160,
    connections_per_address=70,
    strangers=80,
    strangers_per_address=64,
    mistake_cost=1,
    address_burst=10**6,
)
"""Room for a flood: the flooder is neither turned away at the door nor fined."""

BOMBS = (
    b"\xdc\xff\xff" * 1300,  # nested wide arrays
    b"\xdd\xff\xff\xff\xff" * 800,  # nested widest arrays
    b"\xdf\xff\xff\xff\xff" * 800,  # widest maps
    b"\x91" * 4000,  # deep arrays
    b"\xc6\xff\xff\xff\xff",  # a longest bin
    b"\xdb\xff\xff\xff\xff",  # a longest text
    b"\xc9\xff\xff\xff\xff\x01",  # a longest extension
    b"\x94\x00\x20\xa4sync" + b"\xdc\xff\xff" * 1300,  # in a call
    b"\x94\x00\x20\xa4ping\x90" * 400,  # the same call again and again
    b"\x94\x01\x01\xc0\xc0",  # an answer that nobody asked for
    b"\xc1",  # no msgpack at all
)
FILLER = bytes(80 * KIB)


def resident() -> int:
    """Give the memory of this process, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Game:
    """Three honest players, who have begun to play."""

    def __init__(self, runner: TableRunner, players: list[Client]) -> None:
        self.runner = runner
        self._players = {client.seat: client for client in players}
        self._bot = bot_named("random", runner.table.game, Random(1))

    async def move(self) -> None:
        """Let everybody answer who is asked."""
        table = self.runner.table
        moves = table.moves
        if table.round is not None:
            await go_through(table, self._players.values())
        for seat, prompt in list(table.prompts.items()):
            if table.prompts.get(seat) == prompt:
                line = table.game.line_of(self._bot.choose(table.view_for(seat)))
                await self._players[seat].result("do", Chose(seat, prompt.number, line))
        assert table.moves > moves

    async def move_during(self, floods: Iterable[Awaitable[None]]) -> float:
        """Play while one flood follows another; return how much our moves cost at most, in seconds of CPU."""
        longest = 0.0
        for flood in floods:
            under_way, then = asyncio.ensure_future(flood), time.process_time()
            await self.move()
            longest = max(longest, time.process_time() - then)
            await under_way
        return longest


async def game(site: Site) -> Game:
    runner = await site.table()
    players = [await site.seated(runner, name) for name in ("one", "two", "three")]
    await site.begin(runner, players)
    return Game(runner, players)


# Floods ------------------------------------------------------------------------------------------

Flood: TypeAlias = Callable[[Site], Awaitable[None]]


async def bombs_of_strangers(site: Site) -> None:
    for bomb in BOMBS:
        client = await site.reach(ELSEWHERE)
        client.send(bomb + FILLER)
        await client.rest()


async def bombs_of_players(site: Site) -> None:
    for bomb in BOMBS:
        client = await site.greet(ELSEWHERE)
        client.send(bomb + FILLER)
        await client.rest()


async def garbage_instead_of_tls(site: Site) -> None:
    for garbage in (
        bytes(4 * KIB),
        b"GET / HTTP/1.1\r\n\r\n",
        os.urandom(32 * KIB),
        b"\x16\x03\x01\xff\xff" * 99,
    ):
        wire = await site.dial(ELSEWHERE)
        wire.send(garbage)
        await wire.rest()


async def tls_and_then_garbage(site: Site) -> None:
    client = await site.greet(ELSEWHERE)
    line = client.writer.get_extra_info("socket")
    os.write(line.fileno(), os.urandom(32 * KIB))  # past TLS, into the stream of its records
    await client.rest()


async def frames_without_end(site: Site) -> None:
    client = await site.greet(ELSEWHERE)
    client.send(b"\xdd\xff\xff\xff\xff")
    with suppress(ConnectionError):
        for _ in range(200):
            client.send(b"\x00" * KIB)
            await client.writer.drain()
    await client.rest()


async def connections_that_come_and_go(site: Site) -> None:
    wires = await asyncio.gather(*(site.dial(ELSEWHERE) for _ in range(64)))
    for wire in wires:
        await wire.vanish()


async def handshakes_broken_off(site: Site) -> None:
    clients = await asyncio.gather(*(site.reach(ELSEWHERE) for _ in range(16)))
    for client in clients:
        await client.vanish()


async def requests_without_waiting(site: Site) -> None:
    client = await site.greet(ELSEWHERE)
    with suppress(ConnectionError):
        for _ in range(20):
            client.ask_together("tables", 30)
            await client.writer.drain()
    await client.rest()


FLOODS: dict[Flood, int] = {
    bombs_of_strangers: 5,
    bombs_of_players: 5,
    garbage_instead_of_tls: 25,
    tls_and_then_garbage: 25,
    frames_without_end: 10,
    connections_that_come_and_go: 16,
    handshakes_broken_off: 6,
    requests_without_waiting: 10,
}
"""Each with how often it is repeated."""


@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.__name__)
async def test_a_flood_costs_no_memory_leaves_nobody_inside_and_stops_no_game(
    tmp_path: Path, flood: Flood, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_site(tmp_path, ROOMY) as site:
        honest = await game(site)
        await honest.move_during(flood(site) for _ in range(3))  # now everything has been used
        before = resident()

        longest = await honest.move_during(flood(site) for _ in range(FLOODS[flood]))

        assert resident() - before < 8 * MIB
        assert longest < 1
        await honest.move()
        assert await site.is_empty()
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


async def test_who_is_gone_takes_no_memory_even_before_the_collector_comes(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections_per_address=4)) as site:
        gc.collect()
        gc.disable()
        try:
            for _ in range(20):
                await asyncio.gather(*(site.dial() for _ in range(8)))
                await site.greet(ELSEWHERE)
                await site.vanish()
            await until(lambda: sum(isinstance(thing, Entrance) for thing in gc.get_objects()) < 8)
        finally:
            gc.enable()


async def test_with_the_limits_of_every_day_a_flood_is_turned_away_and_others_come_in(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits()) as site:
        stop_time()  # so that no fine is paid off
        for _ in range(2):
            with suppress(ConnectionError):
                await bombs_of_strangers(site)

        assert await site.is_turned_away(ELSEWHERE)
        await (await game(site)).move()


async def test_silent_strangers_from_everywhere_are_gone_after_a_moment(tmp_path: Path) -> None:
    limits = replace(SLOW, connections=8, tls_handshake_time=1000, authentication_time=1000)
    async with open_site(tmp_path, limits) as site:
        for number in range(1, 5):
            await site.dial(f"127.0.1.{number}")
            await site.reach(f"127.0.1.{number}")
        await site.is_turned_away()  # by now all others have been noticed

        let_pass(1500)
        await until(lambda: not site.server.listener.entrances)
        await site.greet()


async def test_a_house_that_closes_leaves_nobody_on_its_doorstep(tmp_path: Path) -> None:
    """Not even those who have connected and said nothing, or broken the handshake off in the middle."""
    async with open_server(tmp_path, HERE, 0, Limits(tls_handshake_time=60)) as server:
        site = Site(server)
        wires = [await site.dial(), await site.dial()]
        wires[1].send(b"\x16\x03\x01\x02\x00\x01")
        await site.greet()
    try:
        assert [await wire.rest() for wire in wires] == [b"", b""]
    finally:
        await site.vanish()


async def test_who_is_let_in_while_the_house_closes_is_sent_away(tmp_path: Path) -> None:
    """A connection can be accepted before the server stops listening, and be handed over after that."""
    async with open_server(tmp_path, HERE, 0, Limits()) as server:
        pass
    with socket.create_server((HERE, 0)) as bell, socket.create_connection(bell.getsockname()) as late:
        line, _ = bell.accept()
        late.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(lambda: Entrance(server.listener), line)

        assert await soon(loop.sock_recv(late, 1)) == b""
        assert not server.listener.entrances
