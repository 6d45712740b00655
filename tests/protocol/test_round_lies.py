"""A server that shows one person other records than the rest, alone or with one of the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.header import Message, NotTakenError
from protocol.opening import Opener, answer_set, commit, complain, release, seal
from protocol.policy import Occasion, header_for
from protocol.round import Round, RoundStage
from protocol.round_records import Acked, AnyRecord, Certified, Committed, Outcome, RoundOpened, RoundSet
from protocol.sealing import Commitment, Dealt
from tests.protocol.round_table import CHAIN, HEAD, HOST, PLAYERS, Journal, people

COMMIT_MS = 180_000


class World(Journal):
    """A journal as the server shows it to somebody, and people who do as they should."""

    def __init__(self, number: int) -> None:
        self.table, self.seats = people(number), tuple(range(number))
        self.occasion = Occasion(1, "bid", self.seats, 256, COMMIT_MS, 30_000, HEAD)
        self.records = [RoundOpened(encode(header_for(self.table, self.occasion)))]
        self.heads = [HEAD, digest("opened")]
        self.acks = []
        self.dealt: dict[int, Dealt] = {}
        self.round = self.witness(self.records[0])

    def witness(self, opened: AnyRecord) -> Round:
        """Somebody who has seen nothing but the opening."""
        assert isinstance(opened, RoundOpened)
        return Round(opened, self.table, self.occasion, CHAIN.anchor, self.seq_of)

    def sealed(self, seat: int, dealt: Dealt, revision: int = 0) -> Committed:
        seen = len(self.heads) - 1, self.heads[-1]
        return commit(self.round, seat, PLAYERS[seat], dealt, *seen, revision)

    def commit(self, *seats: int) -> None:
        for seat in seats:
            self.dealt.setdefault(seat, seal(self.round, seat, Message(f"bid {seat}", bytes(32))))
            self.tell(self.sealed(seat, self.dealt[seat]))

    def close(self) -> None:
        self.tell(RoundSet(self.round.owing_commits()))

    def answer(self, *seats: int) -> None:
        for seat in seats:
            self.tell(answer_set(self.round, seat, PLAYERS[seat], None, COMMIT_MS, self.heads[-1]))

    def finish(self, *seats: int) -> None:
        opener = Opener(self.round, HOST)
        for seat in seats:
            opener.take(release(self.round, seat, PLAYERS[seat], self.dealt.get(seat), COMMIT_MS))
        outcome = opener.outcome(CHAIN.link(1))
        assert outcome is not None
        self.tell(outcome)


# Rounds as they were


def plain() -> World:
    world = World(3)
    world.commit(0, 1, 2)
    world.close()
    world.answer(0, 1, 2)
    world.tell(Certified(False))
    world.finish(0, 1)
    return world


def with_an_absence_and_a_second_choice() -> World:
    world = World(4)
    world.commit(0, 1, 2)
    world.tell(world.sealed(1, seal(world.round, 1, Message("better", bytes(32)))))
    world.close()
    world.answer(0, 1, 2)
    world.tell(Certified(False))
    world.finish(0, 2, 3)
    return world


def with_a_change() -> World:
    world = World(3)
    world.commit(0, 1)
    world.dealt[1] = seal(world.round, 1, Message("better", bytes(32)))
    world.tell(world.sealed(1, world.dealt[1], 1))
    world.commit(2)
    world.close()
    world.answer(0, 1, 2)
    world.tell(Certified(False))
    world.finish(0, 1)
    return world


def with_a_true_complaint() -> World:
    world = World(4)
    honest = seal(world.round, 0, Message("bid 0", bytes(32)))
    sealed = decode(honest.commitment, Commitment)
    world.dealt[0] = Dealt(encode(replace(sealed, boxes=(bytes(80), *sealed.boxes[1:]))), honest.opening)
    world.commit(0, 1, 2, 3)
    world.close()
    world.answer(2, 3, 1, 1, 2, 3)
    world.tell(Certified(True))
    world.finish(1, 2, 3)
    return world


def slow_with_a_false_complaint() -> World:
    world = World(5)
    world.commit(0, 1, 2, 3, 4)
    world.close()
    world.answer(1)
    world.tell(complain(world.round, 2, PLAYERS[2], 0))
    world.answer(2, 4)
    world.tell(Certified(True))
    world.finish(1, 2, 4)
    return world


HISTORIES = [
    plain,
    with_an_absence_and_a_second_choice,
    with_a_change,
    with_a_true_complaint,
    slow_with_a_false_complaint,
]


# What could be shown instead


def lies(world: World) -> Iterator[list[AnyRecord]]:
    """Every record left out, told twice, too early or replaced; the server's own inserted anywhere."""
    shown, other = world.records, World(len(world.seats))
    other.commit(*world.seats)
    for place, record in enumerate(shown[1:], 1):
        before, after = shown[:place], shown[place + 1 :]
        yield [*before, *after]
        yield [*before, record, record, *after]
        for early in range(1, place):
            yield [*shown[:early], record, *shown[early:place], *after]
        for added in (RoundSet(()), RoundSet((0,)), Certified(False), Certified(True), shown[-1]):
            yield [*before, added, record, *after]
        for instead in replaced(world, other, record):
            yield [*before, instead, *after]
    for end in range(2, len(shown)):
        yield shown[:end]


def replaced(world: World, other: World, record: AnyRecord) -> Iterator[AnyRecord]:
    match record:
        case Committed(seat=seat):
            yield other.records[1 + seat]
            yield world.sealed(seat, other.dealt[seat])
            yield world.sealed(seat, other.dealt[seat], record.revision)
            yield replace(record, commitment=other.dealt[seat].commitment)
            yield replace(record, revision=record.revision + 1)
        case RoundSet(missing=missing):
            yield from (RoundSet(seats) for seats in [(), (0,), world.seats] if seats != missing)
        case Certified(is_slow=is_slow, acks=acks):
            yield Certified(not is_slow, acks)
            for place, ack in enumerate(acks):
                rest = acks[:place] + acks[place + 1 :]
                yield Certified(is_slow, rest)
                yield from (Certified(is_slow, (*rest, replace(ack, seat=seat))) for seat in world.seats)
                yield from (Certified(is_slow, (*acks, replace(ack, seat=seat))) for seat in world.seats)
        case Outcome(parts=parts):
            yield replace(record, link=CHAIN.link(2))
            yield replace(record, parts=(replace(parts[0], opening=None, shares=()), *parts[1:]))
            yield replace(record, parts=(replace(parts[1], seat=parts[0].seat), *parts[1:]))


def believed(world: World, shown: list[AnyRecord]) -> tuple[Round, bool]:
    """What somebody shown these arrives at, and whether they refused one of them and stopped.

    They know all heads of the true journal, or they would notice even sooner.
    """
    victim = world.witness(shown[0])
    for record in shown[1:]:
        try:
            victim.apply(record)
        except NotTakenError:
            return victim, True
    return victim, False


def true_sets(world: World) -> list[bytes]:
    """The sets there were, before a complaint and after."""
    follower, found = world.witness(world.records[0]), []
    for record in world.records[1:]:
        follower.apply(record)
        if follower.stage is not RoundStage.OPEN:
            found.append(follower.set_hash())
    return found


@pytest.mark.parametrize("history", HISTORIES)
def test_who_is_shown_something_else_stops_or_comes_to_the_same(history: Callable[[], World]) -> None:
    """And releases nothing but what opens the choices that all the others have confirmed."""
    world = history()
    sets, stopped = true_sets(world), 0
    for shown in lies(world):
        victim, has_stopped = believed(world, shown)
        stopped += has_stopped

        assert victim.stage is not RoundStage.OVER or victim.verdicts == world.round.verdicts
        assert victim.stage < RoundStage.CERTIFIED or victim.set_hash() == sets[-1]
    assert stopped > 50


@pytest.mark.parametrize("history", HISTORIES)
def test_what_is_confirmed_of_another_set_counts_for_nothing(history: Callable[[], World]) -> None:
    world = history()
    sets, tried = true_sets(world), 0
    place = next(i for i, record in enumerate(world.records) if isinstance(record, RoundSet))
    for shown in lies(world):
        victim, _ = believed(world, shown)
        if victim.stage is not RoundStage.SET or victim.set_hash() in sets:
            continue
        answers = (answer_set(victim, seat, PLAYERS[seat], None, COMMIT_MS, HEAD) for seat in world.seats)
        for answer in answers:
            true, _ = believed(world, world.records[: place + 1])
            if isinstance(answer, Acked):
                tried += 1
                with pytest.raises(NotTakenError, match="did not confirm"):
                    true.apply(answer)
    assert tried > 0


def test_whoever_signs_later_tells_of_a_journal_that_was_changed_before() -> None:
    """A victim counts its own heads; the others have signed heads that it does not know."""
    world = plain()
    for place in range(1, len(world.records) - 3):
        shown = [*world.records[:place], *world.records[place + 1 :]]
        heads = [HEAD, digest("opened")]
        for record in shown[1:]:
            heads.append(digest("entry", heads[-1], encode(record)))
        victim = World(3)
        victim.heads = heads

        assert believed(victim, shown)[1]


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_round_in_which_shares_open_more_easily_is_not_followed(number: int) -> None:
    world = World(number)
    weaker = replace(header_for(world.table, world.occasion), thresholds=(1,) * number)

    with pytest.raises(NotTakenError, match="thresholds"):
        world.witness(RoundOpened(encode(weaker)))


# Two views at once


def fork(number: int, corrupt: int) -> tuple[World, World]:
    """The last seats seal twice and confirm everything; the server shows each half one of their choices.

    If nobody is corrupt it tells one half that the last seat has missed its time.
    """
    one, other = World(number), World(number)
    honest = one.seats[: number - corrupt]
    one.commit(*one.seats)
    other.dealt = {seat: one.dealt[seat] for seat in honest}
    other.commit(*(other.seats if corrupt else other.seats[:-1]))
    for world, half in ((one, honest[::2]), (other, honest[1::2])):
        world.close()
        world.answer(*half, *world.seats[number - corrupt :])
    assert one.round.set_hash() != other.round.set_hash()
    return one, other


@pytest.mark.parametrize(("number", "corrupt"), [(2, 0), (3, 0), (4, 0), (5, 0), (2, 1), (4, 1), (6, 1)])
def test_two_views_are_not_both_certified(number: int, corrupt: int) -> None:
    """Not by the server alone, nor, with an even number of people, together with one of them."""
    views = fork(number, corrupt)

    assert sum(world.round.can_certify(is_slow=True) for world in views) <= 1


@pytest.mark.parametrize(("number", "corrupt"), [(3, 1), (5, 1), (4, 2)])
def test_with_more_of_them_two_views_can_be_and_their_signatures_prove_it(number: int, corrupt: int) -> None:
    """A known limit that no protocol repairs. A second choice under one name is the proof."""
    one, other = fork(number, corrupt)

    assert one.round.can_certify(is_slow=True)
    assert other.round.can_certify(is_slow=True)
    for seat in one.seats[number - corrupt :]:
        choices = [world.round.sealed[seat] for world in (one, other)]

        assert choices[0].commitment.context == choices[1].commitment.context
        assert choices[0].commitment != choices[1].commitment
