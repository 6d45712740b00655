"""Words that would do more in a terminal than be read, and how to check that they do not."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len

from protocol.characters import is_unseen

CONTROLS: Final = "\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\x00\x08\r\n\x7f\x85"
MARKUP: Final = "[red]x[/red][/][@click=app.quit]q[/][link=x]"
DIRECTIONS: Final = "\u202e\u2066\u200f\u061c"
WIDTHS: Final = "\u200b\u200d\ufe0f\u2060\u3164\U000e0041\u0301\u9663\U0001f469\u200d\U0001f33e"
POISON: Final = f"{DIRECTIONS}Eve{CONTROLS}{MARKUP}{WIDTHS}"
SHORT: Final = f"\x1b[2J{DIRECTIONS}[/]\u200bE\u9663\r\n\x9b"
"""As much of it as fits into a name."""


def harm_in(text: str) -> list[str]:
    """Name the characters that are more than text; we may break lines ourselves."""
    return sorted({ascii(char) for char in text if char != "\n" and is_unseen(char)})


def check_rows(rows: list[str], width: int) -> None:
    """Check that nothing on a screen is more than text, and that every row is as wide as the screen."""
    for row in rows:
        assert harm_in(row) == [], ascii(row)
        assert not re.search(r"\n", row)
        assert cell_len(row) == width, ascii(row)
