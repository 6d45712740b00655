"""One of a few, by arrows, number or mouse."""

from __future__ import annotations

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key

from client.table.acts import Entry
from client.tui.dialogs.dialog import Dialog
from client.tui.widgets.choices import Choices
from client.tui.widgets.words import Words


class PickDialog(Dialog[str]):
    """Gives the name of what was picked."""

    def __init__(self, title: str, words: Mapping[str, str]) -> None:
        super().__init__()
        self._heading = title
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Words(self._heading, classes="title")
            yield Choices(id="picks")

    def on_mount(self) -> None:
        choices = self.query_one(Choices)
        choices.entries = tuple(
            Entry(str(number), words, name)
            for number, (name, words) in enumerate(self._words.items(), start=1)
        )
        choices.focus()

    def on_key(self, event: Key) -> None:
        if event.character and self.query_one(Choices).take(event.character):
            event.stop()

    @on(Choices.EntryTaken)
    def take(self, message: Choices.EntryTaken) -> None:
        message.stop()
        self.dismiss(message.act)
