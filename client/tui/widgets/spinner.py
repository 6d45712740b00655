"""A line of a form: a name and a value that arrows, digits, the wheel and clicks change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Key, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from client.tui.palette import FAINT, MUTED


class Spinner(Widget, can_focus=True):
    """Steps through a list of values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus,h", "step(-1)", show=False),
        Binding("right,plus,l", "step(1)", show=False),
        Binding("up,k", "app.focus_previous", show=False),
        Binding("down,j", "app.focus_next", show=False),
        Binding("home", "to(0)", show=False),
        Binding("end", "to(-1)", show=False),
    ]

    index: reactive[int] = reactive(0)

    @dataclass
    class Changed(Message):
        """There is another value."""

        spinner: Spinner

    def __init__(self, label: str, values: Sequence[str], index: int = 0, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._label = label
        self.values = tuple(values)
        self.set_reactive(Spinner.index, index)

    @property
    def value(self) -> str:
        return self.values[self.index]

    def set_values(self, values: Sequence[str]) -> None:
        """Allow other values; the index stays as near as it can."""
        self.values = tuple(values)
        self.index = min(self.index, len(self.values) - 1)
        self.refresh()

    def render(self) -> Text:
        width = max(map(len, self.values))
        left = "◂" if self.index else " "
        right = "▸" if self.index < len(self.values) - 1 else " "
        room = max(1, self.size.width - len(self._label) - width - 5)
        return Text.assemble(
            (self._label, "" if self.has_focus else MUTED),
            " " * room,
            (f"{left} ", FAINT),
            (f"{self.value:>{width}}", "bold"),
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
        if event.character and event.character.isdigit() and event.character in self.values:
            event.stop()
            self.index = self.values.index(event.character)

    def on_click(self, event: Click) -> None:
        """The right end of the line adds, the rest of the value takes away."""
        self.focus()
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
