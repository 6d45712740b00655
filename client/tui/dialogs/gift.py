"""A gift: to whom, and how much of what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words
from core.decisions import Gift, Give
from core.kinds import Seat


class GiftDialog(Dialog[Give]):
    """Gives the gift to be made."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "give", show=False)]

    def __init__(self, gift: Gift, names: Mapping[Seat, str]) -> None:
        super().__init__()
        self._gift = gift
        self._names = names

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(t("gift-title"), classes="title")
            yield Spinner(t("gift-to"), [self._names[seat] for seat in self._gift.to], id="to")
            yield Spinner(t("gift-coins"), list(map(str, range(self._gift.coins + 1))), id="coins")
            yield Spinner(t("gift-ronin"), list(map(str, range(self._gift.ronin + 1))), id="ronin")
            with Horizontal(classes="buttons"):
                yield Button(t("gift-send"), variant="primary", id="give", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#to", Spinner).focus()

    def _at(self, name: str) -> int:
        return self.query_one(f"#{name}", Spinner).index

    def action_give(self) -> None:
        gift = Give(self._gift.to[self._at("to")], self._at("coins"), self._at("ronin"))
        if self._gift.allows(gift):
            self.dismiss(gift)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_give() if event.button.id == "give" else self.action_cancel()
