"""Lines for whoever reads them: on a terminal they break between words, elsewhere not at all."""

from __future__ import annotations

import re
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

ANY_WIDTH: Final = 1000
TO_COPY: Final = 40
"""What is longer without a space is an address or a path."""
START: Final = re.compile(r" *(?:\d+  )?")


def tell(*lines: str) -> None:
    for line in lines:
        print(broken(line), flush=True)


def broken(line: str) -> str:
    """Break a line that is too long below its first word; not what somebody may want to copy in one piece."""
    if len(line) <= room() or any(len(word) > TO_COPY for word in line.split()):
        return line
    start = START.match(line)
    indent = " " * (start.end() if start is not None else 0)
    return fill(line, room(), subsequent_indent=indent, break_on_hyphens=False)


def room() -> int:
    """Give the width of the screen; what is written to a file has lines of any length."""
    return get_terminal_size().columns if sys.stdout.isatty() else ANY_WIDTH
