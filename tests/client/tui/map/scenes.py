"""What the tests of the map look at: handmade tables, quiet and crowded, and how to read a drawing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters

from textual.strip import Strip

from client.games.rising_sun.map import ATLAS
from client.tui.map.blocks import UPPER_HALF
from client.tui.map.facts import NOBODY, AreaFacts, Holding, MapFacts, MapScene
from client.tui.map.picture import MapPicture
from client.tui.map.plan import MapPlan
from client.tui.map.styles import ASCII_LINES, ASCII_MONO, BLOCKS, LINES, MONO, MapStyle
from core.games.rising_sun.board import BONSAI, DRAGONFLY, HARVEST, KOI, LAND, LOTUS, TURTLE

HOKKAIDO, OSHU, EDO, KYOTO, KANSAI, NAGATO, SHIKOKU, KYUSHU = LAND
STYLES = {"blocks": BLOCKS, "lines": LINES, "mono": MONO, "ascii": ASCII_LINES, "ascii-mono": ASCII_MONO}
SIZES = {"small": (46, 16), "large": (64, 30), "huge": (120, 44)}


def area(province: int, *holdings: Holding, war: int = 0, is_fought: bool = False) -> AreaFacts:
    strongest = sorted(holdings, key=lambda holding: -holding.force)
    leader = strongest[0].clan if strongest else NOBODY
    return AreaFacts(leader, tuple(strongest), war, is_fought, HARVEST[province])


QUIET = MapFacts(
    ATLAS,
    (
        area(HOKKAIDO, Holding(DRAGONFLY, 4, (2, 1, 1, 0, 1)), war=2),
        area(OSHU, Holding(KOI, 2, (1, 1, 0, 0, 0)), Holding(DRAGONFLY, 1, (1, 0, 0, 0, 0))),
        area(EDO, Holding(KOI, 4, (3, 0, 1, 0, 2)), war=1, is_fought=True),
        area(
            KYOTO,
            Holding(TURTLE, 7, (2, 1, 1, 1, 2)),
            Holding(KOI, 2, (2, 0, 0, 0, 0)),
            Holding(LOTUS, 1, (0, 1, 0, 0, 0)),
            war=4,
        ),
        area(KANSAI, Holding(LOTUS, 3, (3, 0, 0, 0, 0)), Holding(TURTLE, 1, (1, 0, 0, 0, 0)), war=3),
        area(NAGATO, Holding(LOTUS, 3, (1, 0, 1, 1, 1)), war=5),
        area(SHIKOKU),
        area(KYUSHU, Holding(BONSAI, 7, (4, 1, 1, 1, 1)), war=6),
    ),
)
MOB = (
    Holding(KOI, 12, (6, 3, 1, 2, 4)),
    Holding(DRAGONFLY, 10, (6, 2, 1, 1, 1)),
    Holding(LOTUS, 8, (4, 2, 1, 1, 1)),
    Holding(TURTLE, 6, (4, 1, 0, 0, 2)),
    Holding(BONSAI, 3, (1, 1, 0, 1, 1)),
)
CROWDED = MapFacts(ATLAS, tuple(area(province, *MOB, war=province % 7 + 1) for province in LAND))


def plan_in(size: str, style: MapStyle = BLOCKS) -> MapPlan:
    return ATLAS.outline.drawn(*SIZES[size], in_cells=not style.is_filled)


def picture_of(size: str, style: MapStyle) -> MapPicture:
    return MapPicture(plan_in(size, style), ATLAS, style)


def strips_of(size: str, style: MapStyle, scene: MapScene) -> list[Strip]:
    picture = picture_of(size, style)
    return [picture.line(row, scene) for row in range(picture.height)]


def text_of(strips: list[Strip]) -> str:
    return "".join(f"{strip.text}\n" for strip in strips)


# Pixels ---------------------------------------------------------------------------------------


def pixels_of(strips: list[Strip]) -> list[list[str]]:
    """Return the colours of all pixels, row by row; a letter counts as its ground."""
    return [list(row) for strip in strips for row in zip(*_halves_of(strip), strict=True)]


def _halves_of(strip: Strip) -> Iterator[tuple[str, str]]:
    for segment in strip:
        style = segment.style
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        above, below = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
        yield from ((above if sign == UPPER_HALF else below, below) for sign in segment.text)


def sketch_of(strips: list[Strip]) -> str:
    """Write the pixels as text: a letter for each colour, in the order in which they appear."""
    rows = pixels_of(strips)
    colours = list(dict.fromkeys(colour for row in rows for colour in row))
    letters = dict(zip(colours, ascii_letters, strict=False))
    key = "".join(f"{letter} {colour}\n" for colour, letter in letters.items())
    return "".join("".join(map(letters.__getitem__, row)) + "\n" for row in rows) + key


# Golden files ---------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent / "golden"
WRITE = "WRITE_GOLDEN"


def assert_golden(name: str, text: str) -> None:
    """Compare with a file that people have looked at; set WRITE_GOLDEN to rewrite it."""
    file = GOLDEN / f"{name}.txt"
    if WRITE in os.environ:
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8"), f"{file.name} differs; look at it, then set {WRITE}=1"
