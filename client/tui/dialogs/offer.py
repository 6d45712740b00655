"""An offer to another player: goods both ways, and what each side promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input

from client.table.errands import ComposeOffer
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.promises import PromiseList
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words
from core.deals import Deal, Goods

MOST_WANTED = 20


class OfferDialog(Dialog[Deal]):
    """Gives an offer without a number; a counter-offer begins with what it counters, turned round.

    Arrows change a line, and typing the first letters of a word does: there are many promises.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(self, question: ComposeOffer) -> None:
        super().__init__()
        self._question = question
        old, names, own = question.instead_of, question.names, question.scene.seat
        assert own is not None
        self._seats = [old.seat] if old else list(names)
        to = question.to if question.to is not None and question.to in names else self._seats[0]
        self._first = (
            Deal(0, own, old.seat, old.wants, old.gives, old.asks, old.promises, old.number)
            if old
            else Deal(0, own, to)
        )

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(t("counter-title" if self._question.instead_of else "offer-title"), classes="title")
            with VerticalScroll(id="offer-form", can_focus=False):
                names = [self._question.names[seat] for seat in self._seats]
                yield Spinner(t("offer-to"), names, self._seats.index(self._first.to), id="to")
                if self._question.scene.game.promises.allows_goods:
                    yield from self._amounts()
                yield PromiseList(self._question.scene.game, "promise", self._first.promises)
                yield PromiseList(self._question.scene.game, "ask", self._first.asks)
            yield Words(t("offer-hint"), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("offer-send"), variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def _amounts(self) -> Iterator[Spinner]:
        """Nobody can give more than they have; what the others have by then is theirs to know."""
        first, purse = self._first, self._question.purse
        for name, number, most in (
            ("give-coins", first.gives.coins, purse.coins),
            ("give-ronin", first.gives.ronin, purse.ronin),
            ("want-coins", first.wants.coins, MOST_WANTED),
            ("want-ronin", first.wants.ronin, MOST_WANTED),
        ):
            yield Spinner(t(f"offer-{name}"), list(map(str, range(most + 1))), min(number, most), id=name)

    def on_mount(self) -> None:
        self.query_one("#to", Spinner).focus()

    def _at(self, name: str) -> int:
        return next((spinner.index for spinner in self.query(f"#{name}").results(Spinner)), 0)

    def action_send(self) -> None:
        if any(side.asks_for_words() for side in self.query(PromiseList)):
            self.notify(t("offer-words-missing"), severity="warning")
            return
        promises, asks = (side.promises for side in self.query(PromiseList))
        deal = replace(
            self._first,
            to=self._seats[self._at("to")],
            gives=Goods(self._at("give-coins"), self._at("give-ronin")),
            wants=Goods(self._at("want-coins"), self._at("want-ronin")),
            promises=promises,
            asks=asks,
        )
        self.dismiss(deal)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_send()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()
