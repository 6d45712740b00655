"""Our signs in ASCII, for terminals and streams that have nothing else: one cell for one cell."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, TextIO

from client.harmless import harmless_lines

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
        **dict.fromkeys("┌┐└┘├┤┬┴┼╵╶╷╴┏┓┗┛┣┫┳┻╋╹╺╻╸╔╗╚╝╠╣╦╩╬", "+"),
        "¢": "c",
        "‖": "|",
        "±": "+",
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
UNKNOWN: Final = "?"


def plain_sign(sign: str) -> str:
    """Return a substitute for a sign that cannot be shown."""
    return sign.translate(SIGNS) if ord(sign) in SIGNS else UNKNOWN


# Streams -------------------------------------------------------------------------------------


STREAMS: Final = {"stdin": "r", "stdout": "w", "stderr": "w"}
PLAINLY: Final = "jinmaku-plainly"


class TextStream:
    """A stream to a terminal that takes nothing but lines of text, whoever wrote them.

    Everything printed, logged or complained about goes through one; only our own drawing bypasses it.
    """

    def __init__(self, below: TextIO) -> None:
        self.below = below

    def write(self, text: str) -> int:
        self.below.write(harmless_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)


def for_drawing() -> TextIO:
    """Return the output for what is ours alone and may steer the terminal."""
    return sys.stdout.below if isinstance(sys.stdout, TextStream) else sys.stdout


def prepare_streams() -> None:
    """Open streams that were closed before we began; let every sign be written, but nothing beyond text."""
    _open_closed()
    codecs.register_error(PLAINLY, _plainly)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINLY)
        if not isinstance(stream, TextStream):
            setattr(sys, name, TextStream(stream))


def _open_closed() -> None:
    """Keep anything else from becoming stream 0, 1 or 2: whatever is printed would go there."""
    for name, mode in STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (stays open)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write a plain sign for each that the encoding does not have."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(plain_sign, error.object[error.start : error.end])), error.end
