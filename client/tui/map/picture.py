"""A plan in a style as rows of the screen, remembering the rows it has drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Protocol

from rich.style import Style
from textual.strip import Strip

from client.tui.map.blocks import BlockRows
from client.tui.map.facts import AreaFacts, AreaLook, Atlas, MapScene
from client.tui.map.lettering import AreaShown, ByRow, Lettering
from client.tui.map.lines import LineRows
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.styles import MapStyle
from client.tui.map.words import Pens

NOTHING: Final = Style()
REMEMBERED: Final = 1024  # rows: some dozens of changes of a large map


class RowPainter(Protocol):
    """Draws one row from what it shows of areas, the routes to light up, and the ground of it all."""

    lettering: Lettering

    def paint(self, row: int, shown: tuple[AreaShown, ...], lit: tuple[int, ...], ground: Style) -> Strip: ...


class Picture:
    """A drawn map: what is where, and its rows for any scene."""

    def __init__(self, plan: MapPlan, atlas: Atlas, style: MapStyle) -> None:
        self._plan = plan
        self.width, self.height = plan.width, plan.height
        pens = Pens(atlas, style)
        painter: RowPainter = BlockRows(plan, pens) if style.is_filled else LineRows(plan, pens)
        self._lettering = painter.lettering
        self._paint = lru_cache(maxsize=REMEMBERED)(painter.paint)
        self._last: tuple[MapScene, list[tuple[AreaLook, ByRow]]] | None = None
        self._areas = [_areas_near(plan, row) for row in range(plan.height)]
        self._routes = _routes_by_row(plan)

    def line(self, row: int, scene: MapScene, ground: Style = NOTHING) -> Strip:
        looks = self._looks_in(scene)
        there = [(area, *looks[area]) for area in self._areas[row]]
        shown = tuple([AreaShown(area, look, text.get(row, ())) for area, look, text in there])
        lit = tuple([route for route in self._routes[row] if scene.cursor in self._plan.routes[route].ends])
        return self._paint(row, shown, lit, ground)

    def _looks_in(self, scene: MapScene) -> list[tuple[AreaLook, ByRow]]:
        """Give how each area looks and what is written in it; mostly the scene is that of the last row."""
        if self._last is None or self._last[0] is not scene:
            write = self._lettering.of_area
            areas = enumerate(scene.facts.areas)
            self._last = scene, [(scene.look(area), write(area, facts)) for area, facts in areas]
        return self._last[1]

    def rows_between(self, area: int, old: AreaFacts, new: AreaFacts) -> Iterable[int]:
        """List the rows that change when an area comes to be different."""
        if (old.leader, old.is_out) != (new.leader, new.is_out):
            return self.rows_of(area)
        before, after = (self._lettering.of_area(area, facts) for facts in (old, new))
        return [row for row in before.keys() | after.keys() if before.get(row) != after.get(row)]

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
    return tuple(sorted(set().union(*pixels) - {SEA}))


def _routes_by_row(plan: MapPlan) -> list[set[int]]:
    rows: list[set[int]] = [set() for _ in range(plan.height)]
    for number, route in enumerate(plan.routes):
        for _, y in route.dots:
            rows[y // 2].add(number)
    return rows
