"""Everything a player can decide in Rising Sun; each has one line of notation (see notation.py)."""

from __future__ import annotations

from typing import Final

from core.games.rising_sun.board import ADJACENT, ELSEWHERE, LAND, PIECES, SEATS
from core.games.rising_sun.cards import CARDS
from core.kinds import Choice, Seat


class Ally(Choice, frozen=True):
    """Offer an alliance, or accept the other's offer."""

    seat: Seat


class Refuse(Choice, frozen=True):
    """Withdraw one's own offer, or turn down the other's."""

    seat: Seat


class Ready(Choice, frozen=True):
    """Finish the Tea Ceremony."""


class Mandate(Choice, frozen=True):
    """Lay a mandate tile; Lotus lays it unseen and announces any mandate."""

    tile: int
    announced: int


class Summon(Choice, frozen=True):
    """Bring a figure from the reserve to a province, or on from there to a shrine."""

    piece: int
    province: int
    kami: int = -1


class Move(Choice, frozen=True):
    """Move one piece to another province."""

    piece: int
    origin: int
    target: int


class Build(Choice, frozen=True):
    """Build a stronghold."""

    province: int


class Buy(Choice, frozen=True):
    """Buy a season card; a monster comes to a province, or goes on from there to a shrine."""

    card: int
    province: int = -1
    kami: int = -1
    full: bool = False  # without the discount (RS-21.17)


class Replace(Choice, frozen=True):
    """Replace another player's figure by one of one's own."""

    owner: Seat
    piece: int
    by: int
    province: int = -1
    kami: int = -1


class Seppuku(Choice, frozen=True):
    """Kill one's own figures in the province."""


class Hostage(Choice, frozen=True):
    """Take a figure hostage."""

    owner: Seat
    piece: int


class Hire(Choice, frozen=True):
    """Let the ronin fight."""


class Poets(Choice, frozen=True):
    """Score for the dead."""


class Reparations(Choice, frozen=True):
    """Share out the coins of the bid among the losers."""

    shares: tuple[tuple[Seat, int], ...]


class Use(Choice, frozen=True):
    """Use a card."""

    card: int
    seat: Seat = -1
    piece: int = -1
    province: int = -1
    kami: int = -1


class Order(Choice, frozen=True):
    """Come first or last among players who act at the same time."""

    last: bool


class Convert(Choice, frozen=True):
    """Turn all ronin into coins."""


class Accept(Choice, frozen=True):
    """Take what is offered."""


# Choices of which there are only so many are made once and shared by all decisions.
ALLY: Final = tuple(Ally(seat) for seat in SEATS)
REFUSE: Final = tuple(Refuse(seat) for seat in SEATS)
READY: Final = Ready()
FIRST: Final = Order(last=False)
LAST: Final = Order(last=True)
CONVERT: Final = Convert()
SUMMON: Final = tuple(tuple(Summon(piece, p) for p in LAND) for piece in range(len(PIECES)))
BUILD: Final = tuple(Build(p) for p in LAND)
BUY: Final = tuple(Buy(card) for card in range(len(CARDS)))


def _moves(reach: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    return tuple(
        tuple(tuple(Move(piece, a, b) for b in reach[a]) for piece in range(len(PIECES))) for a in LAND
    )


WALKS: Final = _moves(ADJACENT)
FLIGHTS: Final = _moves(ELSEWHERE)
"""By province and piece: the Dragonfly's moves (RS-19.4); everybody else's are above."""
