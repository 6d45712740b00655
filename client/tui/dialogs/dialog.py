"""What all dialogs have in common: a title, a body, Escape closes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """Stands in the middle of the screen and answers once."""

    CSS_PATH = Path(__file__).with_name("dialog.tcss")  # wherever a game keeps its own dialogs
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close; a second key that was on its way must not close what lies below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def action_cancel(self) -> None:
        self.dismiss(None)
