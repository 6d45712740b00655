"""What a table asks its player: are you sure, one of a few, a gift, an offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.widgets import Button, Input

from client.table.acts import Entry
from client.table.deal_words import (
    is_about,
    promise_label,
    promises_to_ask,
    promises_to_make,
    turned_round,
)
from client.table.errands import ComposeOffer, Converse
from client.table.key_ring import NO_KEYS, NUMBERS, Thing, key_of, keyed
from client.texts import t
from client.tui.dialogs.dialog import Dialog
from client.tui.dialogs.interruptible import InterruptibleDialog
from client.tui.keys import shown
from client.tui.widgets.choices import Choices
from client.tui.widgets.spinner import Spinner
from client.tui.widgets.words import Words
from core.deals import MOST_PROMISES, MOST_WORDS, WORDS, Deal, Goods, Promise
from core.decisions import Gift, Give
from core.kinds import Seat

MOST_WANTED = 20
MOST_SAID = 400


class Confirm(Dialog[bool]):
    """Returns True for yes; Enter says yes, Escape no."""

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
            yield Words(id="which", classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("dialog-yes"), variant="primary", id="yes", compact=True)
                yield Button(t("dialog-no"), id="no", compact=True)

    def on_mount(self) -> None:
        self.query_one("#which").display = False

    def on_key(self, event: Key) -> None:
        """If a key is not an answer, say which ones are."""
        if event.character and event.is_printable and event.key not in self.active_bindings:
            event.stop()
            which = self.query_one("#which", Words)
            which.update(t("dialog-which", key=shown(event.key)))
            which.display = True

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001
        self.dismiss(answer)


class PickDialog(Dialog[str]):
    """Returns the name of what was picked."""

    def __init__(self, title: str, words: Mapping[str, str], keys: Iterable[str] = NUMBERS) -> None:
        super().__init__()
        self._heading = title
        self._words = words
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(self._heading, classes="title")
            yield Choices(id="picks")
            yield Words(id="which", classes="hint")

    def on_mount(self) -> None:
        self.query_one("#which").display = False
        choices = self.query_one(Choices)
        keys = chain(self._keys, repeat(""))
        choices.entries = tuple(
            Entry(key, words, name) for key, (name, words) in zip(keys, self._words.items(), strict=False)
        )
        choices.focus()

    def on_key(self, event: Key) -> None:
        """Take what a key stands for, or say that it stands for nothing."""
        if not event.character or not event.is_printable:
            return
        event.stop()
        if not self.query_one(Choices).take(event.character):
            which = self.query_one("#which", Words)
            which.update(t("dialog-not-listed", key=shown(event.key)))
            which.display = True

    @on(Choices.EntryTaken)
    def take(self, message: Choices.EntryTaken) -> None:
        message.stop()
        self.dismiss(message.act)


class ConverseDialog(Dialog[str]):
    """Returns what to say in a room, below what was said there."""

    def __init__(self, question: Converse) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(self._question.title, classes="title")
            yield Words("\n".join(self._question.said))
            yield Input(max_length=MOST_SAID, id="say", compact=True)
            yield Words(t("talk-keys"), classes="hint")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())


def pick_by_letter(title: str, words: Mapping[str, str]) -> PickDialog:
    """Ask for one of a few answers, each by a letter of its words."""
    page = keyed(NO_KEYS, [Thing(name, label) for name, label in words.items()], (), ())
    return PickDialog(title, words, [key_of(page, name) for name in words])


class GiftDialog(InterruptibleDialog[Give]):
    """Returns the gift to make."""

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
        else:
            self.notify(t("gift-nothing"), severity="warning")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_give() if event.button.id == "give" else self.action_cancel()


class PromiseRow(Vertical):
    """One promise: nothing, something the game can judge, or the player's own words."""

    def __init__(
        self, known: Mapping[Promise, str], side: str, number: int, promise: Promise | None = None
    ) -> None:
        super().__init__()
        self._known = list(known)
        self._labels = list(known.values())
        self._name = f"{side}-{number}"
        self._label = t(f"offer-{side}") if number == 1 else t("offer-and")
        self._promise = promise

    def compose(self) -> ComposeResult:
        values = [t("offer-nothing"), *self._labels, t("offer-words")]
        yield Spinner(self._label, values, self._first_index(), id=self._name)
        words = self._promise.about if self._promise is not None and self._promise.kind == WORDS else ""
        hint = t("offer-words-hint")
        yield Input(words, placeholder=hint, max_length=MOST_WORDS, id=f"{self._name}-words", compact=True)

    def _first_index(self) -> int:
        if self._promise is None:
            return 0
        return self._known.index(self._promise) + 1 if self._promise in self._known else len(self._known) + 1

    def on_mount(self) -> None:
        self.show_words()

    def show_words(self) -> None:
        """Ask for the player's own words only where they are wanted."""
        self.query_one(Input).display = self._index > len(self._known)

    @property
    def _index(self) -> int:
        return self.query_one(Spinner).index

    @property
    def is_blank(self) -> bool:
        return self._index == 0

    def asks_for_words(self) -> bool:
        """Lead to the line for the player's own words if it was left empty, and say whether it was."""
        is_empty = self._index > len(self._known) and self.promise is None
        if is_empty:
            self.query_one(Input).focus()
        return is_empty

    @property
    def promise(self) -> Promise | None:
        if 0 < self._index <= len(self._known):
            return self._known[self._index - 1]
        words = self.query_one(Input).value.strip()
        return Promise(WORDS, words) if words and not self.is_blank else None


class PromiseList(Vertical):
    """What one side promises; filling the last line brings another one."""

    def __init__(self, known: Mapping[Promise, str], side: str, promises: tuple[Promise, ...] = ()) -> None:
        super().__init__(id=f"{side}s")
        self._known = known
        self._side = side
        self._first = promises

    def compose(self) -> ComposeResult:
        filled: list[Promise | None] = [*self._first, None]
        for number, promise in enumerate(filled[:MOST_PROMISES], start=1):
            yield PromiseRow(self._known, self._side, number, promise)

    @property
    def rows(self) -> list[PromiseRow]:
        return list(self.query(PromiseRow))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """Return what is promised, each promise once."""
        return tuple(dict.fromkeys(row.promise for row in self.rows if row.promise is not None))

    def asks_for_words(self) -> bool:
        return any(row.asks_for_words() for row in self.rows)

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        rows = self.rows
        for row in rows:
            row.show_words()
        if not rows[-1].is_blank and len(rows) < MOST_PROMISES:
            self.mount(PromiseRow(self._known, self._side, len(rows) + 1))


class OfferDialog(InterruptibleDialog[Deal]):
    """Returns an offer without a number; a counter-offer begins with what it counters, turned round.

    Arrows change a line, and so does typing the first letters of a word: there are many promises.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "send", show=False)]

    def __init__(self, question: ComposeOffer) -> None:
        super().__init__()
        self._question = question
        old, names, own = question.instead_of, question.names, question.scene.seat
        assert own is not None
        self._seats = [old.seat] if old else list(names)
        to = question.to if question.to is not None and question.to in names else self._seats[0]
        self._first = turned_round(old) if old else Deal(0, own, to)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(t("counter-title" if self._question.instead_of else "offer-title"), classes="title")
            with VerticalScroll(id="offer-form", can_focus=False):
                names = [self._question.names[seat] for seat in self._seats]
                yield Spinner(t("offer-to"), names, self._seats.index(self._first.to), id="to")
                if self._question.scene.game.promises.allows_goods:
                    yield from self._amounts()
                yield from self._promises()
            yield Words(t("offer-hint"), classes="hint")
            with Horizontal(classes="buttons"):
                yield Button(t("offer-send"), variant="primary", id="send", compact=True)
                yield Button(t("dialog-cancel"), id="cancel", compact=True)

    def _promises(self) -> Iterator[PromiseList]:
        game, own, others = self._question.scene.game, self._first.seat, self._question.names
        yield PromiseList(
            self._labelled(promises_to_make(game, own, others)), "promise", self._first.promises
        )
        yield self._asks(self._first.to, self._first.asks)

    def _asks(self, to: Seat, asks: tuple[Promise, ...]) -> PromiseList:
        """List what the other could promise, including everything asked for that fits them."""
        game, own, others = self._question.scene.game, self._first.seat, self._question.names
        fitting = tuple(promise for promise in asks if not is_about(game, promise, to))
        return PromiseList(self._labelled(promises_to_ask(game, own, to, others)), "ask", fitting)

    def _labelled(self, promises: Iterable[Promise]) -> dict[Promise, str]:
        game, own = self._question.scene.game, self._first.seat
        return {promise: promise_label(game, promise, own) for promise in promises}

    async def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        if event.spinner.id == "to":
            old = self.query_one("#asks", PromiseList)
            new = self._asks(self._seats[event.spinner.index], old.promises)
            await old.remove()
            await self.query_one("#offer-form").mount(new)

    def _amounts(self) -> Iterator[Spinner]:
        """You cannot give more than you have; what others will have is their business."""
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
