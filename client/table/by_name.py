"""Finding a thing by what somebody typed: its name, the beginning of its name, or some of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

WORD = re.compile(r"\w+\b(?!%)")
"""Odds change with every move, so they are no words to know a thing by."""
REMARK = re.compile("[,:]")
"""What comes before it is the name of a thing; the rest says how the thing stands."""


def fitting(typed: str, names: Sequence[str]) -> list[int]:
    """Return which names fit best: exactly, or else by how they begin, or else by their words.

    Remarks count only where no name fits.
    """
    wanted, whole = words_of(typed), list(map(words_of, names))
    if not wanted:
        return []
    heads = [words_of(REMARK.split(name)[0]) for name in names]
    ways = ((fits, known) for known in (heads, whole) for fits in (begins, has_words, has_parts))
    for fits, known in ((is_same, whole), (is_same, heads), *ways):
        found = [place for place, words in enumerate(known) if fits(wanted, words)]
        if found:
            return found
    return []


def close_to(typed: str, names: Sequence[str]) -> list[str]:
    """Return names that somebody who typed something else may have meant."""
    plain = {" ".join(words_of(name)): name for name in names}
    return [plain[name] for name in get_close_matches(" ".join(words_of(typed)), plain, 3, 0.6)]


def nearest(typed: str, names: Sequence[str]) -> list[int]:
    """Return which names have the most words of what was typed, or words like them, if any has one."""
    known = [{*words_of(name)} for name in names]
    every = sorted(set().union(*known))
    wanted = {near for word in words_of(typed) for near in get_close_matches(word, every, 1, 0.75)}
    shared = [len(wanted & words) for words in known]
    most = max(shared, default=0)
    return [place for place, number in enumerate(shared) if most and number == most]


def words_of(text: str) -> list[str]:
    """Cut a text into words, as somebody would type them in haste."""
    letters = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    found: list[str] = WORD.findall(letters.casefold().replace("_", " "))
    return found


def is_same(wanted: list[str], words: list[str]) -> bool:
    return wanted == words


def begins(wanted: list[str], words: list[str]) -> bool:
    return " ".join(words).startswith(" ".join(wanted))


def has_words(wanted: list[str], words: list[str]) -> bool:
    return all(word in words for word in wanted)


def has_parts(wanted: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)
