"""ChaCha20 and Poly1305 combined into an authenticated cipher (RFC 8439)."""

from __future__ import annotations

from collections.abc import Iterator
from hmac import compare_digest
from struct import pack, unpack

KEY_SIZE = 32
NONCE_SIZE = 12
TAG_SIZE = 16

_CONSTANTS = unpack("<4I", b"expand 32-byte k")
_MASK = 0xFFFFFFFF
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
_DOUBLE_ROUNDS = 10
_PRIME = 2**130 - 5
_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


class TagError(ValueError):
    """This was not encrypted with this key, nonce and associated data, or it was changed."""


def encrypt(key: bytes, nonce: bytes, plain: bytes, aad: bytes = b"") -> bytes:
    ciphertext = chacha20(key, nonce, plain, 1)
    return ciphertext + _tag(key, nonce, ciphertext, aad)


def decrypt(key: bytes, nonce: bytes, sealed: bytes, aad: bytes = b"") -> bytes:
    if len(sealed) < TAG_SIZE:
        raise TagError("This is shorter than a tag.")
    ciphertext, tag = sealed[:-TAG_SIZE], sealed[-TAG_SIZE:]
    if not compare_digest(_tag(key, nonce, ciphertext, aad), tag):
        raise TagError("The tag is another one.")
    return chacha20(key, nonce, ciphertext, 1)


def chacha20(key: bytes, nonce: bytes, data: bytes, counter: int) -> bytes:
    """Add the key stream to data, from the block of this number on."""
    blocks = [block(key, nonce, counter + number) for number in range((len(data) + 63) // 64)]
    return bytes(one ^ other for one, other in zip(data, b"".join(blocks), strict=False))


def block(key: bytes, nonce: bytes, counter: int) -> bytes:
    start = (*_CONSTANTS, *unpack("<8I", key), counter, *unpack("<3I", nonce))
    state = list(start)
    for _ in range(_DOUBLE_ROUNDS):
        for quarter in _COLUMNS + _DIAGONALS:
            _mix(state, *quarter)
    return pack("<16I", *(one + other & _MASK for one, other in zip(start, state, strict=True)))


def _mix(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """The quarter round."""
    for into, by, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[into] = state[into] + state[by] & _MASK
        word = state[mixed] ^ state[into]
        state[mixed] = (word << turn | word >> (32 - turn)) & _MASK


def poly1305(key: bytes, message: bytes) -> bytes:
    """Authenticate with a key that serves once."""
    factor = int.from_bytes(key[:16], "little") & _CLAMP
    total = 0
    for part in _parts(message, 16):
        total = (total + int.from_bytes(part + b"\1", "little")) * factor % _PRIME
    return (total + int.from_bytes(key[16:], "little") & 2**128 - 1).to_bytes(TAG_SIZE, "little")


def _tag(key: bytes, nonce: bytes, ciphertext: bytes, aad: bytes) -> bytes:
    sizes = pack("<2Q", len(aad), len(ciphertext))
    return poly1305(block(key, nonce, 0)[:32], _filled(aad) + _filled(ciphertext) + sizes)


def _filled(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def _parts(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))
