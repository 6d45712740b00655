"""Opening sealed choices: who releases what when, what the server tells, and which outcomes are believed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import deepcopy
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.fair import Chain
from protocol.identity import Identity
from protocol.opening import (
    Opener,
    answer_set,
    check_server_share,
    commit,
    complain,
    release,
    seal,
)
from protocol.policy import Occasion, Seating, Table, header_for, make_pair_key
from protocol.round import Round, RoundError
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Committed,
    Complained,
    Outcome,
    Part,
    Reason,
    Release,
    RoundOpened,
    RoundSet,
    Verdict,
)
from protocol.sealing import SERVER, Commitment, Dealt, Message

HOST = Identity.from_secret(b"\xfe" * 32)
PLAYERS = [Identity.from_secret(bytes([seat + 1]) * 32) for seat in range(6)]
GAME, HEAD, MIX = digest("game"), digest("head"), digest("mix")
CHAIN = Chain(digest("last"), 8)
TOO_LATE = 180_000


def message_of(seat: int) -> Message:
    return Message(f"bid {seat}", bytes([seat]) * 32)


def table_of(seating: Seating) -> Table:
    signers = {seat: PLAYERS[seat] if seat in seating.people else HOST for seat in seating.seats}
    owners = signers | {SERVER: HOST}
    pairs = [(holder, dealer) for dealer in seating.seats for holder in seating.row(dealer)[0]]
    keys = {pair: make_pair_key(owners[pair[0]], HOST.public, GAME, *pair) for pair in pairs}
    return Table(GAME, HOST.public, seating, {seat: one.public for seat, one in signers.items()}, keys)


def people(number: int, host: int | None = None, bots: int = 0) -> Table:
    seats = tuple(range(number + bots))
    return table_of(Seating(seats, seats[:number], host))


class World:
    """A server's round, its journal, and players who do as they should."""

    def __init__(self, table: Table, seats: tuple[int, ...] | None = None) -> None:
        self.table = table
        seats = table.seating.seats if seats is None else seats
        self.occasion = Occasion(1, "bid", seats, 256, TOO_LATE, 30_000, HEAD)
        self.records: list[AnyRecord] = [RoundOpened(encode(header_for(table, self.occasion)))]
        self.heads = [HEAD]
        self.dealt: dict[int, Dealt] = {}
        self.round = self.follow()

    def follow(self) -> Round:
        """Somebody who has only the records."""
        opened, *rest = self.records
        assert isinstance(opened, RoundOpened)
        follower = Round(opened, self.table, self.occasion, CHAIN.anchor, self.seq_of)
        for record in rest:
            follower.apply(record)
        return follower

    def seq_of(self, head: bytes) -> int | None:
        return self.heads.index(head) if head in self.heads else None

    def tell(self, record: AnyRecord) -> None:
        self.round.apply(record)
        self.records.append(record)
        self.heads.append(digest("entry", self.heads[-1], encode(record)))

    def signer(self, seat: int) -> Identity:
        return PLAYERS[seat] if seat in self.table.seating.people else HOST

    def sealed(self, seat: int) -> Committed:
        if seat not in self.dealt:
            self.dealt[seat] = seal(self.round, seat, message_of(seat))
        seen = len(self.heads) - 1, self.heads[-1]
        return commit(self.round, seat, self.signer(seat), self.dealt[seat], *seen)

    def commit(self, *seats: int) -> None:
        for seat in seats:
            check_server_share(self.round, HOST, self.sealed(seat))
            self.tell(self.sealed(seat))

    def close(self) -> None:
        self.tell(RoundSet(self.round.owing_commits()))

    def answer(self, seat: int, waited_ms: int = TOO_LATE) -> Acked | Complained:
        dealt = self.dealt.get(seat)
        return answer_set(self.round, seat, PLAYERS[seat], dealt, waited_ms, self.heads[-1])

    def ack(self, *seats: int) -> None:
        for seat in seats:
            self.tell(self.answer(seat))

    def released(self, seat: int, waited_ms: int = TOO_LATE) -> Release:
        return release(self.round, seat, PLAYERS[seat], self.dealt.get(seat), waited_ms)

    def opener(self, *seats: int) -> Opener:
        """The server, after these people have released what they hold."""
        opener = Opener(self.round, HOST, [self.dealt[seat] for seat in self.bots()])
        for seat in seats:
            opener.take(self.released(seat))
        return opener

    def bots(self) -> list[int]:
        return [seat for seat in self.dealt if seat not in self.table.seating.people]

    def finish(self, *seats: int) -> None:
        outcome = self.opener(*seats).outcome(CHAIN.link(1))
        assert outcome is not None
        self.tell(outcome)


def certified(table: Table) -> World:
    world = World(table)
    world.commit(*table.seating.seats)
    world.close()
    world.ack(*table.seating.people)
    world.tell(Certified(False))
    return world


def state_of(round_: Round) -> dict[str, Any]:
    return {name: value for name, value in vars(round_).items() if name not in {"table", "_seq_of"}}


def refused(world: World, record: AnyRecord, sentence: str, culprit: int | None = None) -> None:
    """The record is refused with this sentence, and the round is as it was."""
    before = deepcopy(state_of(world.round))
    with pytest.raises(RoundError, match=sentence) as caught:
        world.round.apply(record)

    assert caught.value.culprit == culprit
    assert state_of(world.round) == before


def opened(seats: Collection[int]) -> dict[int, Verdict]:
    return {seat: Verdict(message_of(seat), Reason.OPENED) for seat in seats}


# Releasing


def test_nobody_releases_anything_before_the_certificate() -> None:
    world = World(people(3))
    steps: list[Callable[[], None]] = [lambda: world.commit(0, 1, 2), world.close, lambda: world.ack(0, 1, 2)]
    for step in steps:
        step()
        for seat in range(3):
            with pytest.raises(RoundError, match="Nothing may be opened"):
                world.released(seat)
    world.tell(Certified(False))
    world.finish(0, 1, 2)
    with pytest.raises(RoundError, match="Nothing may be opened"):
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

    with pytest.raises(RoundError, match="did not release"):
        opener.take(spoilt)
    with pytest.raises(RoundError, match=r"no such share|not opened") as caught:
        opener.take(replace(spoilt, signature=PLAYERS[0].sign("sig-release", *signed)))
    assert caught.value.culprit == 0
    assert opener.waiting_for() == other.waiting_for() == (0, 2)


def test_a_release_by_nobody_at_the_table_or_for_another_set_is_refused() -> None:
    world, other = certified(people(3)), certified(people(3))

    for given in [replace(world.released(0), seat=9), other.released(0), replace(world.released(0), seat=1)]:
        with pytest.raises(RoundError, match="did not release"):
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
        Committed(255, b"", 0, HEAD, bytes(64)),
        Committed(0, bytes(6401), 0, HEAD, bytes(64)),
        Committed(0, b"", -1, HEAD, bytes(64)),
        Committed(0, b"", 0, b"", bytes(64)),
        RoundSet(tuple(range(17))),
        Acked(0, HEAD, bytes(63)),
        Complained(SERVER, 0, HEAD, bytes(64)),
        Complained(0, 1, bytes(31), bytes(64)),
        Outcome((Part(0, None, ((0, bytes(31)),)),), HEAD),
        Outcome((Part(0, None, ()),) * 17, HEAD),
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


def test_a_round_that_is_not_the_one_to_come_is_not_followed() -> None:
    world = World(people(3))
    weaker = replace(world.round.header, thresholds=(1, 1, 1))

    for header, sentence in [
        (encode(weaker), "thresholds"),
        (b"\0", "not_canonical"),
        (b"", "not_canonical"),
    ]:
        with pytest.raises(RoundError, match=sentence):
            Round(RoundOpened(header), world.table, world.occasion, CHAIN.anchor, world.seq_of)
