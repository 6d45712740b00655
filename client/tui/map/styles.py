"""How a map may look on different terminals: half-blocks in many colours, or lines in few or none."""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from rich.style import Style

from client.local.settings import ScreenSettings
from client.tui.palette import by_day, ink

LAND: Final = ink("#3b3f46", "#e9e3d3")
OPEN_SEA: Final = ink("#102f44", "#bdd4e0")
SHORE: Final = ink("#17405b", "#a9c6d6")
ROUTE: Final = ink("#79b4d0", "#44708a")
LIT_ROUTE: Final = ink("#f7f4ea", "#0b1722")
FRONTIER: Final = ink("#05080c", "#3d3423")
DARK_INK: Final = "#0b0e12"
LIGHT_INK: Final = "#f7f4eb"
CLAN_ANSI: Final = ("yellow", "magenta", "green", "bright_blue", "red")


class MapGlyphs(NamedTuple):
    """The signs a map is drawn with."""

    plain: str  # joints of lines, by a sum of 1 up, 2 right, 4 down, 8 left
    frontier: str  # the same where regions meet
    target: str
    cursor: str
    dot: str  # of a route out at sea
    lit_dot: str  # where it goes from the cursor
    port: str  # where it meets a line
    flag: str
    fight: str


UNICODE: Final = MapGlyphs(
    plain=" ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    frontier=" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    target=" ╏╍┗╏╏┏┣╍┛╍┻┓┫┳╋",
    cursor=" ║═╚║║╔╠═╝═╩╗╣╦╬",
    dot="·",
    lit_dot="•",
    port="○",
    flag="⚑",
    fight="▸",
)
ASCII: Final = MapGlyphs(
    plain=" |-+||++-+-+++++",
    frontier=" I~+II++~+~+++++",
    target=" !=*!!**=*=*****",
    cursor=" ###############",
    dot=".",
    lit_dot="o",
    port="o",
    flag="!",
    fight=">",
)


SEA_GROUND: Final = Style(bgcolor=OPEN_SEA)
SEA_BY_DAY: Final = Style(bgcolor=by_day(OPEN_SEA))
NO_GROUND: Final = Style()


class MapStyle(NamedTuple):
    """A way to draw: filled areas or lines, the signs, and whether there is any colour."""

    is_filled: bool
    glyphs: MapGlyphs
    has_colour: bool
    is_light: bool = False

    @property
    def ground(self) -> Style:
        """What lies around the map: more sea."""
        if not self.is_filled:
            return NO_GROUND
        return SEA_BY_DAY if self.is_light else SEA_GROUND

    @property
    def is_ascii(self) -> bool:
        return self.glyphs is ASCII


BLOCKS: Final = MapStyle(is_filled=True, glyphs=UNICODE, has_colour=True)
LINES: Final = MapStyle(is_filled=False, glyphs=UNICODE, has_colour=True)
MONO: Final = MapStyle(is_filled=False, glyphs=UNICODE, has_colour=False)
ASCII_LINES: Final = MapStyle(is_filled=False, glyphs=ASCII, has_colour=True)
ASCII_MONO: Final = MapStyle(is_filled=False, glyphs=ASCII, has_colour=False)


BLOCKS_BY_DAY: Final = BLOCKS._replace(is_light=True)


def style_for(
    colour_system: str | None, *, no_colour: bool = False, ascii_only: bool = False, is_light: bool = False
) -> MapStyle:
    """Choose how to draw on a terminal, by Rich's name for its colour system."""
    has_colour = colour_system is not None and not no_colour
    if ascii_only:
        return ASCII_LINES if has_colour else ASCII_MONO
    if not has_colour:
        return MONO
    if colour_system not in ("truecolor", "256"):
        return LINES
    return BLOCKS_BY_DAY if is_light else BLOCKS


def liked_style(settings: ScreenSettings, colour_system: str | None) -> MapStyle:
    """Choose how to draw as the player likes it, as far as the terminal can."""
    return style_for(
        colour_system,
        no_colour="NO_COLOR" in os.environ or settings.palette == "mono",
        ascii_only=settings.glyphs == "ascii",
        is_light=settings.theme == "light",
    )
