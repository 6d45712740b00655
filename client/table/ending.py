"""The end of a game as data: any game can fill it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from core.kinds import Seat

BARS = "▁▂▃▄▅▆▇█"
Change: TypeAlias = tuple[Seat, int, str]
"""Whose points changed, by how much, and why."""


class Contest(NamedTuple):
    """Where it was, what was bid, and who won."""

    place: str
    bids: list[tuple[Seat, str]]
    winner: Seat | None
    outcome: str = ""  # in words, where colours alone would not tell
    when: str = ""  # the part of the game, where one place can be fought for more than once


class Ending(NamedTuple):
    """What a game has come to."""

    winners: tuple[Seat, ...]
    points: dict[Seat, int]
    course: dict[Seat, list[int]]
    sources: dict[Seat, Counter[str]]
    battles: list[Contest]
    tie: str = ""  # what decided between equals


def course_of(changes: Iterable[Change], seats: Iterable[Seat]) -> dict[Seat, list[int]]:
    """Give everybody's points after each change of anybody's."""
    course = {seat: [0] for seat in seats}
    for changed, number, _ in changes:
        for seat, points in course.items():
            points.append(points[-1] + number * (seat == changed))
    return course


def sources_of(changes: Iterable[Change]) -> dict[Seat, Counter[str]]:
    """Add up everybody's points by where they came from."""
    sums: dict[Seat, Counter[str]] = {}
    for seat, number, source in changes:
        sums.setdefault(seat, Counter())[source] += number
    return sums


def spark(values: list[int], width: int, top: int) -> str:
    """Draw a row of numbers as bars, in so many cells and up to that number."""
    if not values or top <= 0:
        return ""
    places = [values[min(len(values) - 1, cell * len(values) // width)] for cell in range(width)]
    places[-1] = values[-1]
    return "".join(BARS[max(0, min(len(BARS) - 1, value * len(BARS) // (top + 1)))] for value in places)
