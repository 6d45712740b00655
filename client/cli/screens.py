"""What opens the Textual client: nothing of it is imported before it is known that there is a terminal."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from client.home import default_home
from client.journey import Journey

BAD_TERMINAL = 1


def show_table(home: Path | None, command: str, journey: Journey) -> int:
    """Show a table until the player leaves it; give the exit code."""
    hint: str = import_module("client.tui.terminal").why_not(command)
    if hint:
        print(f"jinmaku {command}: {hint}", file=sys.stderr)
        return BAD_TERMINAL
    app = import_module("client.tui.app").table_app(home or default_home(), journey)
    app.run()
    return int(app.return_code or 0)
