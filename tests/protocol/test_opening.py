"""Opening sealed choices: who releases what when, what the server tells, and which outcomes are believed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.header import ENTROPY, SERVER, NotTakenError
from protocol.opening import (
    Opener,
    complain,
)
from protocol.policy import Occasion, Seating, header_for
from protocol.round import Round, RoundStage
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Committed,
    Complained,
    Outcome,
    OutcomePart,
    Release,
    RoundOpened,
    RoundSet,
    RoundVoided,
)
from protocol.sealing import (
    Commitment,
    Folder,
)
from tests.protocol.round_table import (
    CHAIN,
    HEAD,
    HOST,
    MIX,
    PLAYERS,
    World,
    certified,
    opened,
    people,
    refused,
    state_of,
)

# Releasing


def test_nobody_releases_anything_before_the_certificate() -> None:
    world = World(people(3))
    steps: list[Callable[[], None]] = [lambda: world.commit(0, 1, 2), world.close, lambda: world.ack(0, 1, 2)]
    for step in steps:
        step()
        for seat in range(3):
            with pytest.raises(NotTakenError, match="Nothing may be opened"):
                world.released(seat)
    world.tell(Certified(False))
    world.finish(0, 1, 2)
    with pytest.raises(NotTakenError, match="Nothing may be opened"):
        world.released(0)


def test_what_was_lost_but_for_the_identity_still_opens_the_others() -> None:
    world = certified(people(3))
    world.dealt.clear()

    assert world.released(0).opening is None
    world.finish(0, 1, 2)
    assert world.round.verdicts == opened(range(3))


def test_the_server_tells_nothing_before_it_can_tell_all() -> None:
    world = certified(people(5))
    opener = Opener(world.round, HOST)
    for known, seat in enumerate([4, 2], 1):
        opener.take(world.released(seat))

        assert opener.outcome(CHAIN.link(1)) is None
        assert len(opener.waiting_for()) == 5 - known
    opener.take(world.released(0))
    assert opener.waiting_for() == ()
    outcome = opener.outcome(CHAIN.link(1))
    opener.take(world.released(0))
    assert opener.outcome(CHAIN.link(1)) == outcome
    assert outcome is not None
    world.tell(outcome)
    assert world.round.verdicts == opened(range(5))


SPOILT: dict[str, Callable[[World, Release], Release]] = {
    "share": lambda _, given: replace(given, shares=((1, bytes(32)), given.shares[1])),
    "dealer": lambda _, given: replace(given, shares=((0, given.shares[0][1]),)),
    "nobody": lambda _, given: replace(given, shares=((9, given.shares[0][1]),)),
    "opening": lambda world, given: replace(given, opening=world.dealt[1].opening),
    "swapped": lambda _, given: replace(given, shares=((1, given.shares[1][1]), (2, given.shares[0][1]))),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_opens_nothing_is_refused_with_who_gave_it(name: str) -> None:
    world = certified(people(3))
    opener, other = world.opener(1), world.opener(1)
    spoilt = SPOILT[name](world, world.released(0))
    signed = world.round.set_hash(), encode(spoilt.opening), encode(spoilt.shares)

    with pytest.raises(NotTakenError, match="did not release"):
        opener.take(spoilt)
    with pytest.raises(NotTakenError, match=r"no such share|not opened") as caught:
        opener.take(replace(spoilt, signature=PLAYERS[0].sign("sig-release", *signed)))
    assert caught.value.culprit == 0
    assert opener.waiting_for() == other.waiting_for() == (0, 2)


def test_a_release_by_nobody_at_the_table_or_for_another_set_is_refused() -> None:
    world, other = certified(people(3)), certified(people(3))

    for given in [replace(world.released(0), seat=9), other.released(0), replace(world.released(0), seat=1)]:
        with pytest.raises(NotTakenError, match="did not release"):
            world.opener().take(given)


# Outcomes


def outcome_of(world: World) -> Outcome:
    """Seat 0 is opened by the others."""
    outcome = world.opener(1, 2).outcome(CHAIN.link(1))
    assert outcome is not None
    assert [part.opening is None for part in outcome.parts] == [True, False, False]
    return outcome


def with_part(outcome: Outcome, **change: Any) -> Outcome:
    return replace(outcome, parts=(replace(outcome.parts[0], **change), *outcome.parts[1:]))


def test_an_outcome_opens_everything_as_it_was_sealed_or_is_refused() -> None:
    world = certified(people(3))
    outcome = outcome_of(world)
    part, shares = outcome.parts[0], outcome.parts[0].shares
    opening = world.dealt[0].opening
    false = [(share[0], bytes(32)) for share in shares[:1]]

    refused(world, replace(outcome, parts=outcome.parts[1:]), "every choice")
    refused(world, replace(outcome, parts=(part, *outcome.parts)), "every choice")
    refused(world, replace(outcome, parts=outcome.parts[::-1]), "every choice")
    refused(world, with_part(outcome, shares=shares[1:]), "too few")
    refused(world, with_part(outcome, shares=shares[:2]), "too few")
    refused(world, with_part(outcome, shares=()), "too few")
    refused(world, with_part(outcome, shares=shares[::-1]), "in order")
    refused(world, with_part(outcome, shares=(shares[0], *shares)), "in order")
    refused(world, with_part(outcome, shares=(*false, *shares[1:])), "not the shares")
    refused(world, with_part(outcome, shares=((0, bytes(32)), *shares)), "not the shares")
    refused(world, with_part(outcome, opening=opening), "not what seat 0")
    refused(world, with_part(outcome, opening=world.dealt[1].opening, shares=()), "not what seat 0")
    for link in [CHAIN.link(2), CHAIN.anchor, bytes(32)]:
        refused(world, replace(outcome, link=link), "chain")
    refused(world, replace(outcome, parts=(part, part, part)), "every choice")
    world.tell(with_part(outcome, opening=opening, shares=()))
    assert world.round.verdicts == opened(range(3))


def test_however_a_choice_is_opened_the_mix_is_the_same() -> None:
    world = certified(people(3))
    mixes = set()
    for here in [(0, 1, 2), (0, 1), (0, 2), (1, 2)]:
        outcome = world.opener(*here).outcome(CHAIN.link(1))
        assert outcome is not None
        follower = world.follow()
        follower.apply(outcome)
        mixes.add((follower.mix(MIX), tuple(follower.verdicts.items())))

    assert len(mixes) == 1


# Giving up


def test_a_round_is_void_only_for_those_without_whom_it_cannot_be_opened() -> None:
    """Of five, two who refuse change nothing; without three of them nothing opens."""
    world = certified(people(5))

    for seats in ((), (0,), (0, 1), (3, 4)):
        refused(world, RoundVoided(seats), "can open these choices without them")
    world.tell(RoundVoided((0, 2, 4)))
    assert world.round.stage is world.follow().stage is RoundStage.OVER
    assert (world.round.verdicts, world.round.entropy()) == ({}, {})
    refused(world, outcome_of_all(certified(people(5))), "too late")


def test_who_alone_can_open_their_choice_can_be_given_up_alone() -> None:
    world = certified(people(2, 0))

    refused(world, RoundVoided(()), "without them")
    world.tell(RoundVoided((1,)))


def test_nothing_is_given_up_before_it_could_have_been_opened() -> None:
    world = World(people(3))
    everybody = RoundVoided((0, 1, 2))

    refused(world, everybody, "too early")
    world.commit(0, 1, 2)
    world.close()
    world.ack(0, 1, 2)
    refused(world, everybody, "too early")
    world.tell(Certified(False))
    world.finish(0, 1, 2)
    refused(world, everybody, "too late")


def test_a_round_for_chance_is_given_up_while_chance_is_missing_and_for_nothing_else() -> None:
    """Otherwise somebody who has seen what the others brought could throw again until satisfied."""
    world = World(people(3, None, 1), kind=ENTROPY)
    world.commit(0)

    for seats in ((), (0,), (1,), (1, 2, 3), (2, 1)):
        refused(world, RoundVoided(seats), "Chance is not missing of these")
    missing = deepcopy(world)
    missing.tell(RoundVoided((1, 2)))
    assert missing.follow().stage is RoundStage.OVER
    world.commit(1, 2)
    refused(world, RoundVoided((1, 2)), "not missing")
    world.commit(3)
    world.close()
    refused(world, RoundVoided((0, 1, 2)), "too late")
    world.ack(0, 1, 2)
    world.tell(Certified(False))
    refused(world, RoundVoided((0, 1, 2)), "too late")
    world.finish(0, 1, 2)


def test_bots_bring_no_chance() -> None:
    """Whoever runs them knows what they sealed, and could withhold it."""
    world = certified(people(2, None, 2))
    world.finish(0, 1)

    assert world.round.verdicts.keys() == {0, 1, 2, 3}
    assert world.follow().entropy() == {seat: bytes([seat]) * 32 for seat in (0, 1)}


def test_a_copy_of_a_round_goes_on_by_itself() -> None:
    world = World(people(3))
    world.commit(0, 1, 2)
    world.close()
    world.tell(complain(world.round, 2, PLAYERS[2], 0))
    before, copy = deepcopy(state_of(world.round)), world.round.clone()
    copy.apply(complain(world.round, 1, PLAYERS[1], 0))
    copy.apply(world.answer(0))

    assert state_of(world.round) == before
    assert copy.acks == {0}
    assert copy.exposed[0].keys() == {1, 2}


# Bytes


def test_records_come_back_from_their_one_encoding() -> None:
    world = certified(people(3, 0, 1))
    world.tell(outcome_of_all(world))

    for record in [*world.records, complain(world.round, 1, PLAYERS[1], 2)]:
        assert (
            msgpack.decode(encode(record), type=AnyRecord) == decode(encode(record), type(record)) == record
        )
    given = certified(people(3)).released(0)
    assert decode(encode(given), Release) == given


def outcome_of_all(world: World) -> Outcome:
    outcome = world.opener(*world.table.seating.people).outcome(CHAIN.link(1))
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    "record",
    [
        RoundOpened(bytes(1025)),
        Committed(255, 0, b"", 0, HEAD, bytes(64)),
        Committed(0, 0, bytes(16385), 0, HEAD, bytes(64)),
        Committed(0, 0, b"", -1, HEAD, bytes(64)),
        Committed(0, 0, b"", 0, b"", bytes(64)),
        Committed(0, -1, b"", 0, HEAD, bytes(64)),
        Committed(0, 9, b"", 0, HEAD, bytes(64)),
        RoundSet(tuple(range(17))),
        RoundVoided(tuple(range(17))),
        Certified(False, (Acked(0, HEAD, bytes(64)),) * 17),
        Acked(0, HEAD, bytes(63)),
        Complained(SERVER, 0, HEAD, bytes(64)),
        Complained(0, 1, bytes(31), bytes(64)),
        Outcome((OutcomePart(0, None, ((0, bytes(31)),)),), HEAD),
        Outcome((OutcomePart(0, None, ()),) * 17, HEAD),
        Outcome((), b""),
    ],
)
def test_records_out_of_bounds_are_not_read(record: AnyRecord) -> None:
    with pytest.raises(ProtocolError):
        decode(encode(record), type(record))


def test_the_largest_header_and_commitment_fit_their_records() -> None:
    seating = Seating(tuple(range(16)), tuple(range(16)))
    header = replace(header_for(people(3), Occasion(1, "b" * 40, (0, 1, 2), 4096, 2**53, 2**53, HEAD)))
    rows = [seating.row(seat) for seat in seating.seats]
    header = replace(
        header,
        round=2**32 - 1,
        seats=seating.seats,
        holders=tuple(holders for holders, _ in rows),
        thresholds=tuple(threshold for _, threshold in rows),
    )
    sealed = Commitment(HEAD, 0, rows[0][0], bytes(4112), HEAD, (HEAD,) * 16, (bytes(80),) * 16)

    assert len(encode(header)) <= 1024
    assert len(encode(sealed)) <= 6400


def test_a_cover_with_ten_pieces_fits_its_record_at_a_table_of_five() -> None:
    row = Seating(tuple(range(5)), tuple(range(5))).row(0)[0]
    many = (HEAD,) * len(row), (bytes(80),) * len(row)
    piece = Commitment(HEAD, 0, row, bytes(80), HEAD, *many)
    cover = Folder(HEAD, 0, row, bytes(528), HEAD, *many, pieces=(piece,) * 10)

    assert len(encode(cover)) <= 16384


def test_a_round_that_is_not_the_one_to_come_is_not_followed() -> None:
    world = World(people(3))
    weaker = replace(world.round.header, thresholds=(1, 1, 1))

    for header, sentence in [
        (encode(weaker), "thresholds"),
        (b"\0", "Nobody can read"),
        (b"", "Nobody can read"),
    ]:
        with pytest.raises(NotTakenError, match=sentence):
            Round(RoundOpened(header), world.table, world.occasion, CHAIN.anchor, world.seq_of)
