"""What is to be read on a page of a lesson."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.reactive import var

from client.tui.widgets.words import Words


class LessonPane(VerticalScroll, can_focus=False):
    """Words, or a remark on an answer; longer ones than there is room for can be scrolled."""

    DEFAULT_CSS = """
    LessonPane {
        padding: 0 1; border-left: vkey $panel; background: #2b2440; color: #f3ecff;
        scrollbar-size-vertical: 1;
        &.-remark { background: #3a2f14; color: #ffe9b0; }
        &.-plain { border-left: none; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Words()

    words: var[str] = var("", init=False)

    def watch_words(self, words: str) -> None:
        """Show other words, from their beginning."""
        self.query_one(Words).update(Text(words))
        self.scroll_home(animate=False)

    def read_on(self) -> bool:
        """Scroll on; say whether there was more."""
        has_more = self.display and self.scroll_offset.y < self.max_scroll_y
        if has_more:
            self.scroll_page_down(animate=False)
        return has_more
