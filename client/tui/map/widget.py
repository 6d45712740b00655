"""A map of provinces, as large as its place, or rows of words if that is too small; it knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from client.texts import t
from client.tui.map.areas import AreaMap
from client.tui.map.facts import Atlas, MapFacts, MapScene, Mark
from client.tui.map.outline import Outline
from client.tui.map.picture import AreaListing, MapPicture, Middle
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.styles import BLOCKS, MapStyle

LEVEL = 2 + 8
"""Among the joints of lines: from right to left."""


class MapStage(NamedTuple):
    """What all rows of a map are drawn from."""

    ground: Style
    scene: MapScene | None
    drawing: MapPicture | AreaListing | None
    origin: Offset


class ProvinceMap(AreaMap):
    """A map of areas drawn after an atlas."""

    DEFAULT_CSS = """
    ProvinceMap { width: 1fr; height: 1fr; min-height: 4; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "zoom(1)", "Closer", show=False, id="map.closer"),
        Binding("minus", "zoom(-1)", "Farther", show=False, id="map.farther"),
        Binding("shift+left", "pan(-1, 0)", "See the west", show=False, id="map.see_west"),
        Binding("shift+right", "pan(1, 0)", "See the east", show=False, id="map.see_east"),
        Binding("shift+up", "pan(0, -1)", "See the north", show=False, id="map.see_north"),
        Binding("shift+down", "pan(0, 1)", "See the south", show=False, id="map.see_south"),
    ]

    facts: var[MapFacts | None] = var(None)
    zoom: var[int] = var(0)
    """How many steps larger than its place the map is."""
    middle: var[Middle] = var(Middle())
    """What is in sight of a map that is too large for its place."""

    def __init__(
        self,
        facts: MapFacts | None = None,
        *,
        style: MapStyle = BLOCKS,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self._drawn: tuple[Size, MapPicture | AreaListing] | None = None
        self._stage: MapStage | None = None
        self.set_reactive(ProvinceMap.facts, facts)
        self.set_reactive(ProvinceMap.style, style)

    def legend(self) -> Iterator[tuple[str, str]]:
        return legend_of(self.facts, self.style) if self.facts is not None else iter(())

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
        line, left = drawing.line(row, scene, ground), origin.x
        if left < 0:
            return line.crop(-left, width - left)
        right = width - left - drawing.width
        return Strip([Segment(" " * left, ground), *line, Segment(" " * right, ground)], width)

    def _set_stage(self) -> MapStage:
        facts, size = self.facts, self.inside
        marked = self.targets | self.lit
        scene = MapScene(facts, marked, self.cursor, self.hovered) if facts is not None else None
        drawing = self._drawing_in(size)
        return MapStage(self.ground + self.style.ground, scene, drawing, self._origin_of(drawing, size))

    def draw_anew(self) -> None:
        self._drawn = None
        self.refresh()

    @property
    def _drawing(self) -> MapPicture | AreaListing | None:
        return self._drawing_in(self.size)

    def _drawing_in(self, size: Size) -> MapPicture | AreaListing | None:
        """The largest drawing that fits, or nothing but words; chosen once for each size."""
        if self.facts is None:
            return None
        if self._drawn is None or self._drawn[0] != size:
            self._drawn = size, drawing_for(self.facts.atlas, self.style, size, self.zoom)
        return self._drawn[1]

    def repaint(self, areas: Iterable[int | None]) -> None:
        """Redraw only the rows that show something of these areas."""
        drawing = self._drawing
        there = [area for area in areas if area is not None]
        self._repaint_rows({row for area in there for row in drawing.rows_of(area)} if drawing else ())

    def _repaint_rows(self, rows: Collection[int]) -> None:
        top, width = self._origin.y, self.size.width
        if self._drawing is None or top < 0 or self.zoom:
            self.refresh()
        elif rows:
            self.refresh(*(Region(0, top + row, width, 1) for row in rows))

    @property
    def _origin(self) -> Offset:
        return self._origin_of(self._drawing, self.size)

    def _origin_of(self, drawing: MapPicture | AreaListing | None, size: Size) -> Offset:
        """Where a drawing begins: in the middle, or so that what is looked at is in sight."""
        if drawing is None:
            return Offset()
        if isinstance(drawing, MapPicture):
            x, y = self.middle
            return Offset(begun(size.width, drawing.width, x), begun(size.height, drawing.height, y))
        return Offset(0, begun(size.height, drawing.height, (self.cursor or 0) / drawing.height))

    # Closer and farther -----------------------------------------------------------------------

    def action_zoom(self, step: int) -> None:
        """Go closer or farther, and keep the cursor in sight."""
        if self.facts is None or not 0 <= self.zoom + step <= CLOSEST:
            return
        self.zoom += step
        self._see(self.cursor)

    def action_pan(self, right: int, down: int) -> None:
        """Look a third of the window farther in a direction."""
        drawing, (width, height) = self._drawing, self.size
        if isinstance(drawing, MapPicture):
            x = moved(self.middle.x, right * width / drawing.width / 3, width / drawing.width)
            y = moved(self.middle.y, down * height / drawing.height / 3, height / drawing.height)
            self.middle = Middle(x, y)

    def watch_zoom(self) -> None:
        self.draw_anew()

    def watch_middle(self) -> None:
        self.refresh()

    def watch_cursor(self, old: int | None, new: int | None) -> None:
        super().watch_cursor(old, new)
        self._see(new)

    def _see(self, area: int | None) -> None:
        """Bring an area into the middle, unless everything can be seen anyway."""
        drawing = self._drawing
        if self.zoom and area is not None and isinstance(drawing, MapPicture):
            self.middle = drawing.middle_of(area)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, step: int) -> None:
        """Go closer to what is under the mouse."""
        event.stop()
        area = self._area_under(event)
        self.action_zoom(step)
        self._see(area)

    def watch_facts(self, old: MapFacts | None, new: MapFacts | None) -> None:
        drawing = self._drawing
        if old is None or new is None or old.atlas is not new.atlas or drawing is None:
            self.draw_anew()
            return
        pairs = enumerate(zip(old.areas, new.areas, strict=True))
        changes = [(area, *pair) for area, pair in pairs if pair[0] != pair[1]]
        self._repaint_rows({row for change in changes for row in drawing.rows_between(*change)})

    def sea_rows(self, size: Size, columns: int) -> int:
        """Count the rows from the top in which the first columns of a map of this size show no land."""
        drawing = self._drawing_in(size)
        if not isinstance(drawing, MapPicture):
            return 0
        left, top = self._origin_of(drawing, size)
        seas = (
            all(drawing.area_at(column - left, row - top) == SEA for column in range(columns))
            for row in range(size.height)
        )
        return sum(1 for _ in takewhile(bool, seas))

    def toward(self, area: int, direction: str) -> int:
        return self._drawing.toward(area, direction) if self._drawing is not None else area

    def area_at(self, offset: Offset) -> int | None:
        if self._drawing is None:
            return None
        column, row = offset - self._origin
        area = self._drawing.area_at(column, row)
        return area if area != SEA else None


CLOSEST: Final = 4
STEP: Final = 1.4
"""How much larger the map is with each step."""


def drawing_for(atlas: Atlas, style: MapStyle, size: Size, zoom: int = 0) -> MapPicture | AreaListing:
    """Draw the largest map that fits, or a larger one; a list if not even the smallest one fits."""
    fitting = atlas.outline.fitted(size.width, size.height)
    if fitting is None and not zoom:
        return AreaListing(size.width, atlas, style)
    columns, rows = fitting or (atlas.outline.columns, atlas.outline.rows)
    larger = STEP ** (zoom if fitting else zoom - 1)
    return picture(atlas, style, round(columns * larger), round(rows * larger))


def begun(room: int, length: int, middle: float) -> int:
    """Return where something begins that is centred, or too long and seen around a middle."""
    return (
        (room - length) // 2
        if length <= room
        else -max(0, min(round(length * middle - room / 2), length - room))
    )


def moved(middle: float, by: float, share: float) -> float:
    """Move what is in the middle, but not beyond the edge; only a share can be seen at once."""
    return min(max(middle + by, share / 2), 1 - share / 2) if share < 1 else 0.5


@lru_cache(maxsize=8)
def picture(atlas: Atlas, style: MapStyle, columns: int, rows: int) -> MapPicture:
    return MapPicture(plan(atlas.outline, columns, rows, not style.is_filled), atlas, style)


@lru_cache(maxsize=8)
def plan(outline: Outline, columns: int, rows: int, in_cells: bool) -> MapPlan:  # noqa: FBT001
    """Draw an outline once for both sides of a board and for both themes."""
    return outline.drawn(columns, rows, in_cells=in_cells)


def legend_of(facts: MapFacts, style: MapStyle) -> Iterator[tuple[str, str]]:
    """Explain the signs a map is drawn with."""
    atlas, glyphs = facts.atlas, style.glyphs
    for mark in (*atlas.pieces, *atlas.notes):
        yield sign_of(mark, style), mark.name
    if atlas.reward_lead:
        rewards = "".join(f"1{sign_of(mark, style)}" for mark in atlas.rewards)
        kinds = ", ".join(mark.name for mark in atlas.rewards)
        yield f"{atlas.reward_lead}{rewards}", t("sign-reward", kinds=kinds)
    if glyphs.flag not in (sign_of(note, style) for note in atlas.notes):
        yield f"{glyphs.flag}3", t("sign-war")
    there = sorted({holding.clan for area in facts.areas for holding in area.holdings})
    if there:
        yield f"{atlas.clans[there[0]]}2", t("sign-force", letters=", ".join(atlas.clans[c] for c in there))
    yield glyphs.target[LEVEL] * 2, t("sign-target")
    yield glyphs.dot, t("sign-route")


def sign_of(mark: Mark, style: MapStyle) -> str:
    return mark.ascii if style.is_ascii else mark.sign
