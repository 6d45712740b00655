"""Ed25519 (RFC 8032) for checking only, by the equation [S]B = R + [k]A without the cofactor.

A log has thousands of signatures and a handful of keys. So every key, and the base point, gets a table of its
multiples by each digit at each place to the base 16; then a check consists of additions only.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TypeAlias

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
KEY_SIZE = 32
SIGNATURE_SIZE = 64

_ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
_PLACES = 64  # of a number below L, to the base 16

Point: TypeAlias = tuple[int, int, int, int]
"""X, Y, Z and T with x = X/Z, y = Y/Z and xy = T/Z."""

Table: TypeAlias = list[list[Point]]
"""For each place the points of the digits 0 to 15, each prepared as an addend (see `_addend`)."""

NEUTRAL: Point = (0, 1, 1, 0)


@lru_cache(maxsize=4096)
def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Say whether this key signed the message; a key that `is_sound` refuses has signed nothing."""
    if len(signature) != SIGNATURE_SIZE or not is_sound(public):
        return False
    commitment, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    if scalar >= L:
        return False
    challenge = hashlib.sha512(commitment + public + message).digest()
    # [S]B + [k](-A) is compared as bytes, so R has one spelling.
    factor = int.from_bytes(challenge, "little") % L
    total = _sum(NEUTRAL, _base_table(), scalar)
    return compress(_sum(total, _table_of_negative(public), factor)) == commitment


@lru_cache(maxsize=256)
def is_sound(public: bytes) -> bool:
    """Say whether these bytes are the one spelling of a point that is not of small order."""
    point = decompress(public)
    return point is not None and not is_neutral(_double(_double(_double(point))))


def decompress(data: bytes) -> Point | None:
    """Return the point with this y and this last bit of x (RFC 8032, 5.1.3), if there is one."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(data) != KEY_SIZE or y >= P:
        return None
    x = _x_of(y)
    if x is None or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def compress(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(KEY_SIZE, "little")


def is_neutral(point: Point) -> bool:
    x, y, z, _ = point
    return x == 0 and y == z


def _x_of(y: int) -> int | None:
    """Return a square root of (y^2 - 1) / (d y^2 + 1)."""
    above, below = (y * y - 1) % P, (D * y * y + 1) % P
    x = above * pow(below, 3, P) * pow(above * pow(below, 7, P), (P - 5) // 8, P) % P
    if (below * x * x - above) % P == 0:
        return x
    if (below * x * x + above) % P == 0:
        return x * _ROOT_OF_MINUS_ONE % P
    return None


def _double(point: Point) -> Point:
    return _add(point, _addend(point))


def _add(one: Point, other: Point) -> Point:
    """Add an addend; the formulas hold for all points (RFC 8032, 5.1.4)."""
    x, y, z, t = one
    difference, sum_, twice_z, scaled_t = other
    a = (y - x) * difference % P
    b = (y + x) * sum_ % P
    c = t * scaled_t % P
    d = z * twice_z % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _addend(point: Point) -> Point:
    """Precompute what an addition needs of a point: Y - X, Y + X, 2Z and 2dT."""
    x, y, z, t = point
    return (y - x, y + x, 2 * z, 2 * D * t % P)


def _sum(total: Point, table: Table, factor: int) -> Point:
    """Add a multiple of the table's point."""
    for place in table:
        total = _add(total, place[factor & 15])
        factor >>= 4
    return total


def _table(point: Point) -> Table:
    table = []
    for _ in range(_PLACES):
        step = _addend(point)
        multiples = [NEUTRAL]
        for _ in range(16):
            multiples.append(_add(multiples[-1], step))
        point = multiples.pop()
        table.append([_addend(multiple) for multiple in multiples])
    return table


@lru_cache(maxsize=1)
def _base_table() -> Table:
    base = decompress((4 * pow(5, -1, P) % P).to_bytes(KEY_SIZE, "little"))
    assert base is not None
    return _table(base)


@lru_cache(maxsize=64)
def _table_of_negative(public: bytes) -> Table:
    point = decompress(public)
    assert point is not None
    x, y, z, t = point
    return _table((P - x, y, z, P - t))
