"""The application: colours, settings, the title of the window, and which screen comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen

from client.journey import Journey
from client.texts import t
from client.tui.commands import ActsProvider
from client.tui.palette import INK
from client.tui.screens.game import GameScreen
from client.tui.settings import Settings, read_settings
from client.tui.terminal import set_title

NAME = "Jinmaku"


def table_app(home: Path, journey: Journey) -> JinmakuApp:
    """Make an application that goes straight to a table."""
    return JinmakuApp(home, lambda settings: GameScreen(journey, settings))


class JinmakuApp(App[int]):
    """Jinmaku in a terminal."""

    TITLE = NAME
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {ActsProvider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "settings", show=False, id="settings"),
        Binding("ctrl+q", "quit", show=False, id="quit"),
    ]

    def __init__(self, home: Path, first: Callable[[Settings], Screen[None]]) -> None:
        super().__init__()
        self.home = home
        self.settings = read_settings(home)
        self._first = first

    def on_mount(self) -> None:
        self.register_theme(INK)
        self.theme = INK.name
        self.animation_level = "full" if self.settings.animation else "none"
        self.push_screen(self._first(self.settings), lambda _: self.exit(0))

    def watch_title(self, title: str) -> None:
        set_title(self, title)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:  # noqa: ARG002
        yield SystemCommand(t("key-settings"), t("help-settings"), self.action_settings)

    def action_settings(self) -> None:
        """Let the player change settings."""
