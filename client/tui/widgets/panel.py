"""A part of the table in words: gets the scene, draws it, and takes as much room as it needs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.reactive import var
from textual.widget import Widget

from client.tui.palette import MUTED, UNICODE, Glyphs
from client.tui.scene import Scene
from core.records import Choice, Event


class Panel(Widget):
    """Draws lines; without lines it is not there. What looks the same is not drawn again."""

    scene: var[Scene | None] = var(None)
    glyphs: var[Glyphs] = var(UNICODE)
    place: var[int | None] = var(None)
    """What is pointed at on the map."""
    draft: var[Choice | None] = var(None)
    """What would be sealed, as it was left."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes="-empty")
        self._drawn: list[Text] = []

    def hear(self, event: Event) -> None:
        """Take notice of something that is being told."""

    def lines(self) -> Iterator[Text]:
        """Give what is to be shown now."""
        yield from ()

    def render(self) -> Text:
        return Text("\n").join(self._drawn)

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

    def draw(self) -> None:
        """Work the lines out anew; only another number of them, or longer ones, moves the panels around."""
        lines = list(self.lines())
        if lines == self._drawn and all(a.spans == b.spans for a, b in zip(lines, self._drawn, strict=True)):
            return
        has_moved = [len(line) for line in lines] != [len(line) for line in self._drawn]
        self._drawn = lines
        self.set_class(not lines, "-empty")
        self.refresh(layout=has_moved)


def heading(text: str) -> Text:
    return Text(text, f"bold {MUTED}")
