"""A map as rows of the screen: a plan in a style, or a row for each area if there is no room for one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, Protocol

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.tui.map.blocks import BlockRows
from client.tui.map.facts import AreaFacts, AreaLook, Atlas, MapScene
from client.tui.map.lettering import AreaShown, ByRow, Lettering
from client.tui.map.lines import LineRows
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.styles import MapStyle
from client.tui.map.words import Pens, Role, one_line

NOTHING: Final = Style()
REMEMBERED: Final = 1024  # rows: some dozens of changes of a large map


class Middle(NamedTuple):
    """A spot on a map of any size: shares of its width and height."""

    x: float = 0.5
    y: float = 0.5


WORDY: Final = 110
"""Columns from which on a map has room for words."""


class RowPainter(Protocol):
    """Draws one row from what it shows of areas, the routes to light up, and the ground."""

    lettering: Lettering

    def paint(self, row: int, shown: tuple[AreaShown, ...], lit: tuple[int, ...], ground: Style) -> Strip: ...


class MapPicture:
    """A drawn map: what is where, and its rows for any scene."""

    def __init__(self, plan: MapPlan, atlas: Atlas, style: MapStyle) -> None:
        self._plan, self._neighbours = plan, atlas.outline.neighbours
        self.width, self.height = plan.width, plan.height
        pens = Pens(atlas, style, is_wordy=bool(atlas.titles) and plan.width >= WORDY)
        painter: RowPainter = BlockRows(plan, pens) if style.is_filled else LineRows(plan, pens)
        self._lettering = painter.lettering
        self._paint = lru_cache(maxsize=REMEMBERED)(painter.paint)
        self._last: tuple[MapScene, list[tuple[AreaLook, ByRow]]] | None = None
        self._areas = [_areas_near(plan, row) for row in range(plan.height)]
        self._routes = _routes_by_row(plan)

    def line(self, row: int, scene: MapScene, ground: Style = NOTHING) -> Strip:
        looks, pointed = self._looks_in(scene), scene.pointed
        there = [(area, *looks[area]) for area in self._areas[row]]
        shown = tuple([AreaShown(area, look, text.get(row, ())) for area, look, text in there])
        lit = tuple([route for route in self._routes[row] if pointed in self._plan.routes[route].ends])
        return self._paint(row, shown, lit, ground)

    def _looks_in(self, scene: MapScene) -> list[tuple[AreaLook, ByRow]]:
        """Return how each area looks and what is written in it; mostly the scene is that of the last row."""
        if self._last is None or self._last[0] is not scene:
            write = self._lettering.of_area
            areas = enumerate(scene.facts.areas)
            self._last = scene, [(scene.look(area), write(area, facts)) for area, facts in areas]
        return self._last[1]

    def rows_between(self, area: int, old: AreaFacts, new: AreaFacts) -> Iterable[int]:
        """List the rows that change when an area changes."""
        if (old.leader, old.is_out) != (new.leader, new.is_out):
            return [row for row, areas in enumerate(self._areas) if area in areas]
        before, after = (self._lettering.of_area(area, facts) for facts in (old, new))
        return [row for row in before.keys() | after.keys() if before.get(row) != after.get(row)]

    def rows_of(self, area: int) -> list[int]:
        """List the rows that change when a player points at an area: its own, its routes, its neighbours."""
        routes = {number for number, route in enumerate(self._plan.routes) if area in route.ends}
        lit = {area, *self._neighbours[area]}
        rows = zip(self._areas, self._routes, strict=True)
        return [row for row, (areas, there) in enumerate(rows) if not lit.isdisjoint(areas) or routes & there]

    def middle_of(self, area: int) -> Middle:
        """Return the middle of an area."""
        x, y = self._plan.centres[area]
        return Middle((x + 0.5) / self.width, (y + 0.5) / (2 * self.height))

    def area_at(self, column: int, row: int) -> int:
        return self._plan.area_at(column, row)

    def toward(self, area: int, direction: str) -> int:
        return self._plan.toward(area, direction)


def _areas_near(plan: MapPlan, row: int) -> tuple[int, ...]:
    """List the areas in a row and in the one above, whose lower lines a row may show."""
    pixels = plan.pixels[max(0, 2 * row - 2) : 2 * row + 2]
    return tuple(sorted(set().union(*pixels) - {SEA}))


def _routes_by_row(plan: MapPlan) -> list[set[int]]:
    rows: list[set[int]] = [set() for _ in range(plan.height)]
    for number, route in enumerate(plan.routes):
        for _, y in route.dots:
            rows[y // 2].add(number)
    return rows


# Where there is no room to draw -------------------------------------------------------------------


STYLES: Final = {
    Role.NAME: Style(bold=True),
    Role.CLAN: Style(bold=True),
    Role.WAR: Style(bold=True, reverse=True),
}


class AreaListing:
    """Areas as rows; the up and down arrows walk through them."""

    def __init__(self, width: int, atlas: Atlas, style: MapStyle) -> None:
        self._pens = Pens(atlas, style)
        self.width, self.height = width, len(atlas.names)

    def line(self, row: int, scene: MapScene, ground: Style) -> Strip:
        look = scene.look(row)
        sign = ">" if look.is_cursor else "*" if look.is_target else "+" if look.is_near else " "
        words = one_line(row, scene.facts.areas[row], self.width - len(sign), self._pens)
        own = Style(reverse=look.is_cursor)
        segments = (Segment(word.text, STYLES.get(word.role)) for word in words)
        strip = Strip(chain([Segment(sign, Style(bold=True))], segments))
        return strip.adjust_cell_length(self.width, own).apply_style(own).apply_style(ground)

    def rows_of(self, area: int) -> list[int]:
        return [area, *self._pens.atlas.outline.neighbours[area]]

    def rows_between(self, area: int, old: AreaFacts, new: AreaFacts) -> list[int]:
        return [area] if old != new else []

    def area_at(self, column: int, row: int) -> int:
        return row if 0 <= column < self.width and 0 <= row < self.height else SEA

    def toward(self, area: int, direction: str) -> int:
        step = {"up": -1, "left": -1}.get(direction, 1)
        return max(0, min(area + step, self.height - 1))
