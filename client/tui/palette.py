"""Colours and signs: two themes, and one accent for each clan that any eyes can tell from the others.

Drawing code uses the inks of the dark theme. Each names its daytime counterpart, and a filter swaps them on
the way to a light screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from core.kinds import Seat

_BY_DAY: Final[dict[str, str]] = {}


def ink(night: str, day: str) -> str:
    """Register a colour on a dark ground, and its counterpart on a light one."""
    assert _BY_DAY.setdefault(night, day) == day, night
    return night


def by_day(colour: str) -> str:
    """Return a colour's counterpart on a light ground."""
    return _BY_DAY.get(colour, colour)


# `tests/client/tui/test_colours.py` measures that colours which must not be confused differ to any eyes.
CLAN_COLOURS: Final = (
    ink("#f2d07c", "#ec9d00"),
    ink("#e554a9", "#ac4c78"),
    ink("#20885e", "#5a874d"),
    ink("#71a5fd", "#0866c6"),
    ink("#bd0f0c", "#990100"),
)
"""By seat, to fill areas with."""

TEXT_COLOURS: Final = (
    ink("#fcd229", "#786514"),
    ink("#c98fba", "#a54683"),
    ink("#44b384", "#316a53"),
    ink("#b1cdfb", "#003165"),
    ink("#f65a3b", "#6d0004"),
)
"""By seat, for letters."""

INK: Final = Theme(
    name="jinmaku",
    primary="#e4572e",
    secondary="#7d8ba1",
    accent="#f2c14e",
    foreground="#d7dce2",
    background="#0d1218",
    surface="#131a22",
    panel="#1b2530",
    success="#6fbf73",
    warning="#f2c14e",
    error="#e5484d",
    dark=True,
    variables={
        "footer-key-foreground": "#f2c14e",
        "footer-background": "#131a22",
        "block-cursor-background": "#2b3a4b",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#1b2530",
        "block-cursor-blurred-foreground": "#d7dce2",
        "block-cursor-blurred-text-style": "none",
        "block-hover-background": "#1b2530",
        "scrollbar": "#24303d",
        "scrollbar-background": "#0d1218",
        "scrollbar-hover": "#34455a",
    },
)

PAPER: Final = Theme(
    name="jinmaku-light",
    primary="#c8401b",
    secondary="#5a6472",
    accent="#8a5a00",
    foreground="#22282f",
    background="#f7f3ea",
    surface="#f0ebdf",
    panel="#e5dfd0",
    success="#2f7d3a",
    warning="#8a5a00",
    error="#c0282d",
    dark=False,
    variables={
        "footer-key-foreground": "#8a5a00",
        "footer-background": "#f0ebdf",
        "block-cursor-background": "#c9d6e2",
        "block-cursor-foreground": "#0b0e13",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#e5dfd0",
        "block-cursor-blurred-foreground": "#22282f",
        "block-cursor-blurred-text-style": "none",
        "block-hover-background": "#e5dfd0",
        "scrollbar": "#cdc6b5",
        "scrollbar-background": "#f7f3ea",
        "scrollbar-hover": "#b3ab98",
    },
)

THEMES: Final = {"dark": INK, "light": PAPER}

MUTED: Final = ink("#7d8ba1", "#5a6472")
FAINT: Final = ink("#66738a", "#7f7c72")
BRIGHT: Final = ink("#fefefe", "#12161c")
ACCENT: Final = ink("#f2c14e", "#8a5a00")
ON_ACCENT: Final = ink("#0d1218", "#fffdf7")
WARNING: Final = ink("#f2a65a", "#a04a00")
GOOD: Final = ink("#8fd694", "#1f6b2c")
BAD: Final = ink("#ff8a7a", "#a8231a")
ASKING: Final = ink("#3a2f14", "#ffe2a3"), ink("#ffe9b0", "#4a3000")
TEACHING: Final = ink("#2b2440", "#e2d9f5"), ink("#f3ecff", "#2c1f4d")
"""Ground and letters, as the style sheets have them."""


class Glyphs(NamedTuple):
    """Signs of one cell each."""

    turn: str
    dot: str
    into: str
    left: str
    right: str
    rule: str
    bar: str
    honor: str
    kami: str
    slot: str


UNICODE: Final = Glyphs("●", "·", "→", "◂", "▸", "─", "▌", "▲", "✶", "·")
ASCII: Final = Glyphs("*", ".", ">", "<", ">", "-", "|", "^", "+", ".")

GLYPHS: Final = {"unicode": UNICODE, "ascii": ASCII}


class ByDay(LineFilter):
    """Draws on a light ground what was made for a dark one, swapping each ink."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(text, style and style_by_day(style), control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def style_by_day(style: Style) -> Style:
    return style + Style(color=_colour_by_day(style.color), bgcolor=_colour_by_day(style.bgcolor))


def _colour_by_day(colour: RichColor | None) -> RichColor | None:
    if colour is None or colour.triplet is None:
        return None
    day = _BY_DAY.get(colour.triplet.hex)
    return RichColor.parse(day) if day is not None else None


_worn: Sequence[str] = TEXT_COLOURS


def wear(colours: Sequence[str]) -> None:
    """Change the colours of all seats to those of the game on the screen."""
    global _worn  # noqa: PLW0603 (one person sits before one screen)
    _worn = colours


def clan_colour(seat: Seat) -> str:
    return _worn[seat % len(_worn)]
