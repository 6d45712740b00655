"""A drawn map as data: which area each pixel belongs to, and the dots of the routes over the sea.

A pixel is half a cell of the terminal, upper or lower, and so roughly square. Everything else about a plan
follows from its pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

Pixels: TypeAlias = tuple[tuple[int, ...], ...]
"""Rows of areas."""

SEA: Final = -1
SIDES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIRECTIONS: Final = {"right": (1, 0), "down": (0, 1), "left": (-1, 0), "up": (0, -1)}


class Route(NamedTuple):
    """A way over the sea between two areas, drawn dot by dot."""

    ends: tuple[int, int]
    dots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class MapPlan:
    """A map drawn for one size."""

    pixels: Pixels
    routes: tuple[Route, ...]

    @property
    def width(self) -> int:
        """Columns of the terminal, which are also columns of pixels."""
        return len(self.pixels[0])

    @property
    def height(self) -> int:
        """Rows of the terminal, of two rows of pixels each."""
        return len(self.pixels) // 2

    def pixel(self, x: int, y: int) -> int:
        """Return the area at a pixel; the drawing is surrounded by sea."""
        inside = 0 <= y < len(self.pixels) and 0 <= x < self.width
        return self.pixels[y][x] if inside else SEA

    def around(self, x: int, y: int) -> tuple[int, ...]:
        """Return what lies right of, below, left of and above a pixel."""
        return tuple(self.pixel(x + dx, y + dy) for dx, dy in SIDES)

    def area_at(self, column: int, row: int) -> int:
        """Return the area in a cell, SEA if there is none."""
        upper = self.pixel(column, 2 * row)
        return upper if upper != SEA else self.pixel(column, 2 * row + 1)

    @cached_property
    def areas(self) -> range:
        return range(max(max(row) for row in self.pixels) + 1)

    @cached_property
    def contacts(self) -> frozenset[tuple[int, int]]:
        """Pairs of areas that touch along a side of a pixel."""
        return frozenset(contacts_of(self.pixels))

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """The middle of each area, in pixels."""
        spots: list[list[tuple[int, int]]] = [[] for _ in self.areas]
        for y, row in enumerate(self.pixels):
            for x, area in enumerate(row):
                if area != SEA:
                    spots[area].append((x, y))
        return tuple((sum(x for x, _ in s) / len(s), sum(y for _, y in s) / len(s)) for s in spots)

    def toward(self, area: int, direction: str) -> int:
        """Return the area reached by going that way, or the same if there is none."""
        return self._steps[direction][area]

    @cached_property
    def _steps(self) -> dict[str, tuple[int, ...]]:
        return {
            name: tuple(self._best_step(area, dx, dy) for area in self.areas)
            for name, (dx, dy) in DIRECTIONS.items()
        }

    def _best_step(self, area: int, dx: int, dy: int) -> int:
        x, y = self.centres[area]
        costs = {area: float("inf")}
        for other in self.areas:
            ox, oy = self.centres[other]
            ahead, aside = (ox - x) * dx + (oy - y) * dy, abs((ox - x) * dy) + abs((oy - y) * dx)
            if ahead > aside / ASKEW:
                costs[other] = ahead + 2 * aside
        return min(costs, key=costs.__getitem__)


ASKEW: Final = 2.5  # an area lies in a direction if it is not this many times as far aside as ahead


def contacts_of(rows: Pixels) -> Iterator[tuple[int, int]]:
    """Name the pairs that touch in a picture of areas, with repetitions."""
    pairs = [pair for row in rows for pair in pairwise(row)]
    pairs += [pair for above, below in pairwise(rows) for pair in zip(above, below, strict=True)]
    return ((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1] and SEA not in pair)
