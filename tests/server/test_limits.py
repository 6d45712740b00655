"""Every limit has a test that just fits and one that exceeds it, over real connections to a real server.

Here: connections, time and the meta-test; what is said and what is played is in the neighbouring files.
"""

from __future__ import annotations

import asyncio
import re
import socket
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from client.seat.connection import Connection, connect
from protocol.identity import Identity
from protocol.invitation import Address
from protocol.limits import Limits
from protocol.tls import client_context
from tests.harness.gates import open_gate
from tests.harness.loopback import SLOW
from tests.server.by_hand import ELSEWHERE, HERE, LARGE, Client, Site, exceeds, fits, open_site
from tests.waiting import PATIENCE, fast_forward, let_pass, soon, stop_time, until, whatever_is_ready

BACKLOG = 4
CROWD = {"connections_per_address": 64, "strangers_per_address": 64}


@pytest.mark.parametrize("limit", [field.name for field in msgspec.structs.fields(Limits)])
@pytest.mark.parametrize("kind", ["fits", "exceeds"])
def test_every_limit_has_a_test_of_each_kind(limit: str, kind: str) -> None:
    files = sorted(Path(__file__).parent.glob("test_limits*.py"))
    marks = re.findall(
        rf"^@{kind}\((.+)\)$", "".join(file.read_text("utf-8") for file in files), re.MULTILINE
    )

    assert f'"{limit}"' in " ".join(marks)


# Connections -------------------------------------------------------------------------------------


@fits("connections")
async def test_there_is_room_for_as_many_connections_as_there_may_be(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections=6)) as site:
        clients = [await site.greet() for _ in range(3)]

        for client in clients:
            await client.result("ping")


@exceeds("connections")
async def test_one_guest_too_many_is_sent_away_and_half_of_the_places_are_kept_for_players(
    tmp_path: Path,
) -> None:
    async with open_site(tmp_path, Limits(connections=6)) as site:
        first, *_ = [await site.greet() for _ in range(3)]

        assert await site.is_sent_away(ELSEWHERE)

        await site.lose(first)
        assert not await site.is_sent_away(ELSEWHERE)


@exceeds("connections")
async def test_where_players_have_all_places_one_more_is_closed_before_tls(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections=3)) as site:
        runner = await site.table()
        first, *_ = [await site.seated(runner, name) for name in ("one", "two", "three")]

        assert await site.is_turned_away(ELSEWHERE)

        await site.lose(first)
        assert not await site.is_turned_away(ELSEWHERE)


@fits("connections_per_player")
@exceeds("connections_per_player")
async def test_of_too_many_connections_of_a_player_the_oldest_ends(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections_per_player=2)) as site:
        first = await site.seated(await site.table())
        second = await site.greet(identity=first.identity)
        await first.result("ping")
        third = await site.greet(ELSEWHERE, first.identity)

        assert await first.end() is None
        await second.result("ping")
        await third.result("ping")


@fits("connections_per_address")
async def test_a_full_address_leaves_room_for_others(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections_per_address=2)) as site:
        clients = [await site.greet(address) for address in (HERE, HERE, ELSEWHERE, ELSEWHERE)]

        for client in clients:
            await client.result("ping")


@exceeds("connections_per_address")
async def test_one_guest_too_many_from_an_address_is_sent_away(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections_per_address=2)) as site:
        first, *_ = [await site.greet() for _ in range(2)]

        assert await site.is_sent_away()

        await site.lose(first)
        assert not await site.is_sent_away()


@fits("strangers_per_address")
async def test_who_has_said_who_they_are_makes_room_for_a_stranger(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(strangers_per_address=1)) as site:
        for _ in range(3):
            await site.greet()

        assert not await site.is_turned_away()


@exceeds("strangers_per_address")
async def test_one_stranger_too_many_is_closed_before_tls_while_the_others_shake_hands(
    tmp_path: Path,
) -> None:
    async with open_site(tmp_path, replace(SLOW, strangers_per_address=2)) as site:
        stop_time()
        silent, busy = await site.dial(), await site.reach()
        another = await site.reach()  # in place of one who says nothing

        assert await silent.rest() == b""
        assert await site.is_turned_away()
        assert not await site.is_turned_away(ELSEWHERE)
        let_pass(2)
        assert not await site.is_turned_away()  # in place of one who takes too long
        assert await busy.rest() == b""
        await another.greet()


@fits("strangers")
@exceeds("strangers")
async def test_of_too_many_strangers_one_goes_who_came_from_where_most_did(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, strangers=3)) as site:
        stop_time()
        first, second, third = await site.reach(HERE), await site.reach(HERE), await site.reach(ELSEWHERE)
        assert await site.is_turned_away(ELSEWHERE)  # nobody is disturbed for one more of these
        newcomer = await site.reach("127.0.0.3")

        assert await first.rest() == b""
        for client in (second, third, newcomer):
            await client.greet()


def calls(site: Site, count: int) -> list[bool]:
    """Ring while the server has no time to answer; return who is let into the queue."""
    lines = [socket.socket() for _ in range(count)]
    heard = []
    for number, line in enumerate(lines):
        line.settimeout(PATIENCE if number < BACKLOG else 0.2)
        heard.append(line.connect_ex((HERE, site.server.port)) == 0)
    for line in lines:
        line.close()
    return heard


@fits("backlog")
async def test_so_many_can_wait_for_the_server(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(backlog=BACKLOG, **CROWD)) as site:
        assert calls(site, BACKLOG) == [True] * BACKLOG
        await site.greet()


@exceeds("backlog")
async def test_more_do_not_get_through_until_it_has_time_again(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(backlog=BACKLOG, **CROWD)) as site:
        assert calls(site, BACKLOG + 2)[-1] is False  # Linux lets one more wait than it is told
        await asyncio.sleep(0.01)  # who calls before those are let in tries again only after a second
        await site.greet()


# Time --------------------------------------------------------------------------------------------


@fits("tls_handshake_time")
async def test_a_slow_handshake_is_waited_for(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, tls_handshake_time=1000)) as site:
        wire = await site.dial()
        await until(lambda: site.server.listener.entrances)
        let_pass(900)
        await wire.writer.start_tls(client_context(), server_hostname="")
        client = Client(wire, Identity.make(), LARGE)
        await client.greet()

        await client.result("ping")


@exceeds("tls_handshake_time")
async def test_who_does_not_shake_hands_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, tls_handshake_time=1000)) as site:
        silent, slow = await site.dial(), await site.dial()
        await until(lambda: len(site.server.listener.entrances) == 2)

        await slow.drip(b"\x16\x03\x01\x02\x00\x01" + bytes(20), 50)
        assert await silent.rest() == await slow.rest() == b""
        assert await site.is_empty()


@fits("authentication_time")
async def test_a_slow_greeting_is_waited_for(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, authentication_time=1000)) as site:
        client = await site.reach()
        let_pass(900)
        await client.greet()

        await client.result("ping")


@exceeds("authentication_time")
async def test_who_says_hello_but_not_who_they_are_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, authentication_time=1000)) as site:
        silent, client = await site.reach(), await site.reach()
        client.say_hello()
        assert await soon(client.reader.read(2**16)) != b""  # the welcome
        await until(lambda: len(site.server.listener.connections) == 2)
        let_pass(1500)

        assert await client.rest() == await silent.rest() == b""
        assert await site.is_empty()


@fits("frame_time")
async def test_a_drip_that_is_fast_enough_is_heard(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, frame_time=1000)) as site:
        client = await site.greet()
        asked, data = client.written("ping")
        await client.drip(data, 900 / len(data))

        assert len(await client.answers(asked)) == 1


@fits("frame_time")
async def test_frames_that_overlap_the_pieces_they_come_in_are_each_in_time(tmp_path: Path) -> None:
    """Every frame is whole after 100 seconds, but there is never a moment without an unfinished one."""
    async with open_site(tmp_path, replace(SLOW, frame_time=600)) as site:
        client = await site.greet()
        asked, data = client.written("ping", 9)
        size = len(data) // 9
        for number, start in enumerate(range(-size // 2, len(data), size)):
            client.send(data[max(0, start) : start + size])
            assert len(await client.answers(asked[:number])) == number
            let_pass(100)


@exceeds("frame_time")
async def test_who_does_not_finish_what_they_say_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, frame_time=1000)) as site:
        client = await site.greet()
        _, data = client.written("ping")
        await client.drip(data[:-1], 900 / len(data))

        assert await fast_forward(client.end(), step=100) is None


@fits("idle_time")
async def test_pings_keep_a_connection_alive(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, idle_time=1000)) as site:
        client = await site.greet()
        for _ in range(4):
            let_pass(900)
            await client.result("ping")


@exceeds("idle_time")
async def test_who_is_silent_is_cut(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, idle_time=1000)) as site:
        client = await site.greet()
        let_pass(1500)

        assert await client.end() is None
        assert await site.is_empty()


def has_heard_since(connection: Connection, moment: float) -> bool:
    """Say whether the answer to a ping has come."""
    return connection._heard >= moment  # noqa: SLF001


@fits("ping_interval")
@exceeds("ping_interval")
async def test_a_client_stays_if_it_pings_more_often_than_the_server_loses_patience(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, idle_time=1000)) as site:
        there = Address(HERE, site.server.port)
        lively, lazy = [
            await connect(there, Identity.make(), lambda _: None, replace(SLOW, ping_interval=seconds))
            for seconds in (300, 5000)
        ]
        loop = asyncio.get_running_loop()
        for _ in range(5):
            let_pass(400)
            await until(partial(has_heard_since, lively, loop.time()))

        await soon(lazy.lost)
        assert not lively.lost.done()
        lively.close()
        await soon(lively.lost)


@fits("silence_time")
async def test_a_client_stays_with_a_server_that_answers_now_and_then(tmp_path: Path) -> None:
    async with open_site(tmp_path, SLOW) as site:
        there = Address(HERE, site.server.port)
        limits = replace(SLOW, silence_time=1000, ping_interval=300)
        client = await connect(there, Identity.make(), lambda _: None, limits)
        loop = asyncio.get_running_loop()
        for _ in range(4):
            let_pass(900)
            await until(partial(has_heard_since, client, loop.time()))

        assert not client.lost.done()
        client.close()
        await soon(client.lost)


@exceeds("silence_time")
async def test_a_client_leaves_a_server_that_has_gone_silent(tmp_path: Path) -> None:
    async with open_site(tmp_path, SLOW) as site, open_gate(site.server.port) as gate:
        limits = replace(SLOW, silence_time=1000, ping_interval=300)
        client = await connect(Address(HERE, gate.port), Identity.make(), lambda _: None, limits)
        gate.fall_silent()
        stop_time()
        let_pass(900)
        await whatever_is_ready()
        assert not client.lost.done()
        let_pass(101)

        await soon(client.lost)
        assert client.reason == "The server has gone silent."
