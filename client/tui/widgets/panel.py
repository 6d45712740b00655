"""A part of the table in words: gets the scene, draws it, and takes as much room as it needs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from client.tui.palette import MUTED, UNICODE, Glyphs
from client.tui.scene import Scene
from core.records import Event


class Panel(Widget):
    """Draws lines; without lines it is not there."""

    scene: reactive[Scene | None] = reactive(None, layout=True)
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    place: reactive[int | None] = reactive(None, layout=True)
    """What is pointed at on the map."""
    draft: reactive[tuple[int, ...]] = reactive((), layout=True)
    """What would be sealed, as it was left."""

    def hear(self, event: Event) -> None:
        """Take notice of something that is being told."""

    def lines(self) -> Iterator[Text]:
        """Give what is to be shown now."""
        yield from ()

    def render(self) -> Text:
        return Text("\n").join(self.lines())

    def watch_scene(self) -> None:
        self.judge()

    def watch_place(self) -> None:
        self.judge()

    def watch_draft(self) -> None:
        self.judge()

    def judge(self) -> None:
        """Be there only with something to show."""
        self.set_class(not any(True for _ in self.lines()), "-empty")


def heading(text: str) -> Text:
    return Text(text, f"bold {MUTED}")
