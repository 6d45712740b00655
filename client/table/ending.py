"""The end of a game as data: any game can fill it in."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from core.kinds import Seat

BARS = "▁▂▃▄▅▆▇█"


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


def spark(values: list[int], width: int, top: int) -> str:
    """Draw a row of numbers as bars, in so many cells and up to that number."""
    if not values or top <= 0:
        return ""
    places = [values[min(len(values) - 1, cell * len(values) // width)] for cell in range(width)]
    places[-1] = values[-1]
    return "".join(BARS[max(0, min(len(BARS) - 1, value * len(BARS) // (top + 1)))] for value in places)
