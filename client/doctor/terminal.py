"""The terminal: whether there is one, what it can show, and how wide it draws our signs."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from client.doctor.findings import Finding, good, think
from client.doctor.ruler import Widths, measure
from client.tui.plain_signs import SIGNS
from client.tui.settings import Settings
from client.tui.terminal import LEAST_COLUMNS, LEAST_ROWS

PLAIN_WORKS: Final = "Only --plain works here."
EVERYTHING: Final = 110  # columns from which on all panes are seen at once
OURS: Final = tuple(chr(code) for code in SIGNS)
USE_ASCII: Final = 'Set glyphs = "ascii" in the section [screen] of your settings (ctrl+s at the table)'


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def terminal_findings(settings: Settings, *, may_measure: bool) -> Iterator[Finding]:
    if not is_terminal():
        yield think("terminal", "There is none here, or its input or output goes elsewhere.", PLAIN_WORKS)
        return
    yield size_finding(os.environ.get("TERM", ""), os.get_terminal_size())
    yield colour_finding(os.environ)
    yield encoding_finding(sys.stdout.encoding, settings)
    if may_measure:
        yield width_finding(measure(sys.stdin.fileno(), OURS), settings)


def size_finding(term: str, size: os.terminal_size) -> Finding:
    columns, rows = size
    if term in {"", "dumb", "unknown"}:
        return think("terminal", f"TERM is {term or 'not set'}, so nothing can be drawn.", PLAIN_WORKS)
    there = f"{term}, {columns}x{rows} cells"
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        least = f"{LEAST_COLUMNS}x{LEAST_ROWS}"
        return think("terminal", f"{there}.", f"The table needs {least}: make it larger, or use --plain.")
    if columns < EVERYTHING:
        return good("terminal", f"{there} ({EVERYTHING} columns show all at once).")
    return good("terminal", f"{there}.")


def colour_finding(environ: Mapping[str, str]) -> Finding:
    """Tell what Textual will make of the environment."""
    term, colours = environ.get("TERM", ""), environ.get("COLORTERM", "").lower()
    if "NO_COLOR" in environ:
        return good("colours", "None, as NO_COLOR asks; letters and patterns tell the clans apart.")
    if colours in {"truecolor", "24bit"}:
        return good("colours", "16 million.")
    if "256color" in term or "kitty" in term:
        return good("colours", "256; with COLORTERM=truecolor there are more, if the terminal has them.")
    return think("colours", "16, so the map is drawn in lines.", "TERM=xterm-256color, if that is true.")


def encoding_finding(encoding: str, settings: Settings) -> Finding:
    name = encoding.lower().replace("_", "-")
    if name in {"utf-8", "utf8"}:
        return good("signs", f"UTF-8 ({locale.setlocale(locale.LC_CTYPE)}).")
    if settings.glyphs == "ascii":
        return good("signs", f"{encoding}; only ASCII is drawn, as you have set.")
    return think("signs", f"{encoding} has not all our signs.", f"Set LANG=C.UTF-8. Or {lowered(USE_ASCII)}.")


def width_finding(widths: Widths | None, settings: Settings) -> Finding:
    if settings.glyphs == "ascii":
        return good("width", "Only ASCII is drawn, as you have set.")
    if widths is None:
        ruler = "".join(OURS[:40])
        rule = "".join(str(place % 10) for place in range(len(ruler)))
        words = f"The terminal does not tell. These two should be equally long: {ruler} {rule}"
        return think("width", words, f"If they are not: {lowered(USE_ASCII)}.")
    wrong = "".join(sign for sign, width in widths.items() if width != 1)
    if wrong:
        advice = f"{USE_ASCII}, or let the terminal draw signs of ambiguous width narrow."
        return think("width", f"Drawn in more or less than one cell: {wrong}", advice)
    return good("width", f"All {len(widths)} signs that we draw are one cell wide.")


def lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
