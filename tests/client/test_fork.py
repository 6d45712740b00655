"""A moment of a finished game is the beginning of another one, against bots."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from client.cli.flags import defaults_of
from client.cli.own_table import forking
from client.cli.past import entries_in, past_in, relive
from client.cli.record import record_of, record_until, text_until
from client.local.home import IDENTITY, PUBLIC
from client.seat.bot_player import BotPlayer
from client.table.face import face_of
from client.table.past import ALL, FOR_A_BATTLE, FOR_A_MOMENT, Moment, Past, seconds_at, seen_with
from core.catalog import game_named
from core.flow import turning_of
from core.kinds import InputError
from core.record import final_state, read_record
from protocol.entries import Began, Chose, Forked, SatDown, Stamped, forked
from protocol.identity import PublicKey
from protocol.pace import Terms
from protocol.table.proposals import propose
from protocol.table.table import Table
from protocol.table.verify import verify
from tests.harness.loopback import HERE, OpenTable, a_person, a_server, a_table, play_at

LOGS = Path(__file__).parents[1] / "logs"
THREE_PEOPLE = LOGS / "three_people.log"


@cache
def entries() -> list[Stamped]:
    return entries_in(THREE_PEOPLE)[1]


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> list[Stamped]:
    """Return a whole game in which plans lie face down."""

    async def played() -> list[Stamped]:
        folder = tmp_path_factory.mktemp("plans")
        async with a_table(folder / "data", game="shogun") as table:
            await play_at(table, folder)
            return await table.stamps()

    return asyncio.run(played())


def choices(log: list[Stamped]) -> list[int]:
    """Return where somebody chose something."""
    return [seq for seq, stamp in enumerate(log) if isinstance(stamp.entry, Chose)]


# The record up to a moment -------------------------------------------------------------------


def test_the_record_up_to_a_moment_leads_there() -> None:
    compared = 0
    for seq, _, table in relive(entries()):
        if table.state is not None and seq % 7 == 0:
            record = record_until(entries(), seq)
            assert game_named("rising_sun").write_position(final_state(record)) == position_of(table)
            compared += 1

    assert compared > 20


def position_of(table: Table) -> dict[str, Any]:
    return table.game.write_position(table.state)


def test_where_plans_lie_face_down_a_game_is_played_on_from_the_next_question(plans: list[Stamped]) -> None:
    """Cards that were turned over later are known, so nobody has to turn them over again."""
    for seq in choices(plans)[:: len(choices(plans)) // 8]:
        state = final_state(read_record(text_until(plans, seq))[0])

        assert state.pending or state.winners
        assert turning_of(state.agenda) is None


def test_a_fork_is_of_the_game_and_of_the_record_it_names() -> None:
    record = text_until(entries(), choices(entries())[5])
    table = Table(entries()[0])
    other = Table(entries_in(LOGS / "plans.log")[1][0])
    assert propose(table, forked(record)).entry == forked(record)

    with pytest.raises(InputError, match="hash"):
        propose(table, Forked(record, b"x" * 32))
    with pytest.raises(InputError, match="another game"):
        propose(other, forked(record))
    with pytest.raises(InputError, match="Nobody has anything to decide"):
        propose(table, forked(text_until(entries(), len(entries()) - 1)))


def test_nobody_is_shown_what_the_record_has() -> None:
    entry = forked("all secrets")

    assert entry.seen_by(None) == entry.seen_by(0) == Forked("", entry.record_hash)


# A table -------------------------------------------------------------------------------------


async def test_a_forked_game_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    await play_on(entries(), tmp_path)


async def test_so_is_one_with_plans_on_the_table(plans: list[Stamped], tmp_path: Path) -> None:
    await play_on(plans, tmp_path)


async def play_on(log: list[Stamped], folder: Path) -> None:
    record = text_until(log, choices(log)[len(choices(log)) * 2 // 3])
    async with a_server(folder) as server:
        runner = await server.lobby.fork(record, Terms())
        tokens = [await server.lobby.invite(runner) for _ in runner.table.seats]
        table = OpenTable(server, runner, [server.invitation(HERE, runner.name, token) for token in tokens])
        bots = [await table.seat_bot(a_person(seat), seat, BotPlayer) for seat in runner.table.seats]
        await table.play(bots)
        stamps = await table.stamps()
        began = next(past for _, past, _ in relive(stamps) if isinstance(past.entry, Began))

    again, end = record_of(stamps)
    assert not verify(stamps).faults
    assert end.is_over
    assert len(began.events) > 20
    assert again.moves[: len(read_record(record)[0].moves)] == read_record(record)[0].moves
    assert final_state(again) == end.state


async def test_the_way_leads_to_a_table_that_stands_there(tmp_path: Path) -> None:
    past, seq = past_in(THREE_PEOPLE), choices(entries())[20]
    journey = forking(defaults_of("play", tmp_path))(past, seq, 1)
    async with journey() as way:
        assert way.person.seat == 1
        assert way.begins_by_itself


# Which moments -------------------------------------------------------------------------------


def test_whose_eyes_look_plays_on_and_else_who_has_to_decide() -> None:
    past = past_in(THREE_PEOPLE)
    seq = choices(entries())[10]
    all_eyes = seen_with(past, 0, seq)
    own_eyes = seen_with(past, 3, seq)

    assert all_eyes.seat in all_eyes.moment.view.to_act
    assert own_eyes.seat == past.eyes[3][1]


def test_who_names_somebody_begins_with_their_eyes_and_has_their_own_next(tmp_path: Path) -> None:
    sat = {entry.seat: entry for entry in (stamp.entry for stamp in entries()) if isinstance(entry, SatDown)}
    (tmp_path / IDENTITY).touch()
    (tmp_path / PUBLIC).write_text(PublicKey.load(sat[1].key).text)
    name = past_in(THREE_PEOPLE).game.seat_names[0]

    assert [eyes for _, eyes in past_in(THREE_PEOPLE, tmp_path, whose=name).eyes[:3]] == [0, 1, ALL]


def test_who_sat_there_plays_on_in_the_same_seat_whoever_has_to_decide(tmp_path: Path) -> None:
    sat = [stamp.entry for stamp in entries() if isinstance(stamp.entry, SatDown)]
    for person in sat:
        (tmp_path / IDENTITY).touch()
        (tmp_path / PUBLIC).write_text(PublicKey.load(person.key).text)
        past = past_in(THREE_PEOPLE, tmp_path)
        here = seen_with(past, 0, choices(entries())[10])

        assert here.seat == person.seat
        assert [eyes for _, eyes in past.eyes[:2]] == [person.seat, ALL]
        assert here.with_eyes(1).seat == person.seat
        assert here.with_eyes(3).seat == past.eyes[3][1]
    assert len(sat) > 1


def test_a_game_is_forked_while_it_goes_on_if_its_log_is_whole() -> None:
    past = past_in(THREE_PEOPLE)
    middle = seen_with(past, 0, choices(entries())[10])
    unfinished = past_in(LOGS / "unfinished.log")
    first = next(place for place, moment in enumerate(unfinished.moments("all")) if moment.view is not None)

    assert middle.can_be_forked
    assert not seen_with(past, 0).can_be_forked  # not begun
    assert not middle.at(len(middle.moments)).can_be_forked
    assert not seen_with(unfinished, 0).at(first).can_be_forked


def test_a_battle_is_seen_longer_than_a_move_and_nothing_not_at_all() -> None:
    past = past_in(THREE_PEOPLE)
    seconds = {seconds_at(face_of("rising_sun"), moment) for moment in all_moments(past)}

    assert seconds == {0.0, FOR_A_MOMENT, FOR_A_BATTLE}


def all_moments(past: Past) -> list[Moment]:
    return past.moments("all")
