"""The colours of the board, in each of the ways to draw."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from client.tui.map.styles import MapStyle

CLAN_GROUNDS: Final = ("#8a3434", "#2c568f", "#2c6b48")
CLAN_ANSI: Final = ("red", "bright_blue", "green")
GROUND: Final = "#18212b"
LIT_GROUND: Final = "#24313f"
RED_GROUND: Final = "#b3261e"
MUTED: Final = "#8593a8"
GOOD: Final = "#8fd694"
SIDE: Final = 5
"""The joint of a line that goes straight down, in the signs of a map."""


class Inks(NamedTuple):
    """What a style has for each thing; nothing is told by colour alone."""

    style: MapStyle

    def ground(self, *, is_lit: bool) -> Style:
        if self.style.is_filled:
            return Style(bgcolor=LIT_GROUND if is_lit else GROUND)
        return Style(bold=is_lit)

    def clan(self, number: int) -> Style:
        if self.style.is_filled:
            return Style(color="#ffffff", bgcolor=CLAN_GROUNDS[number], bold=True)
        return Style(color=CLAN_ANSI[number] if self.style.has_colour else None, bold=True)

    def red(self) -> Style:
        if self.style.is_filled:
            return Style(color="#ffffff", bgcolor=RED_GROUND, bold=True)
        return Style(color="red" if self.style.has_colour else None, bold=True)

    def seat(self, colour: str) -> Style:
        return Style(color=colour if self.style.has_colour else None, bold=True)

    def title(self) -> Style:
        return Style(bold=True, underline=not self.style.is_filled)

    def muted(self) -> Style:
        return Style(color=MUTED if self.style.has_colour else None, dim=not self.style.has_colour)

    def good(self) -> Style:
        return Style(color=GOOD if self.style.has_colour else None, bold=True)

    def card(self) -> Style:
        if self.style.is_filled:
            return Style(color="#10161d", bgcolor="#e9e2cf", bold=True)
        return Style(bold=True, reverse=True)

    def edge(self, *, is_target: bool, is_cursor: bool) -> tuple[str, Style]:
        """Give the left edge of an area: solid at the cursor, dashed where it may be picked."""
        glyphs = self.style.glyphs
        signs = glyphs.cursor if is_cursor else glyphs.target if is_target else glyphs.plain
        bright = is_cursor or is_target
        return signs[SIDE], Style(color="#ffffff", bold=True) if bright else self.muted()
