"""Our signs in ASCII, for terminals and streams that have nothing else: one cell stands for one."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Final

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
    """Give what stands for a sign that cannot be shown."""
    return sign.translate(SIGNS) if ord(sign) in SIGNS else UNKNOWN


# Streams -------------------------------------------------------------------------------------


STREAMS: Final = {"stdin": "r", "stdout": "w", "stderr": "w"}
PLAINLY: Final = "jinmaku-plainly"


def prepare_streams() -> None:
    """Open what was closed before we began, and let every sign be written that somebody wants to print."""
    _open_closed()
    codecs.register_error(PLAINLY, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINLY)


def _open_closed() -> None:
    """Let nothing else come to be stream 0, 1 or 2: what is printed would go there."""
    for name, mode in STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (stays open)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write a plain sign for each that the encoding does not have."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(plain_sign, error.object[error.start : error.end])), error.end
