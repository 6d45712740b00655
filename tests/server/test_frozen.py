"""Rules that fail, a full disk, a torn file: one table suffers, and its journal does not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace

from client.seat.connection import RefusedError
from client.seat.news import Person
from client.seat.player import Player
from client.seat.sitting import scene_of
from core.game import Game
from protocol.entries import Stamped
from protocol.identity import Identity
from protocol.messages import TableState
from protocol.pace import Absence, PerDecision, Terms
from protocol.table.table import Table
from server.door.housekeeping import SECONDS_TO_THAW
from server.server import Server
from server.store.interface import DamagedStoreError, GameState
from server.store.sqlite import PROBE_SECONDS, SqliteStore
from server.store.sqlite_file import salvage
from tests.harness.loopback import OpenTable, a_person, a_server, new_table
from tests.harness.nothing_lost import RememberingBot, check_by_journal, impatient, remembering_bots
from tests.server.worlds import table_from
from tests.waiting import let_pass, patience, until


@pytest.fixture(autouse=True)
def _come_back_soon() -> Iterator[None]:
    with impatient(0.02):
        yield


async def _bots_at(table: OpenTable) -> list[RememberingBot]:
    bots = remembering_bots(table.invitations, table.name)
    await asyncio.gather(*(bot.sit_down() for bot in bots))
    return bots


@asynccontextmanager
async def _playing(bots: list[RememberingBot]) -> AsyncIterator[asyncio.Future[Any]]:
    games = asyncio.gather(*(bot.play_on() for bot in bots))
    yield games
    games.cancel()
    with suppress(asyncio.CancelledError):
        await games


def _all_are_told(bots: list[RememberingBot]) -> bool:
    return all(bot.player.mirror.info.state is TableState.FROZEN for bot in bots)


async def _in_the_store(data: Path, name: str) -> tuple[GameState, Table]:
    """Return what the store says about a game, and the table its journal makes."""
    async with aclosing(SqliteStore.open(data / "tables.sqlite")) as store:
        state = next(game.state for game in await store.games() if game.id == name)
        entries = await store.entries(name)
    stamped = msgspec.msgpack.Decoder(Stamped)
    return state, table_from(stamped.decode(entry.data) for entry in entries)


# Rules that fail -----------------------------------------------------------------------------


def _mined(game: Game, uses: int) -> Game:
    """Let the rules fail after this many choices."""
    left = iter(range(uses))

    def watched(take: Callable[..., None], *args: Any) -> None:
        next(left)  # raises StopIteration, which nobody expects of rules
        take(*args)

    take = {step: partial(watched, function) for step, function in game.rules.take.items()}
    return game._replace(rules=replace(game.rules, take=take))


def _blind(game: Game, uses: int) -> Game:
    """Let views fail after this many."""
    left = iter(range(uses))

    def own_view(state: Any, public: Any, viewer: int | None) -> Any:
        next(left)
        return game.own_view(state, public, viewer)

    return game._replace(own_view=own_view)


def _speechless(game: Game) -> Game:
    """Make bids unreadable: that fails when sealed ones are opened, at nobody's request."""

    def choice_of(line: str) -> Any:
        return 1 // 0 if line.startswith("bid") else game.choice_of(line)

    return game._replace(choice_of=choice_of)


@pytest.mark.parametrize("spoil", [partial(_mined, uses=20), partial(_blind, uses=100), _speechless])
async def test_a_table_whose_rules_fail_freezes_and_another_goes_on(
    spoil: Callable[[Game], Game], tmp_path: Path
) -> None:
    async with a_server(tmp_path) as server, patience():
        bad, good = [await new_table(server) for _ in range(2)]
        losers, winners = [await _bots_at(table) for table in (bad, good)]
        bad.runner.table.game = spoil(bad.runner.table.game)
        async with _playing(losers), _playing(winners) as games:
            await games
            await until(lambda: _all_are_told(losers))

            with pytest.raises(RefusedError, match="frozen"):
                await losers[0].player.say("Hello?")

    state, table = await _in_the_store(tmp_path, bad.name)
    assert state is GameState.FROZEN
    assert table.state == bad.runner.table.state
    assert table.seq == bad.runner.table.seq > 5
    assert (await check_by_journal(tmp_path, good.name, winners)).is_over


async def test_a_host_whose_screen_fails_stops_no_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever listens may write to a pipe that is gone; that is logged, and the game goes on."""

    def fails(*_: object) -> None:
        raise BrokenPipeError("nobody reads this")

    async with a_server(tmp_path) as server, patience():
        table = await new_table(server)
        table.runner.on_item = server.lobby.on_change = fails
        bots = await _bots_at(table)
        async with _playing(bots) as games:
            await games

        assert table.runner.table.is_over
        assert not table.runner.is_frozen
    assert "nobody reads this" in caplog.text


async def test_a_frozen_table_can_be_looked_at_and_is_not_taken_up_again(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server, patience():
        table = await new_table(server)
        runner, bots = table.runner, await _bots_at(table)
        runner.table.game = _mined(runner.table.game, 20)
        async with _playing(bots):
            await until(lambda: _all_are_told(bots))
        person = Person(Identity.make(), "Watcher", is_watching=True)
        watcher = await table.seat(person, Player)
        await watcher.leave()

        assert watcher.mirror.info.state is TableState.FROZEN
        assert watcher.mirror.view == runner.table.view_for(None)
    async with a_server(tmp_path) as server:
        assert server.lobby.runners == {}


async def test_a_table_that_cannot_go_on_by_itself_freezes_and_nobody_is_blamed(tmp_path: Path) -> None:
    """The last to get ready opens the first round, and is told that this went well."""
    async with a_server(tmp_path) as server, patience():
        table = await new_table(server)
        bots = await _bots_at(table)
        with patch("server.tables.sealed_rounds.header_for", side_effect=ZeroDivisionError):
            await asyncio.gather(*(bot.player.ready() for bot in bots))
            await until(lambda: _all_are_told(bots))
        await asyncio.gather(*(bot.player.leave() for bot in bots))

    assert (await _in_the_store(tmp_path, table.name))[0] is GameState.FROZEN


# A store that fails --------------------------------------------------------------------------


class Disk:
    """Is full for as long as it is told to be, at one step of a write."""

    def __init__(self, step: str) -> None:
        self._step = step
        self.refusals = 0

    def __call__(self, step: str) -> None:
        if step == self._step and self.refusals:
            self.refusals -= 1
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error


@asynccontextmanager
async def _house_on(disk: Disk, data: Path) -> AsyncIterator[Server]:
    with patch.object(SqliteStore, "open", partial(SqliteStore.open, at=disk)):
        async with a_server(data) as server:
            yield server


async def _tries_in_vain(disk: Disk) -> None:
    """Wait until the server has found out that the disk is still full."""
    tried = disk.refusals
    let_pass(PROBE_SECONDS)
    await until(lambda: disk.refusals < tried)


@pytest.mark.parametrize("step", ["beginning", "written", "committing"])
async def test_a_table_that_cannot_be_written_freezes_and_another_goes_on(step: str, tmp_path: Path) -> None:
    disk = Disk(step)
    async with _house_on(disk, tmp_path) as server, patience():
        bad, good = [await new_table(server) for _ in range(2)]
        losers, winners = [await _bots_at(table) for table in (bad, good)]
        async with _playing(losers):
            await losers[0].hear(20)
            disk.refusals = 1
            await until(lambda: _all_are_told(losers))
        async with _playing(winners) as games:
            await games

    state, table = await _in_the_store(tmp_path, bad.name)
    assert state is GameState.RUNNING
    assert table.state == server.lobby.runners[bad.name].table.state
    assert (await check_by_journal(tmp_path, good.name, winners)).is_over


@pytest.mark.parametrize("step", ["beginning", "written", "committing"])
async def test_a_table_that_froze_on_a_full_disk_goes_on_by_itself_once_there_is_room(
    step: str, tmp_path: Path
) -> None:
    """Again and again; nobody does anything, nothing acknowledged is lost and nothing done twice."""
    disk = Disk(step)
    async with _house_on(disk, tmp_path) as server, patience():
        table = await new_table(server)
        bots = await _bots_at(table)
        async with _playing(bots) as games:
            for _ in range(3):
                await bots[0].hear_more(15)
                disk.refusals = 10**6
                await until(lambda: _all_are_told(bots))
                await _tries_in_vain(disk)
                assert server.lobby.runners[table.name].is_frozen
                disk.refusals = 0
                let_pass(PROBE_SECONDS)
                await until(lambda: not server.lobby.journal.backlog.is_failing)
                let_pass(SECONDS_TO_THAW)
            await games
            await table.runner.settled.wait()

        assert table.runner.finished.is_set()
    assert (await check_by_journal(tmp_path, table.name, bots)).is_over


async def test_at_a_frozen_table_no_clock_runs_and_nobody_is_overdue(tmp_path: Path) -> None:
    disk = Disk("written")
    async with _house_on(disk, tmp_path) as server, patience():
        table = await new_table(server, terms=Terms(PerDecision(90), absence=Absence.BOT))
        players = [await table.seat(a_person(number), Player) for number in range(3)]
        await asyncio.gather(*(player.ready() for player in players))
        await until(lambda: table.runner.table.state is not None and table.runner.table.prompts)
        disk.refusals = 10**6
        with pytest.raises(RefusedError, match="cannot be written"):
            await players[0].say("Hello?")
        await until(lambda: all(player.mirror.info.state is TableState.FROZEN for player in players))
        for player in players:
            scene = scene_of(player.mirror)
            assert scene.clocks
            assert scene.remaining_ms(scene.at) is None
            assert table.runner.own_seat(player.seat).remaining_ms is None
        let_pass(100)
        await _tries_in_vain(disk)

        assert not any(row.is_overdue for player in players for row in player.mirror.info.seats)
        for player in players:
            await player.leave()


async def test_a_disk_that_stays_full_costs_nothing_that_was_acknowledged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The table goes on when there is room again, in the same server or the next."""
    disk = Disk("written")
    async with _house_on(disk, tmp_path) as server, patience():
        table = await new_table(server)
        bots = await _bots_at(table)
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        await bots[0].hear(20)
        disk.refusals = 10**6
        await until(lambda: _all_are_told(bots))
    assert "cannot be written: The write failed" in caplog.text
    assert "Traceback" not in caplog.text
    async with a_server(tmp_path, server.port), patience():
        await games

    assert (await check_by_journal(tmp_path, table.name, bots)).is_over


# A file that is torn -------------------------------------------------------------------------


async def _two_games(data: Path) -> list[str]:
    """Leave two games behind, each in the middle."""
    async with a_server(data) as server, patience():
        tables = [await new_table(server) for _ in range(2)]
        for table in tables:
            bots = await _bots_at(table)
            async with _playing(bots):
                await bots[0].hear(20)
        return [table.name for table in tables]


async def _refusal(data: Path) -> DamagedStoreError:
    with pytest.raises(DamagedStoreError) as caught:
        async with a_server(data):
            pytest.fail("It opens.")
    return caught.value


async def test_a_house_does_not_open_on_a_damaged_journal_and_what_is_sound_can_be_salvaged(
    tmp_path: Path,
) -> None:
    bad, good = await _two_games(tmp_path)
    path = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET data = x'00' WHERE game = ? AND seq = 12", (bad,))

    refusal = await _refusal(tmp_path)
    assert f"game {bad}: entry 12 is damaged" in str(refusal)
    assert refusal.sound[bad] == 12
    salvage(path, tmp_path / "salvaged")
    (tmp_path / "salvaged").replace(path)
    async with a_server(tmp_path) as server:
        assert list(server.lobby.runners) == [good]
        assert server.lobby.runners[good].table.seq + 1 == refusal.sound[good]
    assert (await _in_the_store(tmp_path, bad))[0] is GameState.FROZEN


@pytest.mark.parametrize("left", [0.0, 0.4, 0.8])
async def test_a_house_does_not_open_on_a_torn_file(left: float, tmp_path: Path) -> None:
    names = await _two_games(tmp_path)
    path = tmp_path / "tables.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[: round(len(whole) * left)])

    refusal = await _refusal(tmp_path)
    assert str(refusal).startswith(f"{path} is damaged: ")
    assert set(refusal.sound) <= set(names)
    assert path.read_bytes() == whole[: round(len(whole) * left)]
