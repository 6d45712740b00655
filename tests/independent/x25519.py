"""The Diffie-Hellman function X25519 (RFC 7748, 5)."""

from __future__ import annotations

P = 2**255 - 19
SIZE = 32
BASE = (9).to_bytes(SIZE, "little")

_A24 = 121665


class LowOrderError(ValueError):
    """This point has the same product with every secret, so nothing about it is secret."""


def exchange(secret: bytes, public: bytes) -> bytes:
    """Return what only the owners of two secrets can know."""
    shared = multiply(secret, public)
    if not any(shared):
        raise LowOrderError("The other's key is a point of low order.")
    return shared


def public_of(secret: bytes) -> bytes:
    return multiply(secret, BASE)


def multiply(secret: bytes, point: bytes) -> bytes:
    if not len(secret) == len(point) == SIZE:
        raise ValueError(f"Keys have {SIZE} bytes.")
    scalar = int.from_bytes(secret, "little") & (2**254 - 8) | 2**254
    u = int.from_bytes(point, "little") & (2**255 - 1)
    return _ladder(scalar, u % P).to_bytes(SIZE, "little")


def _ladder(scalar: int, u: int) -> int:
    """Climb from the highest bit; the two points always differ by the one we began with."""
    low, high = (1, 0), (u, 1)
    for place in reversed(range(255)):
        if scalar >> place & 1:
            high, low = _step(high, low, u)
        else:
            low, high = _step(low, high, u)
    x, z = low
    return x * pow(z, P - 2, P) % P  # 0 where z is 0


def _step(one: tuple[int, int], other: tuple[int, int], u: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the double of one point, and the sum of both."""
    (x2, z2), (x3, z3) = one, other
    a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
    aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
    e = aa - bb
    doubled = aa * bb % P, e * (aa + _A24 * e) % P
    return doubled, ((da + cb) ** 2 % P, u * (da - cb) ** 2 % P)
