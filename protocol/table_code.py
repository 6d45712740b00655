"""The table code: what players read aloud to know that no host sits between them with invented keys.

The genesis fixes the keys of all players, and only then does the first sealed round show the chance every
person has brought. Nothing else is in the code, so a host that shows different keys to different players
cannot test which of them give everybody the same code: it has one guess, of 10^15 for the digits and of 2^40
for the words.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from core.chance import digest

WORDS: Final = tuple(files(__package__).joinpath("table_words.txt").read_text("ascii").split())
"""256 words, distinct in their first four letters."""

_WORD_COUNT = 5
_DIGITS = 15
_GROUP = 3
_DIGITS_SIZE = 16


def table_code(genesis: bytes, mix: bytes) -> bytes:
    """Return the code of a table from its genesis and the mix after its first sealed round."""
    return digest("sas", genesis, mix)


def digits(code: bytes) -> str:
    """Write a code in groups of three; the remainder of 128 bits is even to one part in 10^23."""
    number = f"{int.from_bytes(code[:_DIGITS_SIZE], 'big') % 10**_DIGITS:0{_DIGITS}}"
    return " ".join(number[start : start + _GROUP] for start in range(0, _DIGITS, _GROUP))


def words(code: bytes) -> str:
    """Write a code as five words, from other bytes than the digits, so that both together say more."""
    return " ".join(WORDS[byte] for byte in code[_DIGITS_SIZE : _DIGITS_SIZE + _WORD_COUNT])
