"""What all screens and dialogs have in common: each answers whoever opened it, and once."""

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
    """Make `focused` as Textual has it, but that not the whole screen is drawn again with it.

    What looks otherwise draws itself.
    """
    return Reactive(None, repaint=False)


def read_styles(screen: Screen[Any]) -> None:
    """Read the style sheet of a new kind of screen; later, Textual would have all sheets read again."""
    for path in screen.css_path:
        if not screen.app.stylesheet.has_source(str(path), ""):
            screen.app.stylesheet.read(path)


class AnsweringScreen(Screen[Answer]):
    """Answers once: a second key that was on its way must not close what lies below."""

    @dataclass
    class ScreenAnswered(Message):
        """The screen that all others lie on has its answer; the application goes on from there."""

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
        """Let another screen take the place of the first one, which has none; Textual counts on one."""
        if self._result_callbacks:
            super()._pop_result_callback()
