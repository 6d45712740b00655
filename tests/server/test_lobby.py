"""The lobby: tables opened, taken up again, and the way to a seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from client.bot_player import BotPlayer
from client.player import Person
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.pace import Terms
from server.house import open_house
from server.store import GameState, Store

WIDE = Limits(request_rate=1e6, request_burst=10**6, identity_request_rate=1e6)


async def play_a_game(data: Path) -> str:
    async with open_house(data, "127.0.0.1", 0, WIDE) as house:
        steward = await house.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        bots = []
        for seat in range(3):
            invitation = house.invitation("127.0.0.1", steward.name, await house.lobby.invite(steward))
            person = Person(Identity.make(), f"bot {seat}", is_bot=True)
            bots.append(BotPlayer(invitation, lambda _: None, person, "random", Random(seat), WIDE))
        await asyncio.wait_for(asyncio.gather(*(bot.play() for bot in bots)), 30)
        return steward.name


async def state_of(data: Path, name: str) -> GameState:
    store = Store.open(data / "tables.sqlite")
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
        patch.setattr(Store, "close_game", killed)
        name = await play_a_game(tmp_path)
    before = await state_of(tmp_path, name)
    async with open_house(tmp_path, "127.0.0.1", 0) as house:
        is_finished = house.lobby.stewards[name].finished.is_set()

    assert (before, is_finished) == (GameState.RUNNING, True)
    assert await state_of(tmp_path, name) is GameState.OVER
