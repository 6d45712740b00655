"""Where the areas of the board are, for the room there is."""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.geometry import Offset, Region, Size

from client.games.ninjato.names import AREAS, DOJO, PALACE, PAVILION, SENSEI
from core.games.ninjato.board import HOUSES

SMALL: Final = Size(45, 15)
LARGE: Final = Size(70, 29)
WIDEST: Final = 98
"""More room than this only tears the board apart."""


class Layout(NamedTuple):
    """The region of every area and of the hand, and how many words there is room for."""

    size: Size
    regions: dict[int, Region]
    hand: Region
    is_roomy: bool
    is_list: bool = False

    def area_at(self, offset: Offset) -> int | None:
        return next((area for area, region in self.regions.items() if region.contains_point(offset)), None)

    def toward(self, area: int, direction: str) -> int:
        """Go to the nearest area that lies wholly on that side."""
        here = self.regions[area]
        ahead = [other for other in AREAS if _is_ahead(here, self.regions[other], direction)]
        return min(ahead, key=lambda other: _distance(here, self.regions[other], direction), default=area)


def _is_ahead(here: Region, there: Region, direction: str) -> bool:
    return {
        "left": there.right <= here.x and there.y < here.bottom and here.y < there.bottom,
        "right": there.x >= here.right and there.y < here.bottom and here.y < there.bottom,
        "up": there.bottom <= here.y,
        "down": there.y >= here.bottom,
    }[direction]


def _distance(here: Region, there: Region, direction: str) -> tuple[int, int]:
    """Rows count before columns when going up and down."""
    columns = abs(2 * here.x + here.width - 2 * there.x - there.width)
    rows = abs(2 * here.y + here.height - 2 * there.y - there.height)
    return (rows, columns) if direction in ("up", "down") else (columns, rows)


def layout_for(size: Size) -> Layout:
    """Choose the roomiest way to lay the board out."""
    if size.width >= LARGE.width and size.height >= LARGE.height:
        return large(size)
    return small(size) if size.width >= SMALL.width and size.height >= SMALL.height else listing(size)


def small(size: Size) -> Layout:
    """Five houses side by side, a row each for hand, dojo and sensei, and the court below."""
    width = min(size.width, WIDEST)
    height = 8 if size.height > SMALL.height else 7
    house = width // len(HOUSES)
    regions = {number: Region(number * house, 0, house, height) for number in HOUSES}
    half, top = width // 2, height + 1
    regions[DOJO] = Region(0, top, width, 1)
    regions[SENSEI] = Region(0, top + 1, width, 1)
    regions[PALACE] = Region(0, top + 2, half, 5)
    regions[PAVILION] = Region(half, top + 2, width - half, 5)
    return Layout(Size(width, top + 7), regions, Region(0, height, width, 1), is_roomy=False)


def large(size: Size) -> Layout:
    """The same with gaps between the areas and more words in them."""
    width = min(size.width, WIDEST)
    house = (width - 4) // len(HOUSES)
    regions = {number: Region(number * (house + 1), 0, house, 11) for number in HOUSES}
    half = (width - 1) // 2
    regions[DOJO] = Region(0, 14, half, 5)
    regions[SENSEI] = Region(half + 1, 14, width - half - 1, 5)
    regions[PALACE] = Region(0, 20, half, 9)
    regions[PAVILION] = Region(half + 1, 20, width - half - 1, 9)
    return Layout(Size(width, 29), regions, Region(0, 12, width, 1), is_roomy=True)


def listing(size: Size) -> Layout:
    """A row for the hand, and one for each area."""
    rows = {area: Region(0, area + 1, size.width, 1) for area in AREAS}
    whole = Size(size.width, len(AREAS) + 1)
    return Layout(whole, rows, Region(0, 0, size.width, 1), is_roomy=False, is_list=True)
