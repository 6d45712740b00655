"""The terminal below Textual: whether it will do, and its window's title."""

from __future__ import annotations

import os
import sys
from typing import Any

from textual.app import App

from client.texts import t

LEAST_COLUMNS, LEAST_ROWS = 60, 20


def why_not(call: str) -> str:
    """Say why this terminal will not do, if so, and what to try instead."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return t("terminal-none", command=call)
    term = os.environ.get("TERM", "")
    if term in {"", "dumb", "unknown"}:
        return t("terminal-dumb", command=call, term=term or "?")
    columns, rows = os.get_terminal_size(sys.stderr.fileno())
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        least = f"{LEAST_COLUMNS}x{LEAST_ROWS}"
        return t("terminal-small", command=call, columns=columns, rows=rows, least=least)
    return ""


def set_title(app: App[Any], title: str) -> None:
    """Write the title of the window; Textual itself has no call for that."""
    driver = app._driver  # noqa: SLF001
    if driver is not None and not app.is_headless:
        driver.write(f"\x1b]2;{''.join(filter(str.isprintable, title))}\x07")
        driver.flush()
