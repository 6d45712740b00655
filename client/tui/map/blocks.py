"""The map in many colours: two square pixels in each cell, drawn as half-blocks; and the colours of both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import NOBODY, AreaLook, Atlas
from client.tui.map.lettering import AreaShown, Cells, Lettering, Placed
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.styles import DARK_INK, FRONTIER, LAND, LIGHT_INK, LIT_ROUTE, OPEN_SEA, ROUTE, SHORE
from client.tui.map.words import Pens, Role
from client.tui.palette import CLAN_COLOURS, by_day

Pixel: TypeAlias = tuple[int, int]
"""An area and the kind of a pixel there."""
Near: TypeAlias = tuple[int, int, int, int, int]
"""A pixel's area, and those right of it, below, left and above."""
Run: TypeAlias = tuple[int, Pixel, Pixel]
"""A number of cells whose upper halves are all the same, and all lower ones."""

# Kinds of pixels on land. The rim shows the region of an area, the inside who leads there. A border
# belongs to one of the two areas it separates, a frontier is the border of a region; a dash is part of the
# outline of a target. At sea: the open sea, the shore, then the dots of each route.
INNER, RIM, DASH, GAP, BORDER_DASH, BORDER_GAP, FRONTIER_DASH, FRONTIER_GAP = range(8)
OPEN, COASTAL, FIRST_ROUTE = range(3)
RIM_WIDTH: Final = 0.9  # in pixels of the outline
DASHES: Final = 4  # pixels from one dash of an outline to the next, half of them gap

UPPER_HALF: Final = "▀"


class BlockRows:
    """Paints the rows of a plan as half-blocks."""

    def __init__(self, plan: MapPlan, pens: Pens) -> None:
        self._routes = range(len(plan.routes))
        dots = {dot: FIRST_ROUTE + number for number in self._routes for dot in plan.routes[number].dots}
        self._atlas = atlas = pens.atlas
        self._tints = Tints(atlas.colours, atlas.grounds, is_light=pens.style.is_light)
        kinds = kinds_in(plan, atlas, dots)
        for _ in range(round(plan.width / atlas.outline.columns * RIM_WIDTH) - 1):
            kinds = with_wider_rims(kinds)
        self._runs = [runs_of(upper, lower) for upper, lower in zip(kinds[::2], kinds[1::2], strict=True)]
        self.lettering = Lettering(plan, pens, free_cells(plan, is_dense=atlas.is_dense))

    def paint(self, row: int, shown: tuple[AreaShown, ...], lit: tuple[int, ...], ground: Style) -> Strip:
        shades = {area: self._shades(area, look) for area, look, _ in shown}
        shades[SEA] = self._tints.of_sea(tuple([route in lit for route in self._routes]))
        cells = self._painted(row, shades)
        for area, _, words in shown:
            self._write(cells, words, shades[area][INNER])
        self._write(cells, self.lettering.legend.get(row, ()), self._tints.sea)
        return cells.strip(ground)

    def _painted(self, row: int, shades: Mapping[int, Shades]) -> Cells:
        signs, styles = "", []
        for length, (above, upper), (below, lower) in self._runs[row]:
            top, bottom = shades[above][upper], shades[below][lower]
            signs += (" " if top == bottom else UPPER_HALF) * length
            styles += [half_blocks(top, bottom)] * length
        return Cells(signs, styles)

    def _write(self, cells: Cells, words: Iterable[Placed], ground: Colour) -> None:
        for column, word in words:
            cells.write(column, word.text, self._tints.of_word(word.role, word.clan, ground))

    def _shades(self, area: int, look: AreaLook) -> Shades:
        return self._tints.of_area(look, self._atlas.regions[area] if self._atlas.regions else 0)


def runs_of(upper: Sequence[Pixel], lower: Sequence[Pixel]) -> list[Run]:
    """Join the cells of a row that always look the same."""
    cells = groupby(zip(upper, lower, strict=True))
    return [(sum(1 for _ in same), above, below) for (above, below), same in cells]


def free_cells(plan: MapPlan, *, is_dense: bool = False) -> list[list[int]]:
    """Return for each cell whose words may take it: both its pixels lie inside an area, off its outline.

    In a dense map only the borders stay free, each of which belongs to one side.
    """
    owner = _owner_but_for_borders if is_dense else _owner
    around = list(surroundings(plan))
    return [[owner(*cell) for cell in zip(*halves, strict=True)] for halves in pairs(around)]


def pairs(rows: Sequence[list[Near]]) -> Iterable[tuple[list[Near], list[Near]]]:
    return zip(rows[::2], rows[1::2], strict=True)


def surroundings(plan: MapPlan) -> Iterator[list[Near]]:
    """Return each pixel with what lies right of, below, left of and above it."""
    beyond = (SEA,) * plan.width
    rows = (beyond, *plan.pixels, beyond)
    for above, row, below in zip(rows, rows[1:], rows[2:], strict=False):
        yield list(zip(row, (*row[1:], SEA), below, (SEA, *row[:-1]), above, strict=True))


def _owner(upper: Near, lower: Near) -> int:
    return upper[0] if len({*upper, *lower}) == 1 else SEA


def _owner_but_for_borders(upper: Near, lower: Near) -> int:
    area = upper[0]
    return area if lower[0] == area and {area, SEA}.issuperset((upper[1], *lower[1:3])) else SEA


def kinds_in(plan: MapPlan, atlas: Atlas, dots: dict[tuple[int, int], int]) -> list[list[Pixel]]:
    return [
        [_pixel(near, x, y, atlas, dots) for x, near in enumerate(row)]
        for y, row in enumerate(surroundings(plan))
    ]


def _pixel(near: Near, x: int, y: int, atlas: Atlas, dots: dict[tuple[int, int], int]) -> Pixel:
    area, right, below, left, above = near
    if right == below == left == above == area != SEA:
        return area, INNER
    if area == SEA:
        return SEA, dots.get((x, y), OPEN if right == below == left == above == SEA else COASTAL)
    is_dash = (x + y) % DASHES < DASHES // 2
    if {right, below} <= {area, SEA}:
        return area, DASH if is_dash else GAP
    if atlas.are_apart({area, right, below} - {SEA}):
        return area, FRONTIER_DASH if is_dash else FRONTIER_GAP
    return area, BORDER_DASH if is_dash else BORDER_GAP


def with_wider_rims(kinds: list[list[Pixel]]) -> list[list[Pixel]]:
    """Add a pixel of every area to its rim; words and outline stay as they are."""
    rows = [[], *kinds, []]
    return [
        [
            (pixel[0], RIM)
            if pixel[1] == INNER
            and pixel[0] != SEA
            and not pixel == row[x - 1] == row[x + 1] == above[x] == below[x]
            else pixel
            for x, pixel in enumerate(row)
        ]
        for above, row, below in zip(rows, kinds, rows[2:], strict=False)
    ]


# Colours ------------------------------------------------------------------------------------------


Colour: TypeAlias = ColorTriplet
Shades: TypeAlias = tuple[Colour, ...]

BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
FAINTNESS: Final = {Role.REWARD: 0.2, Role.LEGEND: 0.45}
LIT: Final = 0.22
"""How much lighter a ground becomes under the mouse and beside it; darker on a light screen."""
DARK: Final = 0.008
BRIGHT: Final = 0.2  # from here on dark ink reads better than light


class Tints:
    """The colours of a game's map in one theme."""

    def __init__(
        self,
        colours: tuple[str, ...] = CLAN_COLOURS,
        grounds: tuple[str, ...] = (),
        *,
        is_light: bool = False,
    ) -> None:
        self._is_light = is_light
        self._shade, self._light = (WHITE, BLACK) if is_light else (BLACK, WHITE)
        self._clans = tuple(self._rgb(colour) for colour in colours)
        self._has_regions = bool(grounds)
        self._grounds = tuple(self._rgb(colour) for colour in grounds or (LAND,))
        self.sea, self._shore, self._frontier = (self._rgb(colour) for colour in (OPEN_SEA, SHORE, FRONTIER))
        self._route, self._lit_route = self._rgb(ROUTE), self._rgb(LIT_ROUTE)
        self.of_area = lru_cache(maxsize=1024)(self._of_area)
        self.of_word = lru_cache(maxsize=1024)(self._of_word)

    def _rgb(self, text: str) -> Colour:
        return rgb(by_day(text) if self._is_light else text)

    def of_sea(self, are_lit: tuple[bool, ...]) -> Shades:
        """Give the colours of the open sea, the shore, and each route."""
        return (self.sea, self._shore, *(self._lit_route if is_lit else self._route for is_lit in are_lit))

    def ground(self, leader: int, region: int = 0) -> Colour:
        return self._grounds[region] if leader == NOBODY else blend(self._clans[leader], self._shade, 0.25)

    def _of_area(self, look: AreaLook, region: int = 0) -> Shades:
        """Return the colours of an area's kinds of pixels; no hue tells what a player may do."""
        ground = self._shore if look.is_out else self.ground(look.leader, region)
        rim = self._grounds[region] if self._has_regions and not look.is_out else ground
        if look.is_hovered or look.is_near:
            ground, rim = blend(ground, self._light, LIT), blend(rim, self._light, LIT)
        border, frontier, mark = border_on(rim), self._frontier, self._mark_on(rim)
        if look.is_cursor:
            return (ground, rim, *[mark] * 6)
        if look.is_target:
            return (ground, rim, mark, rim, mark, border, mark, frontier)
        return (ground, rim, rim, rim, border, border, frontier, frontier)

    def _mark_on(self, ground: Colour) -> Colour:
        return BLACK if self._is_light and luminance(ground) > BRIGHT else WHITE

    def _of_word(self, role: Role, clan: int, ground: Colour) -> Style:
        paper = self._clans[clan] if role is Role.CLAN else self._lit_route if role is Role.WAR else ground
        ink = rgb(DARK_INK if luminance(paper) > BRIGHT else LIGHT_INK)
        ink = blend(ink, paper, FAINTNESS.get(role, 0.0))
        is_bold = role in (Role.NAME, Role.WAR, Role.CLAN)
        return Style(color=Color.from_triplet(ink), bgcolor=Color.from_triplet(paper), bold=is_bold)


def border_on(ground: Colour) -> Colour:
    """Return the colour of borders: darker than the ground, or lighter if nothing is darker."""
    return blend(ground, WHITE, 0.3) if luminance(ground) < DARK else blend(ground, BLACK, 0.55)


def blend(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return ColorTriplet(red, green, blue)


@lru_cache(maxsize=4096)
def half_blocks(top: Colour, bottom: Colour) -> Style:
    return Style(color=Color.from_triplet(top), bgcolor=Color.from_triplet(bottom))


def luminance(colour: Colour) -> float:
    """Return the perceived brightness, from 0 to 1."""
    weights = (0.2126, 0.7152, 0.0722)
    return sum(weight * math.pow(part / 255, 2.2) for weight, part in zip(weights, colour, strict=True))


@lru_cache(maxsize=64)
def rgb(text: str) -> Colour:
    return Color.parse(text).get_truecolor()
