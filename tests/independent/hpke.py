"""Opening of boxes made with HPKE (RFC 9180), base mode: X25519, HKDF-SHA256, ChaCha20-Poly1305."""

from __future__ import annotations

import hashlib
import hmac

from tests.independent import chacha, x25519

_KEM = b"KEM" + (0x0020).to_bytes(2, "big")
_SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0020, 0x0001, 0x0003))
_BASE_MODE = b"\0"


class BoxError(ValueError):
    """This box was not made for this key and this purpose."""


def open_box(box: bytes, secret: bytes, info: bytes, aad: bytes = b"") -> bytes:
    """Return what is in a sender's first (and only) box: the sender's point, then the ciphertext."""
    point, ciphertext = box[: x25519.SIZE], box[x25519.SIZE :]
    if len(point) < x25519.SIZE:
        raise BoxError("The box is cut off.")
    try:
        key, nonce = key_and_nonce(shared_secret(point, secret), info)
        return chacha.decrypt(key, nonce, ciphertext, aad)
    except (chacha.TagError, x25519.LowOrderError) as error:
        raise BoxError(str(error)) from None


def shared_secret(point: bytes, secret: bytes) -> bytes:
    """Decap (4.1)."""
    extracted = _extract(_KEM, b"", b"eae_prk", x25519.exchange(secret, point))
    return _expand(_KEM, extracted, b"shared_secret", point + x25519.public_of(secret), 32)


def key_and_nonce(shared: bytes, info: bytes) -> tuple[bytes, bytes]:
    """KeySchedule (5.1), without a key known before."""
    hashes = _extract(_SUITE, b"", b"psk_id_hash", b"") + _extract(_SUITE, b"", b"info_hash", info)
    secret = _extract(_SUITE, shared, b"secret", b"")
    context = _BASE_MODE + hashes
    key = _expand(_SUITE, secret, b"key", context, chacha.KEY_SIZE)
    return key, _expand(_SUITE, secret, b"base_nonce", context, chacha.NONCE_SIZE)


def _extract(suite: bytes, salt: bytes, label: bytes, material: bytes) -> bytes:
    return hmac.new(salt, b"HPKE-v1" + suite + label + material, hashlib.sha256).digest()


def _expand(suite: bytes, key: bytes, label: bytes, info: bytes, size: int) -> bytes:
    """LabeledExpand (4), for what fits one block of the hash."""
    assert size <= 32
    labeled = size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.new(key, labeled + b"\1", hashlib.sha256).digest()[:size]
