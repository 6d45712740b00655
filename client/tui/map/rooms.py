"""Where in an area there is room for words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

NARROWEST: Final = 4
NARROWEST_IN_DENSE: Final = 3


class Slot(NamedTuple):
    """A stretch of one row that words may take."""

    row: int
    column: int
    width: int

    def start_of(self, length: int, axis: float) -> int:
        """Say where words of a length begin so that their middle is near an axis."""
        wanted = round(axis - length / 2)
        return max(self.column, min(wanted, self.column + self.width - length))


class Room(NamedTuple):
    """The room of an area: slots in rows one below the other, and a common middle."""

    slots: tuple[Slot, ...]
    axis: float


def room_of(area: int, free: Sequence[Sequence[int]], least: int = NARROWEST) -> Room:
    """Find the room of an area in a picture of the cells that words may take."""
    slots = [slot for row, owners in enumerate(free) if area in owners for slot in _runs(area, free, row)]
    if not slots:
        return Room((), 0)
    widest = max(slots, key=lambda slot: slot.width)
    above = _column_of_slots(area, free, widest, -1, least)
    below = _column_of_slots(area, free, widest, 1, least)
    room = (*reversed(above), widest, *below)
    cells = [slot.column + place for slot in room for place in range(slot.width)]
    return Room(room, sum(cells) / len(cells) + 0.5)


def _column_of_slots(
    area: int, free: Sequence[Sequence[int]], start: Slot, step: int, least: int
) -> list[Slot]:
    """Go on from a slot, row by row, as long as there is room above or below it."""
    found: list[Slot] = []
    last = start
    while 0 <= last.row + step < len(free):
        runs = [run for run in _runs(area, free, last.row + step) if _overlap(run, last) >= least]
        if not runs:
            break
        last = max(runs, key=lambda run: run.width)
        found.append(last)
    return found


def _runs(area: int, free: Sequence[Sequence[int]], row: int) -> Iterator[Slot]:
    start = None
    for column, owner in enumerate((*free[row], None)):
        if owner == area and start is None:
            start = column
        elif owner != area and start is not None:
            yield Slot(row, start, column - start)
            start = None


def _overlap(one: Slot, other: Slot) -> int:
    return min(one.column + one.width, other.column + other.width) - max(one.column, other.column)
