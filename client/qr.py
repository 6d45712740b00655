"""Invitations as QR codes: two modules to a cell of the terminal, for whoever holds a camera to it."""

from __future__ import annotations

from importlib import import_module
from typing import Final, TypeAlias

Modules: TypeAlias = list[list[bool]]
"""Rows of a code with its quiet zone; True is dark."""

QUIET: Final = 4  # light modules around a code, as the standard wants
LEAST_QUIET: Final = 2  # as cameras put up with

# By what is dark in a cell, above and below.
CELLS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_INVERSE: Final = str.maketrans(" ▀▄█", "█▄▀ ")


def modules_of(text: str, quiet: int = QUIET) -> Modules:
    """Encode a text, as small as possible: a screen is clean, so errors need little correction."""
    code = import_module("segno").make(text, error="l", boost_error=False, micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=quiet)]


def cells_of(modules: Modules) -> list[str]:
    """Draw a code in half-blocks, with dark ink on light ground."""
    below = [*modules[1:], [False] * len(modules[0])]
    pairs = list(zip(modules, below, strict=True))[::2]
    return ["".join(CELLS[cell] for cell in zip(*rows, strict=True)) for rows in pairs]


def inverse(cells: list[str]) -> list[str]:
    """Give the same for light ink on dark ground."""
    return [line.translate(_INVERSE) for line in cells]


def fitting(text: str, columns: int, rows: int) -> list[str]:
    """Draw a text with as much quiet around it as there is room for; nothing if there is no room."""
    for quiet in (QUIET, LEAST_QUIET):
        cells = cells_of(modules_of(text, quiet))
        if len(cells) <= rows and len(cells[0]) <= columns:
            return cells
    return []
