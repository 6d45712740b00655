"""Words and cells on their way to a strip of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import AreaFacts
from client.tui.map.plan import MapPlan
from client.tui.map.rooms import NARROWEST, NARROWEST_IN_DENSE, room_of
from client.tui.map.words import Pens, Word, Writing, legend_of, written

Cell: TypeAlias = tuple[str, Style]
Letter: TypeAlias = tuple[int, str, Word]


class Lettering:
    """All that is written on a plan: in each area what its facts say, and the legend."""

    def __init__(self, plan: MapPlan, pens: Pens, free: Sequence[Sequence[int]]) -> None:
        self._pens = pens
        least = NARROWEST_IN_DENSE if pens.atlas.is_dense else NARROWEST
        self._rooms = [room_of(area, free, least) for area in plan.areas]
        self._legend = legend_of(plan, pens)

    def of_area(self, row: int, area: int, facts: AreaFacts) -> list[Letter]:
        writings = written(area, facts, self._rooms[area], self._pens)
        return [letter for writing in writings if writing.row == row for letter in letters_of(writing)]

    def of_legend(self, row: int) -> list[Letter]:
        return [letter for writing in self._legend if writing.row == row for letter in letters_of(writing)]


def letters_of(writing: Writing) -> Iterator[Letter]:
    """Give what is written sign by sign: where, what, and in which word."""
    signs = ((sign, word) for word in writing.words for sign in word.text)
    return ((writing.column + place, sign, word) for place, (sign, word) in enumerate(signs))


def strip_of(cells: Iterable[Cell]) -> Strip:
    """Join neighbours of the same style; styles are made once, so identity will do."""
    runs: list[tuple[list[str], Style]] = []
    for sign, style in cells:
        if runs and runs[-1][1] is style:
            runs[-1][0].append(sign)
        else:
            runs.append(([sign], style))
    return Strip([Segment("".join(signs), style) for signs, style in runs])
