"""An offer to another player: goods both ways, and what each side promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Static

from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.promises import PromiseList
from client.tui.widgets.spinner import Spinner
from core.deals import Deal, Goods, Promise
from core.game import Game
from core.kinds import Seat

MOST_WANTED = 20


class Terms(NamedTuple):
    """What an offer is about; its number is given when it is sent."""

    to: Seat
    gives: Goods
    wants: Goods
    promises: tuple[Promise, ...]
    asks: tuple[Promise, ...]


class OfferDialog(Dialog[Terms]):
    """Gives the terms of an offer; a counter-offer begins with what it counters, turned round.

    Arrows change a line, and typing the first letters of a word does: there are many promises.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(
        self,
        game: Game,
        names: dict[Seat, str],
        purse: Goods,
        to: Seat | None = None,
        instead_of: Deal | None = None,
    ) -> None:
        super().__init__()
        self._purse = purse
        old = instead_of
        self._game = game
        self._names = names
        self._seats = [old.seat] if old else list(names)
        self._title = t("counter-title" if old else "offer-title")
        self._first = (
            Terms(old.seat, old.wants, old.gives, old.asks, old.promises)
            if old
            else Terms(to if to in names else self._seats[0], Goods(), Goods(), (), ())
        )

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._title, classes="title")
            with VerticalScroll(id="offer-form", can_focus=False):
                names = [self._names[seat] for seat in self._seats]
                yield Spinner(t("offer-to"), names, self._seats.index(self._first.to), id="to")
                if self._game.promises.allows_goods:
                    yield from self._amounts()
                yield PromiseList(self._game, "promise", self._first.promises)
                yield PromiseList(self._game, "ask", self._first.asks)
            yield Static(t("offer-hint"), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("offer-send"), variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def _amounts(self) -> Iterator[Spinner]:
        """Nobody can give more than they have; what the others have by then is theirs to know."""
        first, purse = self._first, self._purse
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
        terms = Terms(
            self._seats[self._at("to")],
            Goods(self._at("give-coins"), self._at("give-ronin")),
            Goods(self._at("want-coins"), self._at("want-ronin")),
            promises,
            asks,
        )
        self.dismiss(terms)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_send()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()
