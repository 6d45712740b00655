"""Changing one's mind in a sealed round: what counts, until when, how often, and what others learn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.header import Message, NotTakenError, Opening
from protocol.opening import answer_set, commit, release, seal
from protocol.round import is_held
from protocol.round_records import MOST_REVISIONS, Certified, Committed, Reason, Release, Verdict
from tests.protocol.round_table import (
    HEAD,
    MIX,
    PLAYERS,
    TOO_LATE,
    World,
    message_of,
    opened,
    people,
    refused,
)

ANOTHER = Verdict(Message("another", bytes(32)), Reason.OPENED)


def certify(world: World) -> None:
    world.close()
    world.ack(*world.table.seating.people)
    world.tell(Certified(False))


def test_what_is_sealed_last_counts() -> None:
    for releasing in [(0, 1, 2), (1, 2)]:
        change_twice(*releasing)


def change_twice(*releasing: int) -> None:
    world = World(people(3))
    world.commit(0, 1)
    world.change(0, "a better one")
    world.change(0)
    world.commit(2)
    certify(world)
    world.finish(*releasing)

    assert world.round.verdicts == opened([1, 2]) | {0: ANOTHER}
    assert world.follow().verdicts == world.round.verdicts
    assert world.follow().mix(MIX) == world.round.mix(MIX)
    assert world.round.equivocations == {}
    assert [one.revision for one in world.round.commits_of(0)] == [0, 1, 2]


def test_all_pieces_are_changed_with_their_cover() -> None:
    world = World(people(3), pieces=2)
    world.commit(0, 1)
    old = world.dealt[0]
    world.change(0)
    world.commit(2)
    certify(world)

    assert world.round.standing[0] != decode(old.commitment, type(world.round.standing[0]))
    with pytest.raises(NotTakenError, match="not opened"):
        world.opener().take(with_opening(world, old.opening))
    world.finish(1, 2)
    assert world.round.verdicts[0] == ANOTHER


def with_opening(world: World, opening: Opening) -> Release:
    given = replace(world.released(0), opening=opening)
    parts = world.round.set_hash(), encode(given.opening), encode(given.shares)
    return replace(given, signature=PLAYERS[0].sign("sig-release", *parts))


def test_after_the_set_nothing_is_changed() -> None:
    world = World(people(3))
    world.commit(0, 1, 2)
    late = world.changed(0)
    world.close()

    refused(world, late, "too late")
    first = world.round.sealed[0].record
    assert (first.revision, world.round.equivocations) == (0, {})
    with pytest.raises(NotTakenError, match="another choice under our name"):
        world.answer(0)
    del world.dealt[0]
    world.ack(0, 1, 2)
    world.tell(Certified(False))
    refused(world, late, "too late")
    world.finish(1, 2)
    assert world.round.verdicts == opened([0, 1, 2])


def test_two_choices_under_one_number_are_evidence_also_when_it_is_an_old_one() -> None:
    world = World(people(3))
    world.commit(0, 1)
    world.change(0)
    world.change(1)
    twice = [under(world, 0, 0), under(world, 1, 1)]
    newest = dict(world.round.sealed)

    for record in twice:
        world.tell(record)
        refused(world, record, "already")
    assert world.round.equivocations == dict(enumerate(twice))
    assert world.round.sealed == newest
    assert world.follow().equivocations == world.round.equivocations
    world.change(0)
    assert len(world.round.commits_of(0)) == 3


def under(world: World, seat: int, revision: int) -> Committed:
    return commit(world.round, seat, PLAYERS[seat], seal(world.round, seat, message_of(5)), 0, HEAD, revision)


def test_numbers_are_neither_skipped_nor_begun_anew_and_nothing_is_sealed_twice() -> None:
    world = World(people(3))

    refused(world, under(world, 0, 1), "not sealed")
    world.commit(0)
    refused(world, under(world, 0, 2), "not sealed")
    old = world.sealed(0)
    world.change(0)
    refused(world, old, "already")
    refused(world, commit(world.round, 0, PLAYERS[0], world.dealt[0], 0, HEAD, 2), "already")
    refused(world, replace(world.changed(0), revision=1), "not signed")


def test_a_seat_can_change_its_mind_so_often_and_not_once_more() -> None:
    world = World(people(3))
    world.commit(0)
    for _ in range(MOST_REVISIONS):
        record = world.changed(0)
        assert decode(encode(record), Committed) == record
        world.tell(record)

    with pytest.raises(ProtocolError):
        decode(encode(world.changed(0)), Committed)


def test_a_change_has_the_size_of_what_it_changes_whatever_is_in_it() -> None:
    """So others learn that somebody has changed their mind, and no more."""
    world = World(people(3), pieces=2)
    world.commit(0)
    first = len(encode(world.round.sealed[0].record))

    assert {len(encode(world.changed(0, choice))) for choice in ("", "another", "x" * 12)} == {first}


def test_a_changed_choice_is_another_set() -> None:
    worlds = [World(people(3)) for _ in range(2)]
    for world in worlds:
        world.commit(0, 1, 2)
    one, other = worlds
    other.change(1)
    for world in worlds:
        world.close()

    ack = answer_set(one.round, 0, PLAYERS[0], one.dealt[0], TOO_LATE, HEAD)
    refused(other, ack, "did not confirm")
    other.ack(0, 1, 2)
    other.tell(Certified(False))
    with pytest.raises(NotTakenError, match="another choice under our name"):
        release(other.round, 1, PLAYERS[1], one.dealt[1], TOO_LATE)


def test_nobody_releases_a_share_of_what_was_changed() -> None:
    world = World(people(3))
    world.commit(0, 1)
    old = world.round.standing[0]
    world.change(0)
    world.commit(2)
    certify(world)

    for seat in (1, 2):
        share = dict(world.released(seat).shares)[0]
        assert is_held(world.round.standing[0], seat, share)
        assert not is_held(old, seat, share)
