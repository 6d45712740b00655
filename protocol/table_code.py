"""The table code: what players read aloud to know that no host sits between them with invented keys.

The hash of the genesis fixes the keys of all players, and only then does the first sealed round show the
entropy that is in the mix. So a host who shows different keys to different players cannot try which of
them give one code for all: it has one guess, with a chance of one in a million for the digits and one
in 16.7 million for the words.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from core.chance import digest

WORDS: Final = tuple(files(__package__).joinpath("table_words.txt").read_text("ascii").split())
"""256 words, told apart by their first four letters."""

_WORD_COUNT = 3
_DIGITS_SIZE = 8


def table_code(genesis: bytes, mix: bytes) -> bytes:
    """Give the code of a table from the hash of its genesis and the mix after its first sealed round."""
    return digest("sas", genesis, mix)


def digits(code: bytes) -> str:
    """Write a code as `123 456`; of 64 bits the remainder is even to one part in 10^13."""
    number = int.from_bytes(code[:_DIGITS_SIZE], "big") % 10**6
    return f"{number // 1000:03} {number % 1000:03}"


def words(code: bytes) -> str:
    """Write a code as three words, from other bytes than the digits, so that both together say more."""
    return " ".join(WORDS[byte] for byte in code[_DIGITS_SIZE : _DIGITS_SIZE + _WORD_COUNT])
