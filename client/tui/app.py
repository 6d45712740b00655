"""The application: colours, settings, the title of the window, and which screen comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.filter import LineFilter
from textual.screen import Screen

from client.journey import Journey
from client.texts import t
from client.tui.commands import ActsProvider
from client.tui.dialogs.settings import SettingsDialog
from client.tui.doors import Doors
from client.tui.palette import INK
from client.tui.past import Past
from client.tui.plain_signs import PlainSigns
from client.tui.screens.game import GameScreen
from client.tui.screens.lobby import LobbyScreen
from client.tui.screens.looking import LookingScreen
from client.tui.screens.replay import ReplayScreen
from client.tui.screens.table import TableScreen
from client.tui.settings import Settings, read_settings, write_settings
from client.tui.terminal import set_title

NAME = "Jinmaku"


def table_app(home: Path, journey: Journey) -> JinmakuApp:
    """Make an application that goes straight to a table."""
    return JinmakuApp(home, lambda settings: GameScreen(journey, settings, home))


def lobby_app(home: Path, doors: Doors) -> JinmakuApp:
    """Make an application that begins in the lobby."""
    return JinmakuApp(home, lambda settings: LobbyScreen(doors, settings, home))


def replay_app(home: Path, past: Past) -> JinmakuApp:
    """Make an application that looks back at a game."""
    return JinmakuApp(home, lambda _: ReplayScreen(past))


class JinmakuApp(App[int]):
    """Jinmaku in a terminal."""

    TITLE = NAME
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = App.COMMANDS | {ActsProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "settings", show=False, id="settings"),
        Binding("ctrl+q", "quit", show=False, id="quit"),
    ]

    def __init__(self, home: Path, first: Callable[[Settings], Screen[Any]]) -> None:
        super().__init__()
        self.home = home
        self.settings = read_settings(home)
        self._first = first
        self._plain_signs = PlainSigns()

    def on_mount(self) -> None:
        self.register_theme(INK)
        self.theme = INK.name
        self._obey()
        self._begin()

    def _begin(self) -> None:
        """Show the first screen, again if its player wants to."""
        self.push_screen(self._first(self.settings), lambda again: self._begin() if again else self.exit(0))

    def watch_title(self, title: str) -> None:
        set_title(self, title)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand(t("key-settings"), t("help-settings"), self.action_settings)
        if isinstance(screen, LookingScreen):
            yield SystemCommand(t("credits-title"), t("help-credits"), screen.action_credits)

    @work
    async def action_settings(self) -> None:
        """Let the player change settings; every screen hears of it."""
        if isinstance(self.screen, SettingsDialog):
            return
        settings: Settings | None = await self.push_screen_wait(SettingsDialog(self.settings))
        if settings is None:
            return
        self.settings = settings
        write_settings(self.home, settings)
        self._obey()
        for screen in self.screen_stack:
            if isinstance(screen, (TableScreen, LobbyScreen)):
                screen.settings = settings
            if isinstance(screen, TableScreen):
                screen.apply_settings()

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, self._plain_signs] if self.settings.glyphs == "ascii" else filters

    def _obey(self) -> None:
        self.animation_level = "full" if self.settings.animation else "none"
        self.set_class(self.settings.glyphs == "ascii", "-ascii")
        self.refresh_css(animate=False)
