"""The log: what happened, line by line; Enter on a line asks for the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from rich.text import Text
from textual.message import Message

from client.harmless import harmless
from client.table.errands import LogLine
from client.table.wording import heading_in
from client.texts import t
from client.tui.palette import FAINT, MUTED, clan_colour
from client.tui.widgets.item_list import ItemList
from core.kinds import Viewer

MOST_LINES = 600


class LogPane(ItemList):
    """Shows the newest lines unless the reader has gone up."""

    def __init__(self, seat_titles: tuple[str, ...], own: Viewer = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._titles = seat_titles
        self._own = own
        self._told: list[LogLine] = []

    @dataclass
    class LineAsked(Message):
        """The reader wants to know more about a line."""

        rule: str

    @property
    def lines(self) -> tuple[LogLine, ...]:
        return tuple(self._told)

    @dataclass
    class LinePointed(Message):
        """The reader has chosen a line."""

        line: int

    def tell(self, lines: list[LogLine]) -> None:
        if not lines:
            return
        is_at_end = self.highlighted is None or self.highlighted >= self.item_count - 1
        self._told += lines
        if len(self._told) > MOST_LINES:
            self._told = self._told[-MOST_LINES // 2 :]
            self.fill(self._text(line.sentence) for line in self._told)
        else:
            self.add(self._text(line.sentence) for line in lines)
        if is_at_end:
            self.follow()

    def follow(self) -> None:
        """Go to the newest line, and follow what comes."""
        self.highlighted = self.item_count - 1

    def show(self, lines: list[LogLine]) -> None:
        """Have these lines and no others, and be at the newest."""
        pairs = zip(self._told, lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._told = lines
        self.keep(same)
        self.add(self._text(line.sentence) for line in lines[same:])
        self.follow()

    def _text(self, sentence: str) -> Text:
        return coloured(harmless(sentence), self._titles, self._own)

    def choose(self, item: int) -> None:
        self.post_message(self.LinePointed(item))
        self.post_message(self.LineAsked(self._told[item].rule))


def coloured(words: str, seat_titles: tuple[str, ...], own: Viewer) -> Text:
    """Show players, the reader among them, in their colours."""
    if heading := heading_in(words):
        return Text(heading, f"bold {MUTED}")
    text = Text(words)
    for seat, title in enumerate(seat_titles):
        text.highlight_words([title], clan_colour(seat))
    if own is not None:
        text.highlight_regex(rf"\b({t('you-in-log')})\b", clan_colour(own))
    text.highlight_regex(r"\b[A-Z]{2}-\d[\w.-]*", FAINT)
    return text
