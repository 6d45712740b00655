"""A map of provinces: the largest drawing that fits, or rows of words; it knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from client.tui.map.areas import AreaMap
from client.tui.map.facts import Atlas, MapFacts, MapScene
from client.tui.map.listing import AreaListing
from client.tui.map.picture import Picture
from client.tui.map.plan import SEA
from client.tui.map.styles import BLOCKS, MapStyle


class MapStage(NamedTuple):
    """What all rows of a map are drawn from."""

    ground: Style
    scene: MapScene | None
    drawing: Picture | AreaListing | None
    origin: Offset


class ProvinceMap(AreaMap):
    """A map of areas drawn after an atlas."""

    DEFAULT_CSS = """
    ProvinceMap { width: 1fr; height: 1fr; min-height: 4; }
    """

    facts: var[MapFacts | None] = var(None)

    def __init__(
        self,
        facts: MapFacts | None = None,
        *,
        style: MapStyle = BLOCKS,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self._drawn: tuple[Size, Picture | AreaListing] | None = None
        self._stage: MapStage | None = None
        self.set_reactive(ProvinceMap.facts, facts)
        self.set_reactive(ProvinceMap.style, style)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Set up once what all rows are drawn from."""
        self._stage = None
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        width = self.inside.width
        ground, scene, drawing, origin = self._stage = self._stage or self._set_stage()
        row = y - origin.y
        if drawing is None or scene is None or not 0 <= row < drawing.height:
            return Strip.blank(width, ground)
        left, right = origin.x, width - origin.x - drawing.width
        line = drawing.line(row, scene, ground)
        return Strip([*Strip.blank(left, ground), *line, *Strip.blank(right, ground)], width)

    def _set_stage(self) -> MapStage:
        facts, size = self.facts, self.inside
        scene = MapScene(facts, self.targets, self.cursor, self.hovered) if facts is not None else None
        drawing = self._drawing_in(size)
        return MapStage(self.ground + self.style.ground, scene, drawing, self._origin_of(drawing, size))

    def draw_anew(self) -> None:
        self._drawn = None
        self.refresh()

    @property
    def _drawing(self) -> Picture | AreaListing | None:
        return self._drawing_in(self.size)

    def _drawing_in(self, size: Size) -> Picture | AreaListing | None:
        """The largest drawing that fits, or nothing but words; chosen once for each size."""
        if self.facts is None:
            return None
        if self._drawn is None or self._drawn[0] != size:
            self._drawn = size, drawing_for(self.facts.atlas, self.style, size)
        return self._drawn[1]

    def repaint(self, areas: Iterable[int | None]) -> None:
        """Draw again only the rows that show something of these areas."""
        drawing = self._drawing
        there = [area for area in areas if area is not None]
        self._repaint_rows({row for area in there for row in drawing.rows_of(area)} if drawing else ())

    def _repaint_rows(self, rows: Collection[int]) -> None:
        top, width = self._origin.y, self.size.width
        if self._drawing is None or top < 0:
            self.refresh()
        elif rows:
            self.refresh(*(Region(0, top + row, width, 1) for row in rows))

    @property
    def _origin(self) -> Offset:
        return self._origin_of(self._drawing, self.size)

    def _origin_of(self, drawing: Picture | AreaListing | None, size: Size) -> Offset:
        """Where a drawing begins: in the middle, or so that the row of the cursor is in sight."""
        width, height = size
        if drawing is None:
            return Offset()
        left, spare = (width - drawing.width) // 2, height - drawing.height
        if spare >= 0:
            return Offset(left, spare // 2)
        return Offset(left, -max(0, min((self.cursor or 0) - height // 2, -spare)))

    def watch_facts(self, old: MapFacts | None, new: MapFacts | None) -> None:
        drawing = self._drawing
        if old is None or new is None or old.atlas is not new.atlas or drawing is None:
            self.draw_anew()
            return
        pairs = enumerate(zip(old.areas, new.areas, strict=True))
        changes = [(area, *pair) for area, pair in pairs if pair[0] != pair[1]]
        self._repaint_rows({row for change in changes for row in drawing.rows_between(*change)})

    def toward(self, area: int, direction: str) -> int:
        return self._drawing.toward(area, direction) if self._drawing is not None else area

    def area_at(self, offset: Offset) -> int | None:
        if self._drawing is None:
            return None
        column, row = offset - self._origin
        area = self._drawing.area_at(column, row)
        return area if area != SEA else None


def drawing_for(atlas: Atlas, style: MapStyle, size: Size) -> Picture | AreaListing:
    fitting = [plan for plan in atlas.plans if plan.width <= size.width and plan.height <= size.height]
    return picture(fitting[-1], atlas, style) if fitting else AreaListing(size.width, atlas, style)


picture = lru_cache(maxsize=16)(Picture)
