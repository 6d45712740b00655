"""X25519 against RFC 7748 and another implementation."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from tests.independent.x25519 import BASE, LowOrderError, P, exchange, multiply, public_of

ALICE = bytes.fromhex("77076d0a7318a57d3c16c17251b26645df4c9aedd6e8e1e9b7d8d2e7f1f2a6a6")

keys = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize(
    ("secret", "point", "product"),
    [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ],
)
def test_the_products_of_the_standard(secret: str, point: str, product: str) -> None:
    """RFC 7748, 5.2; the second point has the bit that is to be ignored."""
    assert multiply(bytes.fromhex(secret), bytes.fromhex(point)).hex() == product


def test_a_hundred_products_on_end() -> None:
    """RFC 7748, 5.2, of which only the first number of times is quoted; the rest is compared."""
    secret = point = BASE
    product = multiply(secret, point)
    assert product.hex() == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"

    for _ in range(100):
        elsewhere = X25519PrivateKey.from_private_bytes(secret).exchange(
            X25519PublicKey.from_public_bytes(point)
        )
        secret, point = multiply(secret, point), secret
        assert secret == elsewhere


@given(keys, keys)
def test_products_are_those_of_another_implementation(secret: bytes, other: bytes) -> None:
    private = X25519PrivateKey.from_private_bytes(secret)
    point = X25519PrivateKey.from_private_bytes(other).public_key()

    assert public_of(secret) == private.public_key().public_bytes_raw()
    assert exchange(secret, public_of(other)) == private.exchange(point) == exchange(other, public_of(secret))


@given(keys, keys)
def test_any_bytes_are_a_point(secret: bytes, point: bytes) -> None:
    private = X25519PrivateKey.from_private_bytes(secret)
    try:
        elsewhere = private.exchange(X25519PublicKey.from_public_bytes(point))
    except ValueError:
        elsewhere = bytes(32)

    assert multiply(secret, point) == elsewhere


@pytest.mark.parametrize("u", [0, 1, P - 1, P, P + 1])
def test_points_of_low_order_are_refused(u: int) -> None:
    with pytest.raises(LowOrderError):
        exchange(ALICE, u.to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_keys_have_one_size(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        multiply(ALICE, bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        multiply(bytes(size), BASE)
