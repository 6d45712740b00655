"""Words and cells on their way to a strip of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import AreaFacts, AreaLook
from client.tui.map.plan import MapPlan
from client.tui.map.rooms import NARROWEST, NARROWEST_IN_DENSE, rooms_in
from client.tui.map.words import Pens, Word, Writing, legend_of, written

Placed: TypeAlias = tuple[int, Word]
"""A word and the column it begins in."""
ByRow: TypeAlias = dict[int, tuple[Placed, ...]]
"""What is written in each row."""


class AreaShown(NamedTuple):
    """What a row shows of an area: while that is the same, so is the row."""

    area: int
    look: AreaLook
    words: tuple[Placed, ...]


class Lettering:
    """Everything written on a plan: in each area what its facts say, and the legend."""

    def __init__(self, plan: MapPlan, pens: Pens, free: Sequence[Sequence[int]]) -> None:
        self._pens = pens
        least = NARROWEST_IN_DENSE if pens.atlas.is_dense else NARROWEST
        self._rooms = rooms_in(free, range(len(pens.atlas.names)), least)
        self.legend = by_row(legend_of(plan, pens))
        self.of_area = lru_cache(maxsize=1024)(self._of_area)

    def _of_area(self, area: int, facts: AreaFacts) -> ByRow:
        return by_row(written(area, facts, self._rooms[area], self._pens))


def by_row(writings: Iterable[Writing]) -> ByRow:
    return {row: tuple(placed(column, words)) for row, column, words in writings}


def placed(column: int, words: Iterable[Word]) -> Iterable[Placed]:
    for word in words:
        yield column, word
        column += len(word.text)


class Cells:
    """A row that is being painted: a sign and a style in each column."""

    def __init__(self, signs: Sequence[str], styles: Sequence[Style]) -> None:
        self._signs, self._styles = list(signs), list(styles)

    def copy(self) -> Cells:
        return Cells(self._signs, self._styles)

    def write(self, column: int, text: str, style: Style) -> None:
        end = column + len(text)
        self._signs[column:end] = text
        self._styles[column:end] = [style] * len(text)

    def strip(self, ground: Style) -> Strip:
        """Join neighbours of the same style; styles are made once, so identity will do."""
        text, styles = "".join(self._signs), self._styles
        changes = [column for column, (one, next_) in enumerate(pairwise(styles), 1) if one is not next_]
        starts = [0, *changes]
        inks = {id(style): ground + style for style in {id(styles[at]): styles[at] for at in starts}.values()}
        runs = zip(starts, [*changes, len(text)], strict=True)
        return Strip([Segment(text[at:end], inks[id(styles[at])]) for at, end in runs], len(text))
