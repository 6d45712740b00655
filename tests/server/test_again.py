"""Another game with the same people: one next table for all who played, and a seat there for each."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from protocol.entries import Access, Owned
from protocol.limits import Limits
from protocol.messages import Again, TableNow
from protocol.rpc import Notification, decode_answer
from server.tables.runner import TableRunner
from tests.refusing import refused
from tests.server.on_paper import SEATS, Guest, Stage


@pytest.fixture
def furnished(stage: Stage) -> list[tuple[TableRunner, TableRunner]]:
    """Let the lobby open next tables; return those it has opened."""
    seen: list[tuple[TableRunner, TableRunner]] = []

    async def furnish(before: TableRunner, following: TableRunner) -> None:
        seen.append((before, following))

    stage.lobby.on_again = furnish
    return seen


def tables_told(guest: Guest) -> Iterator[TableNow]:
    for message in map(decode_answer, guest.sent):
        if isinstance(message, Notification) and message.method == "table":
            yield msgspec.msgpack.decode(message.params, type=TableNow)


async def test_all_who_played_are_led_to_one_table_of_the_same_kind(
    stage: Stage, furnished: list[tuple[TableRunner, TableRunner]]
) -> None:
    runner, guests = await stage.over()
    given: list[Again] = [await guest.ask("again") for guest in guests]
    following = stage.lobby.runners[given[0].table]
    for guest, again in zip(guests, given, strict=True):
        guest.leave()
        await stage.guest(guest.identity).join(following, again.token)

    assert furnished == [(runner, following)]
    assert {again.table for again in given} == {following.name}
    assert len({again.token for again in given}) == len(SEATS)
    assert {s.key for s in following.info().seats} == {guest.player.raw for guest in guests}
    before, after = runner.table.opened, following.table.opened
    assert (before.game, before.seats, before.options, before.terms) == (
        *(after.game, after.seats, after.options, after.terms),
    )
    assert before.nonce != after.nonce


@pytest.mark.usefixtures("furnished")
async def test_everybody_is_told_of_the_next_table(stage: Stage) -> None:
    runner, (asking, other, *_) = await stage.over()
    again: Again = await asking.ask("again")

    assert runner.info().next == again.table
    assert [info.next for info in tables_told(other)][-1] == again.table


@pytest.mark.usefixtures("furnished")
async def test_the_next_table_counts_for_the_address_that_opened_this_one(stage: Stage) -> None:
    runner, (guest, *_) = await stage.over()
    runner.opened_from = "192.0.2.7"
    again: Again = await guest.ask("again")

    assert stage.lobby.runners[again.table].opened_from == "192.0.2.7"


@pytest.mark.usefixtures("furnished")
async def test_the_next_table_counts_for_the_limits_like_any_other(stage: Stage) -> None:
    runner, (guest, *_) = await stage.over()
    owner = guest.player.raw
    runner.table.owned = Owned(owner, Access.ALL)
    stage.lobby.limits = Limits(tables_per_owner=1, tables=2)
    meanwhile = await stage.table()
    await meanwhile.submit(Owned(owner, Access.ALL))

    with refused("Only one table of the same owner"):
        await guest.ask("again")
    meanwhile.table.owned = None
    await stage.table()
    with refused("no room for another table"):
        await guest.ask("again")
    stage.lobby.limits = Limits(tables=3)
    assert await guest.ask("again")


@pytest.mark.usefixtures("furnished")
async def test_a_server_that_stops_opens_no_next_table(stage: Stage) -> None:
    runner, (guest, *_) = await stage.over()
    stage.lobby.is_draining = True

    with refused("is stopping"):
        await guest.ask("again")
    assert list(stage.lobby.runners) == [runner.name]


@pytest.mark.usefixtures("furnished")
async def test_who_asks_twice_has_one_seat(stage: Stage) -> None:
    _, (guest, *_) = await stage.over()
    first, second = await guest.ask("again"), await guest.ask("again")
    following = stage.lobby.runners[first.table]
    await stage.guest(guest.identity).join(following, first.token)

    assert first == second
    assert await guest.ask("again") == Again(following.name, None)
    assert len(following.table.invited) == 0


@pytest.mark.usefixtures("furnished")
async def test_there_is_no_other_game_before_the_end_of_this_one(stage: Stage) -> None:
    runner = await stage.table()
    guest, *_ = await stage.begun(runner)

    with refused("not over yet"):
        await guest.ask("again")
    assert list(stage.lobby.runners) == [runner.name]


async def test_a_server_without_a_host_for_it_opens_no_other_table(stage: Stage) -> None:
    runner, (guest, *_) = await stage.over()

    with refused("does not open another table"):
        await guest.ask("again")
    assert list(stage.lobby.runners) == [runner.name]
