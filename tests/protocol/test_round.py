"""Sealed rounds step by step: who may do what when, what is refused, and what becomes of each choice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.header import NotTakenError
from protocol.opening import (
    check_commitment,
    commit,
    seal,
)
from protocol.round import RoundStage
from protocol.round_records import (
    Certified,
    Outcome,
    OutcomePart,
    Reason,
    RoundSet,
    Verdict,
)
from protocol.sealing import Commitment, Dealt
from tests.protocol.round_table import (
    CHAIN,
    HEAD,
    HOST,
    MIX,
    PLAYERS,
    World,
    certified,
    message_of,
    opened,
    people,
    refused,
)

# Whole rounds

TABLES = {
    **{f"{number} people": (number, None, 0) for number in (1, 2, 3, 4, 5)},
    **{f"{number} people, the host plays": (number, number - 1, 0) for number in (2, 3, 4, 5)},
    **{f"{number} people and a bot": (number, None, 1) for number in (1, 2, 3)},
    "3 people, the host plays, and 2 bots": (3, 0, 2),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_round_in_which_all_stay(name: str) -> None:
    world = certified(people(*TABLES[name]))
    world.finish(*world.table.seating.people)
    late = world.follow()

    assert world.round.verdicts == late.verdicts == opened(world.table.seating.seats)
    assert world.round.mix(MIX) == late.mix(MIX) != certified(people(3)).round.context
    assert late.stage is RoundStage.OVER


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize("host", [None, 1])
@pytest.mark.parametrize("gone", [0, 1, 2])
@pytest.mark.parametrize("point", ["commit", "ack", "release"])
def test_who_drops_out_changes_nothing_but_what_they_had_not_sealed(
    number: int, host: int | None, gone: int, point: str
) -> None:
    world = World(people(number, host))
    everybody = range(number)
    rest = [seat for seat in everybody if seat != gone]
    world.commit(*(rest if point == "commit" else everybody))
    world.close()
    world.ack(*(everybody if point == "release" else rest))
    world.tell(Certified(point == "ack"))
    world.finish(*rest)

    absent = {gone: Verdict(None, Reason.MISSING)} if point == "commit" else {}
    assert world.round.verdicts == opened(everybody) | absent
    assert set(world.round.entropy()) == set(rest if absent else everybody)


@pytest.mark.parametrize("gone", [0, 1])
def test_of_two_people_one_finishes_the_round_that_both_have_confirmed(gone: int) -> None:
    world = certified(people(2, None, 1))
    rest = [1 - gone]

    assert world.round.covers(rest)
    world.finish(*rest)
    assert world.round.verdicts == opened([0, 1, 2])


def test_of_two_people_one_of_whom_hosts_each_opens_their_own() -> None:
    """An owner who does not, in the time there is, has withheld it; the rules decide what that means."""
    world = certified(people(2, 0))
    opener = world.opener(0)

    assert not world.round.covers([0])
    assert opener.waiting_for() == (1,)
    assert opener.outcome(CHAIN.link(1)) is None
    outcome = opener.outcome(CHAIN.link(1), withheld=[0, 1])
    assert outcome is not None
    world.tell(outcome)
    assert world.round.verdicts == opened([0]) | {1: Verdict(None, Reason.WITHHELD)}
    assert set(world.round.entropy()) == {0}


def test_in_a_battle_of_two_the_others_at_the_table_hold_shares_too() -> None:
    world = World(people(4), (1, 3))
    world.commit(1, 3)
    world.close()
    world.ack(1, 3)

    assert not world.round.can_certify(is_slow=False)
    world.ack(0, 2)
    world.tell(Certified(False))
    world.finish(0, 2, 3)
    assert world.round.verdicts == opened([1, 3])


def test_a_choice_that_is_held_is_never_withheld() -> None:
    world = certified(people(3))

    assert world.opener(0).outcome(CHAIN.link(1), withheld=[1, 2]) is None
    refused(world, Outcome(tuple(OutcomePart(seat, None, ()) for seat in range(3)), CHAIN.link(1)), "too few")


# Committing


def test_a_second_choice_is_evidence_and_the_first_one_counts() -> None:
    world = World(people(3))
    world.commit(0, 1, 2)
    first = world.round.sealed[0]
    other = commit(world.round, 0, PLAYERS[0], seal(world.round, 0, message_of(5)), 0, HEAD)

    refused(world, world.sealed(0), "already")
    world.tell(other)
    refused(world, other, "already")
    assert world.round.equivocations == {0: other}
    assert world.round.sealed[0] == first
    world.close()
    world.ack(0, 1, 2)
    world.tell(Certified(False))
    world.finish(1, 2)
    assert world.round.verdicts == opened([0, 1, 2])
    refused(world, commit(world.round, 1, PLAYERS[1], seal(world.round, 1, message_of(5)), 0, HEAD), "over")


def test_what_is_not_sealed_here_by_its_owner_is_refused() -> None:
    world, other = World(people(3), (0, 1)), World(people(3, 2))
    record = world.sealed(0)

    refused(world, other.sealed(0), "another round")
    refused(world, replace(record, seat=1), "another seat")
    refused(world, replace(record, seat=2), "nothing to seal")
    refused(world, replace(record, seat=9), "nothing to seal")
    refused(world, commit(world.round, 0, PLAYERS[0], world.dealt[0], 0, digest("fork")), "another journal")
    refused(world, commit(world.round, 0, PLAYERS[0], world.dealt[0], 1, HEAD), "another journal")
    other_ones = commit(world.round, 0, PLAYERS[1], world.dealt[0], 0, HEAD)
    for false in (replace(record, signature=bytes(64)), other_ones):
        with pytest.raises(NotTakenError, match="not signed"):
            check_commitment(world.round, HOST, false)


def test_a_set_names_exactly_those_who_are_missing_and_ends_it() -> None:
    world = World(people(3))
    world.commit(0, 1)

    assert world.round.owing_commits() == (2,)
    for missing in [(), (1, 2), (0, 1, 2), (1,), (2, 2)]:
        refused(world, RoundSet(missing), "leaves out")
    world.close()
    assert world.round.missing == (2,)
    assert world.round.owing_commits() == ()
    refused(world, world.sealed(2), "too late")
    refused(world, RoundSet(()), "too late")


def test_the_server_takes_no_choice_whose_share_for_it_is_false() -> None:
    world = World(people(3))
    world.commit(0)
    sealed = decode(seal(world.round, 1, message_of(1)).commitment, Commitment)
    false = encode(replace(sealed, boxes=(*sealed.boxes[:2], bytes(80))))
    record = commit(world.round, 1, PLAYERS[1], Dealt(false, world.dealt[0].opening), 0, HEAD)

    with pytest.raises(NotTakenError, match="for the server") as caught:
        check_commitment(world.round, HOST, record)
    assert caught.value.culprit == 1
