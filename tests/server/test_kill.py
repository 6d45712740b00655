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
from tests.harness.killed_server import STEPS, Fortress, Gate, Lost, Mine, through
from tests.harness.siege import Defender, attempt, check_acknowledged, defenders, impatient, judge, persevere
from tests.waiting import soon


@pytest.fixture(autouse=True)
def _come_back_at_once() -> Iterator[None]:
    with impatient():
        yield


async def test_a_server_may_be_killed_at_every_step_of_a_decision(tmp_path: Path) -> None:
    """A game in which one decision after the other meets with the next step at which a server can die."""
    async with aclosing(Fortress(tmp_path, 3)) as fortress:
        await fortress.rise()
        bots = defenders(fortress.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        for step in STEPS:
            await fortress.kill()
            await fortress.rise(Mine(4, step))
            await soon(fortress.fall())
            assert not games.done()
        await fortress.rise()
        await soon(games)

    assert (await judge(tmp_path, bots[0].witness.mirror.info.table, bots)).is_over


@pytest.mark.parametrize("step", ["committed", "sending"])
async def test_a_server_may_be_killed_while_somebody_sits_down_and_while_the_game_begins(
    step: str, tmp_path: Path
) -> None:
    async with aclosing(Fortress(tmp_path, 3)) as fortress:
        await fortress.rise(Mine(2, step))
        bots = defenders(fortress.invitations)
        sitting = asyncio.gather(*(persevere(bot) for bot in bots))
        await soon(fortress.fall())
        await fortress.rise()
        await soon(sitting)
        await fortress.kill()
        await fortress.rise(Mine(1, step))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        await soon(fortress.fall())
        await fortress.rise()
        await soon(games)

    table = await judge(tmp_path, bots[0].witness.mirror.info.table, bots)
    assert table.is_over
    assert _sat_down(bots[0]) == Counter({0: 1, 1: 1, 2: 1})


async def test_a_server_may_be_killed_before_and_after_every_entry_of_the_first_round(tmp_path: Path) -> None:
    """It is opened, three seal something, it is set, certified and comes out: seven entries."""
    async with aclosing(Fortress(tmp_path, 3)) as fortress:
        await fortress.rise()
        bots = defenders(fortress.invitations)
        await asyncio.gather(*(bot.sit_down() for bot in bots))
        games = asyncio.gather(*(bot.play_on() for bot in bots))
        for step in ("queued", "committed") * 7:
            await fortress.kill()
            await fortress.rise(Mine(1, step))
            await soon(fortress.fall())
        await fortress.rise()
        await soon(games)

    table = await judge(tmp_path, bots[0].witness.mirror.info.table, bots)
    assert table.is_over
    assert _rounds_in(bots[0])[:7] == [RoundOpened, *[Committed] * 3, RoundSet, Certified, Outcome]


def _rounds_in(bot: Defender) -> list[type]:
    return [type(h.entry) for h in bot.witness.mirror.story if isinstance(h.entry, RoundEntry)]


def _sat_down(bot: Defender) -> Counter[int]:
    entries = [heard.entry for heard in bot.witness.mirror.story]
    return Counter(entry.seat for entry in entries if isinstance(entry, SatDown))


async def test_a_game_goes_on_through_kills_at_any_time() -> None:
    counts = await attempt("kills", players=4, seed=2, blows=4)

    assert counts["kills"] + counts["mines"] == 4


# The judge is awake --------------------------------------------------------------------------


async def test_the_judge_sees_what_is_lost_or_doubled(tmp_path: Path) -> None:
    async with aclosing(Fortress(tmp_path, 3)) as fortress:
        await fortress.rise()
        bots = defenders(fortress.invitations)
        await soon(asyncio.gather(*(bot.play() for bot in bots)))
    bot = bots[0]
    seat = bot.witness.mirror.seat
    assert seat is not None
    answer = next(entry for entry in bot.witness.acknowledged if isinstance(entry, Chose))
    twice = [Chose(seat, answer.prompt, answer.line)] * 2

    with pytest.raises(Lost, match="lost"):
        check_acknowledged(bot, [])
    with pytest.raises(Lost, match="twice"):
        check_acknowledged(bot, twice)
    bot.witness.mirror.story.pop(20)
    with pytest.raises(Lost, match="things"):
        await judge(tmp_path, bot.witness.mirror.info.table, bots)


async def test_a_gate_hands_on_what_is_not_cut(tmp_path: Path) -> None:
    async with aclosing(Fortress(tmp_path, 3)) as fortress:
        await fortress.rise()
        async with aclosing(Gate(fortress.invitations[0].address.port)) as gate:
            port = await gate.open()
            bots = defenders([through(port, invitation) for invitation in fortress.invitations])
            await soon(asyncio.gather(*(bot.play() for bot in bots)))

    assert gate.passed > 100
    assert gate.cuts == 0
