"""The lobby: tables opened, taken up again, and the way to a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.seat.connection import RefusedError
from client.seat.news import Person
from client.seat.player import Player
from protocol.entries import Door, SatDown
from protocol.identity import Identity
from protocol.pace import Terms
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from server.tables import runner
from tests.harness.loopback import (
    HERE,
    WIDE,
    OpenTable,
    a_person,
    a_server,
    a_table,
    admit,
    ignore,
    play_a_game,
)
from tests.waiting import patience, until


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
    before = await state_of(tmp_path / "data", name)
    async with a_server(tmp_path / "data") as server:
        is_finished = server.lobby.runners[name].finished.is_set()

    assert (before, is_finished) == (GameState.RUNNING, True)
    assert await state_of(tmp_path / "data", name) is GameState.OVER


async def test_those_who_come_to_a_finished_table_at_once_are_at_one_table_and_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TURN_SECONDS", 0.0)
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += server.lobby.runners == {}

    name = await play_a_game(tmp_path)
    async with a_server(tmp_path / "data") as server, patience():
        watchers = [
            Player(server.invitation(HERE, name), a_person(n, is_watching=True), admit, ignore, WIDE)
            for n in range(3)
        ]
        others = asyncio.ensure_future(take_turns())
        entries = await server.lobby.journal.entries(name)
        await asyncio.gather(*(watcher.sit_down() for watcher in watchers))
        others.cancel()

        assert turns >= len(entries) - 1
        assert server.lobby.runners[name].info().spectators == 3
        for watcher in watchers:
            await watcher.leave()


async def test_all_are_told_who_came_through_a_door_before_the_game_begins(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        anna = await seated(table, Person(Identity.make(), "Anna"))
        ben = await seated(table, Person(Identity.make(), "Ben", door=Door.SSH))
        await anna.changed("Ben")
        told = [heard.entry for heard in anna.mirror.story if isinstance(heard.entry, SatDown)]

        assert [sitter.door for sitter in told] == [Door.OWN, Door.SSH]
        assert [row.door for row in anna.mirror.info.seats] == [Door.OWN, Door.SSH, Door.OWN]
        await anna.leave()
        await ben.leave()


async def test_a_table_for_own_machines_refuses_who_comes_through_a_door(tmp_path: Path) -> None:
    async with a_table(tmp_path, terms=Terms(own_machines=True)) as table:
        anna = await seated(table, Person(Identity.make(), "Anna"))
        with pytest.raises(RefusedError, match="their own machine"):
            await seated(table, Person(Identity.make(), "Ben", door=Door.WEB))

        assert anna.mirror.info.terms.own_machines
        assert [row.player for row in table.runner.info().seats] == ["Anna", "", ""]
        watching = await seated(table, Person(Identity.make(), "Ben", is_watching=True, door=Door.WEB))
        await watching.leave()
        await anna.leave()


class Sitter(Player):
    """A player who notices when somebody sits down."""

    async def changed(self, name: str) -> None:
        await until(lambda: name in {row.player for row in self.mirror.info.seats})


async def seated(table: OpenTable, person: Person) -> Sitter:
    return await table.seat(person, Sitter)
