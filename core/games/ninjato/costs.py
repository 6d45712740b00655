"""What treasures can pay for a card (NJ-15.2 to NJ-15.6, NJ-16.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from core.games.ninjato.board import GOLD, HONOR, KINDS, NAMED
from core.remembering import cached

# A payment is a sorted tuple of coins: a treasure of a kind, or gold that stands for one.
JOKER: Final = len(NAMED)
"""Added to a kind: gold in its place."""


def coin_key(coin: int) -> tuple[int, int]:
    """Sort by the kind a coin stands for, gold last."""
    return coin % JOKER, coin


@cached(2048)
def honor_of(paid: tuple[int, ...]) -> int:
    """Gold scores as what it stands for (NJ-15.6)."""
    return sum([HONOR[coin % JOKER] for coin in paid])


@cached(2048)
def treasures_in(paid: tuple[int, ...]) -> tuple[int, ...]:
    """Name the treasures behind the coins."""
    return tuple([coin if coin < JOKER else GOLD for coin in paid])


PATTERNS: Final[dict[str, Callable[[], Iterator[tuple[int, ...]]]]] = {
    "any1": lambda: ((kind,) for kind in NAMED),
    "any2": lambda: combinations_with_replacement(NAMED, 2),
    "same3": lambda: ((kind,) * 3 for kind in NAMED),
    "diff3": lambda: combinations(NAMED, 3),
    "flex4": lambda: ((kind,) * number for kind in NAMED for number in range(1, 5)),
    "any1+same3": lambda: (tuple(sorted((one, *(kind,) * 3))) for one in NAMED for kind in NAMED),
}


class Payment(NamedTuple):
    """One way to pay a cost: the kinds, and how many of each."""

    kinds: tuple[int, ...]
    numbers: tuple[tuple[int, int], ...]


@cache
def kinds_asked(cost: str, most: int) -> tuple[Payment, ...]:
    """List the kinds that would pay a cost with at most this many treasures, each way once."""
    if cost in PATTERNS:
        ways = tuple(dict.fromkeys(PATTERNS[cost]()))
    else:
        ways = (tuple(sorted(KINDS.index(word) for word in cost.split("+"))),)
    return tuple(Payment(kinds, tuple(Counter(kinds).items())) for kinds in ways if len(kinds) <= most)


def payments(cost: str, treasures: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List every way to pay a cost exactly with these treasures."""
    stock, have = [*map(treasures.count, range(len(KINDS)))], {*treasures}
    found: list[tuple[int, ...]] = []
    for asked in kinds_asked(cost, len(treasures)):
        if stock[GOLD]:
            found += _with_gold(asked, stock)
        elif have.issuperset(asked.kinds) and not [True for kind, n in asked.numbers if stock[kind] < n]:
            found.append(asked.kinds)
    return tuple(found)


def _with_gold(asked: Payment, stock: list[int]) -> list[tuple[int, ...]]:
    """Pay for these kinds, with gold in place of none, some or all of them."""
    ways: list[tuple[tuple[int, ...], int]] = [((), stock[GOLD])]
    for kind, number in asked.numbers:
        have = stock[kind]
        ways = [
            (paid + (kind,) * (number - jokers) + (kind + JOKER,) * jokers, gold - jokers)
            for paid, gold in ways
            for jokers in range(max(0, number - have), min(number, gold) + 1)
        ]
    return [paid for paid, _ in ways]
