"""What all dialogs have in common: a title, a body, Escape closes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from client.tui.answering import AnsweringScreen

Answer = TypeVar("Answer")


class Dialog(AnsweringScreen[Answer], ModalScreen[Answer]):
    """Stands in the middle of the screen."""

    CSS_PATH = Path(__file__).with_name("dialog.tcss")  # wherever a game keeps its own dialogs
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def action_cancel(self) -> None:
        self.dismiss(None)
