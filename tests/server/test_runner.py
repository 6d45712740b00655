"""What runs a table: who sits down, stands up and comes back, and who may do what."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from core.deals import Goods, Promise
from protocol.entries import NO_OATH, Answer, Answered, Offered, Said
from protocol.identity import Identity
from protocol.messages import NOTHING, Log, SetReady, TableState
from protocol.parties import ENTROPY_MS
from protocol.policy import Keys
from protocol.round_records import Acked, Handed, Release, RoundVoided
from server.door.requests import HANDLERS
from server.tables.runner import TableRunner
from tests.harness.hearing import sworn_at
from tests.harness.sealers import go_through
from tests.refusing import refused
from tests.server.on_paper import HOUR, SEATS, Guest, Stage

NEXT_KEYS = Keys(1, (b"\x09" + bytes(31),) * 3)


# Sitting down --------------------------------------------------------------------------------


async def test_a_game_begins_when_all_who_sit_there_are_ready(stage: Stage) -> None:
    runner = await stage.table()
    first, second, third = await stage.seated(runner)
    await first.ask("ready", SetReady(True))
    await second.ask("ready", SetReady(True))
    await second.ask("ready", SetReady(False))
    await third.ask("ready", SetReady(True))
    assert runner.table.round is None

    await second.ask("ready", SetReady(True))
    await go_through(runner.table, [first, second, third])
    assert runner.info().state is TableState.RUNNING
    assert runner.table.prompts


async def test_a_game_begins_when_all_have_brought_chance(stage: Stage) -> None:
    runner = await stage.table()
    first, second, third = await stage.seated(runner)
    for guest in (first, second, third):
        await guest.ask("ready", SetReady(True))
    await go_through(runner.table, [first, second])
    assert runner.info().state is TableState.OPEN

    await go_through(runner.table, [first, second, third])
    assert runner.info().state is TableState.RUNNING


async def without_chance_of_one(stage: Stage) -> tuple[TableRunner, list[Guest]]:
    """Let everybody be ready, and the last of three bring no chance."""
    runner = await stage.table()
    guests = await stage.seated(runner)
    for guest in guests:
        await guest.ask("ready", SetReady(True))
    await go_through(runner.table, guests[:2])
    await stage.clock.turn(ENTROPY_MS / 1000)
    return runner, guests


async def test_without_the_chance_of_every_person_no_game_begins(stage: Stage) -> None:
    """Nobody waits for it long: everybody says ready once more."""
    runner, guests = await without_chance_of_one(stage)

    assert RoundVoided((guests[2].seat,)) in await stage.entries(runner)
    assert runner.info().state is TableState.OPEN
    assert not any(seat.is_ready for seat in runner.info().seats)
    for guest in guests:
        await guest.ask("ready", SetReady(True))
    await go_through(runner.table, guests)
    assert runner.info().state is TableState.RUNNING


async def test_who_brings_no_chance_can_give_the_seat_to_another(stage: Stage) -> None:
    runner, guests = await without_chance_of_one(stage)
    seat = guests[2].seat
    await guests[2].ask("stand")

    assert runner.free_seats() == [seat]


async def test_once_keys_are_in_use_nobody_sits_down_or_stands_up(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.seated(runner)
    for guest in guests:
        await guest.ask("ready", SetReady(True))
    assert runner.table.round is not None

    with refused("you keep your seat"):
        await guests[0].ask("stand")
    with refused("an old one was shown"):
        await guests[0].ask("do", replace(guests[0].sealer.keyed(runner.table), keys=NEXT_KEYS))


async def test_nobody_begins_without_keys(stage: Stage) -> None:
    runner = await stage.table()
    guests = [stage.guest() for _ in SEATS]
    for guest in guests:
        await guest.sit_down(runner, await stage.lobby.invite(runner))
        await guest.ask("ready", SetReady(True))
    for guest in guests:
        assert runner.table.round is None
        await guest.ask("do", guest.sealer.keyed(runner.table))

    assert runner.table.round is not None


async def test_who_leaves_is_not_ready_any_more(stage: Stage) -> None:
    runner = await stage.table()
    first, second, third = await stage.seated(runner)
    await first.ask("ready", SetReady(True))
    first.leave()
    await second.ask("ready", SetReady(True))
    await third.ask("ready", SetReady(True))
    assert runner.table.round is None

    await first.join(runner)
    await first.ask("ready", SetReady(True))
    assert runner.table.round is not None


async def test_a_bot_is_always_ready(stage: Stage) -> None:
    runner = await stage.table()
    guests = [stage.guest() for _ in SEATS]
    for number, guest in enumerate(guests):
        await guest.join(runner, await stage.lobby.invite(runner), is_bot=number > 0)
    await guests[0].ask("ready", SetReady(True))
    await go_through(runner.table, guests)

    assert runner.info().state is TableState.RUNNING


async def test_two_are_not_enough_for_a_table_of_three(stage: Stage) -> None:
    runner = await stage.table()
    for _ in range(2):
        guest = stage.guest()
        await guest.join(runner, await stage.lobby.invite(runner))
        await guest.ask("ready", SetReady(True))

    assert runner.info().state is TableState.OPEN


async def test_who_stands_up_gives_the_seat_and_the_invitation_back_and_can_watch(stage: Stage) -> None:
    runner = await stage.table()
    token = await stage.lobby.invite(runner)
    first, second = stage.guest(), stage.guest()
    await first.join(runner, token, seat=1)
    with refused("has been used"):
        await second.join(runner, token)
    await first.ask("stand")

    assert first.viewer is None
    assert runner.info().spectators == 1
    await second.join(runner, token, seat=1)
    assert second.viewer == 1
    assert first.dismissed == ""
    with refused("only players"):
        await first.ask("ready", SetReady(True))


async def test_who_stands_up_leaves_nobody_on_the_seat(stage: Stage) -> None:
    """Even when the same player comes to it from elsewhere at that moment."""
    runner = await stage.table()
    first = stage.guest()
    await first.join(runner, await stage.lobby.invite(runner), seat=1)
    second = stage.guest(first.identity)
    await asyncio.gather(first.ask("stand"), second.join(runner, seat=1), return_exceptions=True)

    assert runner.free_seats() == [0, 1, 2]
    assert 1 not in (first.viewer, second.viewer) or first.dismissed
    assert not runner.info().seats[1].is_present


async def test_nobody_acts_for_another_seat(stage: Stage) -> None:
    guests = await stage.begun(await stage.table())

    with refused("your own seat"):
        await guests[0].ask("do", Said(guests[1].seat, 0, (), "I give up"))


async def test_what_is_the_servers_to_say_is_not_taken_from_players(stage: Stage) -> None:
    """How long a choice took, in which phase words were said, and what a deal has moved."""
    runner = await stage.table()
    guests = await stage.begun(runner)
    one, other = guests[0], guests[1]
    await one.ask("do", Said(one.seat, 0, (), "well met", phase=(9, 9)))
    await one.ask("do", Offered(one.seat, 0, other.seat, Goods(), Goods(), (Promise("words", "peace"),)))
    await other.ask("do", Answered(other.seat, one.seat, 0, Answer.ACCEPT, Goods(7), Goods(7)))

    past = [happened.entry for happened in runner._story.past]  # noqa: SLF001
    told = [replace(entry, oath=NO_OATH) for entry in past if isinstance(entry, (Said, Answered))]
    assert Said(one.seat, 0, (), "well met", phase=runner.table.phase) in told
    assert Answered(other.seat, one.seat, 0, Answer.ACCEPT) in told


async def test_during_the_game_nobody_can_stand_up(stage: Stage) -> None:
    guests = await stage.begun(await stage.table())

    with refused("you keep your seat"):
        await guests[0].ask("stand")
    assert guests[0].viewer is not None


async def test_a_seat_is_reclaimed_from_another_machine_with_the_key_alone(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    elsewhere = stage.guest(guests[1].identity)
    await elsewhere.join(runner)

    assert elsewhere.viewer == guests[1].viewer
    assert guests[1].dismissed == "elsewhere"
    assert runner.info().seats[1].is_present
    elsewhere.leave()
    assert not runner.info().seats[1].is_present
    with refused("you need an invitation"):
        await stage.guest().join(runner)


async def test_an_invitation_is_good_for_a_day(stage: Stage) -> None:
    runner = await stage.table()
    tokens = [await stage.lobby.invite(runner) for _ in range(2)]
    await stage.clock.turn(24 * HOUR - 1)
    await stage.guest().join(runner, tokens[0])
    await stage.clock.turn(1)

    with refused("too old"):
        await stage.guest().join(runner, tokens[1])


async def test_an_invitation_of_another_table_is_worth_nothing(stage: Stage) -> None:
    here, there = await stage.table(), await stage.table()

    with refused("not for this table"):
        await stage.guest().join(here, await stage.lobby.invite(there))


async def test_one_player_sits_at_so_many_tables_and_no_more(stage: Stage) -> None:
    identity = Identity.make()
    tables = [await stage.table() for _ in range(3)]
    for runner in tables[:2]:
        await stage.guest(identity).join(runner, await stage.lobby.invite(runner))

    with refused("already sit at 2 tables"):
        await stage.guest(identity).join(tables[2], await stage.lobby.invite(tables[2]))
    await stage.guest(identity).join(tables[0])


ACTS: dict[str, Any] = {
    "log": Log(0),
    "ready": SetReady(True),
    "stand": NOTHING,
    "again": NOTHING,
    "do": Said(1, 1, (), "Hello"),
    "confirm": Acked(1, bytes(32), bytes(64)),
    "release": Release(1, None, (), bytes(64)),
    "turn": Handed(1, 1, 0, None, None),
}


FOR_ALL = {
    *("ping", "clock", "tables", "seats", "open", "invite", "invitations", "close"),
    *("join", "leave", "sync", "apply"),
}
"""What does not concern a seat of one's own at this table, so that watching forbids none of it."""


@pytest.mark.parametrize("method", sorted(HANDLERS.keys() - FOR_ALL))
async def test_who_watches_cannot_act(method: str, stage: Stage) -> None:
    runner = await stage.table()
    await stage.begun(runner)
    watcher = stage.guest()
    await watcher.join(runner, is_watching=True)
    seq = runner.table.seq

    with refused("You are watching"):
        await watcher.ask(method, ACTS[method])
    assert runner.table.seq == seq


async def test_talk_is_counted_for_each_seat(stage: Stage) -> None:
    limits = stage.lobby.limits
    guests = await stage.begun(await stage.table())
    for number in range(limits.chat_burst):
        await guests[0].ask("do", Said(guests[0].seat, number, (), "And then..."))
    with refused("too fast"):
        await guests[0].ask("do", Said(guests[0].seat, 99, (), "And then..."))

    await guests[1].ask("do", Said(guests[1].seat, 0, (), "Really?"))
    await stage.clock.turn(1 / limits.chat_rate)
    await guests[0].ask("do", Said(guests[0].seat, 99, (), "Yes."))


async def test_a_deed_that_waits_while_somebody_else_gets_its_seat_is_not_done(stage: Stage) -> None:
    runner = await stage.table()
    player = (await stage.begun(runner))[0]
    deed = sworn_at(runner, player.identity, Said(player.seat, 1, (), "Hello"))
    runner.table.players[player.seat] = Identity.make().public  # as an election would have it
    seq = runner.table.seq
    await runner.do(deed, player.identity.public)

    assert runner.table.seq == seq
