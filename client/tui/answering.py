"""What all screens that lie upon others have in common."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

Answer = TypeVar("Answer")


class AnsweringScreen(Screen[Answer]):
    """Answers once: a second key that was on its way must not close what lies below."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As Textual has it, but that not the whole screen is drawn again: what looks otherwise draws itself."""

    def __init__(self) -> None:
        super().__init__()
        self._read_styles()

    def _read_styles(self) -> None:
        """Read the style sheet of a new kind of screen; later, Textual would have all sheets read again."""
        for path in self.css_path:
            if not self.app.stylesheet.has_source(str(path), ""):
                self.app.stylesheet.read(path)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()
