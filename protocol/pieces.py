"""Turning over the pieces of what was sealed, each in its own time, after the covers have been opened.

By then the round is over. What opens a piece is judged like what opens a choice; which piece comes next,
only the rules of the game can tell.
"""

from __future__ import annotations

from collections.abc import Collection

from core.records import Seat
from protocol.errors import RoundError
from protocol.header import SERVER
from protocol.identity import Identity
from protocol.opening import share_of
from protocol.round import Round, is_held
from protocol.round_records import Handed, Part, Reason, Turned, Verdict
from protocol.sealing import Commitment, Opening, leaves_of, recover


def has_pieces(round_: Round) -> bool:
    """Say whether something of a round stays shut when all covers are open."""
    return len(round_.header.sizes) > 1 and any(verdict.message for verdict in round_.verdicts.values())


def piece_of(round_: Round, seat: Seat, place: int) -> Commitment:
    verdict = round_.verdicts.get(seat)
    pieces = leaves_of(round_.standing[seat])[1:] if verdict is not None and verdict.message else ()
    if not 0 <= place < len(pieces):
        raise RoundError("{seat} has sealed nothing for that place.", seat=seat)
    return pieces[place]


def judge(round_: Round, turned: Turned, voted_out: Collection[Seat]) -> Verdict:
    """Judge what is said to open a piece; nobody passes over one that can be opened."""
    piece = piece_of(round_, turned.seat, turned.place)
    if turned.opening is not None or turned.shares:
        return round_.verdict(Part(turned.seat, turned.opening, turned.shares), piece)
    if not is_stuck(round_, turned.seat, voted_out):
        raise RoundError("What {seat} has sealed can be opened.", seat=turned.seat)
    return Verdict(None, Reason.WITHHELD)


def is_stuck(round_: Round, seat: Seat, voted_out: Collection[Seat]) -> bool:
    """Say whether nothing opens what a seat has sealed but those who were voted out."""
    return not round_.is_covered(seat, set(round_.parties.seating.people) - set(voted_out))


def hand_over(round_: Round, seat: Seat, identity: Identity, dealer: Seat, place: int) -> Handed | None:
    """Give our share of a piece, if we hold one."""
    piece = piece_of(round_, dealer, place)
    if seat not in piece.holders:
        return None
    return Handed(seat, dealer, place, None, share_of(round_, seat, identity, piece))


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
                raise RoundError(
                    "{seat} has no such share of {dealer}.",
                    seat=handed.seat,
                    dealer=self._seat,
                    culprit=handed.seat,
                )
            self._shares[handed.seat] = handed.share
        self.given.add(handed.seat)

    def _take_opening(self, seat: Seat, opening: Opening) -> None:
        if seat != self._seat or not self._round.try_opening(self._piece, opening)[0]:
            raise RoundError("{seat} has not opened its own choice.", seat=seat, culprit=seat)
        self._opening = opening

    def turned(self, voted_out: Collection[Seat]) -> Turned | None:
        """Give the piece if it can be turned over now, or if it never can."""
        if self._opening is not None:
            return Turned(self._seat, self._place, self._opening, ())
        if recover(self._round.header, self._piece, self._shares) is not None:
            return Turned(self._seat, self._place, None, tuple(sorted(self._shares.items())))
        is_stuck_now = is_stuck(self._round, self._seat, voted_out)
        return Turned(self._seat, self._place, None, ()) if is_stuck_now else None
