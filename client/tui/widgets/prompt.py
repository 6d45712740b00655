"""What is said above the table and in its place: what is asked, the rule about it, notices."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from rich.cells import cell_len
from rich.text import Text
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.widget import Widget

from client.harmless import harmless
from client.texts import t
from client.tui.keys import keys_of
from client.tui.paint.rows import Rows, TextLine, broken, drawn
from client.tui.paint.surface import Surface
from client.tui.palette import MUTED

MOST_ROWS = 4
WARNING = "bold #f2a65a"
MARGIN = 4


class PromptLine(TextLine):
    """One sentence, and faintly behind it the rule and the time left."""

    sentence: reactive[str] = reactive("")
    brief: reactive[str] = reactive("")
    """The sentence in fewer words, for a line too short for all of it."""
    remark: reactive[str] = reactive("")
    aside: reactive[tuple[str, ...]] = reactive(())
    """What fits behind that, each shorter than the last: who has sealed, or which key goes on."""
    notice: reactive[str] = reactive("")
    """What the last key did, if that is worth saying: beside the sentence, or in its place."""

    def render(self) -> Text:
        text = Text(f" {self._fitting(self.inside.width - 1)}", no_wrap=True)
        if self.notice:
            return self._noticed(text)
        if self.remark:
            text.append(f"  {self.remark}", MUTED)
        if self.aside:
            room = self.inside.width - text.cell_len
            text.append(longest_in(room, [f"  {words}" for words in self.aside]), MUTED)
        return text

    def _fitting(self, room: int) -> str:
        """Return as much of the sentence as can be read, in whole words."""
        words = longest_in(room, [self.sentence, self.brief or self.sentence])
        return words if cell_len(words) <= room else shorten(words, room, placeholder=" …")

    def _noticed(self, text: Text) -> Text:
        notice = Text(f"  {self.notice}", WARNING)
        return text + notice if text.cell_len + notice.cell_len <= self.size.width else notice


def longest_in(room: int, forms: Sequence[str]) -> str:
    """Return the first of these that fits, or else the last."""
    return next((words for words in forms if cell_len(words) <= room), forms[-1])


class About(Rows):
    """The rule about what the player considers, as much of it as fits."""

    DEFAULT_CSS = "About { overflow: hidden; }"

    rule: var[str] = var("")
    rules: var[frozenset[str]] = var(frozenset())
    """Everything there is to read about the choices, so that nothing moves from one to another."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._heights: dict[int, int] = {}

    def watch_rule(self) -> None:
        self.break_anew()

    def watch_rules(self) -> None:
        self._heights.clear()

    def height_at(self, width: int) -> int:
        """Return the rows the longest rule takes."""
        if width not in self._heights:
            rows = (len(list(broken([Text(rule)], self.app.console, width))) for rule in self.rules if rule)
            self._heights[width] = max(rows, default=0)
        return self._heights[width]

    def break_anew(self) -> None:
        width, height = self.size
        rows = list(broken([Text(self.rule)], self.app.console, width))
        if len(rows) > height > 0:
            rows[height - 1] = self._cut(rows[height - 1].plain, width)
        self.put(rows[:height])

    def _cut(self, row: str, width: int) -> Text:
        """End a row with the key that opens what does not fit."""
        more = t("about-more", key=keys_of(self).shown("info"))
        return Text(shorten(f"{row} {more}", width, placeholder=f" {more}"))


class Notice(Widget):
    """Something about the whole table, while there is something to say."""

    text: reactive[str] = reactive("")

    def render(self) -> Text:
        return Text(harmless(self.text))

    def height_at(self, width: int) -> int:
        """Return the rows it takes, but no more than can be spared."""
        lines = Text(harmless(self.text)).wrap(self.app.console, max(1, width - 2)) if self.text else ()
        return min(len(lines), MOST_ROWS)


class Alarm(Notice):
    """A red line for what must not happen: a lie of the server, a seal that does not fit."""


class Coming(Surface):
    """A sentence, in as many rows as it takes."""

    words: reactive[str] = reactive("")

    def render_line(self, y: int) -> Strip:
        width, height = self.inside
        rows = list(broken([Text(harmless(self.words))], self.app.console, width - 2 * MARGIN))
        row = y - (height - len(rows)) // 2
        if not 0 <= row < len(rows):
            return Strip.blank(width, self.ground)
        rows[row].rstrip()
        rows[row].pad_left((width - rows[row].cell_len) // 2)
        return drawn(rows[row], width, self.ground)
