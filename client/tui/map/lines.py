"""The map in lines, for terminals with few colours or none: borders, and a pattern for who leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rich.style import Style
from textual.strip import Strip

from client.tui.map.facts import NOBODY, AreaLook
from client.tui.map.lettering import AreaShown, Cells, Lettering
from client.tui.map.plan import SEA, MapPlan, Pixels
from client.tui.map.words import Pens, Role, Word

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
PATTERN: Final = 4  # cells from one sign of a pattern to the next


class Corner(NamedTuple):
    """What meets in the upper left corner of a cell; the cell shows the lines that separate it."""

    sides: int  # where lines go from here: none inside an area or out at sea
    owner: int  # the area all around, SEA where there are several
    areas: frozenset[int]


OPEN_SEA: Final = Corner(0, SEA, frozenset({SEA}))


class Dot(NamedTuple):
    """A dot of a route."""

    column: int
    route: int
    is_port: bool  # it lies on a line


class LineRows:
    """Paints the rows of a plan as lines; its areas are made of whole cells."""

    def __init__(self, plan: MapPlan, pens: Pens) -> None:
        self._pens = pens
        corners = corners_of(plan.pixels[::2])
        self.lettering = Lettering(plan, pens, [[corner.owner for corner in row] for row in corners])
        self._dots: list[list[Dot]] = [[] for _ in corners]
        for number, route in enumerate(plan.routes):
            for x, y in route.dots:
                self._dots[y // 2].append(Dot(x, number, bool(corners[y // 2][x].sides)))
        self._corners = [seen_in(row, dots) for row, dots in zip(corners, self._dots, strict=True)]
        self._inside = [runs_by_area(row) for row in self._corners]
        self._at_rest = [self._row_at_rest(row, plan.width) for row in range(plan.height)]

    def _row_at_rest(self, row: int, width: int) -> Cells:
        """Draw what is always there: lines, routes and the legend.

        Empty cells have the style of most lines, so a row has fewer pieces.
        """
        cells, glyphs = Cells(" " * width, [FAINT] * width), self._pens.style.glyphs
        for column, corner in self._corners[row]:
            if corner.sides:
                is_frontier = self._pens.atlas.are_apart(corner.areas - {SEA})
                joints, style = (glyphs.frontier, PLAIN) if is_frontier else (glyphs.plain, FAINT)
                cells.write(column, joints[corner.sides], style)
        for dot in self._dots[row]:
            cells.write(dot.column, glyphs.port if dot.is_port else glyphs.dot, PLAIN)
        for column, word in self.lettering.legend.get(row, ()):
            cells.write(column, word.text, self._word_style(word))
        return cells

    def paint(self, row: int, shown: tuple[AreaShown, ...], lit: tuple[int, ...], ground: Style) -> Strip:
        cells = self._at_rest[row].copy()
        self._mark(cells, row, {area: look for area, look, _ in shown if look.is_cursor or look.is_target})
        self._light(cells, row, lit)
        for area, look, words in shown:
            if look.leader != NOBODY and not words:
                self._fill(cells, row, area, look)
            for column, word in words:
                is_lit = look.is_near and word.role is Role.NAME
                cells.write(column, word.text, NEAR if is_lit else self._word_style(word))
        return cells.strip(ground)

    def _mark(self, cells: Cells, row: int, marked: Mapping[int, AreaLook]) -> None:
        """Draw different lines around areas that stand out."""
        glyphs = self._pens.style.glyphs
        for column, corner in self._corners[row] if marked else ():
            around = [marked[area] for area in corner.areas if area in marked]
            if around and corner.sides:
                joints = glyphs.cursor if any(look.is_cursor for look in around) else glyphs.target
                cells.write(column, joints[corner.sides], STRONG)

    def _light(self, cells: Cells, row: int, lit: tuple[int, ...]) -> None:
        glyphs = self._pens.style.glyphs
        for dot in self._dots[row]:
            if dot.route in lit:
                cells.write(dot.column, glyphs.port if dot.is_port else glyphs.lit_dot, STRONG)

    def _fill(self, cells: Cells, row: int, area: int, look: AreaLook) -> None:
        """Write the leader's letter here and there, or everywhere under the mouse."""
        letter = self._pens.atlas.clans[look.leader].lower()
        style = self._clan_style(look.leader, is_bold=False)
        pattern = letter * PATTERN if look.is_hovered else f"{letter:<{PATTERN}}"
        for start, length in self._inside[row].get(area, ()):
            shift = (start - 2 * row) % PATTERN
            cells.write(start, (pattern * (length // PATTERN + 2))[shift : shift + length], style)

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
NEAR: Final = Style(bold=True, underline=True)
TOKEN: Final = Style(bold=True, reverse=True)


@lru_cache(maxsize=64)
def clan_style(colour: str | None, is_bold: bool) -> Style:  # noqa: FBT001
    return Style(color=colour, bold=is_bold, dim=colour is None and not is_bold)


def seen_in(row: Sequence[Corner], dots: Iterable[Dot]) -> list[tuple[int, Corner]]:
    """Return the corners of a row on land that no dot hides, each with its column."""
    hidden = {dot.column for dot in dots}
    return [(x, corner) for x, corner in enumerate(row) if corner is not OPEN_SEA and x not in hidden]


def runs_by_area(corners: Iterable[tuple[int, Corner]]) -> dict[int, list[tuple[int, int]]]:
    """Return the stretches of a row inside each area: where each begins, and its length."""
    runs: dict[int, list[tuple[int, int]]] = {}
    for column, corner in corners:
        if not corner.sides:
            there = runs.setdefault(corner.owner, [])
            start, length = there.pop() if there and sum(there[-1]) == column else (column, 0)
            there.append((start, length + 1))
    return runs


def corners_of(cells: Pixels) -> list[list[Corner]]:
    rows = [(SEA,) * (len(cells[0]) + 1), *((SEA, *row) for row in cells)]
    return [list(map(corner_of, above, above[1:], below, below[1:])) for above, below in pairwise(rows)]


@lru_cache(maxsize=4096)
def corner_of(upper_left: int, upper_right: int, lower_left: int, lower_right: int) -> Corner:
    areas = frozenset((upper_left, upper_right, lower_left, lower_right))
    if areas == OPEN_SEA.areas:
        return OPEN_SEA
    sides = (
        UP * (upper_left != upper_right)
        + RIGHT * (upper_right != lower_right)
        + DOWN * (lower_left != lower_right)
        + LEFT * (upper_left != lower_left)
    )
    return Corner(sides, SEA if sides else upper_left, areas)
