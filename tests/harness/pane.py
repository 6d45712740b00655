"""A real terminal, typed to and read as a person would."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

from tests.waiting import PATIENCE


class Pane:
    """A tmux terminal, typed to and read as a person would."""

    def __init__(self, socket: Path, name: str = "game") -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        self._name = name

    def open(self, command: str, folder: Path, columns: int = 80, rows: int = 24) -> None:
        size = "-x", str(columns), "-y", str(rows)
        self.tmux("new-session", "-d", "-s", self._name, *size, "-c", str(folder), command)

    def tmux(self, *arguments: str) -> str:
        """Run tmux; the size of our own terminal, which readline exports, is not passed on."""
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        done = subprocess.run(
            [*self._tmux, *arguments], capture_output=True, text=True, check=False, env=environment
        )
        return done.stdout

    def type(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", self._name, *keys)

    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", self._name)

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-t", self._name, "-x", str(columns), "-y", str(rows))

    def close(self) -> None:
        self.tmux("kill-server")

    def until(self, pattern: str, seconds: float = PATIENCE) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text()
            if re.search(pattern, text):
                return text
            time.sleep(0.05)
        raise AssertionError(f"There is no {pattern!r} in:\n{self.text()}")
