"""What opens the Textual client: none of it is imported before we know that there is a terminal."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from client.cli.printing import complain
from client.local.home import default_home
from client.seat.journey import Fork, Journey

BAD_TERMINAL = 1


def has_terminal() -> bool:
    """Say whether somebody sits here who could be asked and shown something."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_table(home: Path | None, command: str, journey: Journey) -> int:
    """Show a table until the player leaves it; return the exit code."""
    return show(home, command, "table_app", journey)


def show_lobby(home: Path | None, doors: Any) -> int:
    return show(home, "", "lobby_app", doors)


def show_past(past: Any, fork: Fork) -> int:
    return show(None, "replay", "replay_app", past, fork)


def show_lessons(home: Path | None, course: Any, journey: Journey) -> int:
    return show(home, "learn", "lesson_app", (course, journey))


def show(home: Path | None, command: str, what: str, *way: Any) -> int:
    call = f"jinmaku {command}".strip()
    hint: str = import_module("client.tui.terminal").why_not(call)
    if hint:
        return complain(command, hint, BAD_TERMINAL)
    app = getattr(import_module("client.tui.app"), what)(home or default_home(), *way)
    app.run()
    return int(app.return_code or 0)
