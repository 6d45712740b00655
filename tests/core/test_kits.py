"""Combinations: what is put together from parts, what gets past a mark, and which have no part to spare."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.decisions import Combination, Combine, Kit
from core.kinds import Choice

THREES, TWO, SWAP, PUSH = range(4)
ABOVE = Kit(
    stocks=(2, 1, 1, 1),
    bases=(("2", TWO, 2), ("3", THREES, 3)),
    setters=(("six", SWAP, 6),),
    adders=(("+3", THREES, 1), ("-3", THREES, -1), ("push", PUSH, 2)),
    marks=(3, 5),
    below=False,
)


class Quit(Choice, frozen=True):
    """Choice: no combination."""


def all_parts(kit: Kit) -> list[tuple[str, ...]]:
    words = [part[0] for part in (*kit.setters, *kit.adders)]
    rests = [rest for size in range(5) for rest in combinations_with_replacement(words, size)]
    return [(base[0], *rest) for base in kit.bases for rest in rests]


@pytest.mark.parametrize(
    ("parts", "worth"),
    [
        (("2",), 2),
        (("2", "+3", "+3"), 4),
        (("3", "+3"), 4),
        (("3", "+3", "+3"), None),
        (("2", "six", "-3", "push"), 7),
        (("2", "push", "six"), None),
        (("six", "2"), None),
        (("2", "3"), None),
        (("2", "push", "push"), None),
        (("2", "sword"), None),
        (("sword",), None),
        ((), None),
    ],
)
def test_parts_are_worth_what_they_add_up_to(parts: tuple[str, ...], worth: int | None) -> None:
    assert ABOVE.worth_of(parts) == worth


def test_the_hardest_mark_goes_without_saying() -> None:
    six = ("2", "six")

    assert ABOVE.allows(Combination(six))
    assert ABOVE.allows(Combination(six, 3))
    assert not ABOVE.allows(Combination(six, 5))
    assert not ABOVE.allows(Combination(("3",)))
    assert not ABOVE.allows(Combination(("3", "+3"), 3))


def test_lean_combinations_are_those_of_which_nothing_can_be_spared() -> None:
    lean = set(ABOVE.lean())

    assert {choice.parts for choice in lean if choice.mark == 3} == {
        ("2", "six"),
        ("3", "six"),
    }
    for parts in all_parts(ABOVE):
        worth = ABOVE.worth_of(parts)
        passes = {mark for mark in ABOVE.marks if worth is not None and worth > mark}
        smaller = [parts[:place] + parts[place + 1 :] for place in range(1, len(parts))]
        spared = {
            mark
            for mark in passes
            for less in smaller
            if (w := ABOVE.worth_of(less)) is not None and w > mark
        }
        found = {combination.mark or max(passes) for combination in lean if combination.parts == parts}
        assert found == passes - spared


@given(st.integers(), st.sampled_from([(1,), (4,), (2, 5)]), st.booleans())
def test_a_sampled_combination_is_allowed(seed: int, marks: tuple[int, ...], below: bool) -> None:  # noqa: FBT001
    kit = Kit(ABOVE.stocks, ABOVE.bases, ABOVE.setters, ABOVE.adders, marks, below)
    decision, dice = Combine("fight", "T-1", (Quit(),), kit), Random(seed)

    assert all(decision.allows(decision.sample(dice)) for _ in range(40))
    assert all(decision.allows(lean) for lean in kit.lean())


def test_where_no_combination_helps_an_option_is_sampled() -> None:
    kit = Kit((), (), (), (), (5,), below=False)

    assert Combine("fight", "T-1", (Quit(),), kit).sample(Random(1)) == Quit()


def test_there_is_more_than_what_can_spare_nothing_only_if_something_can_be_added() -> None:
    bare = replace(ABOVE, setters=(), adders=())
    beyond = replace(ABOVE, marks=(99,))

    assert ABOVE.has_more_than_lean()
    assert not bare.has_more_than_lean()
    assert not beyond.has_more_than_lean()
