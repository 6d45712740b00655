"""Rows of text, drawn one by one: what many parts of the screen are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from client.tui.paint.surface import Canvas, Surface


class Rows(ScrollView, can_focus=False):
    """Draws rows of text, only those that changed; more than fit can be scrolled."""

    DEFAULT_CSS = "Rows { width: 1fr; height: 1fr; overflow: hidden auto; scrollbar-size-vertical: 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        self._canvas = Canvas(self)
        super().__init__(id=id)
        self._rows: list[Text] = []
        self._is_breaking = False

    @property
    def room(self) -> int:
        """How wide a row can be."""
        return self.scrollable_content_region.width

    def put(self, rows: list[Text]) -> None:
        """Show other rows."""
        before, self._rows = self._rows, rows
        if len(before) != len(rows):
            room = self.room
            self._fit()
            self.refresh()
            if room != self.room and not self._is_breaking:
                self._break_once()
        elif changed := [y for y, pair in enumerate(zip(before, rows, strict=True)) if differ(*pair)]:
            self.refresh_rows(changed)

    def put_in_another_height(self, rows: list[Text]) -> None:
        """Show other rows just before a layout; in the current height they may need a scroll bar."""
        self._rows = rows
        self.set_reactive(Widget.virtual_size, Size(self.room, len(rows)))
        self.refresh()

    def _break_once(self) -> None:
        """Break lines for a bar that came or went; if that makes it go or come again, leave it at that."""
        self._is_breaking = True
        try:
            self.break_anew()
        finally:
            self._is_breaking = False

    def break_anew(self) -> None:
        """Break lines again for another width, perhaps because a scroll bar came or went."""

    def on_resize(self) -> None:
        self.break_anew()

    def row_at(self, y: int) -> int:
        """Return which row is shown there."""
        return y + round(self.scroll_y)

    def refresh_rows(self, rows: Iterable[int]) -> None:
        (width, height), changed = self.size, set(rows)
        self.refresh(*[Region(0, y, width, 1) for y in range(height) if self.row_at(y) in changed])

    def _fit(self) -> None:
        """Let another number of rows be scrolled; nothing around this moves."""
        size = Size(self.room, len(self._rows))
        self.set_reactive(Widget.virtual_size, size)
        self._scroll_update(size)

    def _size_updated(
        self,
        size: Size,
        virtual_size: Size,
        container_size: Size,
        layout: bool = True,  # noqa: FBT001, FBT002 (as Textual calls it)
    ) -> bool:
        """Keep what stays the same: Textual redraws the bar with every layout."""
        if (size, size - self.styles.gutter.totals) == (self._size, self._container_size):
            return False
        return super()._size_updated(size, virtual_size, container_size, layout)

    def ground_of(self, row: int) -> Style:  # noqa: ARG002 (some rows may stand out)
        """Return what a row is drawn on."""
        return self._canvas.ground

    def render_lines(self, crop: Region) -> list[Strip]:
        return self._canvas.rows(crop)

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001
        """Leave styles alone, as no sheet asks which of these has the focus."""

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._canvas.forget()

    def _set_dirty(self, *regions: Region) -> None:
        super()._set_dirty(*regions)
        self._canvas.spoil(regions)

    def render_line(self, y: int) -> Strip:
        row, width = self.row_at(y), self._canvas.inside.width
        ground = self.ground_of(row)
        if not 0 <= row < len(self._rows):
            return Strip.blank(width, ground)
        return drawn(self._rows[row], width, ground)


class TextLine(Surface):
    """A single row, of what `render` gives."""

    def render_line(self, y: int) -> Strip:
        text = self.render() if y == 0 else None
        width = self.inside.width
        if not isinstance(text, Text):
            return Strip.blank(width, self.ground)
        return drawn(text, width, self.ground)


def drawn(row: Text, width: int, ground: Style) -> Strip:
    """Draw a row of text over the whole width."""
    text, spans, length = row.plain, row.spans, row.cell_len
    ground += style_of(row.style)
    cuts = {0, len(text), *[span.start for span in spans], *[span.end for span in spans]}
    segments = []
    for start, end in pairwise(sorted(cuts)):
        style = ground
        for first, last, look in spans:
            if first <= start and end <= last:
                style += style_of(look)
        segments.append(Segment(text[start:end], style))
    if length < width:
        segments.append(Segment(" " * (width - length), ground))
    return Strip(segments, max(length, width)).adjust_cell_length(width)


def style_of(look: str | Style) -> Style:
    return Style.parse(look) if isinstance(look, str) else look


BARS: Final = "▌|"
"""Signs at the left of all that belongs to a player."""
HEAD: Final = re.compile(rf"[ {BARS}]*(?:\S+(?: \S+)* {{2,}})?")
"""What stands before the words of a line: blanks and bars, and a sign or a name in a column of its own."""


def broken(lines: Iterable[Text], console: Console, width: int) -> Iterator[Text]:
    """Break lines that are too long between words; all rows of a line begin below its first word."""
    for line in lines:
        if line.cell_len > width > 0:
            yield from broken_line(line, console, width)
        else:
            yield line


def broken_line(line: Text, console: Console, width: int) -> Iterator[Text]:
    match = HEAD.match(line.plain)
    indent = match.end() if match else 0
    room = width - cell_len(line.plain[:indent])
    if not indent or room < width // 2:
        yield from line.wrap(console, width, no_wrap=False)
        return
    head, words = line.divide([indent])
    first, *others = words.wrap(console, room, no_wrap=False)
    below = head if not head.plain.strip(f" {BARS}") else Text(" " * head.cell_len)
    yield head + first
    yield from (below + row for row in others)


class Lines:
    """Lines to be broken in whatever width there is."""

    def __init__(self, lines: Iterable[Text]) -> None:
        self._lines = tuple(lines)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from broken(self._lines, console, options.max_width)


def differ(one: Text, other: Text) -> bool:
    """Say whether two rows look different; texts already count as equal when they read the same."""
    return one != other or one.spans != other.spans or one.style != other.style
