"""Piles: sorted tuples of small numbers, used for hands, decks, displays, and figures in a place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from core.remembering import cached

T = TypeVar("T")

Pile: TypeAlias = tuple[int, ...]


def plus(pile: Pile, member: int) -> Pile:
    more = [*pile, member]
    more.sort()
    return tuple(more)


def less(pile: Pile, member: int) -> Pile:
    """Take one out; it must be there."""
    left = [*pile]
    left.remove(member)
    return tuple(left)


def merged(pile: Pile, others: Iterable[int]) -> Pile:
    more = [*pile, *others]
    more.sort()
    return tuple(more)


def without(pile: Pile, others: Iterable[int]) -> Pile:
    """Take several out; all must be there."""
    left = list(pile)
    for member in others:
        left.remove(member)
    return tuple(left)


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Copy a row of piles, or of anything, with one entry replaced."""
    values = [*row]
    values[place] = value
    return tuple(values)


# Few different piles of figures ever occur, so what follows from one is cached.

including = cached(4096)(plus)
excluding = cached(4096)(less)


@cached(4096)
def tally(pile: Pile) -> tuple[tuple[int, int], ...]:
    """List the different members of a pile, with their numbers."""
    return tuple((member, pile.count(member)) for member in dict.fromkeys(pile))


@cached(4096)
def kinds(pile: Pile) -> Pile:
    """List the different members of a pile."""
    return tuple(dict.fromkeys(pile))
