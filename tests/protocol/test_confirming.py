"""Confirming a set of sealed choices, or complaining about a share: what counts, and for whom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.chance import digest, frame
from protocol.canonical import decode, encode
from protocol.header import NotTakenError
from protocol.opening import (
    answer_set,
    commit,
    complain,
    seal,
)
from protocol.policy import Parties
from protocol.round import RoundStage
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Complained,
    Outcome,
    Reason,
    Verdict,
)
from protocol.sealing import Commitment, Dealt
from tests.protocol.round_table import (
    CHAIN,
    HEAD,
    HOST,
    IN_TIME,
    PLAYERS,
    TOO_LATE,
    World,
    certified,
    message_of,
    opened,
    people,
    refused,
)

# Confirming


def test_nothing_comes_out_of_turn() -> None:
    world, done = World(people(3)), certified(people(3))
    early: list[AnyRecord] = [
        done.acks[0],
        done.records[5],
        Certified(False),
        Certified(True),
        Outcome((), CHAIN.link(1)),
    ]
    early.append(complain(world.round, 0, PLAYERS[0], 1))

    for record in early:
        refused(world, record, "too early")
    refused(world, world.records[0], "open already")
    refused(done, done.acks[0], "too late")
    refused(done, done.records[5], "too late")
    refused(done, complain(done.round, 0, PLAYERS[0], 1), "too late")
    with pytest.raises(NotTakenError, match="no set"):
        world.answer(0)
    with pytest.raises(NotTakenError, match="no set"):
        done.answer(0)


def test_people_confirm_once_and_only_what_they_signed() -> None:
    world = World(people(3, None, 1))
    world.commit(0, 1, 2, 3)
    world.close()
    record = world.answer(0)
    assert isinstance(record, Acked)

    refused(world, replace(record, signature=bytes(64)), "did not confirm")
    refused(world, replace(record, seat=1), "did not confirm")
    refused(world, replace(record, seen_head=HEAD), "did not confirm")
    refused(world, replace(record, seat=3), "nothing to confirm")
    forked = answer_set(world.round, 0, PLAYERS[0], None, TOO_LATE, digest("fork"))
    refused(world, forked, "another journal")
    world.tell(record)
    refused(world, record, "nothing to confirm")
    assert world.round.owing_acks() == (1, 2)


def test_a_set_hash_is_another_one_for_every_difference() -> None:
    """In what a seat sent, in what it had seen by then, in who sent anything."""
    worlds = [World(people(3)) for _ in range(5)]
    for world in worlds:
        world.dealt = dict(worlds[0].dealt)
        world.commit(1, 2)
        worlds[0].dealt = world.dealt
    same, sooner, other, fewer, void = worlds
    same.commit(0)
    sooner.dealt = other.dealt = dict(same.dealt)
    sooner.tell(commit(sooner.round, 0, PLAYERS[0], sooner.dealt[0], 0, HEAD))
    other.dealt[0] = seal(other.round, 0, message_of(0))
    other.commit(0)
    for world in worlds:
        world.close()
    void.round.missing, void.round.void = (), {0}

    assert len({world.round.set_hash() for world in worlds}) == 5
    assert fewer.round.set_hash() == fewer.follow().set_hash()


def test_a_set_hash_is_made_by_the_book_for_this_round_alone() -> None:
    world, other = World(people(3)), World(people(3, 2))
    world.commit(0, 1)
    world.change(0)
    sent = [
        (world.round.sealed[seat].record, revision, seq) for seat, revision, seq in [(0, 1, 2), (1, 0, 1)]
    ]
    parts = [
        frame(
            "set-in",
            bytes([one.seat]),
            bytes([revision]),
            one.commitment,
            bytes([0] * 7 + [seq]),
            world.heads[seq],
            one.signature,
        )
        for one, revision, seq in sent
    ]
    nobody = World(people(3))
    for one in (world, other, nobody):
        one.close()

    assert world.round.set_hash() == digest("set", world.round.context, *parts, frame("set-missing", b"\2"))
    assert nobody.round.set_hash() != other.round.set_hash()


def test_too_few_who_confirm_certify_nothing() -> None:
    world = World(people(5))
    world.commit(0, 1, 2, 3)
    world.close()
    world.ack(0, 1)
    refused(world, Certified(True), "Too few")
    world.ack(4)
    refused(world, Certified(False), "Too few")
    world.ack(2)
    refused(world, Certified(False), "Too few")
    world.tell(Certified(True))

    assert world.round.is_slow
    assert world.follow().stage is RoundStage.CERTIFIED


def test_a_certificate_shows_that_enough_have_confirmed() -> None:
    """Confirmations are not told one by one, so a follower has nothing else to believe."""
    world = certified(people(4, None, 1))
    *before, certificate = world.records
    assert isinstance(certificate, Certified)
    world.records, acks = before, certificate.acks
    world.round = world.follow()
    world.ack(0)
    forged, early = replace(acks[0], signature=bytes(64)), replace(acks[0], seen_head=HEAD)

    assert [ack.seat for ack in acks] == [0, 1, 2, 3]
    world.round = world.follow()
    for shown, sentence in [
        ((), "Too few"),
        (acks[:3], "Too few"),
        ((*acks[:3], acks[0]), "nothing to confirm"),
        ((*acks, acks[3]), "nothing to confirm"),
        ((*acks[:3], replace(acks[3], seat=4)), "nothing to confirm"),
        ((*acks[:3], replace(acks[3], seat=9)), "nothing to confirm"),
        ((forged, *acks[1:]), "did not confirm"),
        ((early, *acks[1:]), "did not confirm"),
        ((replace(acks[0], seat=1), *acks[2:]), "did not confirm"),
        (certified(people(4, None, 1)).acks, "did not confirm"),
    ]:
        refused(world, Certified(False, tuple(shown)), sentence)
    world.round.apply(Certified(True, acks[:3]))
    assert world.round.acks == {0, 1, 2}


def test_who_vouches_for_a_confirmation_believes_that_one_and_no_other() -> None:
    world = World(people(3))
    world.commit(0, 1, 2)
    world.close()
    ack = world.answer(0)
    assert isinstance(ack, Acked)
    world.round.vouch(ack)
    refused(world, replace(ack, signature=bytes(64)), "did not confirm")
    refused(world, replace(ack, seat=1), "did not confirm")
    world.tell(ack)
    assert world.round.acks == {0}


def with_a_choice_made_up_for(seat: int, table: Parties) -> World:
    """A table whose host has sealed something in the name of somebody who has not."""
    world = World(table)
    world.dealt[seat] = seal(world.round, seat, message_of(5))
    world.tell(commit(world.round, seat, HOST, world.dealt[seat], 0, HEAD))
    del world.dealt[seat]
    return world


def test_a_choice_that_its_owner_does_not_confirm_must_be_signed() -> None:
    world = with_a_choice_made_up_for(3, people(4))
    world.commit(0, 1, 2)
    world.close()
    world.ack(0, 1, 2)

    refused(world, Certified(False), "Too few")
    refused(world, Certified(True), "seat 3 is not signed by its owner")


def test_a_choice_that_its_owner_confirms_needs_no_other_proof() -> None:
    world = World(people(3))
    world.tell(replace(world.sealed(0), signature=bytes(64)))
    world.commit(1, 2)
    world.close()
    world.ack(0, 1, 2)

    world.tell(Certified(False))
    world.finish(1, 2)
    assert world.round.verdicts == opened(range(3))


def test_nobody_is_blamed_for_what_the_host_has_made_up() -> None:
    world = with_a_choice_made_up_for(0, people(3))
    refused(world, world.sealed(0), "seat 0 is not signed by its owner")
    world.commit(1, 2)
    second = commit(world.round, 1, HOST, seal(world.round, 1, message_of(5)), 0, HEAD)
    refused(world, second, "seat 1 is not signed by its owner")
    world.close()

    refused(world, complain(world.round, 2, PLAYERS[2], 0), "seat 0 is not signed by its owner")


def test_a_certificate_signed_for_another_story_is_refused() -> None:
    world = World(people(3))
    world.commit(0, 1, 2)
    world.close()
    answers = [
        answer_set(world.round, seat, PLAYERS[seat], None, TOO_LATE, digest("fork")) for seat in range(3)
    ]
    acks = tuple(answer for answer in answers if isinstance(answer, Acked))

    refused(world, Certified(False, acks), "another journal")


def test_both_of_two_have_to_confirm() -> None:
    world = World(people(2))
    world.commit(0, 1)
    world.close()
    world.ack(0)

    refused(world, Certified(True), "Too few")
    assert not world.round.can_certify(is_slow=True)


def test_a_round_waits_while_no_majority_is_there() -> None:
    world = World(people(4))

    assert not world.round.can_certify(is_slow=True)
    world.commit(0, 1, 2, 3)
    world.close()
    world.ack(2, 3)
    assert not world.round.can_certify(is_slow=True)
    world.ack(0)
    assert world.round.can_certify(is_slow=True)
    world.tell(Certified(True))
    assert not world.round.covers([0, 1])
    assert world.round.covers([0, 1, 3])
    world.finish(0, 2, 3)


def test_people_do_not_confirm_an_absence_before_their_own_clock_does() -> None:
    world = World(people(3))
    world.commit(0, 1)
    world.close()

    with pytest.raises(NotTakenError, match="still time"):
        world.answer(0, IN_TIME)
    world.ack(0, 1)
    world.tell(Certified(False))
    with pytest.raises(NotTakenError, match="still time"):
        world.released(0, IN_TIME)
    assert world.released(0).shares == ((1, world.released(0).shares[0][1]),)


def test_people_do_not_confirm_a_set_with_another_choice_of_theirs() -> None:
    """Somebody with their key has sealed in their place."""
    world = World(people(3))
    world.commit(0, 1, 2)
    world.close()
    world.dealt[0] = seal(world.round, 0, message_of(0))

    with pytest.raises(NotTakenError, match="under our name"):
        world.answer(0)
    world.ack(1, 2)
    world.tell(Certified(True))
    with pytest.raises(NotTakenError, match="under our name"):
        world.released(0)


# Complaining


def falsely_dealt(holder: int, number: int = 3, host: int | None = None) -> World:
    """Seat 0 gives one holder a box that does not open."""
    world = World(people(number, host))
    honest = seal(world.round, 0, message_of(0))
    sealed = decode(honest.commitment, Commitment)
    boxes = list(sealed.boxes)
    boxes[sealed.holders.index(holder)] = bytes(80)
    world.dealt[0] = Dealt(encode(replace(sealed, boxes=tuple(boxes))), honest.opening)
    world.commit(*range(number))
    world.close()
    return world


def test_a_true_complaint_voids_the_choice_and_the_others_confirm_anew() -> None:
    world = falsely_dealt(2)
    old = world.answer(1)
    world.ack(0, 1)
    before = world.round.set_hash()
    complaint = world.answer(2)
    assert isinstance(complaint, Complained)
    world.tell(complaint)

    assert world.round.void == {0}
    assert world.round.set_hash() != before
    assert world.round.owing_acks() == (0, 1, 2)
    refused(world, old, "did not confirm")
    refused(world, complaint, "holds no share")
    world.ack(1, 2)
    world.tell(Certified(False))
    assert world.released(0).opening is None
    world.finish(0, 1, 2)
    assert world.round.verdicts == opened([1, 2]) | {0: Verdict(None, Reason.VOID)}
    assert set(world.follow().entropy()) == {1, 2}


def test_a_false_complaint_shows_one_share_and_harms_nobody_but_its_author() -> None:
    """The dealer is not even there; the complainer, who leaves too, has given a share away."""
    world = World(people(4))
    world.commit(0, 1, 2, 3)
    world.close()
    world.ack(0, 1)
    complaint = complain(world.round, 2, PLAYERS[2], 0)
    world.tell(complaint)

    assert world.round.false_complaints == {(2, 0)}
    assert world.round.void == set()
    assert world.round.acks == {0, 1}
    refused(world, complaint, "already")
    world.ack(2, 3)
    world.tell(Certified(False))
    assert world.opener(1, 3).waiting_for() == (2,)
    world.finish(1, 2, 3)
    assert world.round.verdicts == opened(range(4))


def test_a_share_that_was_shown_need_not_be_waited_for() -> None:
    world = World(people(4), (0, 1))
    world.commit(0, 1)
    world.close()

    assert not world.round.covers([1, 3])
    world.tell(complain(world.round, 2, PLAYERS[2], 0))
    assert world.round.covers([1, 3])


def test_a_complaint_needs_the_key_and_the_signature_of_its_author() -> None:
    world = falsely_dealt(2)
    true = complain(world.round, 2, PLAYERS[2], 0)
    secret = digest("other")
    signature = PLAYERS[2].sign("sig-complain", world.round.context, b"\0", secret)

    refused(world, replace(true, signature=bytes(64)), "has not complained")
    refused(world, replace(true, seat=1), "has not complained")
    refused(world, replace(true, dealer=1), "has not complained")
    refused(world, replace(true, dealer=2), "holds no share")
    refused(world, replace(true, seat=7), "holds no share")
    refused(world, Complained(2, 0, secret, signature), "another key", culprit=2)


def test_a_complaint_is_for_one_round() -> None:
    """With a key that was shown, anybody could complain again in its owner's name."""
    one, other = World(people(3)), World(people(3), (0, 1))
    for world in (one, other):
        world.commit(*world.round.header.seats)
        world.close()

    refused(other, complain(one.round, 2, PLAYERS[2], 0), "has not complained")


def test_a_share_that_does_not_open_is_left_out_by_who_had_not_confirmed() -> None:
    """The others certified without them."""
    world = falsely_dealt(2, number=5)
    world.ack(0, 1, 3, 4)
    world.tell(Certified(True))

    assert [dealer for dealer, _ in world.released(2).shares] == [1, 3, 4]
    world.finish(1, 2, 3, 4)
    assert world.round.verdicts == opened(range(5))
