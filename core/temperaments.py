"""Temperaments: how a bot bargains, how much its word means to it, how long it remembers. Data only."""

from __future__ import annotations

from typing import Final, NamedTuple

from core.chance import digest
from core.kinds import Seat


class Temperament(NamedTuple):
    """A character, in a few numbers."""

    share: float  # of what a deal brings the other side, the least it has to bring us
    opening: float  # how much of the common gain its own offers keep: a half is fair
    offers: int  # per season or round
    conscience: float  # what breaking its word costs it, whatever follows
    prudence: float  # how much it weighs what a broken word would cost it later
    memory: int  # for how many more seasons or rounds it makes no deals with anybody who wronged it


TEMPERAMENTS: Final = {
    "honest": Temperament(share=0.4, opening=0.5, offers=2, conscience=8.0, prudence=1.5, memory=1),
    "opportunist": Temperament(share=0.7, opening=0.65, offers=2, conscience=1.5, prudence=0.8, memory=1),
    "warlike": Temperament(share=0.6, opening=0.6, offers=1, conscience=3.5, prudence=0.8, memory=2),
    "merchant": Temperament(share=0.5, opening=0.6, offers=3, conscience=4.0, prudence=1.2, memory=1),
}


def temperament_at(game_id: bytes, seat: Seat) -> str:
    """Draw the temperament of a seat at a table; everybody who knows the table can work it out."""
    names = tuple(TEMPERAMENTS)
    return names[digest("temperament", game_id, bytes([seat]))[0] % len(names)]
