"""People take tea with bots on a real server: they are courted, answered, and heard before it ends (RS-7)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from client.cli.hosting import bots_at
from client.seat.player import Player
from core.games.rising_sun.board import DRAGONFLY, KOI, LOTUS, TEA, TURTLE
from core.games.rising_sun.events import AllianceMade, AllianceOffered, AllianceRefused, SeatReady
from core.kinds import Event
from protocol.pace import Absence, Terms
from tests.harness.loopback import a_person, a_server, new_table
from tests.moves import move
from tests.waiting import until

CLANS = ("koi", "lotus", "turtle", "dragonfly")
BOTS = (LOTUS, TURTLE, DRAGONFLY)


@pytest.fixture(autouse=True)
def _thirst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep bots from leaving by chance."""
    monkeypatch.setattr("core.games.rising_sun.tactics.ENOUGH_TEA", 0.0)


@asynccontextmanager
async def at_tea(folder: Path, *seats: int, terms: Terms | None = None) -> AsyncIterator[list[Player]]:
    """Seat people, and bots on the rest of four seats, and begin."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(a_server(folder))
        table = await new_table(server, len(CLANS), terms=terms)
        people = []
        for seat in seats:
            people.append(await table.seat(a_person(seat, seat=seat), Player))
            stack.push_async_callback(people[-1].leave)
        left = table.runner.free_seats()
        stack.enter_context(bots_at(server, table.runner, left, "steady", folder))
        for player in people:
            await player.ready()
        await until(lambda: all(player.mirror.prompt is not None for player in people))
        yield people


def told(player: Player) -> list[Event]:
    """Return what has happened at tea."""
    kinds = (AllianceMade, AllianceOffered, AllianceRefused, SeatReady)
    return [event for heard in player.mirror.story for event in heard.events if isinstance(event, kinds)]


async def end_of_tea(player: Player) -> None:
    await until(lambda: player.mirror.view.phase != TEA)


async def test_bots_court_a_person_once_and_turn_to_each_other_when_that_one_is_ready(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        await until(lambda: {(bot, KOI) for bot in BOTS} == set(koi.mirror.view.offers))
        for clan in CLANS[1:]:
            await koi.choose(move(f"refuse {clan}"))
        await koi.choose(move("ready"))
        await end_of_tea(koi)

    events = told(koi)
    assert set(events[:3]) == {AllianceOffered(bot, KOI) for bot in BOTS}
    assert events[3:7] == [*(AllianceRefused(KOI, bot) for bot in BOTS), SeatReady(KOI)]
    assert AllianceMade in map(type, events[7:])


async def test_a_bot_answers_a_person_who_has_thought_better_of_it(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI) as [koi]:
        await until(lambda: {(bot, KOI) for bot in BOTS} == set(koi.mirror.view.offers))
        await koi.choose(move("refuse lotus"))
        await koi.choose(move("ally lotus"))
        await until(lambda: koi.mirror.view.ally[KOI] == LOTUS)
        assert AllianceOffered(KOI, LOTUS) in told(koi)
        await koi.choose(move("ready"))
        await end_of_tea(koi)

        assert koi.mirror.view.ally[KOI] == LOTUS


async def test_a_bot_that_wants_no_ally_says_so_to_each_who_offers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.games.rising_sun.tactics.FAR_AHEAD", -1)
    async with at_tea(tmp_path, KOI) as [koi]:
        for clan in CLANS[1:]:
            await koi.choose(move(f"ally {clan}"))
        await until(lambda: {AllianceRefused(bot, KOI) for bot in BOTS} <= set(told(koi)))
        await koi.choose(move("ready"))
        await end_of_tea(koi)


async def test_bots_wait_for_all_people_and_answer_who_was_ready_too_soon(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI, TURTLE) as [koi, turtle]:
        await until(lambda: len(koi.mirror.view.offers) == 4)
        await koi.choose(move("refuse lotus"))
        await koi.choose(move("ready"))
        await koi.act(move("ally lotus"))
        await until(lambda: koi.mirror.view.ally[KOI] == LOTUS)
        assert koi.mirror.view.ready == (KOI,)
        await turtle.choose(move("ready"))
        await end_of_tea(turtle)


async def test_bots_do_not_wait_for_a_person_who_has_left(tmp_path: Path) -> None:
    async with at_tea(tmp_path, KOI, TURTLE, terms=Terms(grace=1, absence=Absence.BOT)) as [koi, turtle]:
        await koi.leave()
        await turtle.choose(move("ready"))
        await end_of_tea(turtle)
