"""The journal of a finished game, for all who played: as the server keeps it, and for nobody else."""

from __future__ import annotations

import msgspec
import pytest

from protocol.entries import Said, Written
from protocol.limits import Limits
from protocol.messages import Log, Logged
from server.door import lobby
from server.tables.runner import TableRunner
from tests.refusing import refused
from tests.server.on_paper import Guest, Stage, play_until

LONG = "\N{JAPANESE OGRE}" * 499 + "."
"""The text with the most bytes."""


@pytest.fixture
def limits() -> Limits:
    return Limits(chat_rate=1e6, chat_burst=10**6)


async def pages_of(guest: Guest) -> list[Logged]:
    """Ask for the log, part by part."""
    pages: list[Logged] = []
    while not pages or not pages[-1].is_all:
        pages.append(await guest.ask("log", Log(sum(len(page.entries) for page in pages))))
    return pages


async def kept(stage: Stage, runner: TableRunner) -> list[Written]:
    return [Written(entry.at_ms, entry.data) for entry in await stage.store.entries(runner.name)]


def entries_in(pages: list[Logged]) -> list[Written]:
    return [written for page in pages for written in page.entries]


async def test_all_who_played_get_the_journal_as_it_is_kept(stage: Stage) -> None:
    runner, guests = await stage.over()
    [game] = await stage.store.games()
    for guest in guests:
        pages = await pages_of(guest)

        assert entries_in(pages) == await kept(stage, runner)
        assert {page.created_ms for page in pages} == {game.created_ms}


async def test_a_long_journal_comes_in_messages_that_a_client_takes(stage: Stage) -> None:
    runner, (guest, *_) = await stage.over()
    for number in range(300):
        await guest.ask("do", Said(guest.seat, number, (), LONG))
    pages = await pages_of(guest)

    assert entries_in(pages) == await kept(stage, runner)
    assert len(pages) > 2
    sizes = [len(msgspec.msgpack.encode(page)) for page in pages]
    assert max(sizes) < stage.lobby.limits.frame_size_to_client // 2


@pytest.mark.parametrize("size", [1, 3000])
async def test_however_small_the_parts_nothing_is_left_out(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    runner, (guest, *_) = await stage.over()
    monkeypatch.setattr(lobby, "BYTES_IN_A_PART", size)
    pages = await pages_of(guest)

    assert entries_in(pages) == await kept(stage, runner)
    assert all(page.entries for page in pages)


async def test_a_part_has_what_is_there_now(stage: Stage) -> None:
    _, (guest, other, *_) = await stage.over()
    count = len(entries_in(await pages_of(guest)))
    assert await guest.ask("log", Log(count)) == Logged((await pages_of(guest))[0].created_ms, (), True)

    await other.ask("do", Said(other.seat, 0, (), "Well played."))

    more: Logged = await guest.ask("log", Log(count))
    assert (len(more.entries), more.is_all) == (1, True)
    with refused("know more about this table"):
        await guest.ask("log", Log(count + 2))


async def test_who_comes_back_later_still_gets_it(stage: Stage) -> None:
    runner, guests = await stage.over()
    before = entries_in(await pages_of(guests[0]))
    for guest in guests:
        guest.leave()
    await stage.lobby.aclose()
    stage.lobby = lobby.Lobby(stage.lobby.host, stage.store, stage.lobby.limits, stage.clock.time)
    await stage.lobby.resume()
    guest = stage.guest(guests[0].identity)
    await guest.sit_down(runner)

    assert entries_in(await pages_of(guest)) == before


async def test_nobody_gets_it_before_the_end(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)

    with refused("not over yet"):
        await guests[0].ask("log", Log(0))
    await play_until(guests, lambda table: not table.prompts and table.rounds > 1)
    with refused("not over yet"):
        await guests[0].ask("log", Log(0))


async def test_who_has_not_played_does_not_get_it(stage: Stage) -> None:
    runner, _ = await stage.over()
    stranger = stage.guest()
    with refused("invitation"):
        await stranger.sit_down(runner)
    await stranger.sit_down(runner, is_watching=True)

    with refused("You are watching"):
        await stranger.ask("log", Log(0))
