"""The end of a game as data: any game can fill it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from client.texts import t
from core.kinds import Seat

BARS = "▁▂▃▄▅▆▇█"


class Source(NamedTuple):
    """Where points came from, and in which part of the game if they are told part by part."""

    name: str
    part: int = 0


class Change(NamedTuple):
    """Whose points changed, by how much, and why."""

    seat: Seat
    number: int
    source: Source


class Contest(NamedTuple):
    """Where it was, what was bid, and who won."""

    place: str
    bids: list[tuple[Seat, str]]
    winner: Seat | None
    outcome: str = ""  # in words, where colours alone would not tell
    when: str = ""  # the part of the game, if one place can be fought for more than once


class Ending(NamedTuple):
    """How a game has ended."""

    winners: tuple[Seat, ...]
    points: dict[Seat, int]
    course: dict[Seat, list[int]]
    sources: dict[Seat, Counter[Source]]
    battles: list[Contest]
    tie: str = ""  # what decided between equals


def ranked(ending: Ending) -> list[Seat]:
    """Return all seats, winners first, then by their points."""
    return sorted(ending.points, key=lambda seat: (seat not in ending.winners, -ending.points[seat]))


def course_of(changes: Iterable[Change], seats: Iterable[Seat]) -> dict[Seat, list[int]]:
    """Return everybody's points after each change of anybody's."""
    course = {seat: [0] for seat in seats}
    for changed, number, _ in changes:
        for seat, points in course.items():
            points.append(points[-1] + number * (seat == changed))
    return course


def sources_of(changes: Iterable[Change]) -> dict[Seat, Counter[Source]]:
    """Add up everybody's points by source."""
    sums: dict[Seat, Counter[Source]] = {}
    for seat, number, source in changes:
        sums.setdefault(seat, Counter())[source] += number
    return sums


def spark(values: list[int], width: int, top: int) -> str:
    """Draw a row of numbers as bars, in this many cells and up to that number."""
    if not values or top <= 0:
        return ""
    places = [values[min(len(values) - 1, cell * len(values) // width)] for cell in range(width)]
    places[-1] = values[-1]
    return "".join(BARS[max(0, min(len(BARS) - 1, value * len(BARS) // (top + 1)))] for value in places)


Row: TypeAlias = tuple[str, tuple[int, ...]]
"""The name of a source of points, and how many each player has from it."""


class Sheet(NamedTuple):
    """A part of a game that can be looked back at: a season, a winter, a scoring."""

    title: str
    seats: tuple[Seat, ...]  # the best first
    points: dict[Seat, int]  # as they stood at its end
    sources: dict[Seat, Counter[Source]]  # of the points it brought
    battles: list[Contest]
    promises: list[str]
    to_come: dict[Seat, str]  # what is won by then and scores later

    @property
    def is_blank(self) -> bool:
        return not (self.battles or self.promises or rows_of(self.sources, self.seats))

    @property
    def rows(self) -> list[Row]:
        """The points each had before, if anybody had any, and those gained since, if there are any."""
        gains = rows_of(self.sources, self.seats)
        new = [sum(self.sources.get(seat, Counter()).values()) for seat in self.seats]
        before = tuple(self.points[seat] - number for seat, number in zip(self.seats, new, strict=True))
        return [(t("sheet-before"), before), *gains] if gains and any(before) else gains


def rows_of(sources: dict[Seat, Counter[Source]], seats: Sequence[Seat]) -> list[Row]:
    """Return a row for each source of points, with those of each seat, in order."""
    whole = Counter[Source]()
    for sums in sources.values():
        whole.update(sums)
    rows = (
        (source, tuple(sources.get(seat, Counter())[source] for seat in seats)) for source in in_order(whole)
    )
    return [(source.name, numbers) for source, numbers in rows if any(numbers)]


def in_order(sums: Counter[Source]) -> list[Source]:
    """Put sources in the order of their parts, and in each part the richest first."""
    return sorted(sums, key=lambda source: (source.part, -sums[source]))
