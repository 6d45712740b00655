"""Frames, the hashes made of them, and the numbers that chance is made of.

F(label, p1..pk) = "ST1" 00 | u8 length of label | label | u32 k | for each part: u64 length | part
H(label, ...) = SHA-256 of the frame        PRF(key, label, ...) = HMAC-SHA-256 of the frame
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count
from struct import pack, unpack
from typing import TypeVar

T = TypeVar("T")


def framed(label: str, *parts: bytes) -> bytes:
    name = label.encode("ascii")
    pieces = [pack(">4sB", b"ST1", len(name)), name, pack(">I", len(parts))]
    for part in parts:
        pieces += pack(">Q", len(part)), part
    return b"".join(pieces)


def hashed(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(framed(label, *parts)).digest()


def prf(key: bytes, label: str, *parts: bytes) -> bytes:
    return hmac.new(key, framed(label, *parts), hashlib.sha256).digest()


def stream(key: bytes, label: str, *context: bytes) -> Iterator[int]:
    """Endless words of 64 bits, four from each block."""
    inner = prf(key, f"stream/{label}", *context)
    for block in count():
        yield from unpack(">4Q", hmac.new(inner, pack(">Q", block), hashlib.sha256).digest())


def below(words: Iterator[int], bound: int) -> int:
    """Draw from 0 to bound - 1; words past the last whole multiple of the bound are skipped."""
    end = 2**64 // bound * bound
    return next(word for word in words if word < end) % bound


def shuffled(words: Iterator[int], items: list[T]) -> list[T]:
    """Put items in random order, from the last place to the second."""
    order = list(items)
    for last in reversed(range(1, len(order))):
        place = below(words, last + 1)
        order[last], order[place] = order[place], order[last]
    return order
