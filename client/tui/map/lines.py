"""The map in lines, for terminals with few colours or none: borders, and a pattern for who leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple

from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import NOBODY, AreaLook
from client.tui.map.lettering import Cell, Lettering, strip_of
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.words import Pens, Role, Word

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
PATTERN: Final = 4  # cells from one sign of a pattern to the next


class Corner(NamedTuple):
    """What meets in the upper left corner of a cell; the cell shows the lines that part it."""

    sides: int  # where lines go from here: none inside an area or out at sea
    areas: frozenset[int]

    def owner(self) -> int:
        """Give the area all around, SEA where there are several."""
        return next(iter(self.areas)) if len(self.areas) == 1 else SEA


class LineRows:
    """Paints the rows of a plan as lines."""

    def __init__(self, plan: MapPlan, pens: Pens) -> None:
        self._pens = pens
        self._corners = corners_of(cell_areas(plan))
        self._dots: list[dict[int, int]] = [{} for _ in range(plan.height)]
        for number, route in enumerate(plan.routes):
            for x, y in route.dots:
                self._dots[y // 2][x] = number
        free = [[corner.owner() for corner in row] for row in self._corners]
        self._inside = [columns_by_area(row) for row in free]
        self._edges = [[(x, corner) for x, corner in enumerate(row) if corner.sides] for row in self._corners]
        self._lettering = Lettering(plan, pens, free)

    def paint(self, row: int, looks: tuple[tuple[int, AreaLook], ...], lit: tuple[int, ...]) -> Strip:
        texts = {area: self._lettering.of_area(row, area, look.facts) for area, look in looks}
        by_area = dict(looks)
        cells: list[Cell] = [(" ", PLAIN)] * len(self._corners[row])
        for column, corner in self._edges[row]:
            cells[column] = self._line(corner, by_area)
        for area, columns in self._inside[row].items():
            if by_area[area].facts.leader != NOBODY and not texts[area]:
                pattern = self._pattern(by_area[area], row)
                for column in columns:
                    cells[column] = pattern[column % PATTERN]
        for column, route in self._dots[row].items():
            cells[column] = self._dot(self._corners[row][column], is_lit=route in lit)
        for column, sign, word in chain(*texts.values(), self._lettering.of_legend(row)):
            cells[column] = (sign, self._word_style(word))
        return strip_of(cells)

    def _line(self, corner: Corner, looks: Mapping[int, AreaLook]) -> Cell:
        glyphs = self._pens.style.glyphs
        around = [looks[area] for area in corner.areas if area != SEA]
        if any(look.is_cursor for look in around):
            return glyphs.cursor[corner.sides], STRONG
        if any(look.is_target for look in around):
            return glyphs.target[corner.sides], STRONG
        if self._pens.atlas.are_apart(corner.areas - {SEA}):
            return glyphs.frontier[corner.sides], PLAIN
        return glyphs.plain[corner.sides], FAINT

    def _dot(self, corner: Corner, *, is_lit: bool) -> Cell:
        glyphs = self._pens.style.glyphs
        sign = glyphs.port if corner.sides else glyphs.lit_dot if is_lit else glyphs.dot
        return sign, STRONG if is_lit else PLAIN

    def _pattern(self, look: AreaLook, row: int) -> list[Cell]:
        """Give what is repeated along a row of an area: the letter of who leads, here and there."""
        leader = look.facts.leader
        cell = self._pens.atlas.clans[leader].lower(), self._clan_style(leader, is_bold=False)
        shown = range(PATTERN) if look.is_hovered else (2 * row % PATTERN,)
        return [cell if place in shown else (" ", PLAIN) for place in range(PATTERN)]

    def _word_style(self, word: Word) -> Style:
        if word.role is Role.CLAN:
            return self._clan_style(word.clan, is_bold=True)
        return {Role.NAME: STRONG, Role.WAR: TOKEN, Role.LEGEND: FAINT}.get(word.role, PLAIN)

    def _clan_style(self, clan: int, *, is_bold: bool) -> Style:
        colour = self._pens.atlas.ansi[clan] if self._pens.style.has_colour else None
        return clan_style(colour, is_bold)


PLAIN: Final = Style()
STRONG: Final = Style(bold=True)
FAINT: Final = Style(dim=True)
TOKEN: Final = Style(bold=True, reverse=True)


@lru_cache(maxsize=64)
def clan_style(colour: str | None, is_bold: bool) -> Style:  # noqa: FBT001
    return Style(color=colour, bold=is_bold, dim=colour is None and not is_bold)


def columns_by_area(owners: Sequence[int]) -> dict[int, list[int]]:
    """Give the columns of a row that lie inside each area."""
    columns: dict[int, list[int]] = {}
    for column, area in enumerate(owners):
        if area != SEA:
            columns.setdefault(area, []).append(column)
    return columns


def cell_areas(plan: MapPlan) -> tuple[tuple[int, ...], ...]:
    """Give the areas by whole cells; the last row and column stay free for the outermost lines."""
    rows = tuple((*row[:-1], SEA) for row in plan.pixels[1:-2:2])
    return (*rows, (SEA,) * plan.width)


def corners_of(cells: tuple[tuple[int, ...], ...]) -> list[list[Corner]]:
    rows = [(SEA,) * (len(cells[0]) + 1), *((SEA, *row) for row in cells)]
    return [
        [_corner(*quarters) for quarters in zip(above, above[1:], below, below[1:], strict=False)]
        for above, below in pairwise(rows)
    ]


def _corner(upper_left: int, upper_right: int, lower_left: int, lower_right: int) -> Corner:
    sides = (
        UP * (upper_left != upper_right)
        + RIGHT * (upper_right != lower_right)
        + DOWN * (lower_left != lower_right)
        + LEFT * (upper_left != lower_left)
    )
    return Corner(sides, frozenset((upper_left, upper_right, lower_left, lower_right)))
