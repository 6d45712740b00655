"""A part of the table in words: gets the scene, draws it, and takes as much room as it needs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from client.tui.palette import MUTED, UNICODE, Glyphs
from client.tui.scene import Scene
from core.records import Choice, Event


class Panel(Widget):
    """Draws lines, row by row; without lines it is not there. What looks the same is not drawn again."""

    scene: var[Scene | None] = var(None)
    glyphs: var[Glyphs] = var(UNICODE)
    place: var[int | None] = var(None)
    """What is pointed at on the map."""
    draft: var[Choice | None] = var(None)
    """What would be sealed, as it was left."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes="-empty")
        self._drawn: list[Text] = []
        self._rows: list[Text] = []
        self._ground: Style | None = None

    def hear(self, event: Event) -> None:
        """Take notice of something that is being told."""

    def lines(self) -> Iterator[Text]:
        """Give what is to be shown now."""
        yield from ()

    def watch_scene(self) -> None:
        self.draw()

    def watch_glyphs(self) -> None:
        self.draw()

    def watch_place(self) -> None:
        self.draw()

    def watch_draft(self) -> None:
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._ground = None

    def draw(self) -> None:
        """Work the lines out anew; only another number of rows moves what is around the panel."""
        self._drawn = list(self.lines())
        before, self._rows = self._rows, self._broken(self._drawn, self.size.width)
        if len(before) != len(self._rows):
            self.set_class(not self._rows, "-empty")
            self.refresh(layout=True)
        elif changed := [y for y, rows in enumerate(zip(before, self._rows, strict=True)) if differ(*rows)]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _broken(self, lines: list[Text], width: int) -> list[Text]:
        """Break lines that are too long between words."""
        rows: list[Text] = []
        for line in lines:
            rows += line.wrap(self.app.console, width, no_wrap=False) if line.cell_len > width > 0 else [line]
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self._broken(self._drawn, width))

    def render_line(self, y: int) -> Strip:
        if self._ground is None:
            self._ground = self.rich_style
        width = self.size.width
        if y >= len(self._rows):
            return Strip.blank(width, self._ground)
        row, console = self._rows[y], self.app.console
        strip = Strip(list(row.render(console))).adjust_cell_length(width)
        return strip.apply_style(self._ground + console.get_style(row.style))


def differ(one: Text, other: Text) -> bool:
    """Say whether two rows look different; texts are equal already when they read the same."""
    return one != other or one.spans != other.spans


def heading(text: str) -> Text:
    return Text(text, f"bold {MUTED}")
