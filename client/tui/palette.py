"""Colours and signs: one accent for each clan, chosen so that colour-blind eyes tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.theme import Theme

from core.kinds import Seat

CLAN_COLOURS: Final = ("#ffcc6d", "#a649a2", "#057034", "#8582ff", "#1ecba4")
"""By seat. Their smallest distance, seen by any kind of eyes, is 23.6 (CIE76)."""

TEXT_COLOURS: Final = ("#ffcc6d", "#d58ad1", "#4cb878", "#a5a3ff", "#1ecba4")
"""The same for letters on a dark ground, where the two darkest could not be read."""

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

MUTED: Final = "#7d8ba1"
FAINT: Final = "#4a5766"
BRIGHT: Final = "#ffffff"


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


_worn: Sequence[str] = TEXT_COLOURS


def wear(colours: Sequence[str]) -> None:
    """Change the colours of all seats to those of the game on the screen."""
    global _worn  # noqa: PLW0603 (one person sits before one screen)
    _worn = colours


def clan_colour(seat: Seat) -> str:
    return _worn[seat % len(_worn)]
