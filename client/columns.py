"""Rows aligned in columns as terminals count: a Japanese letter takes two cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

GAP: Final = "  "


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows of cells, each column as wide as its widest cell."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    padded = ((set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return [GAP.join(cells).rstrip() for cells in padded]
