"""For terminals that have only ASCII: whatever sign is drawn, another of one cell stands for it."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from client.signs import SIGNS


class PlainSigns(LineFilter):
    """Changes our own signs; what people write stays as it is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment if segment.text.isascii() else Segment(segment.text.translate(SIGNS), *segment[1:])
            for segment in segments
        ]
