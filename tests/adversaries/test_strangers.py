"""Players with a seat get in, whatever strangers do at the door; over real connections to a real server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import pytest
from msgspec.structs import replace

from protocol.entries import Said
from protocol.errors import Code
from protocol.limits import Limits
from protocol.rpc import Request, encode, encode_params
from tests.harness.hearing import sworn_at
from tests.server.by_hand import ELSEWHERE, HERE, Client, Site, open_site
from tests.waiting import stop_time

NONSENSE = b"\xc1" * 64
NOT_NORMAL = normalize("NFD", "caf\u00e9")


async def come_back(site: Site, player: Client, source: str = HERE) -> None:
    """Let a player who has a seat come in once more, and do something."""
    again = await site.greet(source, player.identity)
    await again.result("ping")
    await site.lose(again)


async def test_64_idle_connections_from_8_addresses_keep_no_player_out(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits()) as site:
        player = await site.seated(await site.table())
        stop_time()  # nobody is too late
        for place in range(64):
            await site.dial(f"127.0.0.{place % 8 + 1}")

        for place in range(8):
            await come_back(site, player, f"127.0.0.{place + 1}")
        await come_back(site, player, "127.0.1.1")
        await player.result("ping")


async def test_strangers_who_shake_hands_and_then_fall_silent_keep_no_player_out(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits()) as site:
        player = await site.seated(await site.table())
        stop_time()
        for place in range(64):
            with suppress(ConnectionError):
                await site.reach(f"127.0.0.{place % 16 + 2}")

        await come_back(site, player)


async def test_guests_take_no_place_of_a_player(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(connections=8)) as site:
        player = await site.seated(await site.table())
        guests = [await site.greet(f"127.0.0.{place + 2}") for place in range(4)]

        assert await site.is_sent_away(ELSEWHERE)
        await come_back(site, player)
        for guest in guests:
            await guest.result("ping")


async def test_who_sends_nonsense_after_the_handshake_pays_alone(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits()) as site:
        bad = await site.greet()
        stop_time()  # so that no fine is paid off
        for _ in range(5):
            bad.send(NONSENSE)
            await bad.rest()
            bad = await site.greet(identity=bad.identity)

        assert await site.is_sent_away(identity=bad.identity)
        assert not await site.is_sent_away()
        await site.seated(await site.table())


async def test_who_sends_nonsense_instead_of_shaking_hands_locks_no_player_out_at_that_address(
    tmp_path: Path,
) -> None:
    async with open_site(tmp_path, Limits()) as site:
        player = await site.seated(await site.table())
        stop_time()
        for address in (HERE, ELSEWHERE):
            for _ in range(6):
                wire = await site.reach(address) if not await site.is_turned_away(address) else None
                if wire is not None:
                    wire.send(NONSENSE)
                    await wire.rest()

        assert await site.is_turned_away(ELSEWHERE)  # nobody plays there
        await come_back(site, player)


async def test_a_text_that_is_not_in_normal_form_is_a_mistake_like_any_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_site(tmp_path, Limits(mistake_cost=40)) as site:
        runner = await site.table()
        player = await site.seated(runner)
        stop_time()
        said = sworn_at(runner, player.identity, Said(player.seat, 0, (), "words"))
        player.send(encode(Request(99, "do", encode_params(replace(said, words=NOT_NORMAL)))))

        assert await player.end() is Code.NOT_CANONICAL
        assert await site.is_sent_away(identity=player.identity)
        assert not runner.is_frozen
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


async def test_a_burst_of_idle_connections_from_a_players_own_address_does_not_lock_it(
    tmp_path: Path,
) -> None:
    async with open_site(tmp_path, Limits()) as site:
        player = await site.seated(await site.table())
        stop_time()

        async def burst() -> None:
            for _ in range(60):
                await site.dial()

        under_way = asyncio.ensure_future(burst())
        for _ in range(3):
            await come_back(site, player)
        await under_way
