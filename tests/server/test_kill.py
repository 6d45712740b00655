"""A server killed at every step of what it does: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from protocol.entries import Chose, SatDown
from protocol.round_records import Certified, Committed, Outcome, RoundEntry, RoundOpened, RoundSet
from tests.harness.gates import open_gate, through
from tests.harness.killed_server import STEPS, Death, KillableServer
from tests.harness.nothing_lost import (
    Lost,
    RememberingBot,
    check_acknowledged,
    check_by_journal,
    impatient,
    remembering_bots,
)
from tests.harness.siege import attempt, persevere
from tests.waiting import soon


@pytest.fixture(autouse=True)
def _come_back_at_once() -> Iterator[None]:
    with impatient():
        yield


async def test_a_server_may_be_killed_at_every_step_of_a_decision(tmp_path: Path) -> None:
    """A game in which one decision after the other meets the next step at which a server can die."""
    async with aclosing(KillableServer(tmp_path, 3)) as server:
        await server.start()
        bots = remembering_bots(server.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        for step in STEPS:
            await server.kill()
            await server.start(Death(4, step))
            await soon(server.killed())
            assert not games.done()
        await server.start()
        await soon(games)

    assert (await check_by_journal(tmp_path, bots[0].player.mirror.info.table, bots)).is_over


@pytest.mark.parametrize("step", ["committed", "sending"])
async def test_a_server_may_be_killed_while_somebody_sits_down_and_while_the_game_begins(
    step: str, tmp_path: Path
) -> None:
    async with aclosing(KillableServer(tmp_path, 3)) as server:
        await server.start(Death(2, step))
        bots = remembering_bots(server.invitations)
        sitting = asyncio.gather(*(persevere(bot) for bot in bots))
        await soon(server.killed())
        await server.start()
        await soon(sitting)
        await server.kill()
        await server.start(Death(1, step))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        await soon(server.killed())
        await server.start()
        await soon(games)

    table = await check_by_journal(tmp_path, bots[0].player.mirror.info.table, bots)
    assert table.is_over
    assert _sat_down(bots[0]) == Counter({0: 1, 1: 1, 2: 1})


async def test_a_server_may_be_killed_before_and_after_every_entry_of_the_first_round(tmp_path: Path) -> None:
    """It is opened, three seal something, it is set, certified and has an outcome: seven entries."""
    async with aclosing(KillableServer(tmp_path, 3)) as server:
        await server.start()
        bots = remembering_bots(server.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        for step in ("queued", "committed") * 7:
            await server.kill()
            await server.start(Death(1, step))
            await soon(server.killed())
        await server.start()
        await soon(games)

    table = await check_by_journal(tmp_path, bots[0].player.mirror.info.table, bots)
    assert table.is_over
    assert _rounds_in(bots[0])[:7] == [RoundOpened, *[Committed] * 3, RoundSet, Certified, Outcome]


def _rounds_in(bot: RememberingBot) -> list[type]:
    return [type(h.entry) for h in bot.player.mirror.story if isinstance(h.entry, RoundEntry)]


def _sat_down(bot: RememberingBot) -> Counter[int]:
    entries = [heard.entry for heard in bot.player.mirror.story]
    return Counter(entry.seat for entry in entries if isinstance(entry, SatDown))


async def test_a_game_goes_on_through_kills_at_any_time() -> None:
    counts = await attempt("kills", players=4, seed=2, blows=4)

    assert counts["kills"] + counts["mines"] == 4


# The judge is awake --------------------------------------------------------------------------


async def test_the_judge_sees_what_is_lost_or_doubled(tmp_path: Path) -> None:
    async with aclosing(KillableServer(tmp_path, 3)) as server:
        await server.start()
        bots = remembering_bots(server.invitations)
        await soon(asyncio.gather(*(bot.play() for bot in bots)))
    bot = bots[0]
    seat = bot.player.mirror.seat
    assert seat is not None
    answer = next(entry for entry in bot.player.acknowledged if isinstance(entry, Chose))
    twice = [Chose(seat, answer.prompt, answer.line)] * 2

    with pytest.raises(Lost, match="lost"):
        check_acknowledged(bot, [])
    with pytest.raises(Lost, match="twice"):
        check_acknowledged(bot, twice)
    bot.player.mirror.story.pop(20)
    with pytest.raises(Lost, match="things"):
        await check_by_journal(tmp_path, bot.player.mirror.info.table, bots)


async def test_a_gate_hands_on_what_is_not_cut(tmp_path: Path) -> None:
    async with aclosing(KillableServer(tmp_path, 3)) as server:
        await server.start()
        async with open_gate(server.invitations[0].address.port) as gate:
            bots = remembering_bots([through(gate.port, way) for way in server.invitations])
            await soon(asyncio.gather(*(bot.play() for bot in bots)))

    assert gate.passed > 100
    assert gate.cuts == 0
