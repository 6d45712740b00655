"""The widget: attributes down, messages up; it draws what it is given and knows no rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from client.tui.keys import bound
from client.tui.map.facts import Atlas, MapFacts, Scene
from client.tui.map.listing import Listing
from client.tui.map.picture import Picture
from client.tui.map.plan import SEA
from client.tui.map.styles import BLOCKS, MapStyle


class ProvinceMap(Widget, can_focus=True):
    """A map of areas to look at, walk through and pick from."""

    DEFAULT_CSS = """
    ProvinceMap { width: 1fr; height: 1fr; min-height: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("map.left", "go('left')"),
        bound("map.right", "go('right')"),
        bound("map.up", "go('up')"),
        bound("map.down", "go('down')"),
        bound("map.next_target", "go_to_target(1)"),
        bound("map.previous_target", "go_to_target(-1)"),
        bound("map.pick", "pick"),
    ]

    facts: var[MapFacts | None] = var(None)
    """What there is to see; `facts_of` makes it from a view."""
    targets: var[frozenset[int]] = var(frozenset[int]())
    """The areas a player may pick now; they get a dashed outline."""
    cursor: var[int | None] = var(None)
    """The area the keyboard is at."""
    hovered: var[int | None] = var(None)
    """The area under the mouse."""
    style: var[MapStyle] = var(BLOCKS)
    """How to draw: one of BLOCKS, LINES, MONO, ASCII_LINES, ASCII_MONO; see `style_for`."""

    @dataclass
    class Pointed(Message):
        """The player points at an area, with the mouse or the keys."""

        province: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, ProvinceMap.Pointed)

    @dataclass
    class Picked(Message):
        """The player picked an area, whether it is a target or not."""

        province: int

    def __init__(
        self,
        facts: MapFacts | None = None,
        *,
        style: MapStyle = BLOCKS,
        name: str | None = None,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._drawing: Picture | Listing | None = None
        self._known_ground: Style | None = None
        self.set_reactive(ProvinceMap.facts, facts)
        self.set_reactive(ProvinceMap.style, style)

    # Drawing ----------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        drawing, facts, origin, width = self._drawing, self.facts, self._origin, self.size.width
        ground, row = self._ground, y - origin.y
        if drawing is None or facts is None or not 0 <= row < drawing.height:
            return Strip.blank(width, ground)
        line = drawing.line(row, Scene(facts, self.targets, self.cursor, self.hovered)).apply_style(ground)
        left, right = origin.x, width - origin.x - drawing.width
        return Strip.join([Strip.blank(left, ground), line, Strip.blank(right, ground)])

    @property
    def _ground(self) -> Style:
        """What everything is drawn on; asked for in every row, so worked out once."""
        if self._known_ground is None:
            self._known_ground = self.rich_style + self.style.ground
        return self._known_ground

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._known_ground = None

    def _draw_anew(self) -> None:
        """Choose the largest drawing that fits, or none but words."""
        facts, self._known_ground = self.facts, None
        self._drawing = drawing_for(facts.atlas, self.style, self.size) if facts else None
        self.refresh()

    def _repaint(self, areas: Iterable[int | None]) -> None:
        """Draw again only the rows that show something of these areas."""
        drawing, origin = self._drawing, self._origin
        if drawing is None or origin.y < 0:
            self.refresh()
            return
        rows = {row for area in areas if area is not None for row in drawing.rows_of(area)}
        if rows:
            self.refresh(*(Region(0, origin.y + row, self.size.width, 1) for row in rows))

    @property
    def _origin(self) -> Offset:
        """Where the drawing begins: in the middle, or so that the row of the cursor is in sight."""
        if self._drawing is None:
            return Offset()
        left, spare = (self.size.width - self._drawing.width) // 2, self.size.height - self._drawing.height
        if spare >= 0:
            return Offset(left, spare // 2)
        return Offset(left, -max(0, min((self.cursor or 0) - self.size.height // 2, -spare)))

    def on_resize(self) -> None:
        self._draw_anew()

    def watch_style(self) -> None:
        self._draw_anew()

    def watch_facts(self, old: MapFacts | None, new: MapFacts | None) -> None:
        if old is None or new is None or old.atlas is not new.atlas or self._drawing is None:
            self._draw_anew()
        else:
            pairs = enumerate(zip(old.areas, new.areas, strict=True))
            self._repaint(area for area, (before, after) in pairs if before != after)

    def watch_targets(self, old: frozenset[int], new: frozenset[int]) -> None:
        self._repaint(old ^ new)

    def watch_hovered(self, old: int | None, new: int | None) -> None:
        self._repaint((old, new))
        if (pointed := self.cursor if new is None else new) is not None:
            self.post_message(self.Pointed(pointed))

    def watch_cursor(self, old: int | None, new: int | None) -> None:
        self._repaint((old, new))
        if new is not None:
            self.post_message(self.Pointed(new))

    # Keys and mouse ---------------------------------------------------------------------------

    def action_go(self, direction: str) -> None:
        if self._drawing is None:
            return
        if self.cursor is None:
            self.cursor = min(self.targets, default=0)
        else:
            self.cursor = self._drawing.toward(self.cursor, direction)

    def action_go_to_target(self, step: int) -> None:
        """Go to the next target; without targets the key does what it does elsewhere."""
        if not self.targets:
            raise SkipAction
        self.cursor = neighbour(sorted(self.targets), self.cursor, step)

    def action_pick(self) -> None:
        if self.cursor is not None:
            self.post_message(self.Picked(self.cursor))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hovered = self._area_under(event)

    def on_leave(self) -> None:
        self.hovered = None

    def on_click(self, event: events.Click) -> None:
        area = self._area_under(event)
        if area is not None:
            self.cursor = area
            self.post_message(self.Picked(area))

    def _area_under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None or self._drawing is None:
            return None
        column, row = offset - self._origin
        area = self._drawing.area_at(column, row)
        return area if area != SEA else None


def neighbour(targets: list[int], cursor: int | None, step: int) -> int:
    """Give the target after or before the cursor, round and round."""
    if cursor is None:
        return targets[0 if step > 0 else -1]
    if step > 0:
        return next((area for area in targets if area > cursor), targets[0])
    return next((area for area in reversed(targets) if area < cursor), targets[-1])


def drawing_for(atlas: Atlas, style: MapStyle, size: Size) -> Picture | Listing:
    fitting = [plan for plan in atlas.plans if plan.width <= size.width and plan.height <= size.height]
    return picture(fitting[-1], atlas, style) if fitting else Listing(size.width, atlas, style)


picture = lru_cache(maxsize=16)(Picture)
