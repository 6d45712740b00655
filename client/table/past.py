"""A finished game, to be shown again: its moments for each pair of eyes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from client.seat.news import Heard
from client.table.face import Face
from core.game import Game
from core.kinds import Seat, Viewer
from protocol.entries import Stamped
from protocol.messages import TableInfo, TableState

ALL: Final = "all"
Eyes: TypeAlias = Viewer | Literal["all"]
"""Whose eyes: those of one viewer, or those of all together."""

FOR_A_MOMENT: Final = 0.8
FOR_A_BATTLE: Final = 2.4


class Moment(NamedTuple):
    """Something that was told, how the table stood after it, and its sentences."""

    heard: Heard
    view: Any
    sentences: list[str]
    seq: int  # its place in the log, the same for all eyes


class CheckResult(NamedTuple):
    """What one check has found: a sign for it, the name of the check, and a sentence."""

    sign: str
    check: str
    words: str


class Proof(NamedTuple):
    """What a log proves: one sentence, whether all was fair or somebody cheated, and each check."""

    sentence: str
    is_fair: bool
    is_cheating: bool
    findings: list[CheckResult]


class Past(NamedTuple):
    """A log, ready to be looked at."""

    title: str
    game: Game
    info: TableInfo
    eyes: tuple[tuple[str, Eyes], ...]
    moments: Callable[[Eyes], list[Moment]]
    prove: Callable[[Callable[[int], None]], Proof]  # tells how many percent are done; takes a while
    entries: Sequence[Stamped] = ()  # the log itself
    own: Viewer = None  # where the reader sat, if anywhere


class Standpoint(NamedTuple):
    """Where a reader is in a finished game: with which eyes, at which moment of what they saw."""

    past: Past
    eyes: int
    moments: list[Moment]
    position: int
    seq: int  # the place in the log the reader went to; it stays when the eyes change

    @property
    def moment(self) -> Moment:
        return self.moments[self.position]

    @property
    def seat(self) -> Seat:
        """Who would play on from here: whose eyes these are, or the reader, or else who has to decide."""
        _, eyes = self.past.eyes[self.eyes]
        first: Seat = next(iter(self.moment.view.to_act), self.moment.view.seats[0])
        own = self.past.own
        return eyes if isinstance(eyes, int) else own if own is not None else first

    @property
    def can_be_forked(self) -> bool:
        """Whether another game can begin here: the log has all of this one, and it was not over yet."""
        is_open = bool(self.past.entries) and self.past.info.state is TableState.OVER
        return is_open and self.moment.view is not None and not self.moment.view.winners

    @property
    def told(self) -> list[Moment]:
        """Return everything these eyes had been told by now."""
        return self.moments[: self.position + 1]

    @property
    def begun(self) -> int:
        """Return the first moment with something to see."""
        return next((place for place, moment in enumerate(self.moments) if moment.view is not None), 0)

    @property
    def lines(self) -> list[str]:
        """Return the log as it was by now."""
        return [sentence for moment in self.told for sentence in moment.sentences]

    def at(self, position: int) -> Standpoint:
        """Go to another moment; there is none before the first and after the last."""
        there = max(0, min(position, len(self.moments) - 1))
        return self._replace(position=there, seq=self.moments[there].seq)

    def at_line(self, line: int) -> Standpoint:
        """Go to the moment that a line of the log tells of."""
        return self.at(bisect_right(list(accumulate(len(moment.sentences) for moment in self.moments)), line))

    def with_eyes(self, eyes: int) -> Standpoint:
        """Look with other eyes at the same moment, or at the last one before it that they saw."""
        return seen_with(self.past, eyes, self.seq)


SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
USUAL_SPEED: Final = SPEEDS.index(1.0)


def seconds_at(face: Face, moment: Moment) -> float:
    """Return how long to show a moment while a game plays, at the usual speed."""
    if not moment.sentences:
        return 0.0
    lasting = any(map(face.is_told_slowly, moment.heard.events))
    return FOR_A_BATTLE if lasting else FOR_A_MOMENT


def seen_with(past: Past, eyes: int, seq: int = 0) -> Standpoint:
    """Stand at a place of the log with a pair of eyes."""
    moments = past.moments(past.eyes[eyes][1])
    position = bisect_right(moments, seq, key=lambda moment: moment.seq) - 1
    return Standpoint(past, eyes, moments, position, seq)
