"""Identities against RFC 8032, a second implementation and the points of small order."""

from __future__ import annotations

import hashlib
import secrets

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from core.chance import frame
from protocol.identity import BadKeyError, Identity, PublicKey

Point = tuple[int, int]

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1)

# RFC 8032, 7.1: secret key, public key, message, signature in two lines.
RFC_8032 = [
    """
    9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60
    d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
    -
    e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b
    d25bf5f0595bbe24655141438e7a100b
    """,
    """
    4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb
    3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
    72
    92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c
    387b2eaeb4302aeeb00d291612bb0c00
    """,
    """
    c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7
    fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025
    af82
    6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659
    4a7c15e9716ed28dc027beceea1ec40a
    """,
]

# The eight points of small order, then their other spellings: x = 0 with the bit for odd x, y + P.
TORSION = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
]
OTHER_SPELLINGS = [
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


def recover_x(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if x % 2 != sign else x


def add(a: Point, b: Point) -> Point:
    product = D * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return x % P, y % P


def times(factor: int, point: Point) -> Point:
    result = NEUTRAL
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(raw: bytes) -> Point | None:
    number = int.from_bytes(raw, "little")
    y = (number & (2**255 - 1)) % P
    x = recover_x(y, number >> 255)
    return None if x is None else (x % P, y)


BASE = (recover_x(4 * pow(5, -1, P) % P, 0) or 0, 4 * pow(5, -1, P) % P)


def hash_number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def reference_sign(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    """Public key and signature as RFC 8032, 5.1.6 spells them out."""
    expanded = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(expanded[:32], "little") & (2**254 - 8) | 2**254
    public = encode(times(scalar, BASE))
    nonce = hash_number(expanded[32:], message) % L
    commitment = encode(times(nonce, BASE))
    answer = (nonce + hash_number(commitment, public, message) * scalar) % L
    return public, commitment + answer.to_bytes(32, "little")


def identity_of(secret: bytes) -> Identity:
    return Identity(Ed25519PrivateKey.from_private_bytes(secret))


@pytest.mark.parametrize("vector", RFC_8032)
def test_keys_and_signatures_are_those_of_rfc_8032(vector: str) -> None:
    secret, public, message, *halves = (bytes.fromhex(word.strip("-")) for word in vector.split())

    assert reference_sign(secret, message) == (public, b"".join(halves))
    assert identity_of(secret).public.raw == public
    assert identity_of(secret).sign("x", message) == reference_sign(secret, frame("x", message))[1]


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_a_signature_is_for_its_key_label_and_parts_alone(one: bytes, two: bytes) -> None:
    identity = Identity.make()
    key = identity.public
    signature = identity.sign("label", one, two)

    assert key.verify(signature, "label", one, two)
    assert not key.verify(signature, "other", one, two)
    assert not key.verify(signature, "label", one + two)
    assert not key.verify(signature, "label", one, two + b"\0")
    assert not key.verify(signature[:-1], "label", one, two)
    assert not Identity.make().public.verify(signature, "label", one, two)


def test_a_signature_cannot_be_given_a_second_form() -> None:
    identity = Identity.make()
    signature = identity.sign("label")
    answer = int.from_bytes(signature[32:], "little") + L

    assert not identity.public.verify(signature[:32] + answer.to_bytes(32, "little"), "label")


def test_the_list_of_small_points_is_whole() -> None:
    points = [decode(bytes.fromhex(text)) for text in TORSION]
    generator = points[4]
    assert generator is not None

    assert set(points) == {times(factor, generator) for factor in range(8)}
    assert {decode(bytes.fromhex(text)) for text in OTHER_SPELLINGS} <= set(points)


@pytest.mark.parametrize("text", TORSION + OTHER_SPELLINGS)
def test_a_key_of_small_order_is_refused(text: str) -> None:
    with pytest.raises(BadKeyError, match="signatures that nobody made"):
        PublicKey.load(bytes.fromhex(text))


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", range(P, 2**255))
def test_a_key_with_a_second_spelling_is_refused(y: int, sign: int) -> None:
    with pytest.raises(BadKeyError):
        PublicKey.load((y | sign << 255).to_bytes(32, "little"))


def test_a_key_of_small_order_would_sign_anything() -> None:
    """Why they are refused: the library itself takes them."""
    neutral = bytes.fromhex(TORSION[0])

    Ed25519PublicKey.from_public_bytes(neutral).verify(neutral + bytes(32), secrets.token_bytes(20))


def test_bytes_that_are_no_point_accept_no_signature() -> None:
    raw = next(raw for raw in (n.to_bytes(32, "little") for n in range(2, 50)) if decode(raw) is None)
    key = PublicKey.load(raw)

    assert not key.verify(bytes.fromhex(TORSION[0]) + bytes(32), "label")
    assert not key.verify(bytes(64), "label")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_has_32_bytes(size: int) -> None:
    with pytest.raises(BadKeyError, match="32 bytes"):
        PublicKey.load(bytes(size))


def test_public_keys_are_equal_if_their_bytes_are() -> None:
    raw = Identity.make().public.raw

    assert PublicKey.load(raw) == PublicKey.load(raw)
    assert len({PublicKey.load(raw), PublicKey.load(raw)}) == 1
    assert PublicKey.load(raw) != Identity.make().public


@given(st.binary(min_size=32, max_size=32))
def test_a_public_key_comes_back_from_its_text(secret: bytes) -> None:
    key = Identity.from_secret(secret).public
    elsewhere = Ed25519PublicKey.from_public_bytes(key.raw)

    assert PublicKey.parse(key.text) == key
    assert key.text.encode() == elsewhere.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ssh-ed25519 ", ""),
        ("ssh-ed25519", "ssh-rsa"),
        ("ssh-ed25519 ", "ssh-ed25519  "),
        ("AAAAC3", "AAAAC2"),
        ("AAAAIA", "AAAAIQ"),
        ("AAAAIA", "AAAAI"),
        ("CAkK", "CAk="),
        ("CAkK", "CA-K"),
        ("4f", "4f me@here"),
        ("4f", "4fAA"),
        ("4f", "4f\n"),
    ],
)
def test_any_other_text_is_no_public_key(old: str, new: str) -> None:
    text = PublicKey.load(bytes(range(32))).text
    assert old in text

    with pytest.raises(BadKeyError, match="written as ssh-ed25519 and 68 letters"):
        PublicKey.parse(text.replace(old, new))


def test_a_worthless_key_is_refused_as_text_too() -> None:
    letters = "AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    with pytest.raises(BadKeyError, match="signatures that nobody made"):
        PublicKey.parse(f"ssh-ed25519 {letters}")


def test_an_identity_does_not_show_its_secret() -> None:
    secret = bytes(range(32))
    text = repr(identity_of(secret))

    assert text == "Identity()"
