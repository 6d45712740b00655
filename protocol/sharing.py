"""Shamir's secret sharing over the integers modulo 2^255 - 19.

The secret is a whole polynomial: as many shares as it has coefficients give all of it, and tell what every
other share must be.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

PRIME = 2**255 - 19
ELEMENT_SIZE = 32


class ElementError(ValueError):
    """These bytes are not an element of the field."""


def random_polynomial(coefficients: int) -> tuple[int, ...]:
    return tuple(secrets.randbelow(PRIME) for _ in range(coefficients))


def evaluate(polynomial: Sequence[int], x: int) -> int:
    value = 0
    for coefficient in reversed(polynomial):
        value = (value * x + coefficient) % PRIME
    return value


def interpolate(points: Mapping[int, int]) -> tuple[int, ...]:
    """Return the only polynomial, with as many coefficients as there are points, that goes through them."""
    total = [0] * len(points)
    for x, y in points.items():
        basis, divisor = [1], 1
        for other in points:
            if other != x:
                basis = _times(basis, -other)
                divisor = divisor * (x - other) % PRIME
        scale = y * pow(divisor, -1, PRIME)
        total = [(sum_ + scale * term) % PRIME for sum_, term in zip(total, basis, strict=True)]
    return tuple(total)


def _times(polynomial: list[int], constant: int) -> list[int]:
    """Multiply by (x + constant)."""
    raised = [0, *polynomial]
    scaled = [coefficient * constant for coefficient in polynomial] + [0]
    return [(a + b) % PRIME for a, b in zip(raised, scaled, strict=True)]


def element(value: int) -> bytes:
    return value.to_bytes(ELEMENT_SIZE, "big")


def number(data: bytes) -> int:
    value = int.from_bytes(data, "big")
    if len(data) != ELEMENT_SIZE or value >= PRIME:
        raise ElementError("This is no element of the field.")
    return value
