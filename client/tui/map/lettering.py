"""Words and cells on their way to a strip of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import AreaFacts
from client.tui.map.rooms import Room
from client.tui.map.words import Pens, Word, written

Cell: TypeAlias = tuple[str, Style]


def letters(row: int, area: int, facts: AreaFacts, room: Room, pens: Pens) -> Iterator[tuple[int, str, Word]]:
    """Give what is written of an area in a row, sign by sign: where, what, and in which word."""
    for writing in written(area, facts, room, pens):
        if writing.row == row:
            signs = [(sign, word) for word in writing.words for sign in word.text]
            yield from ((writing.column + place, *letter) for place, letter in enumerate(signs))


def strip_of(cells: Iterable[Cell]) -> Strip:
    """Join neighbours of the same style."""
    runs = groupby(cells, key=itemgetter(1))
    return Strip([Segment("".join(sign for sign, _ in run), style) for style, run in runs])
