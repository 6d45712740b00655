"""The application for somebody who is elsewhere and sees it through a door."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Final

from rich.console import Console

from client.table.lobby import Doors
from client.texts import t
from client.tui.app import JinmakuApp
from client.tui.screens.lobby import LobbyScreen

TROUBLE: Final = "trouble.txt"


class VisitorApp(JinmakuApp):
    """Jinmaku on the host's machine and on somebody else's screen."""

    def __init__(self, home: Path, ways: Doors, seconds_left: float) -> None:
        super().__init__(home, lambda settings: LobbyScreen(ways, settings, home))
        self._seconds_left = seconds_left

    def on_mount(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.warn)

    def warn(self) -> None:
        """Say that the door closes soon for who does not touch a key."""
        minutes = max(1, round(self._seconds_left / 60))
        words = t("door-idle-soon", minutes=minutes)
        self.notify(words, severity="warning", timeout=self._seconds_left, markup=False)
        self.bell()

    def _print_error_renderables(self) -> None:
        """Keep what went wrong for the host: how the program looks inside is not for visitors."""
        if not self._exit_renderables:
            return
        with (self.home / TROUBLE).open("w", encoding="utf-8") as file:
            console = Console(file=file, width=110)
            for renderable in self._exit_renderables:
                console.print(renderable)
        self._exit_renderables.clear()
