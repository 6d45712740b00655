"""Piles: sorted tuples of small numbers, the shape of hands, decks, displays and treasures."""

from __future__ import annotations

from collections.abc import Iterable

Pile = tuple[int, ...]


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


def put(piles: tuple[Pile, ...], place: int, pile: Pile) -> tuple[Pile, ...]:
    """Replace one pile of many."""
    changed = [*piles]
    changed[place] = pile
    return tuple(changed)
