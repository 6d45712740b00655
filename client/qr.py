"""Invitations as QR codes: two modules to a cell of the terminal, to be scanned with a camera."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from shutil import get_terminal_size
from typing import Final, TypeAlias

Modules: TypeAlias = list[list[bool]]
"""Rows of a code with its quiet zone; True is dark."""

QUIET: Final = 4  # light modules around a code, as the standard wants
LEAST_QUIET: Final = 2  # as cameras tolerate

# By which halves of a cell are dark, upper and lower.
CELLS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
ENDLESS: Final = (1000, 1000)
BLOCKS: Final = "█▀▄"
FINE, PLAIN, END = "\x1b[38;5;16;48;5;231m", "\x1b[30;47m", "\x1b[0m"
_INVERSE: Final = str.maketrans(" ▀▄█", "█▄▀ ")


def modules_of(text: str, quiet: int = QUIET) -> Modules:
    """Encode a text as small as possible: a screen is clean, so little error correction is needed."""
    code = import_module("segno").make(text, error="l", boost_error=False, micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=quiet)]


def code_rows(modules: Modules) -> list[str]:
    """Draw a code in half-blocks, with dark ink on light ground."""
    below = [*modules[1:], [False] * len(modules[0])]
    pairs = list(zip(modules, below, strict=True))[::2]
    return ["".join(CELLS[cell] for cell in zip(*rows, strict=True)) for rows in pairs]


def inverse(cells: list[str]) -> list[str]:
    """Return the same for light ink on dark ground."""
    return [line.translate(_INVERSE) for line in cells]


def fitting(text: str, columns: int, rows: int) -> list[str]:
    """Draw a text with as much quiet zone as fits; nothing if there is no room."""
    for quiet in (QUIET, LEAST_QUIET):
        cells = code_rows(modules_of(text, quiet))
        if len(cells) <= rows and len(cells[0]) <= columns:
            return cells
    return []


# On the terminal ------------------------------------------------------------------------------


class UndrawableError(Exception):
    """The code cannot be drawn here; the sentence says why, and what to do."""


def picture(text: str, *, is_inverse: bool = False) -> list[str]:
    """Draw a code readable on any ground: black on white in its own colours, where there are any."""
    check_blocks(sys.stdout.encoding)
    columns, rows = get_terminal_size() if sys.stdout.isatty() else ENDLESS
    cells = fitting(text, columns, rows - 1)
    if not cells:
        least = code_rows(modules_of(text, LEAST_QUIET))
        needed = f"{len(least[0])}x{len(least) + 1}"
        raise UndrawableError(
            f"The code needs {needed} cells, and this terminal has {columns}x{rows}: make it larger."
        )
    colours = own_colours()
    if colours:
        return [f"{colours}{line}{END}" for line in cells]
    return cells if is_inverse else inverse(cells)


def check_blocks(encoding: str) -> None:
    try:
        BLOCKS.encode(encoding)
    except UnicodeEncodeError:
        raise UndrawableError(f"The code is drawn with blocks that {encoding} lacks: use UTF-8.") from None


def own_colours() -> str:
    """Return what sets black on white here, or nothing if no colours are wanted."""
    term = os.environ.get("TERM", "")
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ or term in {"", "dumb"}:
        return ""
    return FINE if "256color" in term or os.environ.get("COLORTERM") else PLAIN
