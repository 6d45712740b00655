"""The map in many colours: two square pixels in each cell, drawn as half-blocks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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
from client.tui.map.styles import CLAN_COLOURS, DARK_INK, FRONTIER, LAND, LIGHT_INK, OPEN_SEA, ROUTE, SHORE
from client.tui.map.words import Pens, Role, Word

Colour: TypeAlias = ColorTriplet
Shades: TypeAlias = tuple[Colour, ...]
Pixel: TypeAlias = tuple[int, int]
"""An area and the kind of a pixel there."""
Run: TypeAlias = tuple[int, Pixel, Pixel]
"""So many cells of which all upper halves are the same, and all lower ones."""

# Kinds of pixels on land. A border belongs to one of the two areas it parts, a frontier is the border of
# a region; a dash is part of the outline of a target. At sea: the open sea, the shore, then the dots of
# each route.
INNER, DASH, GAP, BORDER_DASH, BORDER_GAP, FRONTIER_DASH, FRONTIER_GAP = range(7)
OPEN, COASTAL, FIRST_ROUTE = range(3)
DASHES: Final = 4  # pixels from one dash of an outline to the next, half of them gap

UPPER_HALF: Final = "▀"
BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)


class BlockRows:
    """Paints the rows of a plan as half-blocks."""

    def __init__(self, plan: MapPlan, pens: Pens) -> None:
        self._routes = range(len(plan.routes))
        dots = {dot: FIRST_ROUTE + number for number in self._routes for dot in plan.routes[number].dots}
        self._atlas = atlas = pens.atlas
        kinds = [
            [(area, _kind(plan, atlas, (x, y), dots)) for x, area in enumerate(row)]
            for y, row in enumerate(plan.pixels)
        ]
        self._runs = [runs_of(upper, lower) for upper, lower in zip(kinds[::2], kinds[1::2], strict=True)]
        self.lettering = Lettering(plan, pens, free_cells(plan, is_dense=atlas.is_dense))

    def paint(self, row: int, shown: tuple[AreaShown, ...], lit: tuple[int, ...], ground: Style) -> Strip:
        shades = {area: self._shades(area, look) for area, look, _ in shown}
        shades[SEA] = (
            _rgb(OPEN_SEA),
            _rgb(SHORE),
            *(_rgb(LIGHT_INK if r in lit else ROUTE) for r in self._routes),
        )
        cells = self._painted(row, shades)
        for area, _, words in shown:
            self._write(cells, words, shades[area][INNER])
        self._write(cells, self.lettering.legend.get(row, ()), _rgb(OPEN_SEA))
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
            cells.write(column, word.text, self._style(word, ground))

    def _shades(self, area: int, look: AreaLook) -> Shades:
        atlas = self._atlas
        land = atlas.grounds[atlas.regions[area]] if atlas.grounds else LAND
        return shades_of(look, atlas.colours, land)

    def _style(self, word: Word, ground: Colour) -> Style:
        return word_style(word.role, word.clan, ground, self._atlas.colours)


def runs_of(upper: Sequence[Pixel], lower: Sequence[Pixel]) -> list[Run]:
    """Join the cells of a row that always look the same."""
    cells = groupby(zip(upper, lower, strict=True))
    return [(sum(1 for _ in same), above, below) for (above, below), same in cells]


def free_cells(plan: MapPlan, *, is_dense: bool = False) -> list[list[int]]:
    """Say for each cell whose words may take it: both its pixels lie inside an area, off its outline.

    In a dense map only the borders stay free, of which each belongs to one side.
    """
    owner = _owner_but_for_borders if is_dense else _owner
    return [[owner(plan, column, 2 * row) for column in range(plan.width)] for row in range(plan.height)]


def _owner(plan: MapPlan, x: int, y: int) -> int:
    area = plan.pixel(x, y)
    inside = {area, *plan.around(x, y), *plan.around(x, y + 1)}
    return area if len(inside) == 1 else SEA


def _owner_but_for_borders(plan: MapPlan, x: int, y: int) -> int:
    area = plan.pixel(x, y)
    near = (plan.pixel(x + 1, y), plan.pixel(x + 1, y + 1), plan.pixel(x, y + 2))
    return area if plan.pixel(x, y + 1) == area and {area, SEA}.issuperset(near) else SEA


def _kind(plan: MapPlan, atlas: Atlas, spot: tuple[int, int], dots: dict[tuple[int, int], int]) -> int:
    x, y = spot
    area, (right, below, left, above) = plan.pixel(x, y), plan.around(x, y)
    if area == SEA:
        is_coastal = (right, below, left, above) != (SEA,) * 4
        return dots.get((x, y), COASTAL if is_coastal else OPEN)
    if right == below == left == above == area:
        return INNER
    is_dash = (x + y) % DASHES < DASHES // 2
    if {right, below} <= {area, SEA}:
        return DASH if is_dash else GAP
    if atlas.are_apart({area, right, below} - {SEA}):
        return FRONTIER_DASH if is_dash else FRONTIER_GAP
    return BORDER_DASH if is_dash else BORDER_GAP


# Colours --------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def shades_of(look: AreaLook, colours: tuple[str, ...] = CLAN_COLOURS, land: str = LAND) -> Shades:
    """Give the colours of an area's kinds of pixels; what a player may do shows by outlines, never by hue."""
    ground = _rgb(SHORE) if look.is_out else ground_of(look.leader, colours, land)
    if look.is_hovered:
        ground = blend(ground, WHITE, 0.2)
    border, frontier = border_on(ground), _rgb(FRONTIER)
    if look.is_cursor:
        return (ground, *[WHITE] * 6)
    if look.is_target:
        return (ground, WHITE, ground, WHITE, border, WHITE, frontier)
    return (ground, ground, ground, border, border, frontier, frontier)


def border_on(ground: Colour) -> Colour:
    """Give the colour of borders: darker than the ground, or lighter where nothing is darker."""
    return blend(ground, WHITE, 0.3) if luminance(ground) < DARK else blend(ground, BLACK, 0.55)


def ground_of(leader: int, colours: tuple[str, ...] = CLAN_COLOURS, land: str = LAND) -> Colour:
    return _rgb(land) if leader == NOBODY else blend(_rgb(colours[leader]), BLACK, 0.25)


def blend(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return ColorTriplet(red, green, blue)


@lru_cache(maxsize=4096)
def half_blocks(top: Colour, bottom: Colour) -> Style:
    return Style(color=Color.from_triplet(top), bgcolor=Color.from_triplet(bottom))


@lru_cache(maxsize=1024)
def word_style(role: Role, clan: int, ground: Colour, colours: tuple[str, ...] = CLAN_COLOURS) -> Style:
    paper = {Role.CLAN: _rgb(colours[clan]), Role.WAR: _rgb(LIGHT_INK)}.get(role, ground)
    ink = _rgb(DARK_INK) if luminance(paper) > BRIGHT else _rgb(LIGHT_INK)
    ink = blend(ink, paper, FAINTNESS.get(role, 0.0))
    is_bold = role in (Role.NAME, Role.WAR, Role.CLAN)
    return Style(color=Color.from_triplet(ink), bgcolor=Color.from_triplet(paper), bold=is_bold)


FAINTNESS: Final = {Role.REWARD: 0.2, Role.LEGEND: 0.55}
DARK: Final = 0.008
BRIGHT: Final = 0.2  # from here on dark ink reads better than light


def luminance(colour: Colour) -> float:
    """Give the brightness that eyes see, from 0 to 1."""
    weights = (0.2126, 0.7152, 0.0722)
    return sum(weight * math.pow(part / 255, 2.2) for weight, part in zip(weights, colour, strict=True))


@lru_cache(maxsize=64)
def _rgb(text: str) -> Colour:
    return Color.parse(text).get_truecolor()
