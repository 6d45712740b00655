"""Whole games of bots over TLS and SQLite: what every client knows in the end is what the server knows."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from client.seat.player import Player
from core.bots.greedy_bot import GreedyBot
from core.catalog import NAMES
from core.games import rising_sun
from protocol.entries import Replaced
from protocol.messages import TableState
from protocol.pace import Absence, Terms
from server.server import open_server
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.harness.killed_server import HERE, WIDE, invite, new_table
from tests.harness.siege import Defender, admit, defenders, impatient, judge
from tests.waiting import PATIENCE, patience, until, whatever_is_ready


async def _game(
    data: Path, players: int, seed: int, game: str = NAMES[0]
) -> tuple[TableRunner, list[Defender]]:
    async with open_server(data, HERE, 0, WIDE) as server:
        runner = await new_table(server.lobby, players, game)
        bots = defenders(await invite(server, runner), seed)
        async with patience():
            await asyncio.gather(*(bot.play() for bot in bots))
        return runner, bots


@pytest.mark.parametrize(("game", "players"), [(NAMES[0], 3), (NAMES[0], 4), (NAMES[0], 5), ("shogun", 4)])
async def test_bots_play_to_the_end_and_all_know_the_same(game: str, players: int, tmp_path: Path) -> None:
    runner, bots = await _game(tmp_path, players, seed=players, game=game)
    table = await judge(tmp_path, runner.name, bots)

    assert table.is_over
    assert table.state == runner.table.state
    assert table.seq == runner.table.seq
    assert {bot.witness.mirror.seat for bot in bots} == set(range(players))
    assert all(bot.witness.mirror.info.state is TableState.OVER for bot in bots)
    for bot in bots:
        assert bot.witness.mirror.view == runner.table.view_for(bot.witness.mirror.seat)


async def test_a_finished_game_is_over_in_the_store(tmp_path: Path) -> None:
    runner, _ = await _game(tmp_path, 3, seed=1)
    store = SqliteStore.open(tmp_path / "tables.sqlite")
    games = await store.games()
    await store.aclose()

    assert [(game.id, game.state) for game in games] == [(runner.name, GameState.OVER)]


async def test_three_games_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        runners = [await new_table(server.lobby, 3) for _ in range(3)]
        tables = [defenders(await invite(server, runner), runner.name) for runner in runners]
        async with patience():
            await asyncio.gather(*(bot.play() for bots in tables for bot in bots))

    for runner, bots in zip(runners, tables, strict=True):
        assert (await judge(tmp_path, runner.name, bots)).state == runner.table.state


async def test_a_server_stopped_and_started_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """Who sits there comes back by themselves, and what was said goodbye to goes on."""
    with impatient():
        async with open_server(tmp_path, HERE, 0, WIDE) as server:
            runner = await new_table(server.lobby, 3)
            bots = defenders(await invite(server, runner))
            games = asyncio.gather(*(bot.play() for bot in bots))
            await bots[0].hear(40)
        assert not runner.table.is_over
        async with open_server(tmp_path, HERE, server.port, WIDE) as server:
            async with patience():
                await games
            assert server.lobby.runners[runner.name].table.is_over

    assert (await judge(tmp_path, runner.name, bots)).is_over


async def _call_off(games: list[asyncio.Task[None]]) -> None:
    for game in games:
        game.cancel()
    await asyncio.wait(games)


async def test_a_bot_that_is_called_off_while_it_waits_leaves_no_task(tmp_path: Path) -> None:
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        runner = await new_table(server.lobby, 3)
        bots = defenders(await invite(server, runner))[:2]
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
    monkeypatch.setattr(GreedyBot, "choose", lambda *_: has_ended.wait(PATIENCE))
    clans, terms = ("koi", "lotus", "turtle"), Terms(absence=Absence.BOT)
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        runner = await server.lobby.open("rising_sun", clans, {}, terms)
        bots = defenders(await invite(server, runner))
        games = [asyncio.create_task(bot.play()) for bot in bots]
        await bots[0].hear(20)
        await _call_off(games)
        await runner.submit(Replaced(next(iter(runner.table.prompts))))
    with socket.create_server((HERE, 0)) as taken:
        with pytest.raises(OSError, match="in use"):
            async with open_server(tmp_path, HERE, taken.getsockname()[1], WIDE):
                pytest.fail("It listens.")
        assert asyncio.all_tasks() == {asyncio.current_task()}

    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        assert list(server.lobby.runners) == [runner.name]
    has_ended.set()


# Tables of earlier days ----------------------------------------------------------------------


async def test_who_missed_the_end_can_hear_it_after_a_restart(tmp_path: Path) -> None:
    runner, bots = await _game(tmp_path, 3, seed=2)
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        assert server.lobby.runners == {}
        invitation = server.invitation(HERE, runner.name)
        player = Player(invitation, bots[1].witness.person, admit, lambda _: None, WIDE)
        await player.sit_down()
        await player.leave()

    assert player.mirror.seat == bots[1].witness.mirror.seat
    assert player.mirror.story == bots[1].witness.mirror.story
    assert player.mirror.info.state is TableState.OVER


async def test_a_table_that_cannot_be_taken_up_is_left_as_it_is_and_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It was played by rules of another version, say."""
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        good = await new_table(server.lobby, 3)
        with patch.object(rising_sun, "GAME", rising_sun.GAME._replace(version=99)):
            bad = await new_table(server.lobby, 3)
    async with open_server(tmp_path, HERE, 0, WIDE) as server:
        assert list(server.lobby.runners) == [good.name]

    assert f"Table {bad.name} cannot be taken up" in caplog.text
    store = SqliteStore.open(tmp_path / "tables.sqlite")
    states = {game.id: game.state for game in await store.games()}
    await store.aclose()
    assert states[bad.name] is GameState.RUNNING
