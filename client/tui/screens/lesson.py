"""Learning: a prepared game on the real table, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.reactive import var

from client.local.settings import Settings
from client.seat.journey import Journey
from client.table.errands import Depart
from client.table.learning import LessonModel, for_learning
from client.table.lessons import Course
from client.texts import t
from client.tui.answering import AnsweringScreen
from client.tui.keys import AT_THE_TABLE, bound
from client.tui.paint.rows import broken
from client.tui.tabletop import Tabletop
from client.tui.widgets.header import Header
from client.tui.widgets.key_line import KeyHint, KeyLine
from client.tui.widgets.words import Words

ON: Final = KeyHint("hurry", "learn-key-on", "screen.do('hurry')")
WANTED: Final = KeyHint("hurry", "learn-key-wanted", "screen.do('hurry')")
HINTS: Final = (
    KeyHint("undo", "learn-key-back", "screen.do('undo')"),
    KeyHint("log", "key-log", "screen.do('log')"),
    KeyHint("map", "key-map", "screen.do('map')"),
    KeyHint("rules", "key-rules", "screen.do('rules')"),
    KeyHint("explain", "key-explain", "screen.do('explain')"),
    KeyHint("help", "key-help", "screen.do('help')"),
    KeyHint("leave", "key-leave", "screen.do('leave')"),
)
NOT_HERE: Final = ("gift", "offer", "recap", "talk")


class LessonPane(VerticalScroll, can_focus=False):
    """Words, or a remark on an answer; longer texts than fit can be scrolled."""

    DEFAULT_CSS = """
    LessonPane {
        padding: 1; border-left: vkey $panel; background: #2b2440; color: #f3ecff;
        scrollbar-size-vertical: 1;
        &.-remark { background: #3a2f14; color: #ffe9b0; }
        &.-plain { border-left: none; padding: 0 1; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Words()

    words: var[str] = var("", init=False)

    def height_at(self, width: int) -> int:
        """Return the rows for all words, and one above and below them."""
        return len(list(broken([Text(self.words)], self.app.console, width))) + 2

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


class LessonScreen(AnsweringScreen[Journey]):
    """A course; returns the way to a first game, if its learner wants to play now."""

    CSS_PATH = "table.tcss"
    BLANK = True  # the table is all there is to see
    BINDINGS: ClassVar[list[BindingType]] = [
        *(bound(name, f"do('{name}')") for name in AT_THE_TABLE),
        bound("replay.back", "turn(-1)"),
        bound("replay.on", "turn(1)"),
    ]

    def __init__(self, course: Course, settings: Settings, home: Path, first_game: Journey) -> None:
        super().__init__()
        self.model = LessonModel(course, settings, home)
        self.table = Tabletop(self.model, {Depart: self._depart})
        self.table.draw_more = self._draw_lesson
        self._first_game = first_game

    def compose(self) -> ComposeResult:
        yield self.table

    def on_mount(self) -> None:
        self.call_later(self._begin)

    async def _begin(self) -> None:
        self.table.log_rows, self.table.without = (5, 5, 7), ("talk", "about")
        self.query_one(Header).word = t("learn-table")
        await self.table.sit_down(self.model.scenes[0], ())
        await self.table.mount(LessonPane(id="lesson"))
        self.table.draw()

    def obey(self, settings: Settings) -> None:
        self.model.settings = for_learning(settings)
        self.table.apply_settings()

    def _draw_lesson(self) -> None:
        """Draw what there is to read, and which keys turn the page."""
        model = self.model
        for pane in self.query(LessonPane):
            pane.words = model.words
            pane.set_class(model.is_remark, "-remark")
        self.table.is_telling = model.is_telling
        self.table.settle()
        on = () if model.is_last else (ON if model.can_go_on else WANTED,)
        self.query_one(KeyLine).hints = (*on, *HINTS)

    # What the learner does -------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "do":
            return True
        return parameters[0] not in NOT_HERE and self.table.allows(str(parameters[0]))

    def action_do(self, command: str) -> None:
        """Do what a key stands for; if a page is longer than its pane, first read on."""
        is_reading = command == "hurry" and not self.model.is_telling
        if not is_reading or not self.query_one(LessonPane).read_on():
            self.table.do(command)

    def action_turn(self, by: int) -> None:
        self.table.follow(self.model.turn(by))

    def on_key(self, event: Key) -> None:
        self.table.press(event)

    async def _depart(self, errand: Depart) -> None:
        self.dismiss(self._first_game if errand.is_again else None)
