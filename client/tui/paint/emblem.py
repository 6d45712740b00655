"""Pictures of games in a terminal, two dots in a cell."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from client.table.emblem import HEIGHT, WIDTH, Polygon, dots_of


def columns_in(rows: int) -> int:
    """Return how wide a picture of this many rows can be."""
    return int(2 * rows * WIDTH / HEIGHT)


def painted(emblem: tuple[Polygon, ...], columns: int) -> list[Text]:
    """Draw a picture of this many columns, row by row."""
    dots = dots_of(emblem, columns, 2 * max(1, round(columns * HEIGHT / WIDTH / 2)))
    return [
        Text("", no_wrap=True, end="").join(
            Text("▀", Style(color=high or None, bgcolor=low or None))
            for high, low in zip(top, bottom, strict=True)
        )
        for top, bottom in zip(dots[::2], dots[1::2], strict=True)
    ]
