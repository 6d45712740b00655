"""Everything a player can decide in Shogun; a plan is an `Arrangement`, as in all games (see notation.py)."""

from __future__ import annotations

from itertools import chain
from typing import Final

from core.decisions import DECLINE
from core.games.shogun.board import LAND, SPECIALS
from core.kinds import Choice
from core.remembering import cached


class TakeProvince(Choice, frozen=True):
    """Pick a starting province: an open card, or the unseen one on top of the deck with -1."""

    province: int


class Refresh(Choice, frozen=True):
    """Put the open cards under the deck and open others."""


class Garrison(Choice, frozen=True):
    """Put a group of this many armies into the province just picked."""

    armies: int


class Choose(Choice, frozen=True):
    """Take a special, and with it a place in the turn order."""

    special: int


class MoveArmies(Choice, frozen=True):
    """Move some armies from the planned province to an adjacent one."""

    armies: int
    target: int


class Add(Choice, frozen=True):
    """Use the special: throw one more cube, place six armies."""


class Revolt(Choice, frozen=True):
    """Choose this province to revolt next."""

    province: int


TAKE: Final = tuple(TakeProvince(province) for province in LAND)
TAKE_UNSEEN: Final = TakeProvince(-1)
REFRESH: Final = Refresh()
CHOOSE: Final = tuple(Choose(special) for special in range(len(SPECIALS)))
ADD_OR_NOT: Final = (Add(), DECLINE)


@cached(1024)
def moves_to(target: int, most: int) -> tuple[MoveArmies, ...]:
    """List the moves of one army up to this many; few different lists ever occur."""
    return tuple(MoveArmies(armies, target) for armies in range(1, most + 1))


def moves(targets: tuple[int, ...], most: int) -> tuple[MoveArmies, ...]:
    return tuple(chain.from_iterable([moves_to(target, most) for target in targets]))
