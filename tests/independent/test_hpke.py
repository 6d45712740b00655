"""HPKE against RFC 9180 and another implementation."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.sealing import VECTORS
from tests.independent.hpke import BoxError, key_and_nonce, open_box, shared_secret

KNOWN = {name: bytes.fromhex(value) for name, value in VECTORS["rfc9180_a2_1"].items()}
SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
SECRET = bytes(range(32))
PUBLIC = X25519PrivateKey.from_private_bytes(SECRET).public_key()
BOX = SUITE.encrypt(b"share", PUBLIC, b"info")


def test_the_keys_of_the_standard() -> None:
    """RFC 9180, A.2.1."""
    shared = shared_secret(KNOWN["enc"], KNOWN["secret"])

    assert shared.hex() == "0bbe78490412b4bbea4812666f7916932b828bba79942424abb65244930d69a7"
    assert key_and_nonce(shared, KNOWN["info"]) == (KNOWN["key"], KNOWN["nonce"])


def test_the_box_of_the_standard() -> None:
    """RFC 9180, A.2.1.1, number 0."""
    box = KNOWN["enc"] + KNOWN["ciphertext"]

    assert open_box(box, KNOWN["secret"], KNOWN["info"], KNOWN["aad"]) == KNOWN["plain"]


@settings(max_examples=30)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.binary(max_size=80))
def test_what_is_boxed_elsewhere_is_opened_here(secret: bytes, plain: bytes, info: bytes) -> None:
    public = X25519PrivateKey.from_private_bytes(secret).public_key()

    assert open_box(SUITE.encrypt(plain, public, info), secret, info) == plain


@pytest.mark.parametrize("place", [0, 31, 32, 36, 37, 52])
def test_a_changed_box_does_not_open(place: int) -> None:
    changed = bytearray(BOX)
    changed[place] ^= 1

    with pytest.raises(BoxError):
        open_box(bytes(changed), SECRET, b"info")


@pytest.mark.parametrize("size", [0, 31, 32, 47])
def test_a_box_that_is_cut_off_does_not_open(size: int) -> None:
    with pytest.raises(BoxError):
        open_box(BOX[:size], SECRET, b"info")


def test_a_box_opens_for_its_owner_and_its_purpose_alone() -> None:
    with pytest.raises(BoxError):
        open_box(BOX, SECRET, b"other")
    with pytest.raises(BoxError):
        open_box(BOX, bytes(32), b"info")


def test_a_box_from_a_point_of_low_order_does_not_open() -> None:
    with pytest.raises(BoxError, match="low order"):
        open_box(bytes(32) + BOX[32:], SECRET, b"info")
