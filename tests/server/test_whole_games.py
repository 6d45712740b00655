"""Whole games of bots over TLS and SQLite: what every client knows in the end is what the server knows."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from client.seat.news import Heard
from client.seat.player import Player
from core.bots.levels import SteadyBot
from core.catalog import game_named, game_names
from core.games import rising_sun
from protocol.entries import Replaced
from protocol.messages import TableState
from protocol.pace import Absence, Terms
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.harness.loopback import HERE, WIDE, a_server, admit, ignore, new_table
from tests.harness.nothing_lost import RememberingBot, check_by_journal, impatient, remembering_bots
from tests.waiting import PATIENCE, patience, until, whatever_is_ready


async def _game(
    data: Path, players: int, seed: int, game: str = game_names()[0]
) -> tuple[TableRunner, list[RememberingBot]]:
    async with a_server(data) as server:
        table = await new_table(server, players, game)
        bots = remembering_bots(table.invitations, seed)
        async with patience():
            await asyncio.gather(*(bot.play() for bot in bots))
        return table.runner, bots


@pytest.mark.parametrize(
    ("game", "players"), [(game_names()[0], 3), (game_names()[0], 4), (game_names()[0], 5), ("shogun", 4)]
)
async def test_bots_play_to_the_end_and_all_know_the_same(game: str, players: int, tmp_path: Path) -> None:
    runner, bots = await _game(tmp_path, players, seed=players, game=game)
    table = await check_by_journal(tmp_path, runner.name, bots)

    assert table.is_over
    assert table.state == runner.table.state
    assert table.seq == runner.table.seq
    assert {bot.player.mirror.seat for bot in bots} == set(range(players))
    assert all(bot.player.mirror.info.state is TableState.OVER for bot in bots)
    for bot in bots:
        assert bot.player.mirror.view == runner.table.view_for(bot.player.mirror.seat)


async def test_a_finished_game_is_over_in_the_store(tmp_path: Path) -> None:
    runner, _ = await _game(tmp_path, 3, seed=1)
    store = SqliteStore.open(tmp_path / "tables.sqlite")
    games = await store.games()
    await store.aclose()

    assert [(game.id, game.state) for game in games] == [(runner.name, GameState.OVER)]


async def test_three_games_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        opened = [await new_table(server) for _ in range(3)]
        runners = [table.runner for table in opened]
        tables = [remembering_bots(table.invitations, table.name) for table in opened]
        async with patience():
            await asyncio.gather(*(bot.play() for bots in tables for bot in bots))

    for runner, bots in zip(runners, tables, strict=True):
        assert (await check_by_journal(tmp_path, runner.name, bots)).state == runner.table.state


async def test_a_server_stopped_and_started_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """The players come back unasked, and the interrupted game goes on."""
    with impatient():
        async with a_server(tmp_path) as server:
            table = await new_table(server)
            runner, bots = table.runner, remembering_bots(table.invitations)
            games = asyncio.gather(*(bot.play() for bot in bots))
            await bots[0].hear(40)
        assert not runner.table.is_over
        async with a_server(tmp_path, server.port) as server:
            async with patience():
                await games
            assert server.lobby.runners[runner.name].table.is_over

    assert (await check_by_journal(tmp_path, runner.name, bots)).is_over


async def _call_off(games: list[asyncio.Task[None]]) -> None:
    for game in games:
        game.cancel()
    await asyncio.wait(games)


async def test_a_bot_that_is_called_off_while_it_waits_leaves_no_task(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        table = await new_table(server)
        runner, bots = table.runner, remembering_bots(table.invitations)[:2]
        games = [asyncio.create_task(bot.play()) for bot in bots]
        await until(lambda: sum(seat.is_ready for seat in runner.info().seats) == len(bots))
        await whatever_is_ready()
        await _call_off(games)

    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_house_that_cannot_listen_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the thoughts of a bot that stands in for somebody."""
    has_ended = threading.Event()
    monkeypatch.setattr(SteadyBot, "think", lambda *_: has_ended.wait(PATIENCE))
    async with a_server(tmp_path) as server:
        table = await new_table(server, terms=Terms(absence=Absence.BOT))
        runner, bots = table.runner, remembering_bots(table.invitations)
        games = [asyncio.create_task(bot.play()) for bot in bots]
        await bots[0].hear(20)
        await _call_off(games)
        await runner.submit(Replaced(next(iter(runner.table.prompts))))
    with socket.create_server((HERE, 0)) as taken:
        with pytest.raises(OSError, match="in use"):
            async with a_server(tmp_path, taken.getsockname()[1]):
                pytest.fail("It listens.")
        assert asyncio.all_tasks() == {asyncio.current_task()}

    async with a_server(tmp_path) as server:
        assert list(server.lobby.runners) == [runner.name]
    has_ended.set()


# Tables of earlier days ----------------------------------------------------------------------


def entries_in(story: list[Heard]) -> list[Heard]:
    """Return all but the words, which nobody can read once the game is over and its players have left."""
    return [heard._replace(words="") for heard in story]


async def test_who_missed_the_end_can_hear_it_after_a_restart(tmp_path: Path) -> None:
    runner, bots = await _game(tmp_path, 3, seed=2)
    async with a_server(tmp_path) as server:
        assert server.lobby.runners == {}
        invitation = server.invitation(HERE, runner.name)
        player = Player(invitation, bots[1].player.person, admit, ignore, WIDE)
        await player.sit_down()
        await player.leave()

    assert player.mirror.seat == bots[1].player.mirror.seat
    assert entries_in(player.mirror.story) == entries_in(bots[1].player.mirror.story)
    assert player.mirror.info.state is TableState.OVER


async def test_a_journal_of_an_older_version_is_left_as_it_is_with_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_server(tmp_path) as server:
        journal, table = server.lobby.journal, await new_table(server)
        first, *_ = await journal.entries(table.name)
        older = msgspec.msgpack.encode(msgspec.msgpack.decode(first.data)[:-1])
        await journal.create("older", b"rising_sun")
        await journal.append("older", 0, older)
    async with a_server(tmp_path) as server:
        assert list(server.lobby.runners) == [table.name]
        assert [entry.data for entry in await server.lobby.journal.entries("older")] == [older]

    assert "older cannot be taken up: An older version of this program wrote it" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_table_that_cannot_be_taken_up_is_left_as_it_is_and_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It was played by rules of another version, say."""
    async with a_server(tmp_path) as server:
        good = await new_table(server)
        with patch.object(rising_sun, "GAME", rising_sun.GAME._replace(version=99)):
            game_named.cache_clear()
            bad = await new_table(server)
        game_named.cache_clear()
    async with a_server(tmp_path) as server:
        assert list(server.lobby.runners) == [good.name]

    assert f"Table {bad.name} cannot be taken up" in caplog.text
    store = SqliteStore.open(tmp_path / "tables.sqlite")
    states = {game.id: game.state for game in await store.games()}
    await store.aclose()
    assert states[bad.name] is GameState.RUNNING
