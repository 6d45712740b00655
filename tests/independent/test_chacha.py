"""ChaCha20-Poly1305 against RFC 8439 and another implementation."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.sealing import VECTORS
from tests.independent.chacha import TagError, block, chacha20, decrypt, encrypt, poly1305

SUNSCREEN = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)

keys = st.binary(min_size=32, max_size=32)
nonces = st.binary(min_size=12, max_size=12)
texts = st.binary(max_size=200)


def test_the_block_of_the_standard() -> None:
    """RFC 8439, 2.3.2."""
    nonce = bytes.fromhex("000000090000004a00000000")

    assert block(bytes(range(32)), nonce, 1).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_the_cipher_of_the_standard() -> None:
    """RFC 8439, 2.4.2."""
    nonce = bytes.fromhex("000000000000004a00000000")

    assert chacha20(bytes(range(32)), nonce, SUNSCREEN, 1).hex() == (
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
        "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
        "5af90bbf74a35be6b40b8eedf2785e42874d"
    )


def test_the_tag_of_the_standard() -> None:
    """RFC 8439, 2.5.2."""
    key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")

    assert poly1305(key, b"Cryptographic Forum Research Group").hex() == "a8061dc1305136c6c22b8baf0c0127a9"


@pytest.mark.parametrize(
    ("key", "message", "tag"),
    [
        ("02" + "00" * 31, "ff" * 16, "03" + "00" * 15),
        ("02" + "00" * 15 + "ff" * 16, "02" + "00" * 15, "03" + "00" * 15),
        ("01" + "00" * 31, "ff" * 16 + "f0" + "ff" * 15 + "11" + "00" * 15, "05" + "00" * 15),
        ("01" + "00" * 31, "ff" * 16 + "fb" + "fe" * 15 + "01" * 16, "00" * 16),
        ("02" + "00" * 31, "fd" + "ff" * 15, "fa" + "ff" * 15),
    ],
)
def test_the_tags_at_the_edges_of_the_field(key: str, message: str, tag: str) -> None:
    """RFC 8439, A.3, tests 7 to 11."""
    assert poly1305(bytes.fromhex(key), bytes.fromhex(message)).hex() == tag


def test_the_whole_of_the_standard() -> None:
    """RFC 8439, 2.8.2."""
    key, nonce = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
    aad = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")

    sealed = encrypt(key, nonce, SUNSCREEN, aad)

    assert sealed[-16:].hex() == "1ae10b594f09e26a7e902ecbd0600691"
    assert sealed[:16].hex() == "d31a8d34648e60db7b86afbc53ef7ec2"
    assert decrypt(key, nonce, sealed, aad) == SUNSCREEN


@given(keys, nonces, texts, texts)
def test_what_is_sealed_here_is_opened_elsewhere_and_back(
    key: bytes, nonce: bytes, plain: bytes, aad: bytes
) -> None:
    sealed = encrypt(key, nonce, plain, aad)

    assert sealed == ChaCha20Poly1305(key).encrypt(nonce, plain, aad)
    assert decrypt(key, nonce, sealed, aad) == plain


@given(keys, texts, st.data())
def test_what_was_changed_is_refused(key: bytes, plain: bytes, draw: st.DataObject) -> None:
    sealed = bytearray(encrypt(key, bytes(12), plain, b"aad"))
    sealed[draw.draw(st.integers(0, len(sealed) - 1))] ^= draw.draw(st.integers(1, 255))

    with pytest.raises(TagError):
        decrypt(key, bytes(12), bytes(sealed), b"aad")


@pytest.mark.parametrize(
    ("key", "nonce", "aad"), [(b"\1", b"\0", b"aad"), (b"\0", b"\1", b"aad"), (b"\0", b"\0", b"other")]
)
def test_key_nonce_and_associated_data_have_to_fit(key: bytes, nonce: bytes, aad: bytes) -> None:
    sealed = encrypt(bytes(32), bytes(12), b"bid 3", b"aad")

    with pytest.raises(TagError):
        decrypt(key * 32, nonce * 12, sealed, aad)


@pytest.mark.parametrize("size", [0, 15])
def test_what_has_no_tag_is_refused(size: int) -> None:
    with pytest.raises(TagError, match="shorter"):
        decrypt(bytes(32), bytes(12), bytes(size))


def test_one_ciphertext_may_open_under_two_keys() -> None:
    """So the cipher alone binds nobody to what was sealed."""
    known = VECTORS["two_keys"]
    one, other = (
        decrypt(bytes.fromhex(key), bytes(12), bytes.fromhex(known["ciphertext"])) for key in known["keys"]
    )

    assert one != other
