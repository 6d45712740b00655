"""An offer to another player: goods both ways, and a promise of each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from client.log.deals import promise_label
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.spinner import Spinner
from core.deals import MOST_WORDS, WORDS, Deal, Goods, Promise
from core.game import Game
from core.records import Seat

MOST_OFFERED = 20


class Terms(NamedTuple):
    """What an offer is about; its number is given when it is sent."""

    to: Seat
    gives: Goods
    wants: Goods
    promises: tuple[Promise, ...]
    asks: tuple[Promise, ...]


class OfferDialog(Dialog[Terms]):
    """Gives the terms of an offer; a counter-offer begins with what it counters, turned round."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(self, game: Game, names: dict[Seat, str], instead_of: Deal | None = None) -> None:
        super().__init__()
        self._game = game
        self._seats = [instead_of.seat] if instead_of else list(names)
        self._names = names
        self._old = instead_of
        self._promises = list(promises_of(game))

    def compose(self) -> ComposeResult:
        gives = self._old.wants if self._old else Goods()
        wants = self._old.gives if self._old else Goods()
        words = [
            t("offer-nothing"),
            *(promise_label(self._game, promise) for promise in self._promises),
            t("offer-words"),
        ]
        with Vertical(classes="box"):
            yield Static(t("counter-title" if self._old else "offer-title"), classes="title")
            yield Spinner(t("offer-to"), [self._names[seat] for seat in self._seats], id="to")
            yield self._amount("give-coins", gives.coins)
            yield self._amount("give-ronin", gives.ronin)
            yield self._amount("want-coins", wants.coins)
            yield self._amount("want-ronin", wants.ronin)
            for side in ("promise", "ask"):
                yield Spinner(t(f"offer-{side}"), words, id=side)
                yield Input(
                    placeholder=t("offer-words-hint"), max_length=MOST_WORDS, id=f"{side}-words", compact=True
                )
            yield Static(t("offer-hint"), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("offer-send"), variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def _amount(self, name: str, amount: int) -> Spinner:
        return Spinner(
            t(f"offer-{name}"), list(map(str, range(MOST_OFFERED + 1))), min(amount, MOST_OFFERED), id=name
        )

    def on_mount(self) -> None:
        for side in ("promise", "ask"):
            self.query_one(f"#{side}-words").display = False
        self.query_one("#to", Spinner).focus()

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        if event.spinner.id in ("promise", "ask"):
            own_words = event.spinner.index == len(self._promises) + 1
            self.query_one(f"#{event.spinner.id}-words").display = own_words

    def _at(self, name: str) -> int:
        return self.query_one(f"#{name}", Spinner).index

    def _promised(self, side: str) -> tuple[Promise, ...]:
        number = self._at(side)
        if number == 0:
            return ()
        if number <= len(self._promises):
            return (self._promises[number - 1],)
        words = self.query_one(f"#{side}-words", Input).value.strip()
        return (Promise(WORDS, words),) if words else ()

    def action_send(self) -> None:
        terms = Terms(
            self._seats[self._at("to")],
            Goods(self._at("give-coins"), self._at("give-ronin")),
            Goods(self._at("want-coins"), self._at("want-ronin")),
            self._promised("promise"),
            self._promised("ask"),
        )
        self.dismiss(terms)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_send()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_send() if event.button.id == "send" else self.action_cancel()


def promises_of(game: Game) -> Iterator[Promise]:
    """List all promises that the game itself can judge."""
    for kind, about in game.promises.kinds.items():
        yield from (Promise(kind, thing) for thing in about.objects)
