"""Limits of what a server keeps and tells: slow readers, long stories, full journals, many games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.seat.connection import refusal
from core.kinds import InputError
from protocol.entries import Said
from protocol.errors import Code, ProtocolError
from protocol.limits import KIB, MIB, Limits
from protocol.messages import Item, SeatNow, Sync, Synced, TableNow
from protocol.pace import Terms
from protocol.rpc import encode_notification
from server.tables.runner import TableRunner
from tests.harness.hearing import sworn_at
from tests.harness.loopback import SLOW
from tests.refusing import refused
from tests.server.by_hand import SEATS, Client, Site, exceeds, fits, open_site
from tests.waiting import let_pass, soon, stop_time, whatever_is_ready

FAST = 1e6
MANY = 10**6
LONG = "\N{JAPANESE OGRE}" * 499 + "."
"""The text with the most bytes."""


# Readers -----------------------------------------------------------------------------------------


HERE = tuple(SeatNow(seat) for seat in range(16))
WORD = encode_notification("table", TableNow(HERE, 0, is_frozen=False, nodes=("." * 31,)))
assert KIB % len(WORD) == 0


async def deaf(site: Site) -> Client:
    """Let somebody in who no longer reads."""
    client = await site.greet(buffer=4 * KIB)
    client.writer.transport.pause_reading()  # type: ignore[attr-defined]
    return client


def tell_all(site: Site, size: int) -> None:
    """Tell everybody this many bytes in one moment."""
    for connection in site.server.listener.connections:
        for _ in range(size // len(WORD)):
            connection.tell(WORD)


async def listen(client: Client, size: int) -> None:
    """Read again, until this much has come."""
    client.writer.transport.resume_reading()  # type: ignore[attr-defined]
    await soon(client.reader.readexactly(size))


async def is_dropped(site: Site, seconds: float) -> bool:
    """Say whether within that time the server drops everybody."""
    let_pass(seconds)
    await whatever_is_ready()  # the server looks at its clock, and connections end
    return not site.server.listener.connections


@fits("write_buffer_size")
async def test_who_reads_nothing_of_little_is_left_alone(tmp_path: Path) -> None:
    limits = replace(SLOW, write_buffer_size=16 * MIB, drain_time=200, output_queue_size=64 * MIB)
    async with open_site(tmp_path, limits) as site:
        client = await deaf(site)
        tell_all(site, 8 * MIB)

        assert not await is_dropped(site, 500)
        await listen(client, 8 * MIB)
        await client.result("ping")


@exceeds("write_buffer_size", "drain_time")
async def test_who_reads_nothing_for_too_long_is_dropped(tmp_path: Path) -> None:
    limits = replace(SLOW, write_buffer_size=64 * KIB, drain_time=1000, output_queue_size=64 * MIB)
    async with open_site(tmp_path, limits) as site:
        await deaf(site)
        tell_all(site, 8 * MIB)

        assert not await is_dropped(site, 900)
        assert await is_dropped(site, 500)


@fits("drain_time", "output_queue_size")
async def test_who_reads_on_in_time_misses_nothing_and_stays(tmp_path: Path) -> None:
    limits = replace(SLOW, write_buffer_size=64 * KIB, drain_time=1000, output_queue_size=9 * MIB)
    async with open_site(tmp_path, limits) as site:
        client = await deaf(site)
        tell_all(site, 8 * MIB)

        assert not await is_dropped(site, 900)
        await listen(client, 8 * MIB)
        assert not await is_dropped(site, 2000)
        await client.result("ping")


@exceeds("drain_time")
async def test_who_is_sent_away_and_reads_on_only_a_little_is_dropped_too(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, drain_time=1000, output_queue_size=64 * MIB)) as site:
        await deaf(site)
        tell_all(site, 8 * MIB)
        await asyncio.sleep(0)
        [connection] = site.server.listener.connections
        connection.dismiss("stops", is_final=True)
        connection.resume_writing()  # as the transport does when little is left in its buffer

        assert not await is_dropped(site, 900)
        assert await is_dropped(site, 500)


@exceeds("output_queue_size")
async def test_who_has_too_much_left_to_read_is_dropped_at_once(tmp_path: Path) -> None:
    async with open_site(tmp_path, replace(SLOW, output_queue_size=MIB)) as site:
        await deaf(site)
        tell_all(site, 8 * MIB)

        assert await is_dropped(site, 0)


async def test_a_slow_reader_is_dropped_without_others_noticing_and_can_come_back(tmp_path: Path) -> None:
    async with open_site(
        tmp_path, Limits(output_queue_size=256 * KIB, request_burst=MANY, identity_request_rate=FAST)
    ) as site:
        runner = await site.table()
        speaker, watcher = await site.seated(runner), await deaf(site)
        stop_time()  # nobody waits for anybody
        for number in range(128):
            tell_all(site, 64 * KIB)
            await speaker.result("ping")
            if number % 40 == 0:
                await speaker.result("do", Said(speaker.seat, number, (), "words"))

        assert len(site.server.listener.connections) == 1
        again = await site.greet(identity=watcher.identity)
        await again.watch(runner)
        assert [item.number for item in await whole_story(again)] == list(range(6))


async def test_a_peer_that_vanishes_without_a_word_is_forgotten(tmp_path: Path) -> None:
    """Neither a FIN nor a RST comes: the way to the server has fallen silent."""
    async with open_site(tmp_path, replace(SLOW, idle_time=1000)) as site:
        runner = await site.table()
        client = await site.seated(runner)
        [info] = [seat for seat in runner.info().seats if seat.player]
        assert info.is_present
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        assert await is_dropped(site, 1500)

        [info] = [seat for seat in runner.info().seats if seat.player]
        assert not info.is_present
        again = await site.greet(identity=client.identity)
        await again.result("join", again.join(runner, None, "somebody"))


# Stories -----------------------------------------------------------------------------------------


async def whole_story(client: Client) -> list[Item]:
    """Ask for the story, part by part."""
    items: list[Item] = []
    is_all = False
    while not is_all:
        synced: Synced = await client.result("sync", Sync(len(items)))
        is_all = synced.is_all
        items += synced.items
    return items


async def chat(site: Site, runner: TableRunner, count: int) -> None:
    speaker = await site.seated(runner, "speaker")
    seat = runner.seat_of(speaker.identity.public.raw)
    assert seat is not None
    for number in range(count):
        await runner.do(
            sworn_at(runner, speaker.identity, Said(seat, number, (), LONG)), speaker.identity.public
        )


@fits("frame_size_to_client")
async def test_a_long_story_comes_in_messages_that_a_client_takes(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(chat_rate=FAST, chat_burst=MANY)) as site:
        runner = await site.table()
        await chat(site, runner, 540)
        client = await site.reach(limits=Limits())
        await client.greet()
        await client.watch(runner)

        items = await whole_story(client)

        assert len(items) == 542
        assert sum(len(LONG.encode()) for item in items if isinstance(item.entry, Said)) > MIB
        assert client.largest < Limits().frame_size_to_client // 2


@exceeds("frame_size_to_client")
async def test_a_client_hears_no_message_that_is_too_large(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(chat_rate=FAST, chat_burst=MANY)) as site:
        runner = await site.table()
        await chat(site, runner, 5)
        client = await site.reach(limits=Limits(frame_size_to_client=4 * KIB))
        await client.greet()
        await client.watch(runner)

        with pytest.raises(ProtocolError) as caught:
            await client.do("sync", Sync(0))
        assert caught.value.code is Code.FRAME_TOO_LARGE


# Journals and seats ------------------------------------------------------------------------------


@fits("journal_size")
async def test_talk_of_one_leaves_room_in_the_journal_for_others_and_for_the_game(tmp_path: Path) -> None:
    limits = Limits(journal_size=24 * KIB, chat_rate=FAST, chat_burst=MANY)
    async with open_site(tmp_path, limits) as site:
        runner = await site.table()
        speaker, other = await site.seated(runner, "speaker"), await site.seated(runner, "other")
        texts = [await speaker.do("do", Said(speaker.seat, number, (), "." * 500)) for number in range(12)]

        refused = [text.error for text in texts if text.error is not None]
        assert 1 <= len(refused) <= 8
        assert "reserved for the others" in str(refusal(refused[0]))
        await other.result("do", Said(other.seat, 0, (), "words"))
        await speaker.result("stand")


@exceeds("journal_size")
async def test_a_full_journal_takes_nothing_more_but_can_be_read(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(journal_size=4 * KIB)) as site:
        runner = await site.table()
        client = await site.seated(runner)
        late, token = await site.greet(), await site.server.lobby.invite(runner)
        with refused("full"):
            await asyncio.gather(*(site.server.lobby.invite(runner) for _ in range(100)))

        assert "full" in await late.refusal("join", late.join(runner, token, "late"))
        assert len(await whole_story(client)) == 2
    async with open_site(tmp_path, Limits(journal_size=4 * KIB)) as site:
        assert list(site.server.lobby.runners) == [runner.name]


@fits("seats_per_game")
async def test_a_table_may_have_as_many_seats_as_allowed(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(seats_per_game=3)) as site:
        assert len((await site.table()).table.seats) == 3


@exceeds("seats_per_game")
async def test_a_table_with_more_seats_is_not_opened(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(seats_per_game=3)) as site:
        with pytest.raises(InputError):
            await site.server.lobby.open("rising_sun", (*SEATS, "dragonfly"), {}, Terms())


async def sit_down(site: Site, client: Client, runner: TableRunner) -> str:
    """Sit down at one more table, and return what prevents it."""
    token = await site.server.lobby.invite(runner)
    answer = await client.do("join", client.join(runner, token, "she"))
    if answer.error is not None:
        return str(refusal(answer.error))
    await client.result("leave")
    return ""


@fits("games_per_identity")
@exceeds("games_per_identity")
async def test_a_player_sits_at_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with open_site(tmp_path, Limits(games_per_identity=2)) as site:
        tables = [await site.table() for _ in range(3)]
        client = await site.greet()

        heard = [await sit_down(site, client, runner) for runner in tables]

        assert heard == ["", "", "You already sit at 2 tables."]
        await client.result("join", client.join(tables[0], None, "she"))
        assert await sit_down(site, await site.greet(), tables[2]) == ""
