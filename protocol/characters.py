"""Characters that nobody sees, or that affect the text around them."""

from __future__ import annotations

from typing import Final
from unicodedata import category

BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and signs that show nothing at all."""
UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Controls, format characters (direction, joiners, zero width), line breaks, what has no fixed meaning."""
MARKS: Final = frozenset({"Mn", "Me"})


def is_unseen(char: str) -> bool:
    """Say whether a character shows nothing, steers a terminal, or differs from machine to machine."""
    return category(char) in UNSEEN or char in BLANKS or is_selector(char)


def is_selector(char: str) -> bool:
    """Say whether a character only chooses how the one before it is drawn."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def is_mark(char: str) -> bool:
    """Say whether a character is drawn on top of the one before it."""
    return category(char) in MARKS
