"""The application: colours, settings, the title of the window, and which screen comes first."""

from __future__ import annotations

import asyncio
import gc
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.segment import Segment
from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.color import Color
from textual.command import Hit, Hits, Provider
from textual.events import Event, InputEvent
from textual.filter import LineFilter
from textual.fuzzy import Matcher
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme

from client.doors.visitor import SEATED
from client.local.config import ConfigError
from client.local.kept import save_snapshot
from client.local.settings import NoticeSettings, Settings, read_settings, write_settings
from client.seat.journey import Fork, Journey
from client.seat.messengers import call
from client.seat.sitting import Arrived
from client.signs import SIGNS
from client.table.lessons import Course
from client.table.lobby import Doors
from client.table.lookout import Lookout, attention_of
from client.table.menu import Option
from client.table.past import Past
from client.texts import t
from client.texts.refusals import why
from client.tui.answering import AnsweringScreen
from client.tui.dialogs.forms import Form
from client.tui.dialogs.settings import SettingsDialog
from client.tui.drawing import picture_of
from client.tui.explaining import Explaining
from client.tui.keys import USUAL, bound, keymap_of
from client.tui.palette import THEMES, ByDay
from client.tui.screens.game import FromTable, GameScreen
from client.tui.screens.lesson import LessonScreen
from client.tui.screens.lobby import LobbyScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.tabletop import Tabletop
from client.tui.terminal import OnlyText, set_title, steer
from client.tui.widgets.key_line import KeyLine
from protocol.entries import Door

NAME = "Jinmaku"
TROUBLE: Final = "trouble.txt"
FIRST: Final = 1.0
"""In the palette: ranks above everything that is not about the game while nothing is typed."""
NEW_OBJECTS = 10_000
"""After how many the collector runs; its default interrupts each paint a few times, and finds nothing."""


def table_app(home: Path, journey: Journey) -> JinmakuApp:
    """Make an application that goes straight to a table."""
    return JinmakuApp(home, lambda settings: GameScreen(journey, settings, home))


def lobby_app(home: Path, doors: Doors) -> JinmakuApp:
    """Make an application that begins in the lobby."""
    return JinmakuApp(home, lambda settings: LobbyScreen(doors, settings, home))


def replay_app(home: Path, past: Past, fork: Fork | None = None) -> JinmakuApp:
    """Make an application that looks back at a game and, if wanted, goes on from a moment in it."""
    return JinmakuApp(home, lambda _: ReplayScreen(past, fork))


def lesson_app(home: Path, way: tuple[Course, Journey]) -> JinmakuApp:
    """Make an application that begins with lessons and, if wanted, goes on with a first game."""
    return JinmakuApp(home, lambda settings: LessonScreen(way[0], settings, home, way[1]))


class ActsProvider(Provider):
    """Offers in the command palette everything that is legal now, found by any of its words."""

    @property
    def _table(self) -> Tabletop | None:
        return next(iter(self.screen.query(Tabletop)), None)

    @property
    def _explaining(self) -> Explaining | None:
        """Return what explains the screen, in its forms, too."""
        if isinstance(self.screen, (ReplayScreen, Form)):
            return self.screen.explaining
        return self._table.explaining if self._table is not None and self._table.model.told else None

    def _options(self) -> Iterator[Option]:
        table = self._table
        if table is not None and table.model.menu is not None and table.model.is_my_turn:
            yield from table.model.menu.options

    async def discover(self) -> Hits:
        for option in self._options():
            yield Hit(FIRST, option.words, partial(self._choose, option), help=self._line(option))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for hit in self._cards(matcher):
            yield hit
        for option in self._options():
            score = matcher.match(option.words)
            if score > 0:
                words = matcher.highlight(option.words)
                yield Hit(score, words, partial(self._choose, option), help=self._line(option))

    def _cards(self, matcher: Matcher) -> Iterator[Hit]:
        """Find named things, to be explained."""
        explaining = self._explaining
        for card in explaining.cards() if explaining is not None else ():
            scores = {name: matcher.match(name) for name in (card.title, *card.names)}
            name = max(scores, key=lambda name: scores[name])
            if explaining is not None and scores[name] > 0:
                show = partial(explaining.show, [card])
                about = f"{card.title}, {card.kind}: {card.lines[0]}".removeprefix(f"{name}, ")
                yield Hit(scores[name], matcher.highlight(name), show, help=about)

    def _line(self, option: Option) -> str:
        """Write an answer as it can be typed in the line client."""
        scene = self._table.model.scene if self._table is not None else None
        return scene.game.line_of(option.choice) if scene is not None else ""

    def _choose(self, option: Option) -> None:
        if self._table is not None:
            self._table.follow(self._table.model.choose(option))


class PlainSigns(LineFilter):
    """Replaces our own signs; what people write stays as it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment if segment.text.isascii() else Segment(segment.text.translate(SIGNS), *segment[1:])
            for segment in segments
        ]


class JinmakuApp(App[int]):
    """Jinmaku in a terminal."""

    TITLE = NAME
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = App.COMMANDS | {ActsProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("settings", "settings"),
        bound("picture", "picture", priority=True),
        bound("quit", "quit"),
    ]

    def __init__(self, home: Path, first: Callable[[Settings], Screen[Any]]) -> None:
        self.settings = read_settings(home)
        self._theme_now = THEMES[self.settings.theme]
        super().__init__()
        gc.set_threshold(NEW_OBJECTS)
        # Without colours: an error may hold other people's words, and is printed as plain text.
        self.error_console = Console(markup=False, highlight=False, stderr=True, color_system=None)
        self.home = home
        self.keymap = USUAL
        self._first = first
        self._only_text, self._plain_signs, self._by_day = OnlyText(), PlainSigns(), ByDay()
        self._lookout, self._touched = Lookout(), time.monotonic()

    @property
    def current_theme(self) -> Theme:
        """The player's theme; Textual asks very often, and before there are settings."""
        return self._theme_now

    @property
    def notices(self) -> NoticeSettings:
        """How to call a player who is not looking."""
        return self.settings.notices

    def on_mount(self) -> None:
        self._obey()
        self.set_interval(1.0, self.look_out)

    async def on_event(self, event: Event) -> None:
        await super().on_event(event)
        if isinstance(event, InputEvent) and self.app_focus:
            self._touched = time.monotonic()

    def look_out(self) -> None:
        """Call the player for what happens at a table while they are not looking."""
        now = time.monotonic()
        attention = attention_of(self._touched, now, has_focus=self.app_focus)
        stands = [screen.stand(now) for screen in self.screen_stack if isinstance(screen, GameScreen)]
        for stand in filter(None, stands):
            if words := self._lookout.look(stand, attention, now):
                self.run_worker(self._call(words), group="calls")

    async def _call(self, words: str) -> None:
        for trouble in await call(words, self.notices, partial(steer, self)):
            self.notify(trouble, severity="warning")

    async def on_unmount(self) -> None:
        """See that what still calls the player ends, before there is nobody left to see it."""
        calls = [worker.wait() for worker in self.workers if worker.group == "calls"]
        await asyncio.gather(*calls, return_exceptions=True)

    def get_default_screen(self) -> Screen[Any]:
        """Begin with what was asked for: an empty screen below it would slow the start."""
        return self._first(self.settings)

    @on(AnsweringScreen.ScreenAnswered)
    def go_on(self, message: AnsweringScreen.ScreenAnswered) -> None:
        """Go to the next table, while there is one."""
        if message.screen is not self.screen:
            return
        if message.answer is None:
            self.exit(0)
        else:
            self.switch_screen(GameScreen(message.answer, self.settings, self.home))

    async def push_screen_wait(self, screen: Screen[Any] | str, *, mode: str | None = None) -> Any:
        """Ask nothing any more once the program ends: the screen that asks is being cleared away."""
        if not self.is_running:
            raise asyncio.CancelledError
        return await super().push_screen_wait(screen, mode=mode)

    def watch_title(self, title: str) -> None:
        set_title(self, title)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand(t("key-settings"), t("help-settings"), self.action_settings)
        yield SystemCommand(t("key-picture"), t("help-picture"), self.action_picture)
        if isinstance(screen, (GameScreen, LessonScreen)):
            show_sheets = partial(screen.table.do, "sheet")
            yield SystemCommand(t("command-sheet"), t("help-sheet"), show_sheets)
            yield SystemCommand(t("credits-title"), t("help-credits"), screen.table.show_credits)

    def action_picture(self) -> None:
        """Save what can be seen now."""
        try:
            path = save_snapshot(self.home, picture_of(self.screen))
        except OSError as error:
            self.notify(why(error), severity="error")
        else:
            self.notify(t("news-saved", path=str(path)))

    @work
    async def action_settings(self) -> None:
        """Let the player change settings; every screen hears of it."""
        if isinstance(self.screen, SettingsDialog):
            return
        settings: Settings | None = await self.push_screen_wait(SettingsDialog(self.settings, self.home))
        if settings is None:
            return
        self.settings = settings
        self._keep()
        self._obey()
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            if isinstance(screen, (GameScreen, LessonScreen, LobbyScreen, ReplayScreen)):
                screen.obey(settings)
            for line in screen.query(KeyLine):
                line.refresh()

    def _keep(self) -> None:
        try:
            write_settings(self.home, self.settings)
        except (ConfigError, OSError) as error:
            self.notify(why(error), severity="error")

    def get_line_filters(self) -> Sequence[LineFilter]:
        by_day = [] if self.current_theme.dark else [self._by_day]
        plain = [self._plain_signs] if self.settings.glyphs == "ascii" else []
        return [*by_day, *super().get_line_filters(), self._only_text, *plain]

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,  # noqa: ARG002
    ) -> None:
        """Show words as they are, never as markup: they may be somebody else's."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def clear_notifications(self) -> None:
        """Take away what has popped up; if nothing has, Textual would still look for a place for it."""
        if len(self._notifications):
            super().clear_notifications()

    def _obey(self) -> None:
        self.keymap = keymap_of(self.settings.keys)
        self.set_keymap(self.keymap.changes)
        for complaint in self.keymap.complaints:
            self.notify(complaint, severity="warning", timeout=15)
        self._theme_now = THEMES[self.settings.theme]
        self.animation_level = "full" if self.settings.animation else "none"
        self.set_class(self.settings.glyphs == "ascii", "-ascii")


class VisitorApp(JinmakuApp):
    """Jinmaku on the host's machine and on somebody else's screen."""

    def __init__(self, home: Path, ways: Doors, seconds_left: float) -> None:
        super().__init__(home, lambda settings: LobbyScreen(ways, settings, home))
        self._seconds_left = seconds_left

    @property
    def notices(self) -> NoticeSettings:
        """Only the visitor's own terminal: commands would run on the host's machine."""
        return NoticeSettings(self.settings.notices.terminal)

    def on_mount(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.warn)

    @on(FromTable)
    def note_seat(self, message: FromTable) -> None:
        """Let the door know, for another time, that this visitor has a seat at the server's tables."""
        news = message.news
        if not isinstance(news, Arrived) or news.way is None or news.scene.seat is None:
            return
        if news.way.person.door is not Door.OWN:
            (self.home / SEATED).touch(mode=0o600)

    def warn(self) -> None:
        """Say that the door closes soon unless a key is touched."""
        minutes = max(1, round(self._seconds_left / 60))
        words = t("door-idle-soon", minutes=minutes)
        self.notify(words, severity="warning", timeout=self._seconds_left)
        self.bell()

    def _print_error_renderables(self) -> None:
        """Keep errors for the host: what the program looks like inside is not for visitors."""
        if not self._exit_renderables:
            return
        with (self.home / TROUBLE).open("w", encoding="utf-8") as file:
            console = Console(file=file, width=110)
            for renderable in self._exit_renderables:
                console.print(renderable)
        self._exit_renderables.clear()
