"""What all dialogs share: a title, a body, arrows that walk through it, Escape to close."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Button

from client.tui.answering import quiet_focus, read_styles

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """Stands in the middle of the screen, and answers once."""

    CSS_PATH = Path(__file__).with_name("dialog.tcss")  # wherever a game keeps its own dialogs
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("left", "beside(-1)", show=False),
        Binding("right", "beside(1)", show=False),
    ]

    focused = quiet_focus()

    def __init__(self) -> None:
        super().__init__()
        read_styles(self)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def action_cancel(self) -> None:
        self.dismiss(None)

    def action_beside(self, by: int) -> None:
        """Go from one button to another."""
        buttons = [button for button in self.query(Button) if button.focusable]
        if self.focused in buttons:
            buttons[(buttons.index(self.focused) + by) % len(buttons)].focus()
