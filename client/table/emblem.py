"""Small pictures of games: coloured shapes in a frame of 48 by 28, rendered with any number of dots."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

WIDTH, HEIGHT = 48.0, 28.0
CORNERS: Final = 40
"""Of what passes for a circle."""

Point: TypeAlias = tuple[float, float]


class Polygon(NamedTuple):
    """A polygon of one colour; later ones lie on top."""

    colour: str
    points: tuple[Point, ...]


def polygon(colour: str, *points: Point) -> Polygon:
    return Polygon(colour, points)


def box(colour: str, left: float, top: float, right: float, bottom: float) -> Polygon:
    return polygon(colour, (left, top), (right, top), (right, bottom), (left, bottom))


def disc(colour: str, x: float, y: float, radius: float) -> Polygon:
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    return Polygon(colour, tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns))


def bands(colours: Iterable[str], top: float, bottom: float) -> list[Polygon]:
    """Lay stripes of the same height from one side to the other."""
    stripes = list(colours)
    step = (bottom - top) / len(stripes)
    return [
        box(colour, 0, top + place * step, WIDTH, top + (place + 1) * step)
        for place, colour in enumerate(stripes)
    ]


def covers(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Say whether a point lies within a polygon: a ray from it crosses an odd number of sides."""
    is_inside = False
    for (left, top), (right, bottom) in zip(points, points[1:] + points[:1], strict=True):
        if (top > y) != (bottom > y) and x < (right - left) * (y - top) / (bottom - top) + left:
            is_inside = not is_inside
    return is_inside


@cache
def dots_of(emblem: tuple[Polygon, ...], columns: int, rows: int) -> tuple[tuple[str, ...], ...]:
    """Return the colour of each dot, row by row; unpainted ones have none."""

    def colour_at(column: int, row: int) -> str:
        x, y = (column + 0.5) * WIDTH / columns, (row + 0.5) * HEIGHT / rows
        return next((shape.colour for shape in reversed(emblem) if covers(shape.points, x, y)), "")

    return tuple(tuple(colour_at(column, row) for column in range(columns)) for row in range(rows))
