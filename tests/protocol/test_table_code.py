"""The table code: known answers, and words that can be told apart on the telephone."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.table_code import WORDS, digits, table_code, words

hashes = st.binary(min_size=32, max_size=32)
SOUNDS = (
    ("sh", "S"),
    ("ch", "C"),
    ("ph", "f"),
    ("gn", "n"),
    ("ck", "k"),
    ("c", "k"),
    ("qu", "k"),
    ("z", "s"),
)
ZERO, ONES = bytes(32), b"\x11" * 32


def distance(one: str, other: str) -> int:
    """How many letters have to be changed, added or left out."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, start=1):
        last, row = row, [count]
        for place, goal in enumerate(other):
            row.append(min(last[place + 1] + 1, row[-1] + 1, last[place] + (letter != goal)))
    return row[-1]


@pytest.mark.parametrize(
    ("genesis", "mix", "code", "number", "text"),
    [
        (
            ZERO,
            ZERO,
            "92bfd4412dc6e8178afbbe1d69ffa5544396732d14024bd23bc5ca412b052c27",
            "147 349 587 109 204",
            "duck mill ivory cobalt bottle",
        ),
        (
            ZERO,
            ONES,
            "43cc901c70203180fd30fb7e3ce4cd577a097a1420c26749f6fc87e40fc84f7d",
            "371 801 647 893 847",
            "kappa badge kappa bottle canvas",
        ),
        (
            ONES,
            ZERO,
            "c733406eac772b1582463572fbde8a2d9cbd7a68ee755e8ce11dbea1d64740f2",
            "059 098 861 373 997",
            "mushroom rabbit kappa hedgehog vanilla",
        ),
    ],
)
def test_codes_are_the_known_ones(genesis: bytes, mix: bytes, code: str, number: str, text: str) -> None:
    assert table_code(genesis, mix).hex() == code
    assert digits(bytes.fromhex(code)) == number
    assert words(bytes.fromhex(code)) == text


def test_a_code_is_the_framed_hash_of_what_it_is_for() -> None:
    size = (32).to_bytes(8, "big")
    framed = b"ST1\0\x03sas\0\0\0\x02" + size + ZERO + size + ONES

    assert table_code(ZERO, ONES) == hashlib.sha256(framed).digest()


def test_digits_and_words_are_read_from_the_front() -> None:
    assert digits(bytes(32)) == "000 000 000 000 000"
    assert digits((7 * 10**15 + 2_003).to_bytes(16, "big") + bytes(16)) == "000 000 000 002 003"
    assert digits(b"\xff" * 16 + bytes(16)) == "607 431 768 211 455"  # of 2^128 - 1
    assert words(bytes(16) + b"\x00\x01\xff\x02\x03" + bytes(11)).split() == [
        WORDS[byte] for byte in (0, 1, 255, 2, 3)
    ]


@given(hashes, hashes)
def test_a_code_has_fifteen_digits_and_five_words(genesis: bytes, mix: bytes) -> None:
    code = table_code(genesis, mix)

    assert re.fullmatch("[0-9]{3}( [0-9]{3}){4}", digits(code))
    assert set(words(code).split(" ")) <= set(WORDS)
    assert len(words(code).split(" ")) == 5


@given(hashes, hashes)
def test_the_code_depends_on_both_and_their_order(one: bytes, other: bytes) -> None:
    assert (table_code(one, other) == table_code(other, one)) == (one == other)
    assert (table_code(one, one) == table_code(one, other)) == (one == other)


def test_no_digit_and_no_word_is_favoured() -> None:
    codes = [table_code(number.to_bytes(32, "big"), ZERO) for number in range(2048)]
    tens = Counter(digit for code in codes for digit in digits(code).replace(" ", ""))
    told = Counter(word for code in codes for word in words(code).split())

    assert all(2700 < count < 3450 for count in tens.values())  # 3072 each, by seven deviations
    assert set(told) == set(WORDS)
    assert max(told.values()) < 60 + 55  # 60 each


def test_there_is_a_word_for_every_byte() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(WORDS)
    assert all(re.fullmatch("[a-z]{4,8}", word) for word in WORDS)


def test_four_letters_tell_every_word() -> None:
    assert len({word[:4] for word in WORDS}) == 256


def test_no_two_words_are_near_each_other() -> None:
    assert [pair for pair in combinations(WORDS, 2) if distance(*pair) < 3] == []


def test_no_two_words_have_the_same_consonants() -> None:
    """What is left of a word on a bad line."""

    def consonants(word: str) -> str:
        for spelling, sound in SOUNDS:
            word = word.replace(spelling, sound)
        return re.sub(r"(.)\1+", r"\1", word[0] + re.sub("[aeiouywh]", "", word[1:]))

    assert len({consonants(word) for word in WORDS}) == 256
