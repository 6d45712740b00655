"""Players out of time or away in sealed rounds: who seals for them, and what stands if nobody does."""

from __future__ import annotations

from typing import Any

import pytest

from core.decisions import Allocate
from core.kinds import DefaultStood, Event, Seat
from protocol.entries import Chose, Replaced
from protocol.pace import Absence, PerDecision, Terms
from protocol.round_records import Committed
from server.tables.runner import TableRunner
from tests.harness.sealers import go_through
from tests.refusing import refused
from tests.server.on_paper import Guest, Stage, play_until, settle, slow_bots


async def to_bids(runner: TableRunner, guests: list[Guest]) -> tuple[Seat, ...]:
    """Play on until some have to seal a bid; return who, and nobody if the game is over before."""
    await play_until(guests, lambda table: table.round is not None or table.is_over)
    return runner.table.round.header.seats if runner.table.round is not None else ()


async def at_bids_of_a_bot(stage: Stage, terms: Terms) -> tuple[TableRunner, Guest, list[Guest]]:
    """Play until a bot has to seal a bid for somebody, at as many tables as that takes."""
    while True:
        runner = await stage.table(terms)
        absent, *guests = await stage.begun(runner)
        absent.leave()
        await runner.submit(Replaced(absent.seat))
        while bidders := await to_bids(runner, guests):
            if absent.seat in bidders:
                return runner, absent, guests
            await go_through(runner.table, guests)


async def test_out_of_time_in_a_sealed_round_the_default_stands_and_the_seat_stays_theirs(
    stage: Stage,
) -> None:
    runner = await stage.table(Terms(PerDecision(30), absence=Absence.BOT))
    guests = await stage.begun(runner)
    slow, *quick = await to_bids(runner, guests)
    for seat in quick:
        await guests[seat].choose()
    await stage.clock.turn(30.1)

    assert missing_in(runner) == (slow,)
    assert runner.table.replaced == frozenset()
    await go_through(runner.table, guests)
    assert defaults_in(runner) == [DefaultStood(slow, "missing")]


async def test_who_is_replaced_while_a_round_is_open_is_passed_over_in_it(stage: Stage) -> None:
    """Only the player can seal a choice then, and nobody learns what it would have been."""
    runner = await stage.table(Terms(grace=60, absence=Absence.BOT))
    guests = await stage.begun(runner)
    gone, *others = await to_bids(runner, guests)
    guests[gone].leave()
    for seat in others:
        await guests[seat].choose()
    await stage.clock.turn(59)
    assert not missing_in(runner)

    await stage.clock.turn(2)
    assert runner.table.replaced == {gone}
    assert missing_in(runner) == (gone,)


async def test_for_who_was_replaced_before_a_round_the_server_seals_a_choice(stage: Stage) -> None:
    runner, absent, guests = await at_bids_of_a_bot(stage, Terms(grace=60, absence=Absence.BOT))
    await settle()

    assert runner.table.round is not None
    sealed = runner.table.round.sealed[absent.seat].record
    await absent.join(runner)
    with refused("not signed by its owner"):
        await absent.ask("do", absent.sealer.sealed(runner.table, "bid 0 0 0 0"))
    await go_through(runner.table, [absent, *guests])
    assert sealed in [entry for entry in await stage.entries(runner) if isinstance(entry, Committed)]
    assert defaults_in(runner) == []


async def test_everybody_waits_for_what_the_server_has_to_seal(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_bid = slow_bots(monkeypatch, lambda view: isinstance(view.decision, Allocate))
    runner, absent, guests = await at_bids_of_a_bot(stage, Terms(absence=Absence.BOT))
    await go_through(runner.table, guests)
    assert list(runner.table.prompts) == [absent.seat]

    may_bid.set()
    await settle()
    assert runner.table.prompts == {}
    assert missing_in(runner) == ()


async def at_bids_led_to_by_a_bot(stage: Stage) -> tuple[TableRunner, list[Guest], tuple[Seat, ...]]:
    """Let bots answer for all until an answer makes its own seat bid, at as many tables as it takes."""
    while True:
        runner = await stage.table(Terms(PerDecision(30), absence=Absence.BOT))
        guests = await stage.begun(runner)
        while not runner.table.is_over:
            if runner.table.round is None:
                await stage.clock.turn(30.1)
            elif last_to_answer(await stage.entries(runner)) in runner.table.round.header.seats:
                return runner, guests, runner.table.round.header.seats
            else:
                await go_through(runner.table, guests)


async def test_who_was_out_of_time_before_a_round_seals_a_choice_in_it(stage: Stage) -> None:
    runner, guests, bidders = await at_bids_led_to_by_a_bot(stage)
    assert runner.table.replaced == frozenset()
    for seat in bidders:
        await guests[seat].choose()

    await go_through(runner.table, guests)
    assert defaults_in(runner) == []


def missing_in(runner: TableRunner) -> tuple[Seat, ...]:
    assert runner.table.round is not None
    return runner.table.round.missing


def defaults_in(runner: TableRunner) -> list[Event]:
    """Return what stood for choices nobody sealed, in the whole story."""
    events = [event for happened in runner._story.past for event in happened.events]  # noqa: SLF001
    return [event for event in events if isinstance(event, DefaultStood)]


def last_to_answer(entries: list[Any]) -> Seat | None:
    return next((entry.seat for entry in reversed(entries) if isinstance(entry, Chose)), None)
