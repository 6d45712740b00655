"""Are you sure? Before anything that cannot be taken back or shows something."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.words import Words


class Confirm(Dialog[bool]):
    """Gives True for yes; Enter says yes, Escape no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, what: str, warning: str = "") -> None:
        super().__init__()
        self._what = what
        self._warning = warning

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(t("dialog-sure", what=self._what), classes="title")
            if self._warning:
                yield Words(self._warning)
            with Horizontal(classes="buttons"):
                yield Button(t("dialog-yes"), variant="primary", id="yes", compact=True)
                yield Button(t("dialog-no"), id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001
        self.dismiss(answer)
