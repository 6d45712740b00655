"""What was found, and how serious it is."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Grade(Enum):
    """Whether something is as it should be."""

    GOOD = "good"
    THINK = "think"  # works, but not for everything
    BAD = "bad"  # prevents playing


class Finding(NamedTuple):
    """One line of the report; the advice says what to do."""

    grade: Grade
    about: str
    words: str
    advice: str = ""


def good(about: str, words: str, advice: str = "") -> Finding:
    return Finding(Grade.GOOD, about, words, advice)


def think(about: str, words: str, advice: str) -> Finding:
    return Finding(Grade.THINK, about, words, advice)


def bad(about: str, words: str, advice: str = "") -> Finding:
    return Finding(Grade.BAD, about, words, advice)
