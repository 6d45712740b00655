"""A sealed round as everybody can follow it: records in order, and what they lead to.

Server, clients and verifiers apply the same records to a `Round`, which trusts none of them. What they agree
on when it is over follows from the records alone.

    OPEN       seats commit to their choices, and may change them: the last commitment of a seat counts,
               each has the next number, and a second one under the same number is evidence
    SET        no more commitments; people confirm what they see, or complain about a share
    CERTIFIED  enough have confirmed: from here on, and not before, people release what they hold
    OVER       the outcome: all choices at once, or whatever stands for them; or the round is void

A round certifies *fast* when a majority of the people has confirmed, including everybody whose choice stands;
*slowly*, after the time for it, when a majority has. By the policy every majority includes the owner of a
choice or a threshold of its holders, so nothing is left that only the absent could open, and a table that may
go on with a majority does go on.

The **set hash**, which people sign, is H("set", context, parts...) with a part for each seat that seals, in
order: F("set-in", seat, revision, commitment, seen_seq, seen_head, signature) for a choice that stands, as it
was sent; F("set-missing", seat) if nothing came; F("set-void", seat) after a true complaint. Seats and
revisions have one byte, seen_seq has eight. A true complaint changes the hash, so everybody confirms again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from enum import IntEnum
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from core.chance import digest, frame
from core.kinds import Seat
from protocol.canonical import decode
from protocol.errors import ProtocolError
from protocol.fair import follows, next_mix
from protocol.header import ENTROPY, SERVER, Message, NotTakenError, Opening, RoundHeader
from protocol.policy import Occasion, Parties, check_header
from protocol.round_records import (
    Acked,
    AnyRecord,
    Certified,
    Committed,
    Complained,
    Outcome,
    OutcomePart,
    Reason,
    RoundOpened,
    RoundSet,
    RoundVoided,
    Verdict,
)
from protocol.sealing import (
    Commitment,
    is_share,
    is_signed,
    leaves_of,
    open_choice,
    read_commitment,
    recover,
    take_share,
    try_opening,
)


class RoundStage(IntEnum):
    """How far a round has come."""

    OPEN = 1
    SET = 2
    CERTIFIED = 3
    OVER = 4


class SealedChoice(NamedTuple):
    """A commitment and the record it came in."""

    record: Committed
    commitment: Commitment


class Round:
    """The public state of one round; `shown` is the last link of the server's chain before it.

    `seq_of` returns the number of the entry with a hash in our own journal, None if there is none: a client
    that has seen another journal learns so from the first signature under this one.
    """

    def __init__(
        self,
        opened: RoundOpened,
        parties: Parties,
        occasion: Occasion,
        shown: bytes,
        seq_of: Callable[[bytes], int | None],
    ) -> None:
        self.parties = parties
        self.header = _read_header(opened, parties, occasion)
        self.context = self.header.context()
        self.stage = RoundStage.OPEN
        self.sealed: dict[Seat, SealedChoice] = {}  # the last one of each seat
        self.changed: dict[Seat, tuple[Committed, ...]] = {}  # all earlier ones, by revision
        self.missing: tuple[Seat, ...] = ()
        self.void: set[Seat] = set()
        self.acks: set[Seat] = set()
        self.exposed: dict[Seat, dict[int, bytes]] = {}  # by dealer: shares exposed by false complaints
        self.shown_pieces: dict[tuple[Seat, int], tuple[bytes, ...]] = {}  # too, by dealer and holder
        self.false_complaints: set[tuple[Seat, Seat]] = set()  # by holder and dealer
        self.equivocations: dict[Seat, Committed] = {}
        self.is_slow = False
        self.link = b""
        self.verdicts: dict[Seat, Verdict] = {}
        self._shown = shown
        self._seq_of = seq_of
        self._set_hash: bytes | None = None  # while it has not changed
        # Cached results; clones share them, and none of them changes what a round is.
        self.shares: dict[tuple[int, Commitment], bytes | None] = {}  # ours, by holder
        self._read: dict[tuple[object, ...], Commitment] = {}
        self._signed_acks: set[tuple[bytes, Acked]] = set()
        self._opened: dict[tuple[bytes, Seat, Opening], Message | None] = {}

    def clone(self) -> Round:
        """Return a copy that goes on independently."""
        other = copy(self)
        for name in ("sealed", "changed", "void", "acks", "false_complaints", "equivocations", "verdicts"):
            setattr(other, name, copy(getattr(self, name)))
        other.exposed = {dealer: dict(shares) for dealer, shares in self.exposed.items()}
        return other

    def apply(self, record: AnyRecord) -> None:
        """Take the next record, or refuse it and change nothing."""
        match record:
            case Committed():
                self._commit(record)
            case RoundSet():
                self._set(record)
            case Acked():
                self._ack(record)
            case Complained():
                self._complain(record)
            case Certified():
                self._certify(record)
            case Outcome():
                self._settle(record)
            case RoundVoided():
                self._give_up(record)
            case RoundOpened():
                raise NotTakenError("This round is open already.")

    # Questions -------------------------------------------------------------------------------

    @property
    def standing(self) -> dict[Seat, Commitment]:
        """The choices to open, in the order of seats."""
        return {seat: self.sealed[seat].commitment for seat in sorted(self.sealed) if seat not in self.void}

    def commits_of(self, seat: Seat) -> tuple[Committed, ...]:
        """Return everything a seat has sealed so far, by revision."""
        last = self.sealed.get(seat)
        return () if last is None else (*self.changed.get(seat, ()), last.record)

    def owing_commits(self) -> tuple[Seat, ...]:
        is_open = self.stage is RoundStage.OPEN
        return tuple(seat for seat in self.header.seats if is_open and seat not in self.sealed)

    def owing_acks(self) -> tuple[Seat, ...]:
        is_set = self.stage is RoundStage.SET
        return tuple(seat for seat in self.people if is_set and seat not in self.acks)

    def set_hash(self) -> bytes:
        assert self.stage is not RoundStage.OPEN
        if self._set_hash is None:
            self._set_hash = digest("set", self.context, *map(self._set_part, self.header.seats))
        return self._set_hash

    def can_certify(self, *, is_slow: bool) -> bool:
        return self.stage is RoundStage.SET and self._are_enough(self.acks, is_slow=is_slow)

    def covers(self, people: Collection[Seat]) -> bool:
        """Say whether these people and the server together have what opens every choice that stands."""
        return all(self.is_covered(seat, people) for seat in self.standing)

    def entropy(self) -> dict[Seat, bytes]:
        """Return what each person brings to the mix; a choice that did not open brings nothing.

        Bots bring nothing: whoever runs them sees what they seal, and could withhold it at will.
        """
        found = {seat: self.verdicts[seat].message for seat in self.people if seat in self.verdicts}
        return {seat: message.entropy for seat, message in found.items() if message is not None}

    @property
    def people(self) -> tuple[Seat, ...]:
        return self.parties.seating.people

    def mix(self, mix: bytes) -> bytes:
        assert self.stage is RoundStage.OVER
        return next_mix(mix, self.header.round, self.link, self.entropy())

    def verdict(self, part: OutcomePart, commitment: Commitment) -> Verdict:
        """Judge what is said to open a choice that stands, or one of its pieces."""
        if part.opening is None and not part.shares and not commitment.holders:
            return Verdict(None, Reason.WITHHELD)
        if part.opening is not None:
            message = self._opened_by_owner(part, part.opening, commitment)
        else:
            message = open_choice(self.header, commitment, self._recovered(part, commitment))
        return Verdict(message, Reason.INVALID if message is None else Reason.OPENED)

    def try_opening(self, sealed: Commitment, opening: Opening) -> tuple[bool, Message | None]:
        """Say whether this is what was dealt with a standing choice, or one of its pieces, and return it."""
        place = sealed.context, sealed.seat, opening
        if place in self._opened:
            return True, self._opened[place]
        is_dealt, message = try_opening(self.header, sealed, opening)
        if is_dealt:
            self._opened[place] = message
        return is_dealt, message

    def vouch(self, ack: Acked) -> None:
        """Trust ourselves: what we have just signed for this round needs no check when it comes back."""
        self._signed_acks.add((self.set_hash(), ack))

    # Records ---------------------------------------------------------------------------------

    def _commit(self, record: Committed) -> None:
        commitment, known = self.read(record), self.commits_of(record.seat)
        if record.commitment in [one.commitment for one in known]:
            raise NotTakenError("{seat} has sealed this choice already.", seat=record.seat)
        if record.revision < len(known):
            self._note_second(known[record.revision], record)
        elif self.stage is not RoundStage.OPEN:
            raise NotTakenError("{seat} has sealed its choice too late.", seat=record.seat)
        elif record.revision > len(known):
            raise NotTakenError("{seat} changes a choice that it has not sealed.", seat=record.seat)
        else:
            self.sealed[record.seat] = SealedChoice(record, commitment)
            self.changed[record.seat] = known

    def read(self, record: Committed) -> Commitment:
        """Check everything about a commitment except its signature, whether it comes in time or not."""
        if record.seat not in self.parties.signers or record.seat not in self.header.seats:
            raise NotTakenError("{seat} has nothing to seal.", seat=record.seat)
        place = record.seat, record.commitment, record.seen_seq, record.seen_head
        if place in self._read:
            return self._read[place]
        commitment = read_commitment(self.header, record.seat, record.commitment)
        if self._seq_of(record.seen_head) != record.seen_seq:
            raise NotTakenError("{seat} has seen another journal.", seat=record.seat)
        self._read[place] = commitment
        return commitment

    def check_signed(self, record: Committed) -> None:
        """Insist that a seat signed its choice, before it is written down or held against the seat.

        Whoever confirms a set signs all of it, so a choice whose owner confirms it needs no other proof.
        """
        signed = record.revision, record.commitment, record.seen_seq, record.seen_head
        if not is_signed(self.parties.signers[record.seat], record.signature, *signed):
            raise NotTakenError("The sealed choice of {seat} is not signed by its owner.", seat=record.seat)

    def _note_second(self, first: Committed, second: Committed) -> None:
        """Keep the proof that a seat sealed two choices under one number; it changes nothing else."""
        self.check_signed(first)
        self.check_signed(second)
        if second.seat in self.equivocations:
            raise NotTakenError("{seat} has sealed its choice already.", seat=second.seat)
        if self.stage is RoundStage.OVER:
            raise NotTakenError("This round is over.")
        self.equivocations[second.seat] = second

    def _set(self, record: RoundSet) -> None:
        self._expect(RoundStage.OPEN)
        if record.missing != self.owing_commits():
            raise NotTakenError("The set leaves out a choice that came, or names one that did not.")
        self.missing = record.missing
        self.stage = RoundStage.SET

    def _ack(self, record: Acked) -> None:
        self._check_acks([record])
        self.acks.add(record.seat)

    def _check_acks(self, records: Sequence[Acked]) -> None:
        self._expect(RoundStage.SET)
        owing, set_hash = set(self.owing_acks()), self.set_hash()
        for record in records:
            if record.seat not in owing:
                raise NotTakenError("{seat} has nothing to confirm.", seat=record.seat)
            owing.remove(record.seat)
            self._check_ack(record, set_hash)

    def _check_ack(self, record: Acked, set_hash: bytes) -> None:
        if (set_hash, record) in self._signed_acks:
            return
        signer = self.parties.signers[record.seat]
        if not signer.verify(record.signature, "sig-ack", set_hash, record.seen_head):
            raise NotTakenError("{seat} did not confirm this set.", seat=record.seat)
        if self._seq_of(record.seen_head) is None:
            raise NotTakenError("{seat} has seen another journal.", seat=record.seat)
        self._signed_acks.add((set_hash, record))

    def _complain(self, record: Complained) -> None:
        self._expect(RoundStage.SET)
        holder, dealer = record.seat, record.dealer
        commitment = self.standing.get(dealer)
        if commitment is None or holder not in commitment.holders:
            raise NotTakenError("{holder} holds no share of {dealer}.", holder=holder, dealer=dealer)
        if (holder, dealer) in self.false_complaints:
            raise NotTakenError("{holder} has complained of {dealer} already.", holder=holder, dealer=dealer)
        signed = self.context, bytes([dealer]), record.secret
        if not self.parties.signers[holder].verify(record.signature, "sig-complain", *signed):
            raise NotTakenError("{holder} has not complained of {dealer}.", holder=holder, dealer=dealer)
        secret = X25519PrivateKey.from_private_bytes(record.secret)
        if secret.public_key().public_bytes_raw() != self.parties.keys[holder, dealer].public:
            raise NotTakenError(
                "{holder} complains with another key than its own.", holder=holder, culprit=holder
            )
        self.check_signed(self.sealed[dealer].record)
        self._judge(commitment, holder, secret)

    def _judge(self, commitment: Commitment, holder: Seat, secret: X25519PrivateKey) -> None:
        """Believe a complaint if the box is false; otherwise the share is public, and the dealer unharmed."""
        try:
            share, *pieces = [take_share(each, holder, secret) for each in leaves_of(commitment)]
        except NotTakenError:
            self.void.add(commitment.seat)
            self.acks.clear()
            self._set_hash = None
        else:
            self.exposed.setdefault(commitment.seat, {})[holder] = share
            self.shown_pieces = {**self.shown_pieces, (commitment.seat, holder): tuple(pieces)}
            self.false_complaints.add((holder, commitment.seat))

    def _certify(self, record: Certified) -> None:
        self._check_acks(record.acks)
        confirmed = {ack.seat for ack in record.acks} | self.acks
        if not self._are_enough(confirmed, is_slow=record.is_slow):
            raise NotTakenError("Too few have confirmed this set.")
        for seat in self.standing.keys() - confirmed:
            self.check_signed(self.sealed[seat].record)
        self.acks, self.is_slow = confirmed, record.is_slow
        self.stage = RoundStage.CERTIFIED

    def _settle(self, record: Outcome) -> None:
        self._expect(RoundStage.CERTIFIED)
        if tuple(part.seat for part in record.parts) != tuple(self.standing):
            raise NotTakenError("The outcome does not open every choice that stands, once each, in order.")
        if not follows(record.link, self._shown, 1):
            raise NotTakenError("The link is not the next one of the server's chain.")
        opened = {part.seat: self.verdict(part, self.standing[part.seat]) for part in record.parts}
        absent = dict.fromkeys(self.missing, Reason.MISSING) | dict.fromkeys(self.void, Reason.VOID)
        self.verdicts = opened | {seat: Verdict(None, reason) for seat, reason in absent.items()}
        self.link = record.link
        self.stage = RoundStage.OVER

    def _give_up(self, record: RoundVoided) -> None:
        """End without a result: nobody can win by refusing to open what they do not like.

        Before the game nothing is lost while chance is missing; later it would be a second throw for anybody
        who knows what the others have brought.
        """
        if self.header.kind == ENTROPY:
            self._expect(RoundStage.OPEN)
            if not record.seats or record.seats != self.missing_people():
                raise NotTakenError("Chance is not missing of these.")
        else:
            self._expect(RoundStage.CERTIFIED)
            if self.covers(set(self.people) - set(record.seats)):
                raise NotTakenError("The others can open these choices without them.")
        self.stage = RoundStage.OVER

    def missing_people(self) -> tuple[Seat, ...]:
        """Name the people who have not sealed anything."""
        return tuple(seat for seat in self.owing_commits() if seat in self.people)

    def _are_enough(self, confirmed: Collection[Seat], *, is_slow: bool) -> bool:
        if len(confirmed) < self.parties.seating.quorum:
            return False
        return is_slow or self.standing.keys() & set(self.people) <= set(confirmed)

    # Parts of them ---------------------------------------------------------------------------

    def _expect(self, stage: RoundStage) -> None:
        if self.stage is not stage:
            raise NotTakenError("This comes too early." if self.stage < stage else "This comes too late.")

    def _set_part(self, seat: Seat) -> bytes:
        number = bytes([seat])
        if seat in self.missing:
            return frame("set-missing", number)
        if seat in self.void:
            return frame("set-void", number)
        record = self.sealed[seat].record
        revision, seq = bytes([record.revision]), record.seen_seq.to_bytes(8, "big")
        return frame("set-in", number, revision, record.commitment, seq, record.seen_head, record.signature)

    def is_covered(self, seat: Seat, people: Collection[Seat]) -> bool:
        if seat in people or seat not in self.people:
            return True
        holders, threshold = self.header.row(seat)
        held = set(people) | set(self.exposed.get(seat, ()))
        return len(held & (set(holders) - {SERVER})) >= threshold

    def _opened_by_owner(self, part: OutcomePart, opening: Opening, commitment: Commitment) -> Message | None:
        """Believe an owner who gives what was dealt."""
        is_dealt, message = self.try_opening(commitment, opening)
        if part.shares or not is_dealt:
            raise NotTakenError("This is not what {seat} sealed its choice with.", seat=part.seat)
        return message

    def _recovered(self, part: OutcomePart, commitment: Commitment) -> Opening:
        """Believe holders who give what was committed to."""
        shares = dict(part.shares)
        if tuple(shares.items()) != tuple(sorted(part.shares)):
            raise NotTakenError("The shares of {seat} do not come once each, in order.", seat=part.seat)
        if not all(is_held(commitment, holder, share) for holder, share in shares.items()):
            raise NotTakenError("These are not the shares that {seat} dealt.", seat=part.seat)
        opening = recover(self.header, commitment, shares)
        if opening is None:
            raise NotTakenError("These are too few shares to open the choice of {seat}.", seat=part.seat)
        return opening


def is_held(commitment: Commitment, holder: int, share: bytes) -> bool:
    """Say whether this is what a dealer committed to for a holder."""
    return holder in commitment.holders and is_share(commitment, holder, share)


def _read_header(opened: RoundOpened, parties: Parties, occasion: Occasion) -> RoundHeader:
    try:
        header = decode(opened.header, RoundHeader)
    except ProtocolError as error:
        raise NotTakenError(
            "Nobody can read the header of this round: {detail}.", detail=error.detail
        ) from None
    check_header(header, parties, occasion)
    return header
