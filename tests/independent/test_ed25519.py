"""Ed25519 against RFC 8032, against another implementation, and against keys that prove nothing."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from tests.independent.ed25519 import L, P, compress, decompress, is_neutral, is_sound, verify

# RFC 8032, 7.1, tests 1 to 3 and SHA(abc): public key, message, signature.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").hexdigest(),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]

# y of the points of order 1, 2, 4 and 8, without the bit for x.
EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER = [1, P - 1, 0, EIGHTH, P - EIGHTH]

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(4)]
HALF = 2**255  # the bit for x


def raw(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def little(number: int) -> bytes:
    return number.to_bytes(32, "little")


def accepted_elsewhere(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize(("public", "message", "signature"), RFC_8032)
def test_the_examples_of_the_standard_are_accepted(public: str, message: str, signature: str) -> None:
    assert verify(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))


@given(st.sampled_from(KEYS), st.binary(max_size=300))
def test_what_another_implementation_signs_is_accepted(key: Ed25519PrivateKey, message: bytes) -> None:
    assert verify(raw(key), message, key.sign(message))


@given(st.sampled_from(KEYS), st.binary(max_size=40), st.integers(0, 511))
def test_no_bit_of_a_signature_can_be_changed(key: Ed25519PrivateKey, message: bytes, bit: int) -> None:
    changed = int.from_bytes(key.sign(message), "little") ^ 1 << bit
    signature = changed.to_bytes(64, "little")

    assert not verify(raw(key), message, signature)
    assert not accepted_elsewhere(raw(key), message, signature)


@given(st.sampled_from(KEYS), st.sampled_from(KEYS), st.binary(max_size=9), st.binary(max_size=9))
def test_a_signature_is_of_one_key_and_one_message(
    signer: Ed25519PrivateKey, owner: Ed25519PrivateKey, signed: bytes, shown: bytes
) -> None:
    signature = signer.sign(signed)

    assert verify(raw(owner), shown, signature) == (signer is owner and signed == shown)
    assert verify(raw(owner), shown, signature) == accepted_elsewhere(raw(owner), shown, signature)


@given(st.sampled_from(KEYS), st.binary(max_size=9), st.integers(1, 15))
def test_a_second_number_for_the_same_signature_is_refused(
    key: Ed25519PrivateKey, message: bytes, times: int
) -> None:
    signature = key.sign(message)
    scalar = int.from_bytes(signature[32:], "little") + times * L
    if scalar < 2**256:
        assert not verify(raw(key), message, signature[:32] + little(scalar))


@pytest.mark.parametrize("size", [0, 31, 32, 63, 65, 128])
def test_a_signature_has_one_size(size: int) -> None:
    signature = KEYS[0].sign(b"bid")

    assert not verify(raw(KEYS[0]), b"bid", signature[:size].ljust(size, b"\0"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_has_one_size(size: int) -> None:
    assert not is_sound((raw(KEYS[0]) * 2)[:size])
    assert not verify((raw(KEYS[0]) * 2)[:size], b"bid", KEYS[0].sign(b"bid"))


@pytest.mark.parametrize("y", SMALL_ORDER)
@pytest.mark.parametrize("bit", [0, HALF])
def test_keys_of_small_order_are_refused(y: int, bit: int) -> None:
    """Elsewhere the neutral key accepts this signature for every message."""
    forged = little(1) + little(0)

    assert not is_sound(little(y | bit))
    assert not verify(little(y | bit), b"bid", forged)
    if y == 1:
        assert accepted_elsewhere(little(y | bit), b"bid", forged)


@pytest.mark.parametrize("y", range(P, 2**255))
@pytest.mark.parametrize("bit", [0, HALF])
def test_a_key_has_one_spelling(y: int, bit: int) -> None:
    assert decompress(little(y | bit)) is None
    assert not is_sound(little(y | bit))


def test_a_key_that_is_no_point_accepts_nothing() -> None:
    public = little(2)  # no x fits this y

    assert decompress(public) is None
    assert not verify(public, b"bid", little(1) + little(0))


@given(st.integers(0, P - 1), st.sampled_from([0, HALF]))
def test_rows_of_bytes_that_are_points_come_back(y: int, bit: int) -> None:
    data = little(y | bit)
    point = decompress(data)

    if point is not None:
        x = point[0]
        assert (y * y - x * x - 1 + 121665 * pow(121666, -1, P) * x * x * y * y) % P == 0
        assert compress(point) == data


def test_the_neutral_point_is_known_in_every_scale() -> None:
    assert is_neutral((0, 5, 5, 0))
    assert not is_neutral((0, P - 5, 5, 0))  # the point of order 2


def test_a_key_with_a_part_of_small_order_is_treated_as_elsewhere() -> None:
    """Such a key is sound, and some of its signatures fit the equation without the cofactor."""
    public, signatures = mixed_order_signatures()
    verdicts = [verify(public, message, signature) for message, signature in signatures]

    assert is_sound(public)
    assert set(verdicts) == {True, False}
    assert verdicts == [accepted_elsewhere(public, *pair) for pair in signatures]


def mixed_order_signatures() -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """Sign with a secret whose public point has the point of order 2 added to it: (x, y) to (-x, -y)."""
    secret = 2**254 + 8
    public = negated(base_multiple(secret))
    signatures = []
    for number in range(16):
        message, nonce = bytes([number]), number + 1
        commitment = base_multiple(nonce)
        challenge = hashlib.sha512(commitment + public + message).digest()
        scalar = (nonce + int.from_bytes(challenge, "little") % L * secret) % L
        signatures.append((message, commitment + little(scalar)))
    return public, signatures


def base_multiple(scalar: int) -> bytes:
    """Multiply the base point with the curve equation's own addition, slow and plain."""
    total, base = (0, 1), decompress(little(4 * pow(5, -1, P) % P))
    assert base is not None
    point = base[:2]
    for place in range(scalar.bit_length()):
        if scalar >> place & 1:
            total = plain_sum(total, point)
        point = plain_sum(point, point)
    return compress((*total, 1, 0))


def plain_sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = one, other
    product = -121665 * pow(121666, -1, P) * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + y1 * x2) * pow(1 + product, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P,
    )


def negated(data: bytes) -> bytes:
    point = decompress(data)
    assert point is not None
    x, y, *_ = point
    return compress((P - x, P - y, 1, 0))
