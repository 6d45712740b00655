"""`jinmaku qr`: draw an invitation as a QR code."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size

from client.cli.join import invitation_in
from client.qr import LEAST_QUIET, cells_of, fitting, inverse, modules_of

HELP = "Draw an invitation as a QR code, for whoever wants to take it from the screen with a camera."
FAILED = 1
ENDLESS = (1000, 1000)
BLOCKS = "█▀▄"
FINE, PLAIN, END = "\x1b[38;5;16;48;5;231m", "\x1b[30;47m", "\x1b[0m"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("invitation", metavar="INVITE", type=invitation_in, help="table://...")
    parser.add_argument("--inverse", action="store_true", help="for a light screen that shows no colours")


def run(args: Namespace) -> int:
    try:
        print("\n".join(picture(args.invitation.text(), is_inverse=args.inverse)))
    except UndrawableError as error:
        print(f"jinmaku qr: {error}", file=sys.stderr)
        return FAILED
    return 0


class UndrawableError(Exception):
    """The code cannot be drawn here; the sentence says why, and what to do."""


def picture(text: str, *, is_inverse: bool = False) -> list[str]:
    """Draw a code that can be read on any ground: black on white by its own colours, where there are any."""
    check_blocks(sys.stdout.encoding)
    columns, rows = get_terminal_size() if sys.stdout.isatty() else ENDLESS
    cells = fitting(text, columns, rows - 1)
    if not cells:
        least = cells_of(modules_of(text, LEAST_QUIET))
        needed = f"{len(least[0])}x{len(least) + 1}"
        raise UndrawableError(
            f"The code needs {needed} cells, and this terminal has {columns}x{rows}: make it larger."
        )
    colours = own_colours()
    if colours:
        return [f"{colours}{line}{END}" for line in cells]
    return cells if is_inverse else inverse(cells)


def check_blocks(encoding: str) -> None:
    try:
        BLOCKS.encode(encoding)
    except UnicodeEncodeError:
        raise UndrawableError(f"The code is drawn with blocks that {encoding} lacks: use UTF-8.") from None


def own_colours() -> str:
    """Give what sets black on white here, or nothing where no colours are wanted."""
    term = os.environ.get("TERM", "")
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ or term in {"", "dumb"}:
        return ""
    return FINE if "256color" in term or os.environ.get("COLORTERM") else PLAIN
