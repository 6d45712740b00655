"""Shares of a polynomial over the integers modulo 2^255 - 19, by Newton's differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

P = 2**255 - 19
SIZE = 32


class ElementError(ValueError):
    """These bytes are not an element of the field."""


def number_of(element: bytes) -> int:
    number = int.from_bytes(element, "big")
    if len(element) != SIZE or number >= P:
        raise ElementError("An element has 32 bytes and is below 2^255 - 19.")
    return number


def element_of(number: int) -> bytes:
    return (number % P).to_bytes(SIZE, "big")


def value_at(coefficients: Sequence[int], x: int) -> int:
    return sum(coefficient * pow(x, power, P) for power, coefficient in enumerate(coefficients)) % P


def through(points: Mapping[int, int]) -> list[int]:
    """Return the coefficients, lowest first, of the shortest polynomial through all the points."""
    places = list(points)
    coefficients = [0] * len(places)
    for place, slope in reversed(list(zip(places, _slopes(points), strict=True))):
        # Horner's scheme: what we have, times (x - place), plus the slope.
        shifted = [0, *coefficients[:-1]]
        coefficients = [(up - place * down) % P for up, down in zip(shifted, coefficients, strict=True)]
        coefficients[0] = (coefficients[0] + slope) % P
    return coefficients


def _slopes(points: Mapping[int, int]) -> list[int]:
    """Return the differences of the first point with the next ones."""
    places, column = list(points), list(points.values())
    slopes = []
    for distance in range(1, len(places) + 1):
        slopes.append(column[0])
        column = [
            (column[i + 1] - column[i]) * pow(places[i + distance] - places[i], -1, P) % P
            for i in range(len(column) - 1)
        ]
    return slopes
