"""What the people at a table and the server do in a sealed round, each with what only they have.

A person stores what `seal` returns on disk before sending `commit` of it, and never seals twice under one
number. A player who has changed a choice keeps all versions until the set tells which one stands: the last
may have come too late. Everything else is worked out again from that, the identity and the records, so a
player who comes back goes on as if nothing had happened. Callers tell how long they have waited by their own
clock since they saw the round open: whether a seat has missed its time is not for the server alone to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.kinds import Seat
from protocol.canonical import encode
from protocol.header import SERVER, Message, NotTakenError, Opening
from protocol.identity import Identity
from protocol.pieces import is_stuck, piece_of
from protocol.round import Round, RoundStage, is_held
from protocol.round_records import (
    Acked,
    Committed,
    Complained,
    Handed,
    Outcome,
    OutcomePart,
    Release,
    Turned,
)
from protocol.sealing import (
    Commitment,
    Dealt,
    deal,
    leaves_of,
    recover,
    sign_commitment,
    take_share,
)

# People ------------------------------------------------------------------------------------------


def seal(round_: Round, seat: Seat, message: Message, pieces: Sequence[str] = ()) -> Dealt:
    """Seal a choice; store the result before sending anything, and use it whenever sending again."""
    return deal(round_.header, seat, message, round_.parties.keys_for(seat), pieces)


def commit(
    round_: Round,
    seat: Seat,
    identity: Identity,
    dealt: Dealt,
    seen_seq: int,
    seen_head: bytes,
    revision: int = 0,
) -> Committed:
    signature = sign_commitment(identity, revision, dealt.commitment, seen_seq, seen_head)
    return Committed(seat, revision, dealt.commitment, seen_seq, seen_head, signature)


def answer_set(
    round_: Round, seat: Seat, identity: Identity, dealt: Dealt | None, waited_ms: int, seen_head: bytes
) -> Acked | Complained:
    """Confirm a set after checking one's own share of every choice, or show that one of them is false."""
    if round_.stage is not RoundStage.SET:
        raise NotTakenError("There is no set to confirm.")
    _check_view(round_, seat, dealt, waited_ms)
    for dealer, commitment in round_.standing.items():
        if seat in commitment.holders and not has_shares(round_, seat, identity, commitment):
            return complain(round_, seat, identity, dealer)
    return Acked(seat, seen_head, identity.sign("sig-ack", round_.set_hash(), seen_head))


def complain(round_: Round, seat: Seat, identity: Identity, dealer: Seat) -> Complained:
    """Show the key for a dealer's shares; if they were right, this gives away one's own for nothing."""
    secret = round_.parties.secret_of(identity, seat, dealer).private_bytes_raw()
    signature = identity.sign("sig-complain", round_.context, bytes([dealer]), secret)
    return Complained(seat, dealer, secret, signature)


def release(round_: Round, seat: Seat, identity: Identity, dealt: Dealt | None, waited_ms: int) -> Release:
    """Release everything one has, once a majority is known to have seen the same choices sealed."""
    if round_.stage is not RoundStage.CERTIFIED:
        raise NotTakenError("Nothing may be opened now.")
    _check_view(round_, seat, dealt, waited_ms)
    opening = dealt.opening if dealt is not None and seat in round_.standing else None
    found = {
        dealer: share_of(round_, seat, identity, commitment)
        for dealer, commitment in round_.standing.items()
        if seat in commitment.holders
    }
    shares = tuple((dealer, share) for dealer, share in found.items() if share is not None)
    signature = identity.sign("sig-release", round_.set_hash(), encode(opening), encode(shares))
    return Release(seat, opening, shares, signature)


def _check_view(round_: Round, seat: Seat, dealt: Dealt | None, waited_ms: int) -> None:
    """Refuse a set with a different choice of our own, or with one missing that still has time."""
    own = round_.sealed.get(seat)
    if own is not None and dealt is not None and own.record.commitment != dealt.commitment:
        raise NotTakenError("The set has another choice under our name.")
    if round_.missing and waited_ms < round_.header.commit_ms:
        raise NotTakenError("The set leaves out a choice for which there is still time.")


def has_shares(round_: Round, seat: Seat, identity: Identity, commitment: Commitment) -> bool:
    """Say whether our share of a choice and of all its pieces is right."""
    return all(share_of(round_, seat, identity, each) is not None for each in leaves_of(commitment))


def share_of(round_: Round, seat: Seat, identity: Identity, commitment: Commitment) -> bytes | None:
    """Take our share out of its box, once."""
    place = seat, commitment
    if place not in round_.shares:
        round_.shares[place] = _taken(round_, seat, identity, commitment)
    return round_.shares[place]


def _taken(round_: Round, seat: Seat, identity: Identity, commitment: Commitment) -> bytes | None:
    try:
        return take_share(commitment, seat, round_.parties.secret_of(identity, seat, commitment.seat))
    except NotTakenError:
        return None


def hand_over(round_: Round, seat: Seat, identity: Identity, dealer: Seat, place: int) -> Handed | None:
    """Return our share of a piece, if we hold one."""
    piece = piece_of(round_, dealer, place)
    if seat not in piece.holders:
        return None
    return Handed(seat, dealer, place, None, share_of(round_, seat, identity, piece))


# The server --------------------------------------------------------------------------------------


def check_commitment(round_: Round, host: Identity, record: Committed) -> None:
    """Before it is written down, refuse a commitment nobody signed or with a false server's share."""
    commitment = round_.read(record)
    round_.check_signed(record)
    if SERVER in commitment.holders and not has_shares(round_, SERVER, host, commitment):
        raise NotTakenError("The share for the server is false.", culprit=record.seat)


class Opener:
    """Gathers what opens the choices of a certified round, and tells nothing until it can tell all.

    `own` is what the server itself sealed, for the seats it plays.
    """

    def __init__(self, round_: Round, host: Identity, own: Collection[Dealt] = ()) -> None:
        assert round_.stage is RoundStage.CERTIFIED
        self._round = round_
        openings = {dealt.commitment: dealt.opening for dealt in own}
        self._openings = {
            seat: openings[sealed.record.commitment]
            for seat, sealed in round_.sealed.items()
            if sealed.record.commitment in openings
        }
        self._shares = {seat: dict(round_.exposed.get(seat, {})) for seat in round_.standing}
        for seat, commitment in round_.standing.items():
            share = share_of(round_, SERVER, host, commitment) if SERVER in commitment.holders else None
            if share is not None:
                self._shares[seat][SERVER] = share

    def take(self, given: Release) -> None:
        """Take what a person releases, or refuse all of it; taking it again changes nothing."""
        self._check(given)
        if given.opening is not None:
            self._openings[given.seat] = given.opening
        for dealer, share in given.shares:
            self._shares[dealer][given.seat] = share

    def outcome(self, link: bytes, withheld: Collection[Seat] = ()) -> Outcome | None:
        """Return the outcome if it is known for every choice.

        `withheld` are seats that have had their time; it matters for choices nobody else has a share of.
        """
        parts = [self._part(seat, withheld) for seat in self._round.standing]
        known = tuple(part for part in parts if part is not None)
        return Outcome(known, link) if len(known) == len(parts) else None

    def waiting_for(self) -> tuple[Seat, ...]:
        """Return the seats whose choices cannot be opened yet."""
        return tuple(seat for seat in self._round.standing if self._part(seat, ()) is None)

    def _part(self, seat: Seat, withheld: Collection[Seat]) -> OutcomePart | None:
        if seat in self._openings:
            return OutcomePart(seat, self._openings[seat], ())
        commitment, shares = self._round.standing[seat], self._shares[seat]
        _, threshold = self._round.header.row(seat)
        has_enough = len(shares.keys() - {SERVER}) >= threshold
        if has_enough and recover(self._round.header, commitment, shares) is not None:
            return OutcomePart(seat, None, tuple(sorted(shares.items())))
        return OutcomePart(seat, None, ()) if seat in withheld and not commitment.holders else None

    def _check(self, given: Release) -> None:
        round_, seat = self._round, given.seat
        signer, signed = round_.parties.signers.get(seat), (encode(given.opening), encode(given.shares))
        if signer is None or not signer.verify(given.signature, "sig-release", round_.set_hash(), *signed):
            raise NotTakenError("{seat} did not release this.", seat=seat)
        standing = round_.standing
        if given.opening is not None and (
            seat not in standing or not round_.try_opening(standing[seat], given.opening)[0]
        ):
            raise NotTakenError("{seat} has not opened its own choice.", seat=seat, culprit=seat)
        for dealer, share in given.shares:
            if dealer not in standing or not is_held(standing[dealer], seat, share):
                raise NotTakenError(
                    "{seat} has no such share of {dealer}.", seat=seat, dealer=dealer, culprit=seat
                )


class Turner:
    """Gathers what turns over one piece."""

    def __init__(self, round_: Round, host: Identity, seat: Seat, place: int, own: Opening | None) -> None:
        self._round = round_
        self._piece = piece_of(round_, seat, place)
        self._seat = seat
        self._place = place
        self._opening = own
        self._shares = {
            holder: shares[place]
            for (dealer, holder), shares in round_.shown_pieces.items()
            if dealer == seat
        }
        share = share_of(round_, SERVER, host, self._piece) if SERVER in self._piece.holders else None
        if share is not None:
            self._shares[SERVER] = share
        self.given: set[Seat] = set()

    def take(self, handed: Handed) -> None:
        """Take what somebody hands over, or refuse it; taking it again changes nothing."""
        if handed.opening is not None:
            self._take_opening(handed.seat, handed.opening)
        if handed.share is not None:
            if not is_held(self._piece, handed.seat, handed.share):
                raise NotTakenError(
                    "{seat} has no such share of {dealer}.",
                    seat=handed.seat,
                    dealer=self._seat,
                    culprit=handed.seat,
                )
            self._shares[handed.seat] = handed.share
        self.given.add(handed.seat)

    def _take_opening(self, seat: Seat, opening: Opening) -> None:
        if seat != self._seat or not self._round.try_opening(self._piece, opening)[0]:
            raise NotTakenError("{seat} has not opened its own choice.", seat=seat, culprit=seat)
        self._opening = opening

    def turned(self, voted_out: Collection[Seat]) -> Turned | None:
        """Return the piece if it can be turned over now, or if it never can."""
        if self._opening is not None:
            return Turned(self._seat, self._place, self._opening, ())
        if recover(self._round.header, self._piece, self._shares) is not None:
            return Turned(self._seat, self._place, None, tuple(sorted(self._shares.items())))
        is_stuck_now = is_stuck(self._round, self._seat, voted_out)
        return Turned(self._seat, self._place, None, ()) if is_stuck_now else None
