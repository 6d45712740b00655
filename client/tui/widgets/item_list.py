"""A list to walk through and take from, by keys or mouse; each item is a text of one row or more."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove
from textual.geometry import Region
from textual.reactive import var

from client.tui.paint.rows import Rows, broken
from client.tui.paint.surface import RIGHT


class ItemList(Rows, can_focus=True):
    """Draws items one below the other and marks the reader's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False),
        Binding("down", "go(1)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
        Binding("enter", "take", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--at", "list--active", "list--hovered"}
    DEFAULT_CSS = """
    ItemList > .list--at { color: $foreground; background: $block-cursor-blurred-background; }
    ItemList > .list--active {
        color: $block-cursor-foreground;
        background: $block-cursor-background;
        text-style: $block-cursor-text-style;
    }
    ItemList > .list--hovered { background: $block-hover-background; }
    """

    highlighted: var[int | None] = var(None)
    """The item the reader is at."""
    hovered: var[int | None] = var(None)
    """The item under the mouse."""
    pinned: int | None = None
    """From this item on all are in sight, however the others are scrolled."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._items: list[Text] = []
        self._starts: list[int] = []
        self._width = 0

    # To be said by each list ------------------------------------------------------------------

    def consider(self, item: int) -> None:
        """Called when the reader reaches an item."""

    def choose(self, item: int) -> None:
        """Called when the reader takes an item."""

    # Items ------------------------------------------------------------------------------------

    @property
    def item_count(self) -> int:
        return len(self._items)

    def fill(self, items: Iterable[Text]) -> None:
        """Replace the items; the reader is at none of them."""
        self._items = list(items)
        self.set_reactive(ItemList.highlighted, None)
        self.set_reactive(ItemList.hovered, None)
        self.break_anew()

    def add(self, items: Iterable[Text]) -> None:
        """Add items below the others."""
        more = list(items)
        self._items += more
        rows = list(self._rows)
        self._starts += self._break(more, rows)
        self.put(rows)

    def keep(self, number: int) -> None:
        """Keep only the first items; the reader is at none of them."""
        if number < len(self._items):
            rows = self._rows[: self._starts[number]]
            self._items, self._starts = self._items[:number], self._starts[:number]
            self.set_reactive(ItemList.highlighted, None)
            self.set_reactive(ItemList.hovered, None)
            self.put(rows)

    def height_at(self, width: int) -> int:
        """Return how many rows all items take in that width."""
        return len(self._rows) if width == self._width else len(list(self._broken(self._items, width)))

    def break_anew(self) -> None:
        rows: list[Text] = []
        self._width = self.room
        self._starts = self._break(self._items, rows)
        self.put(rows)

    def _break(self, items: Iterable[Text], rows: list[Text]) -> list[int]:
        """Add the rows of items to others, and note where each begins."""
        starts = []
        for item in items:
            starts.append(len(rows))
            rows += self._broken([item], self._width)
        return starts

    def _broken(self, items: Iterable[Text], width: int) -> Iterable[Text]:
        return broken(items, self.app.console, width)

    def on_resize(self) -> None:
        if self.room != self._width:
            self.break_anew()
        self._fit()
        self.show_highlighted()

    # What stays in sight ----------------------------------------------------------------------

    @property
    def foot(self) -> int:
        """How many rows stay at the bottom while the others are scrolled."""
        rows = self.rows_of(self.pinned).start if self.pinned is not None else len(self._rows)
        foot, height = len(self._rows) - rows, self.size.height
        return foot if foot < height < len(self._rows) else 0

    def row_at(self, y: int) -> int:
        if self.pinned is None:
            return super().row_at(y)
        from_bottom = self.size.height - y
        return len(self._rows) - from_bottom if from_bottom <= self.foot else super().row_at(y)

    # Where the reader is ----------------------------------------------------------------------

    def rows_of(self, item: int) -> range:
        ends = (*self._starts[item + 1 : item + 2], len(self._rows))
        return range(self._starts[item], ends[0])

    def item_at(self, row: int) -> int | None:
        return bisect_right(self._starts, row) - 1 if 0 <= row < len(self._rows) else None

    def validate_highlighted(self, item: int | None) -> int | None:
        return None if item is None or not self._items else max(0, min(item, len(self._items) - 1))

    def watch_highlighted(self, old: int | None, new: int | None) -> None:
        self._redraw(old, new)
        if new is not None:
            self.show_highlighted()
            self.consider(new)

    def watch_hovered(self, old: int | None, new: int | None) -> None:
        self._redraw(old, new)

    def _redraw(self, *items: int | None) -> None:
        there = [item for item in items if item is not None and item < len(self._items)]
        if there:
            self.refresh_rows(row for item in there for row in self.rows_of(item))

    def show_highlighted(self) -> None:
        """Scroll until the reader's item can be seen."""
        if self.highlighted is not None and self.room:
            rows, foot = self.rows_of(self.highlighted), self.foot
            if rows.start < len(self._rows) - foot:
                region = Region(0, rows.start, self.room, len(rows) + foot)
                self.scroll_to_region(region, animate=False, force=True, immediate=True)

    def ground_of(self, row: int) -> Style:
        item = self.item_at(row)
        if item is not None and item == self.highlighted:
            return self._canvas.look("list--active" if self.has_focus else "list--at")
        if item is not None and item == self.hovered:
            return self._canvas.look("list--hovered")
        return super().ground_of(row)

    # Keys and mouse ---------------------------------------------------------------------------

    def action_go(self, by: int) -> None:
        """Go to the next item, from the last to the first."""
        if self._items:
            before_first = -1 if by > 0 else 0
            at = before_first if self.highlighted is None else self.highlighted
            self.highlighted = (at + by) % len(self._items)

    def action_turn(self, by: int) -> None:
        if self._items:
            row = self._starts[self.highlighted or 0] + by * max(1, self.size.height - 1)
            self.highlighted = self.item_at(max(0, min(row, len(self._rows) - 1)))

    def action_first(self) -> None:
        self.highlighted = 0

    def action_last(self) -> None:
        self.highlighted = len(self._items) - 1

    def action_take(self) -> None:
        if self.highlighted is not None:
            self.choose(self.highlighted)

    def on_mouse_move(self, event: MouseMove) -> None:
        self.hovered = self._item_under(event)

    def on_leave(self) -> None:
        self.hovered = None

    def on_click(self, event: Click) -> None:
        item = self._item_under(event)
        if item is not None and event.button != RIGHT:
            self.highlighted = item
            self.choose(item)

    def _item_under(self, event: MouseMove | Click) -> int | None:
        offset = event.get_content_offset(self)
        return self.item_at(self.row_at(offset.y)) if offset is not None else None
