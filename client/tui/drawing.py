"""A screen of the terminal as a self-contained SVG: areas as rectangles, words as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final, NamedTuple

from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

WIDTH, HEIGHT, FONT = 8.4, 17, 14
EDGE: Final = 10
BASELINE: Final = 12.7
EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
PARTS: Final = EIGHTHS + "▀▌▐"
FONTS: Final = "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace"


class Look(NamedTuple):
    """How letters look."""

    colour: str
    is_bold: bool = False
    is_italic: bool = False
    is_underlined: bool = False

    def css(self) -> str:
        parts = [f"fill:{self.colour}"]
        parts += ["font-weight:bold"] * self.is_bold + ["font-style:italic"] * self.is_italic
        return ";".join(parts + ["text-decoration:underline"] * self.is_underlined)


class Cell(NamedTuple):
    """One sign, its look, and what is behind it."""

    sign: str
    look: Look
    ground: str


class Area(NamedTuple):
    """A rectangle, in halves of a cell's height."""

    left: float
    top: float
    width: float
    height: float


def picture_of(screen: Screen[Any]) -> str:
    """Draw what a screen shows now, even behind others."""
    theme = screen.app.current_theme
    strips = screen._compositor.render_strips()  # noqa: SLF001 (Textual's own picture is 10 times as large)
    return svg_of(strips, theme.foreground or "#ffffff", theme.background or "#000000")


def svg_of(strips: list[Strip], ink: str, paper: str) -> str:
    """Draw a screen; where a style says nothing, it is ink on paper."""
    rows = [list(cells_of(strip, ink, paper)) for strip in strips]
    width, height = round(len(rows[0]) * WIDTH + 2 * EDGE), len(rows) * HEIGHT + 2 * EDGE
    looks: dict[Look, str] = {}
    words = [text for y, row in enumerate(rows) for text in words_of(row, y, looks)]
    areas = "".join(paths_of(rows, paper))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            style_of(looks),
            f'<rect width="{width}" height="{height}" rx="8" fill="{paper}"/>',
            f'<g transform="translate({EDGE} {EDGE})">',
            f'<g shape-rendering="crispEdges">{areas}</g>',
            *words,
            "</g></svg>\n",
        ]
    )


def style_of(looks: dict[Look, str]) -> str:
    classes = "".join(f".{name}{{{look.css()}}}" for look, name in looks.items())
    return f"<style>text{{font:{FONT}px {FONTS};white-space:pre}}{classes}</style>"


# Cells ---------------------------------------------------------------------------------------


def cells_of(strip: Strip, ink: str, paper: str) -> Iterator[Cell]:
    for segment in strip:
        style = segment.style or Style()
        front, back = colour_of(style, "color", ink), colour_of(style, "bgcolor", paper)
        if style.reverse:
            front, back = back, front
        look = Look(front, bool(style.bold), bool(style.italic), bool(style.underline))
        yield from (Cell(sign, look, back) for sign in segment.text)


def colour_of(style: Style, part: str, default: str) -> str:
    colour = getattr(style, part)
    if colour is None or colour.is_default:
        return default
    triplet: ColorTriplet = colour.get_truecolor()
    return triplet.hex


# Areas ---------------------------------------------------------------------------------------


def paths_of(rows: list[list[Cell]], paper: str) -> Iterator[str]:
    """Return one path for each colour; paper need not be drawn."""
    areas: dict[str, list[Area]] = {}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            for colour, area in areas_of(cell, x, y):
                if colour != paper:
                    areas.setdefault(colour, []).append(area)
    for colour, found in areas.items():
        yield f'<path fill="{colour}" d="{"".join(map(drawn, merged(found)))}"/>'


def areas_of(cell: Cell, x: int, y: int) -> Iterator[tuple[str, Area]]:
    """Return the ground of a cell, and on it the part its sign fills, if it is such a sign."""
    front, top = cell.look.colour, 2 * y
    if cell.sign == "▀":
        yield front, Area(x, top, 1, 1)
        yield cell.ground, Area(x, top + 1, 1, 1)
        return
    yield cell.ground, Area(x, top, 1, 2)
    if cell.sign in "▌▐":
        yield front, Area(x + (0.5 if cell.sign == "▐" else 0), top, 0.5, 2)
    elif cell.sign in EIGHTHS[1:]:
        height = EIGHTHS.index(cell.sign) / 4
        yield front, Area(x, top + 2 - height, 1, height)


def merged(areas: list[Area]) -> list[Area]:
    """Join areas that touch: along the rows first, then down the columns."""
    rows: list[Area] = []
    for area in sorted(areas, key=lambda a: (a.top, a.height, a.left)):
        last = rows[-1] if rows else None
        if last and (last.top, last.height, last.left + last.width) == (area.top, area.height, area.left):
            rows[-1] = last._replace(width=last.width + area.width)
        else:
            rows.append(area)
    columns: list[Area] = []
    for area in sorted(rows, key=lambda a: (a.left, a.width, a.top)):
        last = columns[-1] if columns else None
        if last and (last.left, last.width, last.top + last.height) == (area.left, area.width, area.top):
            columns[-1] = last._replace(height=last.height + area.height)
        else:
            columns.append(area)
    return columns


def drawn(area: Area) -> str:
    left, top = number(area.left * WIDTH), number(area.top * HEIGHT / 2)
    width, height = number(area.width * WIDTH), number(area.height * HEIGHT / 2)
    return f"M{left} {top}h{width}v{height}h-{width}z"


def number(value: float, places: int = 2) -> str:
    return f"{value:.{places}f}".rstrip("0").rstrip(".")


# Words ---------------------------------------------------------------------------------------


def words_of(row: list[Cell], y: int, looks: dict[Look, str]) -> Iterator[str]:
    """Return what is written in a row, a text for each run of one look; wide gaps separate them."""
    x = 0
    while x < len(row):
        end = run_end(row, x)
        if end > x:
            text = "".join(cell.sign for cell in row[x:end])
            name = looks.setdefault(row[x].look, f"t{len(looks)}")
            place = f'x="{number(x * WIDTH)}" y="{number(y * HEIGHT + BASELINE)}"'
            length = f' textLength="{number(len(text) * WIDTH)}"' if len(text) > 1 else ""
            yield f'<text class="{name}" {place}{length}>{escape(text, quote=False)}</text>'
        x = max(end, x + 1)


def run_end(row: list[Cell], start: int) -> int:
    end = start
    for x in range(start, len(row)):
        cell = row[x]
        if cell.sign != " " and (cell.sign in PARTS or cell.look != row[start].look):
            break
        if cell.sign != " ":
            end = x + 1
        elif x - end >= 1 or end == start:
            break
    return end
