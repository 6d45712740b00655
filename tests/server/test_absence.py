"""Players out of time or away: a table waits, votes or lets a bot play; and what a restart changes."""

from __future__ import annotations

from typing import Any
from weakref import ref

import pytest

from core.bots.kinds import Thought
from core.bots.levels import SteadyBot
from core.kinds import Seat
from protocol.entries import Chose, Replaced, Returned, Voted
from protocol.messages import Sync, TableState
from protocol.oaths import check_lock
from protocol.pace import Absence, Bank, PerDecision, Terms
from server.store.interface import GameState
from server.tables.sealed_rounds import SealedRounds
from server.tables.stand_ins import StandIns
from tests.refusing import refused
from tests.server.on_paper import HOUR, Stage, alone, asked, settle, slow_bots


def answers_in(entries: list[Any]) -> list[Seat]:
    return [entry.seat for entry in entries if isinstance(entry, Chose)]


async def test_out_of_time_a_bot_answers_once_and_the_seat_stays_theirs(stage: Stage) -> None:
    runner = await stage.table(Terms(PerDecision(30), absence=Absence.BOT))
    guests = await stage.begun(runner)
    slow = await alone(guests)
    chosen = len(answers_in(await stage.entries(runner)))
    await stage.clock.turn(29.9)
    assert len(answers_in(await stage.entries(runner))) == chosen

    await stage.clock.turn(0.2)
    assert answers_in(await stage.entries(runner))[chosen:] == [slow.seat]
    assert runner.table.replaced == frozenset()
    told = [type(happened.entry) for happened in runner._story.past][-3:]  # noqa: SLF001
    assert told == [Replaced, Chose, Returned]  # for an answer that its player has not signed
    check_lock([entry for entry in await stage.entries(runner) if isinstance(entry, Chose)][-1])


async def test_a_bot_that_fails_does_not_stop_the_table(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Thought:
        raise ZeroDivisionError

    monkeypatch.setattr(SteadyBot, "think", fail)
    runner = await stage.table(Terms(PerDecision(30), absence=Absence.BOT))
    slow = await alone(await stage.begun(runner))
    await stage.clock.turn(30.1)

    assert answers_in(await stage.entries(runner))[-1] == slow.seat
    assert "A bot could not think" in caplog.text


async def test_a_bot_replaces_who_is_away_until_they_return(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.BOT))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    absent.leave()
    await stage.clock.turn(119)
    assert runner.table.replaced == frozenset()

    await stage.clock.turn(2)
    assert runner.table.replaced == {absent.seat}
    assert absent.seat not in runner.table.prompts
    await absent.join(runner)
    assert runner.table.replaced == frozenset()
    assert [type(e) for e in await stage.entries(runner) if isinstance(e, (Replaced, Returned))] == [
        Replaced,
        Returned,
    ]


async def test_who_is_back_within_the_grace_is_not_replaced(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.BOT))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    absent.leave()
    await stage.clock.turn(100)
    await absent.join(runner)
    await stage.clock.turn(1000)

    assert runner.table.replaced == frozenset()


async def test_who_nobody_waits_for_may_be_away(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.BOT))
    guests = await stage.begun(runner)
    busy = await alone(guests)
    idle = next(guest for guest in guests if guest is not busy)
    idle.leave()
    await stage.clock.turn(HOUR)

    assert runner.table.replaced == frozenset()


async def test_a_patient_table_waits(stage: Stage) -> None:
    runner = await stage.table(Terms(PerDecision(30), grace=120, absence=Absence.WAIT))
    guests = await stage.begun(runner)
    (await alone(guests)).leave()
    seq = runner.table.seq
    await stage.clock.turn(10 * HOUR)

    assert runner.table.seq == seq
    assert not any(seat.is_overdue for seat in runner.info().seats)


async def test_the_majority_of_the_others_decides_about_a_bot(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.VOTE))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    one, other = (guest for guest in guests if guest is not absent)
    absent.leave()
    with refused("neither out of time nor away"):
        await one.ask("do", Voted(one.seat, absent.seat, True))
    await stage.clock.turn(121)

    assert runner.info().seats[absent.seat].is_overdue
    await one.ask("do", Voted(one.seat, absent.seat, True))
    await one.ask("do", Voted(one.seat, absent.seat, False))
    await other.ask("do", Voted(other.seat, absent.seat, True))
    assert runner.table.replaced == frozenset()
    await one.ask("do", Voted(one.seat, absent.seat, True))
    await settle()
    assert runner.table.replaced == {absent.seat}
    assert absent.seat not in runner.table.prompts
    await absent.join(runner)
    assert runner.table.replaced == frozenset()


async def test_who_returns_needs_no_vote(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.VOTE))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    one, other = (guest for guest in guests if guest is not absent)
    absent.leave()
    await stage.clock.turn(121)
    await one.ask("do", Voted(one.seat, absent.seat, True))
    await absent.join(runner)

    with refused("neither out of time nor away"):
        await other.ask("do", Voted(other.seat, absent.seat, True))


async def test_who_is_out_of_time_stays_so_after_coming_anew(stage: Stage) -> None:
    runner = await stage.table(Terms(PerDecision(30), absence=Absence.VOTE))
    guests = await stage.begun(runner)
    slow = await alone(guests)
    await stage.clock.turn(31)
    assert runner.info().seats[slow.seat].is_overdue
    slow.leave()
    await slow.join(runner)

    assert runner.info().seats[slow.seat].is_overdue
    await slow.choose()
    assert not runner.info().seats[slow.seat].is_overdue


# After a restart -----------------------------------------------------------------------------


async def test_a_bank_is_as_full_after_a_restart_as_before(stage: Stage) -> None:
    """What a bot answers for somebody neither costs nor earns time, not even when it is read again."""
    runner = await stage.table(Terms(Bank(600, 30), grace=60, absence=Absence.BOT))
    guests = await stage.begun(runner)
    await stage.clock.turn(10)
    await asked(guests).choose()
    absent = await alone(guests)
    absent.leave()
    await stage.clock.turn(61)
    assert runner.table.replaced == {absent.seat}
    await absent.join(runner)
    before = (await absent.ask("sync", Sync(0))).clocks
    assert before[absent.seat].remaining_ms is not None
    again = await stage.restart(runner)
    guest = stage.guest(absent.identity)
    await guest.join(again)

    assert again.table.state == runner.table.state
    after = (await guest.ask("sync", Sync(0))).clocks
    assert after[absent.seat].remaining_ms == before[absent.seat].remaining_ms


async def test_a_bot_plays_on_after_a_restart(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=60, absence=Absence.BOT))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    await runner.submit(Replaced(absent.seat))
    await runner.aclose()
    seq = runner.table.seq
    again = await stage.restart(runner)
    await settle()

    assert again.table.replaced == {absent.seat}
    assert again.table.seq > seq


async def test_who_was_invited_before_a_restart_can_come_after_it(stage: Stage) -> None:
    runner = await stage.table()
    token = await stage.lobby.invite(runner)
    again = await stage.restart(runner)
    guest = stage.guest()
    await guest.join(again, token)

    assert guest.viewer == 0
    await stage.clock.turn(24 * HOUR)
    with refused("has been used"):
        await stage.guest().join(again, token)


# When something is wrong ---------------------------------------------------------------------


async def test_who_is_replaced_can_look_at_a_frozen_table_and_leaves_no_trace(stage: Stage) -> None:
    runner = await stage.table()
    guests = await stage.begun(runner)
    absent = await alone(guests)
    absent.leave()
    runner.is_frozen = True
    runner.table.replaced |= {absent.seat}
    await absent.join(runner)
    assert runner.info().seats[absent.seat].is_present
    absent.leave()

    assert not runner.info().seats[absent.seat].is_present


async def test_who_cannot_take_the_seat_back_leaves_no_trace(stage: Stage) -> None:
    """The journal fails at that very moment."""
    runner = await stage.table()
    guests = await stage.begun(runner)
    absent = await alone(guests)
    absent.leave()
    runner.table.replaced |= {absent.seat}
    await stage.store.close_game(runner.name, GameState.FROZEN)
    with refused("cannot be written"):
        await absent.join(runner)

    assert runner.info().state is TableState.FROZEN
    assert not runner.info().seats[absent.seat].is_present


async def test_what_a_bot_was_thinking_when_the_player_came_back_is_dropped(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody would believe it: the player has not signed it, and no bot plays for them any more."""
    has_come_back = slow_bots(monkeypatch, lambda _: True)
    runner = await stage.table(Terms(absence=Absence.BOT))
    guests = await stage.begun(runner)
    absent = await alone(guests)
    absent.leave()
    await runner.submit(Replaced(absent.seat))
    await absent.join(runner)
    seq = runner.table.seq
    has_come_back.set()
    await settle()

    assert runner.table.seq == seq
    assert absent.seat in runner.table.prompts
    await absent.choose()


async def test_a_bot_that_is_not_needed_any_more_does_not_think(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """The player answers at the moment a bot is asked to."""
    runner = await stage.table()
    guests = await stage.begun(runner)
    absent = await alone(guests)

    rounds = SealedRounds(runner.table, stage.lobby.host, lambda: None)
    stand_ins = StandIns(runner.table, rounds, runner.submit)
    runner.table.replaced = frozenset({absent.seat})
    stand_ins.play(absent.seat)
    runner.table.prompts.pop(absent.seat)
    await settle()
    await stand_ins.aclose()

    assert caplog.records == []


async def test_a_bot_that_thinks_when_its_table_leaves_the_server_does_not_answer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By then nobody may hold on to whatever ran the table here."""
    has_thought = slow_bots(monkeypatch, lambda _: True)
    runner = await stage.table(Terms(absence=Absence.BOT))
    guests = await stage.begun(runner)
    absent = (await alone(guests)).seat
    for guest in guests:
        guest.leave()
    await runner.submit(Replaced(absent))
    trace = ref(runner)
    stage.lobby.abandon(runner.name)
    del runner, guests, guest
    await settle()
    assert trace() is None
    has_thought.set()
    await settle()

    assert caplog.records == []
