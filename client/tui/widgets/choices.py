"""What can be done now, one line each, by key, arrows or mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from client.table.acts import Entry
from client.tui.paint.surface import RIGHT
from client.tui.palette import FAINT, UNICODE, Glyphs
from client.tui.widgets.item_list import ItemList


class Choices(ItemList):
    """Lists what can be done and reports what was taken."""

    entries: var[tuple[Entry, ...]] = var((), init=False)
    glyphs: var[Glyphs] = var(UNICODE)

    @dataclass
    class EntryTaken(Message):
        """The player took an entry."""

        act: Any

    @dataclass
    class EntryHighlighted(Message):
        """The player looks at an entry."""

        act: Any

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Choices.EntryHighlighted)

    @dataclass
    class ExplanationWanted(Message):
        """The player wants to know more about the highlighted entry."""

    def on_click(self, event: Click) -> None:
        """Explain what is clicked with the other button; lists do everything else themselves."""
        item = self._item_under(event)
        if event.button == RIGHT and item is not None:
            event.stop()
            self.highlighted = item
            self.post_message(self.ExplanationWanted())

    def watch_entries(self, before: tuple[Entry, ...], entries: tuple[Entry, ...]) -> None:
        at = self.highlighted or 0
        was = before[at].act if at < len(before) else None
        self.pinned = next((place for place, entry in enumerate(entries) if entry.is_end), None)
        self.fill(map(self._line, entries))
        if entries:
            same = (place for place, entry in enumerate(entries) if entry.act == was)
            self.highlighted = next(same, min(at, len(entries) - 1))
        else:
            self.post_message(self.EntryHighlighted(None))

    def _line(self, entry: Entry) -> Text:
        more = f" {self.glyphs.into}" if entry.is_group else ""
        return Text.assemble((f"{entry.key} ", "bold #f2c14e"), entry.label, (more, FAINT))

    def take(self, key: str) -> bool:
        """Take the entry of a key, if there is one."""
        found = next((entry for entry in self.entries if entry.key == key), None)
        if found is not None:
            self.post_message(self.EntryTaken(found.act))
        return found is not None

    def turn_to(self, act: Any) -> None:
        """Go to what a key takes, so that whatever is asked about it stands below it."""
        self.highlighted = next((place for place, entry in enumerate(self.entries) if entry.act == act), None)

    def consider(self, item: int) -> None:
        self.post_message(self.EntryHighlighted(self.entries[item].act))

    def choose(self, item: int) -> None:
        self.post_message(self.EntryTaken(self.entries[item].act))
