"""The terminal: whether there is one, what it can show, and how wide it draws our signs."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Final

from client.doctor.findings import Finding, good, think
from client.doctor.ruler import Widths, measure
from client.local.settings import Settings
from client.signs import SIGNS
from client.texts import t
from client.tui.terminal import LEAST_COLUMNS, LEAST_ROWS

EVERYTHING: Final = 110  # columns from which on all panes are seen at once
OURS: Final = tuple(chr(code) for code in SIGNS)


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def terminal_findings(settings: Settings, *, may_measure: bool) -> Iterator[Finding]:
    if not is_terminal():
        yield think("terminal", t("doctor-no-terminal"), t("doctor-plain-works"))
        return
    yield size_finding(os.environ.get("TERM", ""), os.get_terminal_size())
    yield colour_finding(os.environ)
    yield encoding_finding(sys.stdout.encoding, settings)
    if may_measure:
        yield width_finding(measure(sys.stdin.fileno(), OURS), settings)


def size_finding(term: str, size: os.terminal_size) -> Finding:
    columns, rows = size
    if term in {"", "dumb", "unknown"}:
        return think("terminal", undrawable(term), t("doctor-plain-works"))
    there: dict[str, str | int] = {"term": term, "columns": columns, "rows": rows}
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        least = f"{LEAST_COLUMNS}x{LEAST_ROWS}"
        return think("terminal", t("doctor-terminal", **there), t("doctor-too-small", least=least))
    if columns < EVERYTHING:
        return good("terminal", t("doctor-terminal-narrow", most=EVERYTHING, **there))
    return good("terminal", t("doctor-terminal", **there))


def undrawable(term: str) -> str:
    return t("doctor-term", term=term) if term else t("doctor-no-term")


def colour_finding(environ: Mapping[str, str]) -> Finding:
    """Tell what Textual will make of the environment."""
    term, colours = environ.get("TERM", ""), environ.get("COLORTERM", "").lower()
    if "NO_COLOR" in environ:
        return good("colours", t("doctor-no-colours"))
    if colours in {"truecolor", "24bit"}:
        return good("colours", t("doctor-all-colours"))
    if "256color" in term or "kitty" in term:
        return good("colours", t("doctor-256-colours"))
    return think("colours", t("doctor-16-colours"), t("doctor-more-colours"))


def encoding_finding(encoding: str, settings: Settings) -> Finding:
    name = encoding.lower().replace("_", "-")
    if name in {"utf-8", "utf8"}:
        return good("signs", t("doctor-utf-8", name=locale.setlocale(locale.LC_CTYPE)))
    if settings.glyphs == "ascii":
        return good("signs", t("doctor-encoding-ascii", name=encoding))
    return think("signs", t("doctor-encoding", name=encoding), t("doctor-use-utf-8"))


def width_finding(widths: Widths | None, settings: Settings) -> Finding:
    if settings.glyphs == "ascii":
        return good("width", t("doctor-ascii"))
    if widths is None:
        ruler = "".join(OURS[:40])
        rule = "".join(str(place % 10) for place in range(len(ruler)))
        return think("width", t("doctor-ruler", ruler=ruler, rule=rule), t("doctor-if-not"))
    wrong = "".join(sign for sign, width in widths.items() if width != 1)
    if wrong:
        return think("width", t("doctor-wrong-width", signs=wrong), t("doctor-use-narrow"))
    return good("width", t("doctor-right-width", number=len(widths)))
