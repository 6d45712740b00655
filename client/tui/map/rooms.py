"""Where in an area there is room for words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

NARROWEST: Final = 4
NARROWEST_IN_DENSE: Final = 3
WIDE_ENOUGH: Final = 1.4
"""A stretch narrower than the widest by more than this is no place to begin."""


class Slot(NamedTuple):
    """A stretch of one row that words may take."""

    row: int
    column: int
    width: int

    def start_of(self, length: int, axis: float) -> int:
        """Return where words of a length begin so that their middle is near an axis."""
        wanted = round(axis - length / 2)
        return max(self.column, min(wanted, self.column + self.width - length))


class AreaRoom(NamedTuple):
    """The room of an area: slots in rows one below the other, and a common middle."""

    slots: tuple[Slot, ...]
    axis: float


def rooms_in(free: Iterable[Sequence[int]], areas: Iterable[int], least: int = NARROWEST) -> list[AreaRoom]:
    """Find the room of each area in a picture of the cells that words may take."""
    rows = [_runs_in(row, owners) for row, owners in enumerate(free)]
    return [_room_of([runs.get(area, ()) for runs in rows], least) for area in areas]


def _runs_in(row: int, owners: Iterable[int]) -> dict[int, list[Slot]]:
    """Return the stretches of a row by their area."""
    runs: dict[int, list[Slot]] = {}
    column = 0
    for owner, cells in groupby(owners):
        width = len(list(cells))
        runs.setdefault(owner, []).append(Slot(row, column, width))
        column += width
    return runs


def _room_of(rows: Sequence[Sequence[Slot]], least: int) -> AreaRoom:
    """Take the most room there is above and below one of the widest stretches."""
    slots = list(chain(*rows))
    if not slots:
        return AreaRoom((), 0)
    widest = max(slot.width for slot in slots)
    columns = [_column_around(rows, slot, least) for slot in slots if WIDE_ENOUGH * slot.width >= widest]
    room = max(columns, key=lambda column: sum(slot.width for slot in column))
    cells = [slot.column + place for slot in room for place in range(slot.width)]
    return AreaRoom(room, sum(cells) / len(cells) + 0.5)


def _column_around(rows: Sequence[Sequence[Slot]], middle: Slot, least: int) -> tuple[Slot, ...]:
    above = _column_of_slots(rows, middle, -1, least)
    return (*reversed(above), middle, *_column_of_slots(rows, middle, 1, least))


def _column_of_slots(rows: Sequence[Sequence[Slot]], start: Slot, step: int, least: int) -> list[Slot]:
    """Go on from a slot, row by row, while there is room above or below it."""
    found: list[Slot] = []
    last = start
    while 0 <= last.row + step < len(rows):
        runs = [run for run in rows[last.row + step] if _overlap(run, last) >= least]
        if not runs:
            break
        last = max(runs, key=lambda run: run.width)
        found.append(last)
    return found


def _overlap(one: Slot, other: Slot) -> int:
    return min(one.column + one.width, other.column + other.width) - max(one.column, other.column)
