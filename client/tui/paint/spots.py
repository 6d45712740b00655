"""Where parts of a table can stand: the room there is for them, spots in it, and how to divide it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from textual.geometry import Region, Size


class Detail(IntEnum):
    """How much a panel says."""

    BRIEF = 0
    NAMED = 1  # names are spelled out
    FULL = 2  # everything it could say


class Shelf(NamedTuple):
    """Panels side by side; most stand alone."""

    panels: tuple[str, ...]
    height: int | None = None  # as high as they are
    gap: int = 0  # rows below it
    detail: Detail = Detail.BRIEF


Shelves: TypeAlias = tuple[Shelf, ...]


NARROW_BELOW: Final = 78
TALL: Final = 34
LOFTY: Final = 44
HEAD: Final = ("header", "prompt", "alarm", "proof")
FOOT: Final = ("keys", "timeline")

PLAIN, TIGHT, OVER, LONG = "-plain", "-tight", "-over", "-long"
LOOKS: Final = (PLAIN, TIGHT, OVER, LONG)
"""No line to the left, no space to the right, lying on the map, with a scroll bar."""


class Room(NamedTuple):
    """What a plan depends on."""

    size: Size
    wide_from: int
    parts: Collection[str]  # what to place
    panels: tuple[str, ...]  # those that have something to say
    rows: Callable[[str, int], int]  # how many a part takes in a given width
    shelf_rows: Callable[[Shelves, int], int]  # the same for panels
    pane: str = "map"  # what the player asked for last
    log_rows: tuple[int, int, int] = (3, 5, 7)  # in a narrow, a usual and a wide window
    is_pointing: bool = False  # at a place on the map
    is_telling: bool = False
    has_lines: bool = True  # whether the terminal can draw them
    has_offers: bool = False  # in the talk
    panel_rows: int = 0  # what the panels have now, and keep while nobody else needs it

    @property
    def is_narrow(self) -> bool:
        return self.size.width < NARROW_BELOW

    @property
    def is_wide(self) -> bool:
        return self.size.width >= self.wide_from

    @property
    def is_usual(self) -> bool:
        return not self.is_narrow and not self.is_wide

    @property
    def is_tall(self) -> bool:
        return self.size.height >= TALL

    @property
    def is_lofty(self) -> bool:
        return self.size.height >= LOFTY

    @property
    def is_waiting(self) -> bool:
        """Whether players are gathering."""
        return "gathering" in self.panels

    @property
    def has_battle(self) -> bool:
        return "battle" in self.panels


class Spot(NamedTuple):
    """Where a part stands and how it looks there."""

    region: Region
    look: tuple[str, ...] = ()


Spots: TypeAlias = dict[str, Spot]


class Plan(NamedTuple):
    """Where everything stands; what is not named is hidden."""

    spots: Spots
    shelves: Shelves = ()
    size: Size = Size()  # of the window

    def rows_of(self, part: str) -> int:
        return self.spots[part].region.height if part in self.spots else 0


def finished(room: Room, spots: Spots, shelves: Shelves) -> Plan:
    """Leave out what is not there or has no room; choices stay, since hiding them would lose the focus."""
    there = {
        name: spot
        for name, spot in spots.items()
        if name in room.parts and (spot.region.area > 0 or name == "choices")
    }
    return Plan(there, shelves, room.size)


def frame(room: Room) -> tuple[Spots, Region]:
    """Place the lines above and below, and return what is left."""
    head = [(name, room.rows(name, room.size.width)) for name in HEAD if name in room.parts]
    foot = [(name, 1) for name in FOOT if name in room.parts]
    spots = stacked(room.size.region, [*head, ("coming", None), *foot])
    return spots, spots["coming"].region


def stacked(region: Region, parts: Iterable[tuple[str, int | None]], *look: str) -> Spots:
    """Place parts one below the other with their heights; the one without a height gets the rest."""
    heights = dict(parts)
    left = max(0, region.height - sum(filter(None, heights.values())))
    spots: Spots = {}
    for name, height in heights.items():
        part, region = cut(region, left if height is None else height)
        spots[name] = Spot(part, look)
    return spots


def cut(region: Region, rows: int) -> tuple[Region, Region]:
    """Cut this many rows off the top, or as many as there are."""
    return region.split_horizontal(min(rows, region.height))


def cut_below(region: Region, rows: int) -> tuple[Region, Region]:
    """Cut this many rows off the bottom, or as many as there are."""
    return region.split_horizontal(max(0, region.height - rows))


def inner(region: Region, look: tuple[str, ...]) -> int:
    """Return the columns available for words."""
    return region.width - 1 - (PLAIN not in look) - (TIGHT not in look)


def edge(room: Room) -> tuple[str, ...]:
    """Have a line to the left where lines can be drawn."""
    return () if room.has_lines else (PLAIN,)
