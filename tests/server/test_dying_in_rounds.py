"""A server that dies after every single entry of a sealed round: nothing is lost or doubled, and it ends."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

from core.kinds import Seat
from protocol.entries import Began, Replaced, SignedOff
from protocol.messages import SetReady, TableState
from protocol.pace import Absence, Terms
from protocol.round_records import Certified, Committed, Outcome, RoundOpened, RoundSet
from protocol.table.table import Table
from server.door.lobby import Lobby
from server.store.interface import GameState, JournalStore
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.harness.sealers import go_through
from tests.refusing import refused
from tests.server.on_paper import Guest, Stage, is_of_server, play_until, settle


class Mortal:
    """A store whose server writes one entry, and dies before the next."""

    def __init__(self, store: SqliteStore) -> None:
        self.death = asyncio.Event()
        self._store = store
        self._has_written = False

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        if self._has_written:
            self.death.set()
            await asyncio.Event().wait()
        self._has_written = True
        return await self._store.append(game_id, expected_seq, entry)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


async def live_once(stage: Stage, runner: TableRunner, guests: list[Guest]) -> TableRunner:
    """Take the table up in a server that dies soon; all players come back to it."""
    journal = Mortal(stage.store)
    runner = await stage.restart(runner, cast("JournalStore", journal))
    life = asyncio.create_task(take_part(stage, runner, guests))
    death = asyncio.create_task(journal.death.wait())
    await asyncio.wait([life, death], return_when=asyncio.FIRST_COMPLETED)
    if life.done():
        life.result()
    dying = [life, death, *filter(is_of_server, asyncio.all_tasks())]
    for task in dying:
        task.cancel()
    await asyncio.gather(*dying, return_exceptions=True)
    return runner


async def take_part(stage: Stage, runner: TableRunner, guests: list[Guest]) -> None:
    for guest in guests:
        guest.lobby = stage.lobby
        await guest.join(runner)
    await settle()  # the server goes on by itself
    await go_through(runner.table, guests)
    await settle()


async def die_through(stage: Stage, runner: TableRunner, guests: list[Guest]) -> list[type]:
    """Live from entry to entry until the round is over; return what was written."""
    written: list[Any] = []
    known = await stage.entries(runner)
    while not (written and isinstance(written[-1], Outcome)):
        runner = await live_once(stage, runner, guests)
        entries = await stage.entries(runner)
        assert entries[: len(known)] == known
        assert len(entries) == len(known) + 1
        known, written = entries, [*written, entries[-1]]
    return [type(entry) for entry in written]


async def test_the_first_round_ends_though_the_server_dies_after_each_of_its_entries(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.seated(runner)
    for guest in guests:
        await guest.ask("ready", SetReady(True))
    assert isinstance((await stage.entries(runner))[-1], RoundOpened)

    written = await die_through(stage, runner, guests)
    runner = await stage.restart(runner)
    await take_part(stage, runner, guests)

    assert written == [*[Committed] * 3, RoundSet, Certified, Outcome]
    assert (await stage.entries(runner))[-1] == Began()
    assert runner.table.prompts


async def test_a_round_of_bids_ends_so_too_and_each_bid_is_the_one_that_was_sealed(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    bidders = await to_bids(runner, guests)

    written = await die_through(stage, runner, guests)
    table = (await stage.restart(runner)).table

    assert written == [*[Committed] * len(bidders), RoundSet, Certified, Outcome]
    assert bids_in(table) == {seat: guests[seat].sealer.lines[-1] for seat in bidders}


async def test_what_a_dying_server_sealed_for_somebody_who_is_away_opens_too(stage: Stage) -> None:
    runner = await stage.table(Terms(absence=Absence.BOT))
    absent, *guests = await stage.begun(runner)
    absent.leave()
    await runner.submit(Replaced(absent.seat))
    await settle()
    while absent.seat not in await to_bids(runner, guests):
        await go_through(runner.table, guests)
    await runner.aclose()

    written = await die_through(stage, runner, guests)
    outcome = (await stage.entries(runner))[-1]

    assert written[-3:] == [RoundSet, Certified, Outcome]
    (opening,) = [part.opening for part in outcome.parts if part.seat == absent.seat]
    assert opening is not None
    assert absent.seat in bids_in((await stage.restart(runner)).table)


async def test_a_server_that_died_before_it_showed_the_seed_shows_it_when_it_is_back(
    stage: Stage, tmp_path: Path
) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    await play_until(guests, lambda table: table.is_revealed)
    entries = await stage.store.entries(runner.name)
    async with aclosing(SqliteStore.open(tmp_path / "as it died")) as store:
        await store.create(runner.name, b"rising_sun")
        for entry in entries[:-1]:
            await store.append(runner.name, entry.seq, entry.data)
        again = await stage.restart(runner, store)
        await settle()

        assert len(await store.entries(runner.name)) == len(entries)
        assert again.info().state is TableState.OVER
        await again.aclose()
        assert [game.state for game in await store.games()] == [GameState.RUNNING]  # nobody has signed yet


async def test_who_was_away_at_the_end_can_still_stand_by_the_story(stage: Stage) -> None:
    """The others have left in the meantime: the journal stays open for those whose word is missing."""
    runner, (late, *others) = await stage.over()
    for guest in others:
        await guest.ask("do", SignedOff(guest.seat))
        guest.leave()
    await settle()
    assert not runner.settled.is_set()
    assert [game.state for game in await stage.store.games()] == [GameState.RUNNING]

    await late.join(runner)
    await late.ask("do", SignedOff(late.seat))
    late.leave()
    await settle()
    assert runner.table.signed_off == set(runner.table.seats)
    assert runner.settled.is_set()
    assert [game.state for game in await stage.store.games()] == [GameState.OVER]


async def test_who_comes_too_late_to_stand_by_a_story_does_not_disturb_it(stage: Stage) -> None:
    runner, (late, *_) = await stage.over()
    runner.end()
    await runner.aclose()
    late.lobby = Lobby(stage.lobby.host, stage.store, stage.lobby.limits, stage.clock.time)
    await late.join(runner)

    with refused("its journal is closed"):
        await late.ask("do", SignedOff(late.seat))
    again = late.lobby.runners[runner.name]
    assert again is not runner
    assert again.info().state is TableState.OVER


async def to_bids(runner: TableRunner, guests: list[Guest]) -> tuple[Seat, ...]:
    """Play on until some have to seal a bid; give who."""
    await play_until(guests, lambda table: table.round is not None)
    assert runner.table.round is not None
    return runner.table.round.header.seats


def bids_in(table: Table) -> dict[Seat, str]:
    """Return the bids that have just been opened."""
    return {seat: table.game.line_of(choice) for seat, choice in table.past[-1].choices.items()}
