"""Random walks through sealed rounds in which people cheat, drop out, come back and refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import ClassVar, TypeAlias

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run

from core.chance import digest
from protocol import sealing
from protocol.canonical import encode
from protocol.fair import Links
from protocol.header import SERVER, Message, NotTakenError
from protocol.opening import Opener, answer_set, check_commitment, commit, complain, release, seal
from protocol.policy import Occasion, header_for
from protocol.round import Round, RoundStage
from protocol.round_records import (
    MOST_REVISIONS,
    AnyRecord,
    Certified,
    Committed,
    Reason,
    RoundOpened,
    RoundSet,
    Verdict,
)
from protocol.sealing import Dealt
from tests.protocol.round_table import HOST, PLAYERS, Journal, forged, people

CHAIN = Links(digest("last"), 64)
COMMIT_MS = 180_000
CHEATS = ["box", "share", "commitment", "ciphertext", "server"]
OTHER = Message("a better one", bytes(32))
HONEST = len(CHEATS)
"""The lowest pick that is no cheating."""

Move: TypeAlias = Callable[[int], None]


def one_of(seats: set[int], pick: int) -> int:
    return sorted(seats)[pick % len(seats)]


class Rounds(Journal, RuleBasedStateMachine):
    """The model: what each seat really sealed, who is there, and what each of them has been told."""

    tally: ClassVar[Counter[str]] = Counter()

    @initialize(number=st.sampled_from([3, 4, 5, 3, 2]), host=st.integers(-3, 4), bots=st.integers(0, 1))
    def sit_down(self, number: int, host: int, bots: int) -> None:
        self.table = people(number, host if 0 <= host < number else None, bots)
        self.people = self.table.seating.people
        self.here = set(self.people)
        self.heads = [digest("genesis")]
        self.mixes = dict.fromkeys((*self.people, SERVER), digest("mix"))
        self.number = self.outcomes = self.certificates = 0
        self.open_round()

    def open_round(self) -> None:
        self.number += 1
        seats, head = self.table.seating.seats, self.heads[-1]
        self.occasion = Occasion(self.number, "bid", seats, 256, COMMIT_MS, 30_000, head)
        self.records = [RoundOpened(encode(header_for(self.table, self.occasion)))]
        self.heads.append(digest("entry", head))
        self.acks = []
        self.round = self.follow()
        self.views = {seat: self.follow() for seat in self.people}
        self.told = dict.fromkeys(self.people, 1)
        self.kept: dict[int, Dealt] = {}
        self.sealed: dict[int, str] = {}  # the choice, or how it was spoilt
        self.changes: dict[int, int] = {}
        self.seconds: dict[int, Committed] = {}
        self.opener: Opener | None = None
        self.waited_ms = 0
        for bot in set(seats) - set(self.people):
            self.commit_as(bot, HONEST)

    def follow(self) -> Round:
        return self.follower(CHAIN.link(self.number - 1) if self.number > 1 else CHAIN.anchor)

    def view(self, seat: int) -> Round:
        """Bring somebody up to date; an honest server never tells what they refuse."""
        for record in self.records[self.told[seat] :]:
            self.views[seat].apply(record)
        self.told[seat] = len(self.records)
        return self.views[seat]

    # What comes next -----------------------------------------------------------------------------

    @rule(pick=st.integers(0, 2**16))
    def move(self, pick: int) -> None:
        """Do one of the things possible now, usually what leads on."""
        kind, pick = pick % 20, pick // 20
        moves = [self.go_on] if kind < 9 else self.moves()
        moves[kind % len(moves)](pick)

    def moves(self) -> list[Move]:
        possible = {
            self.restart_the_server: True,
            self.drop_out: len(self.here) > 1,
            self.come_back: len(self.here) < len(self.people),
            self.commit: self.owing(),
            self.run_out_of_time: self.stage is RoundStage.OPEN,
            self.commit_again: self.kept and self.stage is not RoundStage.OVER,
            self.change: self.kept and self.stage is not RoundStage.OVER,
            self.answer: self.answering(),
            self.complain: self.stage is RoundStage.SET,
            self.certify: self.stage is RoundStage.SET,
            self.release_some: self.opener,
            self.tell_the_outcome: self.opener,
        }
        return [move for move, is_possible in possible.items() if is_possible]

    def waits_for_more(self) -> bool:
        """Whether more people have to come than those who are here or have done their part."""
        if self.stage is RoundStage.CERTIFIED:
            return not self.round.covers(self.here)
        seating = self.round.parties.seating
        return len(self.round.acks.union(self.here) & set(seating.people)) < seating.quorum

    def go_on(self, pick: int) -> None:
        if self.stage is RoundStage.OVER:
            self.open_next(pick)
        elif self.waits_for_more():
            self.come_back(pick)
        elif self.opener:
            self.release_all(pick)
        elif self.answering():
            self.answer(pick)
        elif self.stage is RoundStage.SET:
            self.certify(1)
        elif self.owing():
            self.commit(pick)
        else:
            self.run_out_of_time(pick)

    @property
    def stage(self) -> RoundStage:
        return self.round.stage

    # Coming and going ----------------------------------------------------------------------------

    def drop_out(self, pick: int) -> None:
        self.here.remove(one_of(self.here, pick))

    def come_back(self, pick: int) -> None:
        """With nothing but what was kept: identity and sealed choice."""
        seat = one_of(set(self.people) - self.here, pick)
        self.here.add(seat)
        self.views[seat], self.told[seat] = self.follow(), len(self.records)

    def restart_the_server(self, _: int) -> None:
        """It has its journal; what was confirmed or released has to be sent again."""
        self.round, self.acks = self.follow(), []
        if self.opener:
            self.start_opening()

    # Committing ----------------------------------------------------------------------------------

    def owing(self) -> set[int]:
        return set(self.round.owing_commits()) & self.here

    def signed(self, seat: int, dealt: Dealt, revision: int) -> Committed:
        signer, seen = PLAYERS[seat] if seat in self.people else HOST, (len(self.heads) - 1, self.heads[-1])
        return commit(self.round, seat, signer, dealt, *seen, revision)

    def commit(self, pick: int) -> None:
        self.commit_as(one_of(self.owing(), pick), pick % 15)

    def commit_as(self, seat: int, pick: int) -> None:
        cheat = (*CHEATS, None)[min(pick, HONEST)]
        if cheat and SERVER not in (holders := self.table.seating.row(seat)[0]):
            cheat = "commitment" if cheat == "server" or not holders else cheat
        message = Message(f"bid {seat}", digest("entropy", bytes([seat, pick, self.number])))
        dealt = seal(self.round, seat, message)
        dealt = forged(self.round, dealt, cheat, pick + seat) if cheat else dealt
        record = self.signed(seat, dealt, 0)
        if cheat == "server":
            with pytest.raises(NotTakenError, match="for the server"):
                check_commitment(self.round, HOST, record)
        else:
            check_commitment(self.round, HOST, record)
            self.tell(record)
            self.kept[seat], self.sealed[seat] = dealt, cheat or message.choice
            self.changes[seat] = 0

    def change(self, pick: int) -> None:
        """What is sealed last counts, if it comes before the set and under the next number."""
        seat, skipped = one_of(set(self.kept), pick), pick // 8 % 2
        dealt, revision = seal(self.round, seat, OTHER), self.changes[seat] + 1
        if self.stage is not RoundStage.OPEN or skipped:
            with pytest.raises(NotTakenError, match=r"too late|not sealed"):
                self.round.apply(self.signed(seat, dealt, revision + skipped))
        elif revision <= MOST_REVISIONS:
            self.tell(self.signed(seat, dealt, revision))
            self.kept[seat], self.sealed[seat], self.changes[seat] = dealt, OTHER.choice, revision
            self.tally["changes"] += 1

    def commit_again(self, pick: int) -> None:
        """The same again changes nothing; something else under the same number is evidence, once."""
        seat = one_of(set(self.kept), pick)
        first, is_same, revision = self.round.sealed[seat], pick % 3 == 0, pick % (self.changes[seat] + 1)
        dealt = self.kept[seat] if is_same else seal(self.round, seat, OTHER)
        record = self.signed(seat, dealt, revision)
        if is_same or seat in self.seconds:
            with pytest.raises(NotTakenError, match="already"):
                self.round.apply(record)
        else:
            self.tell(record)
            self.seconds[seat] = record
        assert self.round.sealed[seat] == first
        assert self.round.equivocations == self.seconds

    def run_out_of_time(self, _: int) -> None:
        """Before that nobody confirms a set in which somebody is missing."""
        missing = self.round.owing_commits()
        self.tell(RoundSet(missing))
        for seat in self.people if missing else ():
            with pytest.raises(NotTakenError, match="still time"):
                self.answer_of(seat)
        self.waited_ms = COMMIT_MS

    # Confirming ----------------------------------------------------------------------------------

    def answering(self) -> set[int]:
        return set(self.round.owing_acks()) & self.here

    def answer_of(self, seat: int) -> AnyRecord:
        kept, view = self.kept.get(seat), self.view(seat)
        return answer_set(view, seat, PLAYERS[seat], kept, self.waited_ms, self.heads[-1])

    def answer(self, pick: int) -> None:
        self.tell(self.answer_of(one_of(self.answering(), pick)))

    def complain(self, pick: int) -> None:
        """Without reason: it costs the dealer nothing."""
        holder, standing = one_of(self.here, pick), self.round.standing
        dealers = {dealer for dealer in standing if holder in standing[dealer].holders}
        dealers -= {dealer for dealer in dealers if self.sealed[dealer] == "box"}
        dealers -= {dealer for dealer in dealers if (holder, dealer) in self.round.false_complaints}
        if dealers:
            dealer, acks = one_of(dealers, pick // 8), set(self.round.acks)
            self.tell(complain(self.view(holder), holder, PLAYERS[holder], dealer))
            assert dealer in self.round.standing
            assert self.round.acks == acks

    def certify(self, pick: int) -> None:
        """Slowly, or fast if everybody who should have confirmed."""
        acks, is_slow = self.round.acks, pick % 2 == 1
        owners = set(self.round.standing) & set(self.people)
        if 2 * len(acks) > len(self.people) and (is_slow or owners <= acks):
            self.tell(Certified(is_slow))
            self.certificates += 1
            self.start_opening()
        else:
            with pytest.raises(NotTakenError, match="Too few"):
                self.round.apply(Certified(is_slow))

    # Opening -------------------------------------------------------------------------------------

    def start_opening(self) -> None:
        own = [dealt for seat, dealt in self.kept.items() if seat not in self.people]
        self.opener = Opener(self.round, HOST, own)
        self.released: set[int] = set()

    def is_false_opening(self, seat: int) -> bool:
        """What its owner gives is not what was dealt."""
        sealed, header = self.round.standing.get(seat), self.round.header
        return sealed is not None and not sealing.try_opening(header, sealed, self.kept[seat].opening)[0]

    def release_as(self, seat: int) -> None:
        assert self.opener
        given = release(self.view(seat), seat, PLAYERS[seat], self.kept.get(seat), self.waited_ms)
        if self.is_false_opening(seat):
            with pytest.raises(NotTakenError, match="not opened") as caught:
                self.opener.take(given)
            assert caught.value.culprit == seat
        else:
            self.opener.take(given)
            self.released.add(seat)

    def release_some(self, pick: int) -> None:
        self.release_as(one_of(self.here, pick))

    def release_all(self, pick: int) -> None:
        for seat in sorted(self.here):
            self.release_as(seat)
        self.tell_the_outcome(pick)

    def tell_the_outcome(self, pick: int) -> None:
        """An impatient table gives up on choices nobody else holds shares of."""
        assert self.opener
        outcome = self.opener.outcome(CHAIN.link(self.number), self.people if pick % 2 else ())
        if outcome is None:
            # Those who confirmed found good shares; others who came may have found bad ones.
            assert not self.round.covers(self.released & self.round.acks)
            return
        self.tell(outcome)
        self.opener = None
        self.outcomes += 1
        for seat, verdict in self.round.verdicts.items():
            self.check_verdict(seat, verdict)

    def open_next(self, _: int) -> None:
        """Everybody who was there, and a later reader of the records, knows the same."""
        followers = {seat: self.view(seat) for seat in self.people} | {SERVER: self.follow()}
        for seat, follower in followers.items():
            assert follower.verdicts == self.round.verdicts
            self.mixes[seat] = follower.mix(self.mixes[seat])
        assert len(set(self.mixes.values())) == 1
        self.open_round()

    # What must hold ------------------------------------------------------------------------------

    @invariant()
    def nobody_releases_before_a_certificate(self) -> None:
        for seat, view in self.views.items():
            if view.stage is RoundStage.CERTIFIED:
                assert 2 * len(view.acks) > len(self.people)
            else:
                with pytest.raises(NotTakenError, match="Nothing may be opened"):
                    release(view, seat, PLAYERS[seat], self.kept.get(seat), COMMIT_MS)

    def check_verdict(self, seat: int, verdict: Verdict) -> None:
        """Only what a seat sealed decides, not what anybody did or left undone later."""
        self.tally[verdict.reason.name] += 1
        sealed, is_held = self.sealed.get(seat), self.table.seating.row(seat)[0] != ()
        if sealed is None:
            assert verdict == (None, Reason.MISSING)
        elif seat in self.round.void:
            assert (sealed, verdict) == ("box", (None, Reason.VOID))
        elif sealed in CHEATS and sealed != "box":
            assert verdict == (None, Reason.INVALID if is_held else Reason.WITHHELD)
        elif verdict.message:
            assert sealed in ("box", verdict.message.choice)
        else:
            assert (verdict.reason, is_held, seat in self.released) == (Reason.WITHHELD, False, False)
        if verdict.reason in (Reason.OPENED, Reason.INVALID):
            assert self.possible_verdicts(seat) == {verdict}

    def possible_verdicts(self, seat: int) -> set[Verdict]:
        """By its owner, or by any of the sets of holders that could have opened it."""
        header, sealed = self.round.header, self.round.standing[seat]
        good = [holder for holder, box in zip(sealed.holders, sealed.boxes, strict=True) if any(box)]
        owners = {holder: HOST if holder == SERVER else PLAYERS[holder] for holder in good}
        secrets = {holder: self.table.secret_of(owners[holder], holder, seat) for holder in good}
        shares = {holder: sealing.take_share(sealed, holder, secrets[holder]) for holder in good}
        sets = [some for size in range(len(shares) + 1) for some in combinations(shares.items(), size)]
        openings = [sealing.recover(header, sealed, dict(some)) for some in sets]
        own = self.kept[seat].opening
        openings.append(own if sealing.try_opening(header, sealed, own)[0] else None)
        found = [sealing.open_choice(header, sealed, opening) for opening in openings if opening]
        return {Verdict(message, Reason.OPENED if message else Reason.INVALID) for message in found}

    def teardown(self) -> None:
        """When all come back the round ends, unless several cheaters refuse to release what they hold."""
        self.tally["walks"] += 1
        self.tally["walks to a release"] += self.certificates > 0
        self.tally["walks to an outcome"] += self.outcomes > 0
        while len(self.here) < len(self.people):
            self.come_back(0)
        while self.opener is None and self.stage is not RoundStage.OVER:
            self.go_on(29)
        if self.opener:
            self.release_all(1)
        cheats = [seat for seat in self.round.standing if self.is_false_opening(seat)]
        assert self.stage is RoundStage.OVER or len(cheats) > 1


def test_rounds_end_the_same_for_all_whatever_some_of_them_do(
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    """And most walks get far enough for that to mean something; a report of the tests has the figures."""
    Rounds.tally.clear()
    run(Rounds, settings=settings(max_examples=50, stateful_step_count=40, deadline=None))

    for name, count in Rounds.tally.items():
        record_testsuite_property(f"sealed rounds: {name}", count)
    walks, released, opened = (Rounds.tally[f"walks{how}"] for how in ("", " to a release", " to an outcome"))
    assert 3 * released > 2 * walks, f"of {walks} walks {released} reach a release"
    assert 2 * opened > walks, f"of {walks} walks {opened} reach an outcome"
