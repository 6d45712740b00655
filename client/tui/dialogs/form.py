"""A form of spinners: names and values down, the chosen places up."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words


class Field(NamedTuple):
    """A line of the form."""

    label: str
    values: list[str]
    start: int = 0


class FormDialog(Dialog[list[int]]):
    """Gives for each field the place of the value chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(self, title: str, fields: list[Field], send: str) -> None:
        super().__init__()
        self._heading = title
        self._fields = fields
        self._send = send

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(self._heading, classes="title")
            for field in self._fields:
                yield Spinner(field.label, field.values, field.start)
            with Horizontal(classes="buttons"):
                yield Button(self._send, variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query(Spinner).first().focus()

    def action_send(self) -> None:
        self.dismiss([spinner.index for spinner in self.query(Spinner)])

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()
