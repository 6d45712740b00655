"""The prompt line: what is asked, of whom, until when."""

from __future__ import annotations

from textwrap import shorten

from rich.text import Text
from textual.reactive import reactive, var
from textual.widget import Widget

from client.harmless import harmless
from client.tui.palette import MUTED
from client.tui.widgets.rows import Rows, TextLine, broken

MOST_ROWS = 4


class PromptLine(TextLine):
    """One sentence, and faintly behind it the rule and the time left."""

    sentence: reactive[str] = reactive("")
    remark: reactive[str] = reactive("")
    sealed: reactive[str] = reactive("")
    """Who has given a sealed answer and who is missing, while there is such a thing."""

    def render(self) -> Text:
        text = Text(f" {self.sentence}", no_wrap=True)
        if self.remark:
            text.append(f"  {self.remark}", MUTED)
        if self.sealed:
            text.append(f"  {self.sealed}", MUTED)
        return text


class About(Rows):
    """The rule about what the player considers, as much of it as there is room for."""

    DEFAULT_CSS = "About { overflow: hidden; }"

    rule: var[str] = var("")

    def watch_rule(self) -> None:
        self.break_anew()

    def break_anew(self) -> None:
        width, height = self.size
        text = Text(shorten(self.rule, max(20, height * (width - 3)), placeholder=" …"))
        self.put(list(broken([text], self.app.console, width)))


class Notice(Widget):
    """Something about the whole table, as long as there is something to say."""

    text: reactive[str] = reactive("")

    def render(self) -> Text:
        return Text(harmless(self.text))

    def height_at(self, width: int) -> int:
        """Give the rows it takes, but no more than may be spared."""
        lines = Text(harmless(self.text)).wrap(self.app.console, max(1, width - 2)) if self.text else ()
        return min(len(lines), MOST_ROWS)


class Alarm(Notice):
    """A red line for what must not happen: a lie of the server, a seal that does not fit."""
