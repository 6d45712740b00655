"""Every game somebody has a seat in, at every host they know: two that answer and one that is gone."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from msgspec import json

from client.cli.lobby import doors_of
from client.local.home import own_identity
from client.local.known_hosts import admit_host_of, read
from client.plain.lobby import LineLobby
from client.plain.screen import Screen
from client.plain.session import sit_at
from client.seat import own_games as asking
from client.seat.news import Person
from client.seat.own_games import own_games
from client.seat.player import Player
from client.table.own_games import HostAnswer, OwnGame, in_order
from protocol.identity import Identity
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.pace import PerDecision, Terms
from server.server import Server
from tests.client.typist import typed
from tests.harness.command import called, started
from tests.harness.loopback import HERE, WIDE, OpenTable, a_person, a_server, new_table
from tests.waiting import PATIENCE, let_pass, until

DICE = Random(1)


class Evening(NamedTuple):
    """Somebody with a game at each of two hosts: one that waits for them, and one that has not begun."""

    home: Path
    waiting: OpenTable
    open: OpenTable
    gone: Address


def silent_port() -> int:
    with socket.socket() as free:
        free.bind((HERE, 0))
        port: int = free.getsockname()[1]
        return port


async def seated(home: Path, table: OpenTable) -> Player:
    invitation = table.invite()
    person = Person(own_identity(home), "Anna", home=home)
    player = Player(invitation, person, admit_host_of(invitation, home), lambda _: None, WIDE)
    await player.sit_down()
    return player


@asynccontextmanager
async def an_evening(folder: Path) -> AsyncIterator[Evening]:
    home = folder / "home"
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(asking, "SECONDS_TO_ANSWER", PATIENCE))  # nobody is too late
        one = await stack.enter_async_context(a_server(folder / "one"))
        two = await stack.enter_async_context(a_server(folder / "two"))
        waiting = await new_table(one, 2, "ninjato", Terms(PerDecision(3 * 86_400)), seed="a seed")
        opened = await new_table(two)
        anna, ben = await seated(home, waiting), await waiting.seat(a_person(1), Player)
        for player in (anna, ben):
            await player.ready()
        await until(lambda: anna.mirror.prompt is not None or ben.mirror.prompt is not None)
        while anna.mirror.prompt is None:
            await ben.choose(ben.mirror.view.decision.sample(DICE))
            await until(lambda: anna.mirror.prompt is not None or ben.mirror.prompt is not None)
        gone = know_another(home)
        for player in (anna, ben, await seated(home, opened)):
            await player.leave()
        yield Evening(home, waiting, opened, gone)


def know_another(home: Path) -> Address:
    """Let somebody have been at a host who is no longer there."""
    host, address = Identity.make().public, Address(HERE, silent_port())
    admit_host_of(Invitation(address, "t", host_key_hash(host)), home)(host)
    return address


async def all_answers(home: Path) -> list[HostAnswer]:
    return [answer async for answer in own_games(home).answers]


def games_in(answers: list[HostAnswer]) -> list[OwnGame]:
    return in_order(game for answer in answers for game in answer.games)


async def test_all_hosts_are_asked_and_who_is_gone_says_so_in_a_line(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as evening:
        answers = await all_answers(evening.home)

        assert [game.own.info.table for game in games_in(answers)] == [
            evening.waiting.name,
            evening.open.name,
        ]
        (silence,) = [answer.silence for answer in answers if answer.silence]
        assert silence.startswith(f"Nothing is listening at {evening.gone}")
        assert "\n" not in silence


async def test_a_host_that_says_nothing_holds_nobody_up(tmp_path: Path) -> None:
    """It takes the call and never greets; the others answer before its time is up."""
    answers = []
    async with an_evening(tmp_path) as evening:
        with socket.create_server((HERE, evening.gone.port)):
            async for answer in own_games(evening.home).answers:
                answers.append(answer)
                if len(answers) == 2:
                    let_pass(PATIENCE)

    assert [bool(answer.silence) for answer in answers] == [False, False, True]
    assert answers[-1].silence == f"{evening.gone} is not answering."


async def test_a_host_with_another_key_is_not_asked_anything(tmp_path: Path) -> None:
    home = tmp_path / "home"
    gone = know_another(home)
    async with a_server(tmp_path / "data", gone.port) as server:
        (answer,) = await all_answers(home)

        assert answer.games == ()
        assert "somebody may be posing as its host" in answer.silence
        assert server.lobby.runners == {}


async def test_one_host_at_several_addresses_is_one(tmp_path: Path) -> None:
    """Its table is listed once, and an address where it no longer is does no harm."""
    async with an_evening(tmp_path) as evening:
        host = evening.waiting.server.lobby.host.public
        old = Address("localhost", silent_port())
        admit_host_of(Invitation(old, "t", host_key_hash(host)), evening.home)(host)
        answers = await all_answers(evening.home)

    assert len(read(evening.home / "known_tables")) == 4
    assert len(answers) == own_games(evening.home).hosts == 3
    assert sum(bool(answer.silence) for answer in answers) == 1


async def test_other_nodes_of_a_host_are_asked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node names another one with its key, one without its key, and something that is not an address."""
    home, folders = tmp_path / "home", [tmp_path / name for name in ("one", "two", "stranger")]
    anna = Person(own_identity(home), "Anna")
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(a_server(folders[0]))
        folders[1].mkdir(mode=0o700)
        shutil.copy(folders[0] / "host_key", folders[1])
        others = [await stack.enter_async_context(a_server(folder)) for folder in folders[1:]]
        tables = [await new_table(server) for server in others]
        for table in tables:
            await (await table.seat(anna, Player)).leave()
        admit_host_of(one.invitation(HERE, "t"), home)(one.lobby.host.public)
        monkeypatch.setattr(one.lobby, "nodes", (*map(address_of, others), "no address"))
        (answer,) = await all_answers(home)

    (game,) = answer.games
    assert (game.own.info.table, game.host) == (tables[0].name, address_of(others[0]))


def address_of(server: Server) -> str:
    return str(server.invitation(HERE, "t").address)


async def test_the_command_lists_games_and_how_to_get_there(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as evening:
        done = await asyncio.to_thread(started, "games", "--home", evening.home)

    heading, first, way, second, *rest = done.stdout.splitlines()
    assert heading.split() == ["Game", "Turn", "Left", "Table", "Host"]
    assert first.split()[:6] == ["Ninjato", "your", "turn", "2d", "23h", evening.waiting.name]
    assert way.startswith(f"  jinmaku join 'table://{HERE}")
    assert "1 of 3 seats taken" in second
    assert rest[-1].startswith(f"Nothing is listening at {evening.gone}")
    assert done.returncode == 0


async def test_programs_get_the_same_as_json(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as evening:
        done = await asyncio.to_thread(started, "games", "--json", "--home", evening.home)

    told = json.decode(done.stdout)
    first, second = told["games"]
    assert (first["table"], first["game"], first["state"]) == (evening.waiting.name, "ninjato", "running")
    assert first["waits_for_you"]
    assert first["waited_for"] == [first["seat"]]
    assert 0 < first["left_ms"] <= 3 * 86_400_000
    assert (second["state"], second["waited_for"], second["left_ms"]) == ("open", [], None)
    assert Invitation.parse(first["invitation"]).game == evening.waiting.name
    assert len(told["silent"]) == 1


def test_who_was_nowhere_has_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said, complaints = called(capsys, "games", "--home", tmp_path)

    assert (code, said, complaints) == (0, "You have no seat at any table right now.\n", "")


async def test_the_line_lobby_leads_to_a_game_of_mine(tmp_path: Path) -> None:
    async with an_evening(tmp_path) as evening:
        shown: list[str] = []
        lines = typed(["My games", evening.waiting.name, "/quit"])
        await LineLobby(doors_of(evening.home), sit_at, Screen(shown.append), lines).stay()
    text = "".join(shown)

    assert "3 of 3 have answered" in text
    assert re.search(
        rf"1. Ninjato, table {evening.waiting.name} at {HERE}:\d+: your turn, 2 days 23 hours left.", text
    )
    assert f"Table {evening.waiting.name}: Ninjato for Red and Blue." in text
