"""The promises of one side of an offer: a line for each, and always one more to fill in."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from client.table.deal_words import promise_label
from client.texts import t
from client.tui.widgets.spinner import Spinner
from core.deals import MOST_PROMISES, MOST_WORDS, WORDS, Promise
from core.game import Game


class PromiseRow(Vertical):
    """One promise: nothing, something the game can judge, or own words."""

    def __init__(self, game: Game, side: str, number: int, promise: Promise | None = None) -> None:
        super().__init__()
        self._game = game
        self._known = list(promises_of(game))
        self._name = f"{side}-{number}"
        self._label = t(f"offer-{side}") if number == 1 else t("offer-and")
        self._promise = promise

    def compose(self) -> ComposeResult:
        labels = (promise_label(self._game, promise) for promise in self._known)
        values = [t("offer-nothing"), *labels, t("offer-words")]
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
        """Ask for own words only where they are wanted."""
        self.query_one(Input).display = self._index > len(self._known)

    @property
    def _index(self) -> int:
        return self.query_one(Spinner).index

    @property
    def is_blank(self) -> bool:
        return self._index == 0

    def asks_for_words(self) -> bool:
        """Lead to the line for own words if it was left empty, and say whether it was."""
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

    def __init__(self, game: Game, side: str, promises: tuple[Promise, ...] = ()) -> None:
        super().__init__()
        self._game = game
        self._side = side
        self._first = promises

    def compose(self) -> ComposeResult:
        filled: list[Promise | None] = [*self._first, None]
        for number, promise in enumerate(filled[:MOST_PROMISES], start=1):
            yield PromiseRow(self._game, self._side, number, promise)

    @property
    def rows(self) -> list[PromiseRow]:
        return list(self.query(PromiseRow))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """Give what is promised, each once."""
        return tuple(dict.fromkeys(row.promise for row in self.rows if row.promise is not None))

    def asks_for_words(self) -> bool:
        return any(row.asks_for_words() for row in self.rows)

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        event.stop()
        rows = self.rows
        for row in rows:
            row.show_words()
        if not rows[-1].is_blank and len(rows) < MOST_PROMISES:
            self.mount(PromiseRow(self._game, self._side, len(rows) + 1))


def promises_of(game: Game) -> Iterator[Promise]:
    """List all promises that the game itself can judge."""
    for kind, about in game.promises.kinds.items():
        yield from (Promise(kind, thing) for thing in about.objects)
