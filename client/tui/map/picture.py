"""A plan in a style as rows of the screen, remembering the rows it has drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol

from textual.strip import Strip

from client.tui.map.blocks import BlockRows
from client.tui.map.facts import AreaLook, Atlas, Scene
from client.tui.map.lines import LineRows
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.styles import MapStyle
from client.tui.map.words import Pens

REMEMBERED: Final = 1024  # rows: some dozens of changes of a large map


class RowPainter(Protocol):
    """Draws one row from the looks of the areas in it and the routes to light up."""

    def paint(self, row: int, looks: tuple[tuple[int, AreaLook], ...], lit: tuple[int, ...]) -> Strip: ...


class Picture:
    """A drawn map: what is where, and its rows for any scene."""

    def __init__(self, plan: MapPlan, atlas: Atlas, style: MapStyle) -> None:
        self._plan = plan
        self.width, self.height = plan.width, plan.height
        pens = Pens(atlas, style)
        painter: RowPainter = BlockRows(plan, pens) if style.is_filled else LineRows(plan, pens)
        self._paint = lru_cache(maxsize=REMEMBERED)(painter.paint)
        self._areas = [_areas_near(plan, row) for row in range(plan.height)]
        self._routes = [_routes_in(plan, row) for row in range(plan.height)]

    def line(self, row: int, scene: Scene) -> Strip:
        looks = tuple([(area, scene.look(area)) for area in self._areas[row]])
        lit = tuple([route for route in self._routes[row] if scene.cursor in self._plan.routes[route].ends])
        return self._paint(row, looks, lit)

    def rows_of(self, area: int) -> list[int]:
        """List the rows that change when something changes in an area, its routes among them."""
        routes = {number for number, route in enumerate(self._plan.routes) if area in route.ends}
        rows = zip(self._areas, self._routes, strict=True)
        return [row for row, (areas, there) in enumerate(rows) if area in areas or routes & there]

    def area_at(self, column: int, row: int) -> int:
        return self._plan.area_at(column, row)

    def toward(self, area: int, direction: str) -> int:
        return self._plan.toward(area, direction)


def _areas_near(plan: MapPlan, row: int) -> tuple[int, ...]:
    """List the areas in a row and in the one above, whose lower lines a row may show."""
    pixels = plan.pixels[max(0, 2 * row - 2) : 2 * row + 2]
    return tuple(sorted({area for line in pixels for area in line} - {SEA}))


def _routes_in(plan: MapPlan, row: int) -> frozenset[int]:
    return frozenset(n for n, route in enumerate(plan.routes) if any(y // 2 == row for _, y in route.dots))
