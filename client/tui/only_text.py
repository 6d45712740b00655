"""The way out to the terminal: what is drawn is text, whoever wrote it."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from client.harmless import harmless


class OnlyText(LineFilter):
    """Leaves cells empty where a character could steer the terminal; no other text moves for it.

    Texts of others are written out long before. This is the last gate, for what was forgotten there.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [segment if is_text(segment.text) else emptied(segment) for segment in segments]


def is_text(words: str) -> bool:
    return harmless(words) == words


def emptied(segment: Segment) -> Segment:
    words = "".join(char if is_text(char) else " " * cell_len(char) for char in segment.text)
    return Segment(words, segment.style)
