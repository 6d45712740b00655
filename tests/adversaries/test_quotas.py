"""Whatever a seat keeps doing, there is room left to finish the game; and no table just stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock, MagicMock

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from core.kinds import RulesError
from protocol.entries import Applied, AskedBack, Chose, Consented, Stamped, TookBack, Voted
from protocol.limits import KIB, MIB, Limits
from protocol.pace import Absence, Terms
from protocol.policy import make_keys
from server.store.interface import GameState
from server.tables.journal import TableJournal
from tests.harness.logs import HOST
from tests.refusing import refused
from tests.server.on_paper import Clock, Guest, Stage, alone, play_until, settle

SMALL = Limits(journal_size=2 * MIB, chat_rate=1e6, chat_burst=10**6)
"""Half of it is for the game; each of three players who only play takes about a tenth of that."""
OFTEN = 3000
"""This many times would have filled it."""


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    clock = Clock()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", clock.call_later)
    async with aclosing(Stage(tmp_path / "tables.sqlite", clock, SMALL)) as stage:
        yield stage


async def take_back(guest: Guest) -> None:
    """Choose something and take it back, the same each time: others may uncover what cannot be taken back."""
    assert guest.runner is not None
    table = guest.runner.table
    number, decision = table.prompts[guest.seat]
    await guest.ask("do", Chose(guest.seat, number, table.game.line_of(decision.sample(Random(1)))))
    await guest.ask("do", TookBack(guest.seat, number))


async def somebody_who_can(guests: list[Guest], what: Callable[[Guest], Awaitable[None]]) -> Guest:
    """Play on until somebody is asked something after which they can do this."""
    while True:
        guest = await alone(guests)
        try:
            await what(guest)
        except RulesError:
            continue
        return guest


async def until_refused(what: Callable[[], Awaitable[None]]) -> str:
    for _ in range(OFTEN):
        try:
            await what()
        except RulesError as error:
            return error.phrase.message
    return "never"


async def test_choosing_and_taking_back_for_ever_leaves_room_to_finish(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    for _ in range(2):
        guest = await somebody_who_can(guests, take_back)
        assert await until_refused(lambda: take_back(guest)) == "refuse-done-too-often"  # noqa: B023

    await play_until(guests, lambda table: table.is_revealed)
    assert not runner.is_frozen


async def test_what_is_taken_back_is_counted_after_a_restart_too(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    guest = await somebody_who_can(guests, take_back)
    await until_refused(lambda: take_back(guest))
    [*_, last] = runner.table.past
    assert last.prompt is not None

    runner = await stage.restart(runner)
    guests = [stage.guest(each.identity) for each in guests]
    for each in guests:
        await each.join(runner)
    again = next(each for each in guests if each.seat == guest.seat)
    with refused("Play on"):
        await again.ask("do", TookBack(again.seat, last.prompt))


async def test_asking_to_take_back_costs_what_was_played_since(stage: Stage) -> None:
    """Everybody may agree again and again; the game is replayed, and comes to an end at last."""
    runner = await stage.table()
    guests = await stage.begun(runner)
    greedy = guests[0]

    async def go_back() -> None:
        first = next(
            past for past in runner.table.past if past.seat == greedy.seat and past.prompt is not None
        )
        assert first.prompt is not None
        await greedy.ask("do", AskedBack(greedy.seat, first.prompt))
        for guest in guests[1:]:
            await guest.ask("do", Consented(guest.seat, True))

    async def round_about() -> None:
        start = runner.table.moves
        await play_until(guests, lambda table: table.moves > start + 10 or len(table.past) > 10)
        await go_back()

    await play_until(guests, lambda table: any(past.seat == greedy.seat for past in table.past))
    assert await until_refused(round_about) == "refuse-done-too-often"
    await play_until(guests, lambda table: table.is_revealed)


async def test_votes_that_change_for_ever_are_taken_no_more_but_one_for_a_bot_always_is(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=60, absence=Absence.VOTE))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    voter, other = (guest for guest in guests if guest is not absent)
    absent.leave()
    await stage.clock.turn(3600)

    async def waver() -> None:
        await voter.ask("do", Voted(voter.seat, absent.seat, True))
        await voter.ask("do", Voted(voter.seat, absent.seat, False))

    assert await until_refused(waver) == "refuse-done-too-often"
    await other.ask("do", Voted(other.seat, absent.seat, True))
    await settle()
    assert absent.seat in runner.table.replaced


async def test_standing_up_and_sitting_down_again_comes_to_an_end(stage: Stage) -> None:
    runner = await stage.table()
    guest = stage.guest()

    async def sit_and_stand() -> None:
        await guest.sit_down(runner, await stage.lobby.invite(runner))
        await guest.ask("stand")
        guest.leave()

    assert await until_refused(sit_and_stand) == "refuse-done-too-often"


async def test_who_has_no_seat_takes_none_of_the_room_that_is_left_to_finish() -> None:
    store, room = MagicMock(append=AsyncMock()), 100 * KIB
    limits = replace(SMALL, journal_size=2 * room)
    journal, keys = TableJournal("table", 3, store, limits), make_keys(HOST, HOST.public, b"", (0, 1, 2))
    applied = Stamped(0, Applied(0, "Mallory", HOST.public.raw, keys))

    assert await until_refused(lambda: journal.append(0, applied)) == "refuse-journal-full"
    taken = store.append.await_count * len(msgpack.encode(applied))
    assert 0.7 < taken / room < 0.75
    await journal.append(0, Stamped(0, Chose(0, 0, "anything")))


async def test_a_game_that_has_no_room_left_is_frozen(tmp_path: Path) -> None:
    limits = replace(SMALL, journal_size=40 * KIB)
    async with aclosing(Stage(tmp_path / "tables.sqlite", Clock(), limits)) as stage:
        runner = await stage.table()
        guests = await stage.begun(runner)

        with suppress(RulesError):  # the last straw is a player's, or the server's own
            await play_until(guests, lambda _: runner.is_frozen)

        assert runner.is_frozen
        await settle()
        [game] = await stage.store.games()
        assert game.state is GameState.FROZEN
