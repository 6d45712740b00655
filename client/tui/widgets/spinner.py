"""A line of a form: a name and a value that arrows, digits, first letters, the wheel and clicks change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from client.tui.paint.surface import RIGHT
from client.tui.palette import FAINT, MUTED

AROUND = 6
"""The columns of arrows and gaps around a value."""


class Spinner(Widget, can_focus=True):
    """Steps through a list of values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus,h", "step(-1)", show=False),
        Binding("right,plus,l", "step(1)", show=False),
        Binding("k", "app.focus_previous", show=False),
        Binding("j", "app.focus_next", show=False),
        Binding("home", "to(0)", show=False),
        Binding("end", "to(-1)", show=False),
    ]

    index: reactive[int] = reactive(0)

    @dataclass
    class Changed(Message):
        """The value has changed."""

        spinner: Spinner

    def __init__(self, label: str, values: Sequence[str], index: int = 0, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.label = label
        self.values = tuple(values)
        self._sought = ""
        self.set_reactive(Spinner.index, index)

    @property
    def words(self) -> str:
        return f"{self.label} {self.value}"

    @property
    def value(self) -> str:
        return self.values[self.index]

    def render(self) -> Text:
        """Draw the value at the right edge; one that is too long ends in an ellipsis."""
        most = max(1, self.size.width - len(self.label) - AROUND)
        width = min(most, max(map(cell_len, self.values)))
        value = Text(self.value, "bold", no_wrap=True)
        value.truncate(width, overflow="ellipsis")
        left = "◂" if self.index else " "
        right = "▸" if self.index < len(self.values) - 1 else " "
        return Text.assemble(
            (self.label, "" if self.has_focus else MUTED),
            " " * (most - width + 1),
            (f"{left} ", FAINT),
            " " * (width - value.cell_len),
            value,
            (f" {right}", FAINT),
            no_wrap=True,
        )

    def validate_index(self, index: int) -> int:
        return max(0, min(index, len(self.values) - 1))

    def watch_index(self) -> None:
        if self.is_mounted:
            self.post_message(self.Changed(self))

    def action_step(self, by: int) -> None:
        self.index += by

    def action_to(self, index: int) -> None:
        self.index = index % len(self.values)

    def on_key(self, event: Key) -> None:
        """Take what is typed, unless a key before it has led to another line: that one takes it then."""
        focused = self.screen.focused
        line = focused if isinstance(focused, Spinner) else self
        if line.takes(event.character or ""):
            event.stop()
            event.prevent_default()

    def takes(self, typed: str) -> bool:
        """Go to a value that was typed, if there is one."""
        if typed.isdigit() and typed in self.values:
            self.index = self.values.index(typed)
            return True
        return typed.isalpha() and self._seek(typed.lower())

    def _seek(self, letter: str) -> bool:
        """Go to a value with a word that begins as typed so far, or at least with this letter."""
        for sought in dict.fromkeys((self._sought + letter, letter)):
            after = range(self.index + (len(sought) == 1), self.index + len(self.values) + 1)
            found = (place % len(self.values) for place in after)
            place = next((place for place in found if has_word(self.values[place], sought)), None)
            if place is not None:
                self._sought, self.index = sought, place
                return True
        return False

    def on_blur(self) -> None:
        self._sought = ""

    def on_click(self, event: Click) -> None:
        """The right end of the line adds, the rest of the value subtracts."""
        self.focus()
        if event.button == RIGHT:
            return
        width = max(map(len, self.values))
        if event.x >= self.size.width - 2:
            self.action_step(1)
        elif event.x <= self.size.width - width - 3:
            self.action_step(-1) if event.x >= self.size.width - width - 5 else None

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_step(-1)


def has_word(text: str, beginning: str) -> bool:
    return any(word.startswith(beginning) for word in text.lower().split())
