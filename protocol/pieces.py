"""The pieces of sealed choices: each is turned over in its own time, after the covers have been opened.

By then the round is over. What opens a piece is judged like what opens a choice; which piece comes next, only
the rules of the game can tell.
"""

from __future__ import annotations

from collections.abc import Collection

from core.kinds import Seat
from protocol.header import NotTakenError
from protocol.round import Round
from protocol.round_records import OutcomePart, Reason, Turned, Verdict
from protocol.sealing import Commitment, leaves_of


def has_pieces(round_: Round) -> bool:
    """Say whether something in a round stays shut when all covers are open."""
    return len(round_.header.sizes) > 1 and any(verdict.message for verdict in round_.verdicts.values())


def piece_of(round_: Round, seat: Seat, place: int) -> Commitment:
    verdict = round_.verdicts.get(seat)
    pieces = leaves_of(round_.standing[seat])[1:] if verdict is not None and verdict.message else ()
    if not 0 <= place < len(pieces):
        raise NotTakenError("{seat} has sealed nothing for that place.", seat=seat)
    return pieces[place]


def judge(round_: Round, turned: Turned, voted_out: Collection[Seat]) -> Verdict:
    """Judge what is said to open a piece; nobody may skip one that can be opened."""
    piece = piece_of(round_, turned.seat, turned.place)
    if turned.opening is not None or turned.shares:
        return round_.verdict(OutcomePart(turned.seat, turned.opening, turned.shares), piece)
    if not is_stuck(round_, turned.seat, voted_out):
        raise NotTakenError("What {seat} has sealed can be opened.", seat=turned.seat)
    return Verdict(None, Reason.WITHHELD)


def is_stuck(round_: Round, seat: Seat, voted_out: Collection[Seat]) -> bool:
    """Say whether only people who were voted out could open what a seat has sealed."""
    return not round_.is_covered(seat, set(round_.parties.seating.people) - set(voted_out))
