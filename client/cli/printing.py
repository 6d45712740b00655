"""What commands print: lines that break between words on a terminal and nowhere else, and complaints."""

from __future__ import annotations

import re
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

from client.harmless import harmless
from client.texts.refusals import why

FAILED: Final = 1
BAD_INPUT: Final = 2
ANY_WIDTH: Final = 1000
TO_COPY: Final = 40
"""Anything longer without a space is an address or a path."""
START: Final = re.compile(r" *(?:\d+  )?")


def tell(*lines: str) -> None:
    for line in lines:
        print(broken(harmless(line)), flush=True)


def broken(line: str) -> str:
    """Break a line that is too long below its first word; not what somebody may want to copy in one piece."""
    if len(line) <= room() or any(len(word) > TO_COPY for word in line.split()):
        return line
    start = START.match(line)
    indent = " " * (start.end() if start is not None else 0)
    return fill(line, room(), subsequent_indent=indent, break_on_hyphens=False)


def room() -> int:
    """Return the width of the screen; lines written to a file have any length."""
    return get_terminal_size().columns if sys.stdout.isatty() else ANY_WIDTH


def complain(command: str, reason: Exception | str, code: int = FAILED) -> int:
    """Say in a line why a command did not do what it was asked to; return the exit code."""
    sentence = why(reason) if isinstance(reason, Exception) else reason
    call = f"jinmaku {command}".strip()
    print(f"{call}: {harmless(sentence)}", file=sys.stderr)
    return code
