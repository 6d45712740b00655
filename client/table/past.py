"""A game that was played, as it can be shown again: its moments for each pair of eyes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any, NamedTuple

from client.seat.news import Heard
from client.table.replay import Eyes
from core.game import Game
from protocol.messages import TableInfo


class Moment(NamedTuple):
    """Something that was told, how the table stood after it, and its sentences."""

    heard: Heard
    view: Any
    sentences: list[str]
    seq: int  # its place in the log, the same for all eyes


class Proof(NamedTuple):
    """What a log proves: one sentence, whether all was fair or somebody cheated, and each check."""

    sentence: str
    is_fair: bool
    is_cheating: bool
    lines: list[str]


class Past(NamedTuple):
    """A log, ready to be looked at."""

    title: str
    game: Game
    info: TableInfo
    eyes: tuple[tuple[str, Eyes], ...]
    moments: Callable[[Eyes], list[Moment]]
    prove: Callable[[Callable[[int], None]], Proof]  # tells how many percent are done; takes a while


class Standpoint(NamedTuple):
    """Where a reader stands in a game that was played: with which eyes, at which moment of what they saw."""

    past: Past
    eyes: int
    moments: list[Moment]
    position: int
    seq: int  # the place in the log that the reader has gone to; it stays when the eyes change

    @property
    def moment(self) -> Moment:
        return self.moments[self.position]

    @property
    def told(self) -> list[Moment]:
        """Give all that these eyes had been told by now."""
        return self.moments[: self.position + 1]

    @property
    def lines(self) -> list[str]:
        """Give the log as it was by now."""
        return [sentence for moment in self.told for sentence in moment.sentences]

    def at(self, position: int) -> Standpoint:
        """Go to another moment; before the first and after the last there is none."""
        there = max(0, min(position, len(self.moments) - 1))
        return self._replace(position=there, seq=self.moments[there].seq)

    def at_line(self, line: int) -> Standpoint:
        """Go to the moment that a line of the log tells of."""
        return self.at(bisect_right(list(accumulate(len(moment.sentences) for moment in self.moments)), line))

    def with_eyes(self, eyes: int) -> Standpoint:
        """Look with other eyes at the same moment, or at the last one before it that they saw."""
        return seen_with(self.past, eyes, self.seq)


def seen_with(past: Past, eyes: int, seq: int = 0) -> Standpoint:
    """Stand at a place of the log with a pair of eyes."""
    moments = past.moments(past.eyes[eyes][1])
    position = bisect_right(moments, seq, key=lambda moment: moment.seq) - 1
    return Standpoint(past, eyes, moments, position, seq)
