"""A line through time: where we are, where the battles were; a click goes there."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from client.tui.palette import FAINT, MUTED
from client.tui.widgets.rows import TextLine


class Timeline(TextLine):
    """From the first moment to the last, in the width there is."""

    position: reactive[int] = reactive(0)
    length: reactive[int] = reactive(1)
    marks: reactive[tuple[int, ...]] = reactive(())

    @dataclass
    class Jumped(Message):
        """The player wants to be at another moment."""

        position: int

    def render(self) -> Text:
        width = max(1, self.size.width)
        marked = {self._cell(mark, width) for mark in self.marks}
        here = self._cell(self.position, width)
        text = Text(no_wrap=True)
        for cell in range(width):
            sign = "◆" if cell in marked else "━"
            text.append("●" if cell == here else sign, "bold #f2c14e" if cell <= here else FAINT)
        text.stylize(MUTED, here + 1)
        return text

    def _cell(self, moment: int, width: int) -> int:
        return moment * (width - 1) // max(1, self.length - 1)

    def on_click(self, event: Click) -> None:
        width = max(2, self.size.width)
        self.post_message(self.Jumped(round(event.x * (self.length - 1) / (width - 1))))
