"""Groups: sorted tuples of small numbers, the shape of figures in a place, cards in hand, strongholds."""

from __future__ import annotations

from functools import lru_cache


def plus(group: tuple[int, ...], member: int) -> tuple[int, ...]:
    return tuple(sorted((*group, member)))


def less(group: tuple[int, ...], member: int) -> tuple[int, ...]:
    place = group.index(member)
    return group[:place] + group[place + 1 :]


# Few different groups of figures ever occur, so what follows from one is remembered.


@lru_cache(maxsize=4096)
def including(group: tuple[int, ...], piece: int) -> tuple[int, ...]:
    return plus(group, piece)


@lru_cache(maxsize=4096)
def without(group: tuple[int, ...], piece: int) -> tuple[int, ...]:
    return less(group, piece)


@lru_cache(maxsize=4096)
def tally(group: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """List the different members of a sorted group, with their numbers."""
    return tuple((member, group.count(member)) for member in dict.fromkeys(group))


@lru_cache(maxsize=4096)
def kinds(group: tuple[int, ...]) -> tuple[int, ...]:
    """List the different members of a group."""
    return tuple(dict.fromkeys(group))
