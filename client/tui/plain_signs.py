"""For terminals that have only ASCII: whatever sign is drawn, another of one cell stands for it."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("·…", "."),
        **dict.fromkeys("\N{EN DASH}—─━═╌╍▔▁", "-"),
        **dict.fromkeys("│┃║╎╏▏▎▌▐▕▊▋▉", "|"),
        **dict.fromkeys("●•◆✶★", "*"),
        **dict.fromkeys("→▸▶", ">"),
        **dict.fromkeys("←◂◀", "<"),
        **dict.fromkeys("↑▲", "^"),
        **dict.fromkeys("↓▼", "v"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╵╶╷╴", "+"),
        "¢": "c",
        "✓": "v",
        "\N{MULTIPLICATION SIGN}": "x",
        "○": "o",
        "⚑": "!",
        "▂": "_",
        "▃": "=",
        "▄": "=",
        "▀": "=",
        **dict.fromkeys("▅▆▇█■", "#"),
    }
)


class PlainSigns(LineFilter):
    """Changes our own signs; what people write stays as it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment if segment.text.isascii() else Segment(segment.text.translate(SIGNS), *segment[1:])
            for segment in segments
        ]
