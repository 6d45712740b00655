"""What all maps share, however they are drawn: attributes down, messages up, keys and mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import var

from client.tui.map.styles import BLOCKS, MapStyle
from client.tui.paint.surface import RIGHT, Surface


class AreaMap(Surface, can_focus=True):
    """Areas to look at, walk through and pick from; subclasses say how they look."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go('left')", "West", show=False, id="map.left"),
        Binding("right", "go('right')", "East", show=False, id="map.right"),
        Binding("up", "go('up')", "North", show=False, id="map.up"),
        Binding("down", "go('down')", "South", show=False, id="map.down"),
        Binding("tab", "go_to_target(1)", "Next target", show=False, id="map.next_target"),
        Binding("shift+tab", "go_to_target(-1)", "Previous target", show=False, id="map.previous_target"),
        Binding("enter", "pick", "Pick", show=False, id="map.pick"),
    ]

    facts: var[Any] = var(None)
    """What there is to see; a game's `facts_of` makes it from a view."""
    targets: var[frozenset[int]] = var(frozenset[int]())
    """The areas a player may pick now; they get a dashed outline."""
    lit: var[frozenset[int]] = var(frozenset[int]())
    """The areas of what is being told; they are outlined like targets."""
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
            return isinstance(message, AreaMap.Pointed)

    @dataclass
    class Picked(Message):
        """The player picked an area, whether it is a target or not."""

        province: int

    # To be said by each map -------------------------------------------------------------------

    def draw_anew(self) -> None:
        """Redraw everything, perhaps differently."""
        self.refresh()

    def repaint(self, areas: Iterable[int | None]) -> None:  # noqa: ARG002 (a map may know better)
        """Draw these areas again."""
        self.refresh()

    def toward(self, area: int, direction: str) -> int:
        """Return the area in that direction, or the same if there is none."""
        raise NotImplementedError

    def area_at(self, offset: Offset) -> int | None:
        """Return the area in a cell of the widget."""
        raise NotImplementedError

    def legend(self) -> Iterator[tuple[str, str]]:
        """Say what its signs mean."""
        yield from ()

    # Changes ----------------------------------------------------------------------------------

    def watch_style(self) -> None:
        self.draw_anew()

    def watch_targets(self, old: frozenset[int], new: frozenset[int]) -> None:
        self.repaint(old ^ new)

    def watch_lit(self, old: frozenset[int], new: frozenset[int]) -> None:
        self.repaint(old ^ new)

    def watch_hovered(self, old: int | None, new: int | None) -> None:
        self.repaint((old, new))
        if (pointed := self.cursor if new is None else new) is not None:
            self.post_message(self.Pointed(pointed))

    def watch_cursor(self, old: int | None, new: int | None) -> None:
        self.repaint((old, new))
        if new is not None:
            self.post_message(self.Pointed(new))

    # Keys and mouse ---------------------------------------------------------------------------

    def action_go(self, direction: str) -> None:
        if self.facts is None:
            return
        if self.cursor is None:
            self.cursor = min(self.targets, default=0)
        else:
            self.cursor = self.toward(self.cursor, direction)

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
        if area is not None and event.button != RIGHT:
            self.cursor = area
            self.post_message(self.Picked(area))

    def _area_under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        return self.area_at(offset) if offset is not None and self.facts is not None else None


def neighbour(targets: list[int], cursor: int | None, step: int) -> int:
    """Return the target after or before the cursor, cyclically."""
    if cursor is None:
        return targets[0 if step > 0 else -1]
    if step > 0:
        return next((area for area in targets if area > cursor), targets[0])
    return next((area for area in reversed(targets) if area < cursor), targets[-1])
