"""Frames, hashes and chance: the known answers, and what the program itself makes of the same keys."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Stream, digest, frame, keyed
from tests.harness.sealing import VECTORS
from tests.independent.hashing import below, framed, hashed, prf, shuffled, stream

ZERO = bytes(32)
CONTEXT = hashed("round", b"header")

labels = st.text(st.characters(codec="ascii"), max_size=20)
parts = st.lists(st.binary(max_size=20), max_size=4)
keys = st.binary(min_size=32, max_size=32)


def test_frames_and_hashes_are_the_known_ones() -> None:
    known = VECTORS["framing"]

    assert framed("kat", b"a", b"").hex() == known["frame"]
    assert hashed("kat", b"a", b"").hex() == known["digest"]
    assert prf(ZERO, "kat", b"a").hex() == known["keyed"]
    assert CONTEXT.hex() == VECTORS["sealed"]["context"]


def test_chance_is_the_known_one() -> None:
    known = VECTORS["chance"]
    link = hashed("srv-chain", ZERO)
    mix = prf(ZERO, "mix", (1).to_bytes(8, "big"), link, b"\0" + ZERO, b"\1" + b"\x11" * 32)
    tower = stream(mix, "pub", b"tower", (7).to_bytes(8, "big"))
    deck = stream(mix, "pub", b"deck", (8).to_bytes(8, "big"))

    assert link.hex() == known["link"]
    assert mix.hex() == known["mix"]
    assert [below(tower, 6) + 1 for _ in range(10)] == known["tower"]
    assert shuffled(deck, list(range(10))) == known["deck"]


@given(labels, parts, keys)
def test_hashes_are_those_of_the_program(label: str, row: list[bytes], key: bytes) -> None:
    assert framed(label, *row) == frame(label, *row)
    assert hashed(label, *row) == digest(label, *row)
    assert prf(key, label, *row) == keyed(key, label, *row)


@given(st.tuples(labels, parts), st.tuples(labels, parts))
def test_no_two_rows_have_the_same_frame(
    one: tuple[str, list[bytes]], other: tuple[str, list[bytes]]
) -> None:
    same = framed(one[0], *one[1]) == framed(other[0], *other[1])

    assert same == (one == other)


@given(keys, labels, parts, st.lists(st.integers(1, 2**64), max_size=20))
def test_draws_are_those_of_the_program(key: bytes, label: str, row: list[bytes], bounds: list[int]) -> None:
    first, second = Stream(key, label, *row), stream(key, label, *row)

    assert [below(second, bound) for bound in bounds] == [first.below(bound) for bound in bounds]


@given(keys, st.integers(0, 60))
def test_shuffles_are_those_of_the_program(key: bytes, size: int) -> None:
    items, first, second = list(range(size)), Stream(key, "pub"), stream(key, "pub")
    first.shuffle(items)

    assert shuffled(second, list(range(size))) == items
    assert below(second, 2**64) == first.below(2**64)


@pytest.mark.parametrize("bound", [3, 6, 2**63 + 1])
def test_words_past_the_last_whole_multiple_are_passed_over(bound: int) -> None:
    first_past = 2**64 - 2**64 % bound

    assert below(iter([first_past, 2**64 - 1, first_past - 1]), bound) == bound - 1


def test_a_block_has_four_words() -> None:
    assert len(set(islice(stream(ZERO, "pub"), 12))) == 12
