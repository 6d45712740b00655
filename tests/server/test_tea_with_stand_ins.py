"""At tea (RS-7) a bot that plays for somebody absent waits for people who are there, and for nobody else."""

from __future__ import annotations

import pytest

from core.games.rising_sun.board import TEA
from core.games.rising_sun.choices import ALLY, READY
from core.kinds import Choice
from protocol.entries import Chose
from protocol.pace import Absence, PerDecision, Terms
from server.tables.runner import TableRunner
from tests.server.on_paper import Guest, Stage, settle


@pytest.fixture(autouse=True)
def _thirst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep bots from leaving by chance."""
    monkeypatch.setattr("core.games.rising_sun.tactics.ENOUGH_TEA", 0.0)


async def choose(runner: TableRunner, guest: Guest, choice: Choice) -> None:
    table = runner.table
    await guest.ask("do", Chose(guest.seat, table.prompts[guest.seat].number, table.game.line_of(choice)))


async def test_stand_ins_court_who_is_there_and_let_that_one_choose(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.BOT))
    here, *absent = await stage.begun(runner)
    for guest in absent:
        guest.leave()
    await stage.clock.turn(121)
    assert set(runner.table.state.offers) == {(guest.seat, here.seat) for guest in absent}
    assert runner.table.state.ready == ()

    await choose(runner, here, ALLY[absent[0].seat])
    await choose(runner, here, READY)
    await settle()
    assert runner.table.state.phase != TEA
    assert runner.table.state.ally[here.seat] == absent[0].seat


async def test_stand_ins_wait_for_nobody_when_all_are_absent(stage: Stage) -> None:
    runner = await stage.table(Terms(grace=120, absence=Absence.BOT))
    for guest in await stage.begun(runner):
        guest.leave()
    await stage.clock.turn(121)

    assert runner.table.state.phase != TEA


async def test_out_of_time_a_bot_answers_at_once_though_others_still_think(stage: Stage) -> None:
    runner = await stage.table(Terms(PerDecision(30), absence=Absence.BOT))
    quick, *slow = await stage.begun(runner)
    await stage.clock.turn(20)
    await choose(runner, quick, ALLY[slow[0].seat])
    await stage.clock.turn(11)

    chosen = [entry.seat for entry in await stage.entries(runner) if isinstance(entry, Chose)]
    assert sorted(chosen) == [quick.seat, *(guest.seat for guest in slow)]
    assert runner.table.replaced == frozenset()
