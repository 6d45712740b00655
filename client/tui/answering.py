"""What all screens and dialogs share: each answers whoever opened it, and once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

Answer = TypeVar("Answer")


def quiet_focus() -> Reactive[Widget | None]:
    """Return `focused` as Textual has it, but without redrawing the whole screen.

    Whatever looks different redraws itself.
    """
    return Reactive(None, repaint=False)


def read_styles(screen: Screen[Any]) -> None:
    """Read the style sheet of a new kind of screen; later, Textual would read all sheets again."""
    for path in screen.css_path:
        if not screen.app.stylesheet.has_source(str(path), ""):
            screen.app.stylesheet.read(path)


class AnsweringScreen(Screen[Answer]):
    """Answers once: a second key already on its way must not close what lies below."""

    @dataclass
    class ScreenAnswered(Message):
        """The bottom screen has its answer; the application goes on from there."""

        screen: Screen[Any]
        answer: Any

    focused = quiet_focus()

    def __init__(self) -> None:
        super().__init__()
        read_styles(self)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        if self.app.screen is not self:
            return AwaitComplete()
        if self.app.screen_stack[0] is not self:
            return super().dismiss(result)
        self.post_message(self.ScreenAnswered(self, result))
        return AwaitComplete()

    def _pop_result_callback(self) -> None:
        """Let another screen replace the first one, which has no callback; Textual expects one."""
        if self._result_callbacks:
            super()._pop_result_callback()
