"""The one drawing of a board that people edit, and maps of any size made from it.

A larger map repeats columns and rows of the outline, so it has the same borders: two touching pixels come
from the same or from touching pixels of the outline. That alone would give steps as large as its pixels. So
each pixel near a border asks which area is nearest along a smooth, slightly bent line, and changes sides if
no border appears or disappears by that.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from itertools import combinations, pairwise
from math import hypot, sin
from typing import Final, TypeAlias

from client.tui.map.plan import SEA, MapPlan, Pixels, Route, contacts_of

Spot: TypeAlias = tuple[int, int]
Names: TypeAlias = tuple[str, ...]

ROUGH: Final = 1.3
"""Below this enlargement smooth lines make a map look no better."""
BEND: Final = 0.45
"""How far lines leave their place, in pixels of the outline."""
SWEEPS: Final = 3
FIRM: Final = 4
"""A smooth line never makes a border shorter than this many pixels."""
STRETCH: Final = 1.4
"""How much longer than high, or higher than long, a map may become to fill its place."""
APART: Final = 2.5
"""Pixels from one dot of a route to the next."""
RING: Final = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The eight spots around one, in a circle; every second shares a side with it."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A drawing in the smallest readable size: areas by pixels, and ways over the sea."""

    pixels: Pixels
    ways: Mapping[tuple[int, int], tuple[Spot, ...]]

    @property
    def columns(self) -> int:
        return len(self.pixels[0])

    @property
    def rows(self) -> int:
        return len(self.pixels) // 2

    def fitted(self, columns: int, rows: int) -> tuple[int, int] | None:
        """Return the size of the largest map for a place, if any is readable."""
        if columns < self.columns or rows < self.rows:
            return None
        wide, high = columns / self.columns, rows / self.rows
        return (
            min(columns, round(self.columns * high * STRETCH)),
            min(rows, round(self.rows * wide * STRETCH)),
        )

    def drawn(self, columns: int, rows: int, *, in_cells: bool) -> MapPlan:
        """Draw the map in a size; if it is drawn in lines, areas are made of whole cells."""
        assert columns >= self.columns
        assert rows >= self.rows
        if in_cells:
            pixels = doubled(stretched(self.cells, columns, rows))
            return MapPlan(pixels, self._routes_in(pixels))
        pixels = stretched(self.pixels, columns, 2 * rows)
        routes = self._routes_in(pixels)
        if min(columns / self.columns, rows / self.rows) >= ROUGH:
            pixels = smoothed(pixels, self.pixels, {dot for route in routes for dot in route.dots})
        return MapPlan(pixels, routes)

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """By area: those it touches, and those a way over the sea leads to."""
        pairs = {*contacts_of(self.pixels), *self.ways}
        both = {*pairs, *((two, one) for one, two in pairs)}
        areas = range(max(max(row) for row in self.pixels) + 1)
        return tuple(frozenset(other for one, other in both if one == area) for area in areas)

    @cached_property
    def cells(self) -> Pixels:
        """The areas by whole cells; the last row and column stay free for the outermost lines."""
        rows = tuple((*row[:-1], SEA) for row in self.pixels[1:-2:2])
        return (*rows, (SEA,) * self.columns)

    def _routes_in(self, pixels: Pixels) -> tuple[Route, ...]:
        """Set the dots of all routes: where they are drawn, or closer together in a larger map."""
        wide, high = len(pixels[0]) / self.columns, len(pixels) / len(self.pixels)
        ways = {
            ends: [((x + 0.5) * wide, (y + 0.5) * high) for x, y in way] for ends, way in self.ways.items()
        }
        if min(wide, high) < ROUGH:
            return tuple(Route(ends, spots_of(way[1:-1])) for ends, way in ways.items())
        return tuple(Route(ends, on_sea(spots_of(dotted(way)), pixels)) for ends, way in ways.items())


def read_outline(drawing: str, areas: Mapping[str, int], routes: Mapping[str, tuple[int, int]]) -> Outline:
    """Read a drawing: a letter for land, a digit for the dot of a route, anything else is sea."""
    lines = drawing.splitlines()
    pixels = tuple(tuple(areas.get(sign, SEA) for sign in line) for line in lines)
    signs = {(x, y): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign in routes}
    dots = {name: [spot for spot, sign in signs.items() if sign == name] for name in routes}
    return Outline(pixels, {ends: walked(dots[name], ends, pixels) for name, ends in routes.items()})


def read_atlas(folder: Traversable, names: Sequence[str]) -> tuple[Names, Names, tuple[Names, ...], Outline]:
    """Read what areas are called in full, in short and in two lines, and the outline of their map."""
    data = tomllib.loads(folder.joinpath("areas.toml").read_text("utf-8"))
    areas = [data["areas"][name] for name in names]
    letters = {area["letter"]: number for number, area in enumerate(areas)}
    routes = {sign: (names.index(one), names.index(two)) for sign, (one, two) in data["routes"].items()}
    return (
        tuple(area["name"] for area in areas),
        tuple(area["code"] for area in areas),
        tuple(tuple(area.get("halves", ())) for area in areas),
        read_outline(folder.joinpath("map.txt").read_text("utf-8"), letters, routes),
    )


def walked(dots: Iterable[Spot], ends: tuple[int, int], pixels: Pixels) -> tuple[Spot, ...]:
    """Put the dots of a route in order, always going to the nearest remaining one, from coast to coast."""
    start, end = (
        [(x, y) for y, row in enumerate(pixels) for x, area in enumerate(row) if area == land]
        for land in ends
    )
    left, walk = set(dots), list[Spot]()
    while left:
        walk.append(nearest(left, walk[-1:] or start))
        left.remove(walk[-1])
    return (nearest(start, walk[:1]), *walk, nearest(end, walk[-1:]))


def nearest(spots: Iterable[Spot], others: Iterable[Spot]) -> Spot:
    """Return the spot nearest to any of the others."""
    return min(sorted(spots), key=lambda spot: min(hypot(spot[0] - x, spot[1] - y) for x, y in others))


def spots_of(way: Iterable[tuple[float, float]]) -> tuple[Spot, ...]:
    return tuple(dict.fromkeys((int(x), int(y)) for x, y in way))


def on_sea(dots: Iterable[Spot], pixels: Pixels) -> tuple[Spot, ...]:
    return tuple((x, y) for x, y in dots if pixels[y][x] == SEA)


def dotted(way: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Walk along a way and set dots at even distances, including one at each end."""
    total = sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(way))
    step = total / max(1, round(total / APART)) or 1
    yield way[0]
    ahead = step
    for (x1, y1), (x2, y2) in pairwise(way):
        length = hypot(x2 - x1, y2 - y1)
        while ahead <= length + 1e-6:
            yield x1 + (x2 - x1) * ahead / length, y1 + (y2 - y1) * ahead / length
            ahead += step
        ahead -= length


# Larger ---------------------------------------------------------------------------------------


def stretched(pixels: Pixels, width: int, height: int) -> Pixels:
    """Repeat columns and rows, all about as often."""
    columns = [(2 * x + 1) * len(pixels[0]) // (2 * width) for x in range(width)]
    rows = [tuple([row[column] for column in columns]) for row in pixels]
    return tuple(rows[(2 * y + 1) * len(pixels) // (2 * height)] for y in range(height))


def doubled(rows: Pixels) -> Pixels:
    return tuple(row for row in rows for _ in (0, 1))


def smoothed(pixels: Pixels, outline: Pixels, kept: AbstractSet[Spot]) -> Pixels:
    """Let pixels change sides until borders and coasts are smooth, except for some that have to stay."""
    reshaped = PixelMap(pixels, meetings(outline))
    wishes = [wish for wish in wishes_in(pixels, outline) if wish[:2] not in kept]
    for _ in range(SWEEPS):
        wishes = [wish for wish in wishes if not reshaped.change(*wish)]
        wishes.reverse()
    return reshaped.pixels


def meetings(pixels: Pixels) -> frozenset[tuple[int, int]]:
    """Name the pairs of areas that touch along a side or in a corner, both ways round."""
    squares = (
        {*above[x : x + 2], *below[x : x + 2]} - {SEA}
        for above, below in pairwise(pixels)
        for x in range(len(above) - 1)
    )
    return frozenset(
        pair for square in squares if len(square) > 1
        for one, other in combinations(square, 2) for pair in ((one, other), (other, one))
    )  # fmt: skip


def wishes_in(pixels: Pixels, outline: Pixels) -> Iterator[tuple[int, int, int]]:
    """Name the pixels that would rather belong to another area."""
    guide = Guide(outline)
    wide, high = len(outline[0]) / len(pixels[0]), len(outline) / len(pixels)
    for y, row in enumerate(pixels):
        v = (y + 0.5) * high
        for x, area in enumerate(row):
            u = (x + 0.5) * wide
            wanted = guide.at(u + BEND * sin(1.1 * v + 0.5 * u), v + BEND * sin(0.9 * u - 0.6 * v + 2))
            if wanted != area:
                yield x, y, wanted


class Guide:
    """Says which area has the most of a spot and its surroundings."""

    def __init__(self, outline: Pixels) -> None:
        width = len(outline[0]) + 4
        sea = ((SEA,) * width,) * 2
        self._rows = rows = (*sea, *((SEA, SEA, *row, SEA, SEA) for row in outline), *sea)
        self._alone = [[self._only(x, y) for x in range(width)] for y in range(len(rows))]

    def _only(self, x: int, y: int) -> int | None:
        """Return the only area around a pixel, if there is only one."""
        near = {area for row in self._rows[max(0, y - 1) : y + 2] for area in row[max(0, x - 1) : x + 2]}
        return near.pop() if len(near) == 1 else None

    def at(self, u: float, v: float) -> int:
        x, y = int(u + 2), int(v + 2)
        alone = self._alone[y][x]
        return self._heaviest(x, y, u + 2 - x, v + 2 - y) if alone is None else alone

    def _heaviest(self, x: int, y: int, right: float, down: float) -> int:
        weights: dict[int, float] = {}
        across = weights_at(right)
        for row, height in zip(self._rows[y - 1 : y + 2], weights_at(down), strict=True):
            for area, width in zip(row[x - 1 : x + 2], across, strict=True):
                weights[area] = weights.get(area, 0.0) + width * height
        return max(weights, key=weights.__getitem__)


def weights_at(share: float) -> tuple[float, float, float]:
    """Weigh a pixel and its two neighbours by one's position in it, as quadratic splines do."""
    return (1 - share) ** 2 / 2, 0.5 + share - share**2, share**2 / 2


class PixelMap:
    """A map whose pixels change sides, but whose borders stay."""

    def __init__(self, pixels: Pixels, allowed: frozenset[tuple[int, int]]) -> None:
        width = len(pixels[0])
        around = [[SEA] * (width + 2)]
        self._rows = [*around, *([SEA, *row, SEA] for row in pixels), [SEA] * (width + 2)]
        self._allowed = allowed
        self._lengths = Counter(contacts_of(pixels))
        self._least = {pair: min(length, FIRM) for pair, length in self._lengths.items()}

    @property
    def pixels(self) -> Pixels:
        return tuple(tuple(row[1:-1]) for row in self._rows[1:-1])

    def change(self, x: int, y: int, new: int) -> bool:
        """Give a pixel to another area, if that does no harm."""
        rows, x, y = self._rows, x + 1, y + 1
        ring = [rows[y + dy][x + dx] for dx, dy in RING]
        old, sides = rows[y][x], ring[1::2]
        if new not in sides or touching_parts(ring, old) != 1 or touching_parts(ring, new) != 1:
            return False
        if new != SEA and any((new, area) not in self._allowed for area in {*ring} - {SEA, new}):
            return False
        gone = Counter(pair_of(old, area) for area in sides if SEA not in (old, area) and area != old)
        come = Counter(pair_of(new, area) for area in sides if SEA not in (new, area) and area != new)
        gone.subtract(come)
        if any(self._lengths[pair] - lost < self._least[pair] for pair, lost in gone.items() if lost > 0):
            return False
        self._lengths.subtract(gone)
        rows[y][x] = new
        return True


def pair_of(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


@lru_cache(maxsize=1024)
def parts_by_pattern(pattern: tuple[bool, ...]) -> int:
    """Count the runs in a circle of eight that share a side with its middle."""
    if all(pattern):
        return 1
    first = pattern.index(False)
    turned = [(place, pattern[place % 8]) for place in range(first, first + 8)]
    parts, has_side = 0, False
    for place, is_in in [*turned, (first, False)]:
        if not is_in:
            parts += has_side
            has_side = False
        else:
            has_side |= place % 2 == 1
    return parts


def touching_parts(ring: list[int], area: int) -> int:
    """Count the parts of an area around a pixel that touch it: with one, it can come or go without harm."""
    return parts_by_pattern(tuple([one == area for one in ring]))
