"""A table that can be reached in several ways: a client that loses one takes the next."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace as with_changes

from client.local.known_hosts import WrongHostError, admit_host_of
from client.seat.news import Connected, News
from client.seat.player import Player
from core.kinds import RulesError
from protocol.invitation import Address
from protocol.limits import Limits
from server.door.requests import HANDLERS
from tests.harness.gates import open_gate
from tests.harness.loopback import HERE, WIDE, a_person, a_server, admit, ignore, new_table
from tests.waiting import fast_forward, soon

USUAL = Limits()
LIMITS = with_changes(WIDE, silence_time=USUAL.silence_time, ping_interval=USUAL.ping_interval)
BACK_SECONDS = 20.0


class Comings:
    """Notes when a player comes to the table."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.next = asyncio.Event()

    def __call__(self, news: News) -> None:
        if isinstance(news, Connected):
            self.times.append(asyncio.get_running_loop().time())
            self.next.set()

    async def again(self) -> None:
        self.next.clear()
        await self.next.wait()


async def test_a_player_whose_server_goes_silent_is_back_by_another_way_in_time(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server, open_gate(server.port) as one, open_gate(server.port) as two:
        table = await new_table(server)
        ways = [Address(HERE, gate.port) for gate in (one, two)]
        invitation = replace(table.invite(), address=ways[0], others=(ways[1],))
        comings = Comings()
        player = Player(invitation, a_person(0), admit, comings, LIMITS)
        await player.sit_down()
        one.fall_silent()
        silent_since, visits = asyncio.get_running_loop().time(), one.visits
        await fast_forward(comings.again(), step=0.5)

        assert one.visits == visits  # nobody knocks first where nobody answers
        assert comings.times[-1] - silent_since < BACK_SECONDS
        await player.say("Here I am.")
        await soon(player.leave())


async def test_a_stranger_at_one_of_the_ways_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    async with a_server(tmp_path / "ours") as server, a_server(tmp_path / "theirs") as stranger:
        table = await new_table(server)
        invitation = table.invite()
        odd = replace(invitation, address=Address(HERE, stranger.port), others=(invitation.address,))
        player = Player(odd, a_person(0), admit_host_of(invitation, tmp_path), ignore, LIMITS)
        await player.sit_down()

        assert player.mirror.table.host == server.lobby.host.public
        await soon(player.leave())


async def test_a_stranger_at_the_only_way_is_said_to_be_one(tmp_path: Path) -> None:
    async with a_server(tmp_path / "ours") as server, a_server(tmp_path / "theirs") as stranger:
        invitation = replace((await new_table(server)).invite(), address=Address(HERE, stranger.port))
        player = Player(invitation, a_person(0), admit_host_of(invitation, tmp_path), ignore, LIMITS)
        with pytest.raises(WrongHostError):
            await player.sit_down()


async def test_who_is_sent_to_a_stranger_goes_on_asking_where_the_table_is(tmp_path: Path) -> None:
    async with a_server(tmp_path / "ours") as server, a_server(tmp_path / "theirs") as stranger:
        table = await new_table(server)
        invitation, wrong = table.invite(), f"{HERE}:{stranger.port}"
        player = Player(invitation, a_person(0), admit_host_of(invitation, tmp_path), ignore, LIMITS)
        answers = iter([wrong])

        async def join(caller: Any, params: Any) -> Any:
            if (address := next(answers, None)) is not None:
                raise RulesError("moved", address=address)
            return await really(caller, params)

        really = HANDLERS["join"]
        with patch.dict(HANDLERS, {"join": join}):
            await player.sit_down()

        assert player.mirror.table.host == server.lobby.host.public
        await soon(player.leave())
