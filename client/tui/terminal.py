"""The terminal below Textual: whether it will do, what it is told, and that only text is drawn on it."""

from __future__ import annotations

import os
import sys
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from client.harmless import harmless
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
    steer(app, f"\x1b]2;{''.join(filter(str.isprintable, title))}\x07")


def steer(app: App[Any], sequence: str) -> None:
    """Tell the terminal something that is not shown on the screen."""
    driver = app._driver  # noqa: SLF001
    if driver is not None and not app.is_headless:
        driver.write(sequence)
        driver.flush()


# What is drawn is text ----------------------------------------------------------------------------


class OnlyText(LineFilter):
    """Leaves cells empty where a character could steer the terminal; nothing beside such a text moves.

    Other people's texts are spelled out long before. This is the last gate, for whatever was forgotten there.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        if is_text("".join([segment.text for segment in segments])):  # nearly always; the whole row at once
            return segments
        return [segment if is_text(segment.text) else emptied(segment) for segment in segments]


def is_text(words: str) -> bool:
    return harmless(words) == words


def emptied(segment: Segment) -> Segment:
    """Empty cells of a segment and keep its width: signs that were joined are wider apart."""
    words = "".join(char if is_text(char) else " " * cell_len(char) for char in segment.text)
    return Segment(set_cell_size(words, segment.cell_length), segment.style)
