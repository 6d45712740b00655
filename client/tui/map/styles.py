"""How a map may look on different terminals: half-blocks in many colours, or lines in few or none."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

# Six clans and land of nobody that people with any kind of colour vision tell apart, also darkened.
CLAN_COLOURS: Final = ("#ffcc6d", "#a649a2", "#057034", "#8582ff", "#1ecba4", "#87810e")
LAND: Final = "#3b3f46"
OPEN_SEA: Final = "#10222f"
SHORE: Final = "#16303f"
ROUTE: Final = "#4d86a3"
FRONTIER: Final = "#cdbb90"
DARK_INK: Final = "#0b0e12"
LIGHT_INK: Final = "#f7f4ea"
CLAN_ANSI: Final = ("yellow", "magenta", "green", "bright_blue", "cyan", "red")


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
NO_GROUND: Final = Style()


class MapStyle(NamedTuple):
    """A way to draw: filled areas or lines, the signs, and whether there is any colour."""

    is_filled: bool
    glyphs: MapGlyphs
    has_colour: bool

    @property
    def ground(self) -> Style:
        """What lies around the map: more sea."""
        return SEA_GROUND if self.is_filled else NO_GROUND

    @property
    def is_ascii(self) -> bool:
        return self.glyphs is ASCII


BLOCKS: Final = MapStyle(is_filled=True, glyphs=UNICODE, has_colour=True)
LINES: Final = MapStyle(is_filled=False, glyphs=UNICODE, has_colour=True)
MONO: Final = MapStyle(is_filled=False, glyphs=UNICODE, has_colour=False)
ASCII_LINES: Final = MapStyle(is_filled=False, glyphs=ASCII, has_colour=True)
ASCII_MONO: Final = MapStyle(is_filled=False, glyphs=ASCII, has_colour=False)


def style_for(colour_system: str | None, *, no_colour: bool = False, ascii_only: bool = False) -> MapStyle:
    """Choose how to draw on a terminal, by what Rich calls its colour system."""
    has_colour = colour_system is not None and not no_colour
    if ascii_only:
        return ASCII_LINES if has_colour else ASCII_MONO
    if not has_colour:
        return MONO
    return BLOCKS if colour_system in ("truecolor", "256") else LINES
