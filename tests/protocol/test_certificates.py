"""Certificates: stored beside the host key, and believed only for the host's signature."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from protocol.identity import Identity
from protocol.tls import ENDORSEMENT, TlsError, make_certificate, read_certificate, server_tls, spki_hash

HOST = Identity.make()
KEY = Ed25519PrivateKey.generate()
SPKI = KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
HASH = hashlib.sha256(SPKI).digest()
SIGNATURE = HOST.sign("tls-key", HASH)
NEUTRAL = b"\1" + bytes(31)


def der(pem: bytes) -> bytes:
    return x509.load_pem_x509_certificate(pem).public_bytes(Encoding.DER)


def builder(key: Ed25519PrivateKey | ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    start, end = datetime(2000, 1, 1, tzinfo=UTC), datetime(2001, 1, 1, tzinfo=UTC)
    return x509.CertificateBuilder(x509.Name([]), x509.Name([]), key.public_key(), 1, start, end)


def with_endorsement(endorsement: bytes) -> bytes:
    extension = x509.UnrecognizedExtension(ENDORSEMENT, endorsement)
    signed = builder(KEY).add_extension(extension, critical=False).sign(KEY, algorithm=None)
    return signed.public_bytes(Encoding.DER)


def test_the_hash_is_that_of_the_certificates_key() -> None:
    certificate = with_endorsement(b"\x04\x60" + HOST.public.raw + SIGNATURE)

    assert spki_hash(certificate) == HASH
    assert read_certificate(certificate) == (HOST.public, HASH)


@pytest.mark.parametrize(
    "endorsement",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x04\x60", id="nothing inside"),
        pytest.param(HOST.public.raw + SIGNATURE, id="not DER"),
        pytest.param(b"\x04\x60" + HOST.public.raw + SIGNATURE[:-1], id="too short"),
        pytest.param(b"\x04\x60" + HOST.public.raw + SIGNATURE + b"\0", id="too long"),
        pytest.param(b"\x04\x60" + HOST.public.raw + HOST.sign("tls-key", bytes(32)), id="other TLS key"),
        pytest.param(b"\x04\x60" + HOST.public.raw + HOST.sign("host-auth", HASH), id="other label"),
        pytest.param(b"\x04\x60" + Identity.make().public.raw + SIGNATURE, id="other host"),
        pytest.param(b"\x04\x60" + NEUTRAL + NEUTRAL + bytes(32), id="key of small order"),
    ],
)
def test_a_certificate_that_the_host_has_not_signed_is_refused(endorsement: bytes) -> None:
    with pytest.raises(TlsError, match="host key"):
        read_certificate(with_endorsement(endorsement))


def test_a_certificate_without_a_host_is_refused() -> None:
    bare = builder(KEY).sign(KEY, algorithm=None).public_bytes(Encoding.DER)

    with pytest.raises(TlsError, match="names no host key"):
        read_certificate(bare)


def test_a_certificate_for_another_kind_of_key_is_refused() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = builder(key).sign(key, hashes.SHA256()).public_bytes(Encoding.DER)

    with pytest.raises(TlsError, match="not for an Ed25519 key"):
        spki_hash(certificate)


@pytest.mark.parametrize(
    "data", [b"", b"hello", pytest.param(der(make_certificate(HOST))[:-1], id="cut off")]
)
def test_bytes_that_are_no_certificate_are_refused(data: bytes) -> None:
    with pytest.raises(TlsError, match="cannot be read"):
        read_certificate(data)


def test_no_altered_byte_leads_to_another_host_or_key() -> None:
    certificate = der(make_certificate(HOST))
    peer = read_certificate(certificate)
    for place in range(len(certificate)):
        altered = certificate[:place] + bytes([certificate[place] ^ 1]) + certificate[place + 1 :]
        try:
            found = read_certificate(altered)
        except TlsError:
            continue
        assert found == peer


def test_the_certificate_is_made_once_and_kept_beside_the_key(tmp_path: Path) -> None:
    first = server_tls(HOST, tmp_path / "host")
    path = tmp_path / "host.tls"
    kept = path.read_bytes()

    assert server_tls(HOST, tmp_path / "host").spki == first.spki
    assert path.read_bytes() == kept
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"hello",
        pytest.param(make_certificate(Identity.make()), id="other host"),
        pytest.param(make_certificate(HOST)[:150], id="cut off"),
    ],
)
def test_a_certificate_that_is_not_the_hosts_is_replaced(tmp_path: Path, kept: bytes) -> None:
    path = tmp_path / "host.tls"
    path.touch(mode=0o600)
    path.write_bytes(kept)

    tls = server_tls(HOST, tmp_path / "host")

    assert read_certificate(der(path.read_bytes())) == (HOST.public, tls.spki)


def test_a_certificate_with_another_certificates_key_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "host.tls"
    one, two = make_certificate(HOST), make_certificate(HOST)
    begin = b"-----BEGIN CERTIFICATE"
    path.touch(mode=0o600)
    path.write_bytes(one[: one.index(begin)] + two[two.index(begin) :])

    tls = server_tls(HOST, tmp_path / "host")

    assert tls.spki not in {spki_hash(der(one)), spki_hash(der(two))}
