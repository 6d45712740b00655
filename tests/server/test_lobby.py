"""The lobby: tables opened, taken up again, and the way to a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.player import Person, Player
from protocol.entries import Door, SatDown
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.pace import Terms
from server.server import Server, open_server
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.waiting import soon, until

SEATS = ("koi", "lotus", "turtle")
WIDE = Limits(request_rate=1e6, request_burst=10**6, identity_request_rate=1e6)


async def play_a_game(data: Path) -> str:
    async with open_server(data, "127.0.0.1", 0, WIDE) as server:
        runner = await server.lobby.open("rising_sun", SEATS, {}, Terms())
        bots = []
        for seat in range(3):
            invitation = server.invitation("127.0.0.1", runner.name, await server.lobby.invite(runner))
            person = Person(Identity.make(), f"bot {seat}", is_bot=True)
            bots.append(BotPlayer(invitation, lambda _: None, person, "random", Random(seat), WIDE))
        await soon(asyncio.gather(*(bot.play() for bot in bots)))
        return runner.name


async def state_of(data: Path, name: str) -> GameState:
    store = SqliteStore.open(data / "tables.sqlite")
    states = {game.id: game.state for game in await store.games()}
    await store.aclose()
    return states[name]


async def test_a_game_whose_end_was_not_noted_is_over_when_it_is_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server was killed after the last move and before it could mark the game."""

    async def killed(*_: object) -> None:
        pass

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "close_game", killed)
        name = await play_a_game(tmp_path)
    before = await state_of(tmp_path, name)
    async with open_server(tmp_path, "127.0.0.1", 0) as server:
        is_finished = server.lobby.runners[name].finished.is_set()

    assert (before, is_finished) == (GameState.RUNNING, True)
    assert await state_of(tmp_path, name) is GameState.OVER


async def test_all_are_told_who_came_through_a_door_before_the_game_begins(tmp_path: Path) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0, WIDE) as server:
        runner = await server.lobby.open("rising_sun", SEATS, {}, Terms())
        anna = await seated(server, runner, Person(Identity.make(), "Anna"))
        ben = await seated(server, runner, Person(Identity.make(), "Ben", door=Door.SSH))
        await anna.changed("Ben")
        told = [heard.entry for heard in anna.mirror.story if isinstance(heard.entry, SatDown)]

        assert [sitter.door for sitter in told] == [Door.OWN, Door.SSH]
        assert [row.door for row in anna.mirror.info.seats] == [Door.OWN, Door.SSH, Door.OWN]
        await anna.leave()
        await ben.leave()


async def test_a_table_for_own_machines_refuses_who_comes_through_a_door(tmp_path: Path) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0, WIDE) as server:
        runner = await server.lobby.open("rising_sun", SEATS, {}, Terms(own_machines=True))
        anna = await seated(server, runner, Person(Identity.make(), "Anna"))
        with pytest.raises(RefusedError, match="machines of their own"):
            await seated(server, runner, Person(Identity.make(), "Ben", door=Door.WEB))

        assert anna.mirror.info.terms.own_machines
        assert [row.player for row in runner.info().seats] == ["Anna", "", ""]
        watching = await seated(
            server, runner, Person(Identity.make(), "Ben", is_watching=True, door=Door.WEB)
        )
        await watching.leave()
        await anna.leave()


class Sitter(Player):
    """A player who notices when somebody sits down."""

    async def changed(self, name: str) -> None:
        await until(lambda: name in {row.player for row in self.mirror.info.seats})


async def seated(server: Server, runner: TableRunner, person: Person) -> Sitter:
    invitation = server.invitation("127.0.0.1", runner.name, await server.lobby.invite(runner))
    sitter = Sitter(invitation, person, lambda _: None, lambda _: None, WIDE)
    await sitter.sit_down()
    return sitter
