"""Widgets that paint their rows to the last cell and keep them; Textual would work out each one again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget


class Frame(NamedTuple):
    """What all rows share: what stands beside them, and the filters for everything drawn."""

    size: Size
    inside: Size
    ground: Style
    left: tuple[Segment, ...]
    right: tuple[Segment, ...]
    filters: Sequence[LineFilter]
    background: Color

    def around(self, row: Strip) -> Strip:
        """Return a row with what stands beside it, as a single new strip: strips are costly to set up."""
        segments = [*self.left, *row.adjust_cell_length(self.inside.width, self.ground), *self.right]
        for each in self.filters:
            segments = each.apply(segments, self.background)
        return Strip(segments, self.size.width)


class Canvas:
    """The rows of a widget as they were painted, each kept until it changes."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._rows: dict[int, Strip] = {}
        self._frame: Frame | None = None
        self._looks: dict[str, Style] = {}

    def rows(self, crop: Region) -> list[Strip]:
        """Return a part of what the widget's `render_line` draws, framed."""
        kept, frame = self._rows, self._frame_now()
        for y in crop.line_range:
            if y not in kept:
                kept[y] = frame.around(self._widget.render_line(y))
        rows = [kept[y] for y in crop.line_range]
        if crop.width == frame.size.width:
            return rows
        return [row.crop(crop.x, crop.right) for row in rows]

    def spoil(self, regions: Sequence[Region]) -> None:
        """Have these parts repainted; none means all."""
        if not regions:
            self._rows.clear()
        for region in regions:
            for y in region.line_range:
                self._rows.pop(y, None)

    def forget(self) -> None:
        """Have everything repainted, in other colours or another frame."""
        self._frame = None
        self._looks.clear()
        self._rows.clear()

    @property
    def inside(self) -> Size:
        """How much room there is while rows are painted; asking Textual for each row takes long."""
        return self._frame.inside if self._frame is not None else self._widget.size

    @property
    def ground(self) -> Style:
        """What rows are drawn on."""
        return self.look("")

    def look(self, name: str) -> Style:
        """Return the style of a component, or of the widget itself; Textual works it out for every frame."""
        if name not in self._looks:
            widget = self._widget
            self._looks[name] = widget.get_component_rich_style(name) if name else widget.rich_style
        return self._looks[name]

    def _frame_now(self) -> Frame:
        size = self._widget.outer_size
        if self._frame is None:
            self._frame = self._framed_in(size)
        elif self._frame.size != size:
            self._frame = self._frame._replace(size=size, inside=self._widget.size)
            self._rows.clear()
        return self._frame

    def _framed_in(self, size: Size) -> Frame:
        widget = self._widget
        left, right = (
            widget.styles.gutter.left,
            widget.styles.gutter.right,
        )  # not of a scroll bar, which comes and goes
        row = self._empty_row(size) if left or right else Strip([])
        return Frame(
            size,
            widget.size,
            Style(bgcolor=self.ground.bgcolor),
            tuple(row.crop(0, left)),
            tuple(row.crop(size.width - right)) if right else (),
            widget.get_line_filters(),
            widget.background_colors[1],
        )

    def _empty_row(self, size: Size) -> Strip:
        """Let Textual frame a row below the last; all others have the same frame."""
        return Widget.render_lines(self._widget, Region(0, size.height, size.width, 1))[0]


RIGHT: Final = 3
"""The button of a mouse that explains, and does nothing else."""


class Surface(Widget):
    """Draws by `render_line` alone, with nothing above and below; a row is painted when it has changed."""

    def __init__(self, *children: Widget, id: str | None = None) -> None:  # noqa: A002
        self.canvas = Canvas(self)
        super().__init__(*children, id=id)

    @property
    def inside(self) -> Size:
        return self.canvas.inside

    @property
    def ground(self) -> Style:
        return self.canvas.ground

    def render_lines(self, crop: Region) -> list[Strip]:
        return self.canvas.rows(crop)

    def watch_has_focus(self, _has_focus: bool) -> None:  # noqa: FBT001
        """Leave styles alone, as no sheet asks which of these has the focus."""

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.canvas.forget()

    def _set_dirty(self, *regions: Region) -> None:
        super()._set_dirty(*regions)
        self.canvas.spoil(regions)
