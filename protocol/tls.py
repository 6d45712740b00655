"""TLS 1.3 without authorities: a certificate is believed because the host key has signed its key.

A server's certificate is self-signed and carries an extension with the host's public key and the host's
signature of the certificate's SPKI hash. So a client knows whom it has reached before it sends anything, and
certificates can be replaced at will. Names and dates in a certificate mean nothing.
"""

from __future__ import annotations

import hashlib
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, PublicKey
from protocol.private_files import read_private, write_private

# An object identifier made from a random UUID needs no registry (ITU-T X.667).
ENDORSEMENT = x509.ObjectIdentifier("2.25.140809739358676614072800843821547615445")
_OCTETS = bytes([0x04, KEY_SIZE + SIGNATURE_SIZE])  # DER: an octet string of this length

_NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "table")])
_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)
_NEVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)  # RFC 5280, 4.1.2.5


class TlsError(Exception):
    """The other side is not whom we came for; the sentence says why."""


class Peer(NamedTuple):
    """Whom a client has reached: the host, and the hash of the TLS key it uses."""

    host: PublicKey
    spki: bytes


class ServerTls(NamedTuple):
    """What a server listens with."""

    context: ssl.SSLContext
    spki: bytes


def server_tls(host: Identity, key_path: Path) -> ServerTls:
    """Listen with the certificate stored beside the host key, or a new one if this host has none."""
    path = key_path.with_name(f"{key_path.name}.tls")
    kept = read_private(path) if path.exists() else b""
    if not _is_of(host, kept):
        kept = make_certificate(host)
        write_private(path, kept)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.options |= ssl.OP_NO_TICKET
    context.num_tickets = 0
    context.load_cert_chain(path)
    return ServerTls(context, spki_hash(_der(kept)))


def client_context() -> ssl.SSLContext:
    """Leave judging the certificate to `read_peer`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.options |= ssl.OP_NO_TICKET
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def read_peer(connection: ssl.SSLObject | ssl.SSLSocket) -> Peer:
    """Tell whose server this is; TLS itself has proven that it holds the certificate's key."""
    certificate = connection.getpeercert(binary_form=True)
    if certificate is None:
        raise TlsError("The server shows no certificate.")
    return read_certificate(certificate)


def read_certificate(certificate_der: bytes) -> Peer:
    spki = spki_hash(certificate_der)
    try:
        extensions = _load(certificate_der).extensions
        endorsement = extensions.get_extension_for_oid(ENDORSEMENT).value.public_bytes()
        host = PublicKey.load(endorsement[len(_OCTETS) :][:KEY_SIZE])
    except (ValueError, x509.ExtensionNotFound, x509.DuplicateExtension):
        raise TlsError("The server's certificate names no host key.") from None
    signature = endorsement[len(_OCTETS) + KEY_SIZE :]
    if not endorsement.startswith(_OCTETS) or not host.verify(signature, "tls-key", spki):
        raise TlsError("The server's certificate is not signed by the host key it names.")
    return Peer(host, spki)


def spki_hash(certificate_der: bytes) -> bytes:
    """Hash the key of a certificate, including its kind."""
    try:
        key = _load(certificate_der).public_key()
    except (ValueError, UnsupportedAlgorithm, x509.InvalidVersion):
        raise TlsError("The server's certificate cannot be read.") from None
    if not isinstance(key, Ed25519PublicKey):
        raise TlsError("The server's certificate is not for an Ed25519 key.")
    return _hash(key)


def make_certificate(host: Identity) -> bytes:
    """Make a TLS key and its certificate, as one PEM text for `load_cert_chain`."""
    key = Ed25519PrivateKey.generate()
    spki = _hash(key.public_key())
    endorsement = _OCTETS + host.public.raw + host.sign("tls-key", spki)
    certificate = (
        x509.CertificateBuilder(_NAME, _NAME, key.public_key(), x509.random_serial_number(), _ALWAYS, _NEVER)
        .add_extension(x509.UnrecognizedExtension(ENDORSEMENT, endorsement), critical=False)
        .sign(key, algorithm=None)
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def _is_of(host: Identity, kept: bytes) -> bool:
    try:
        key = load_pem_private_key(kept, password=None)
        peer = read_certificate(_der(kept))
    except (ValueError, TypeError, UnsupportedAlgorithm, x509.InvalidVersion, TlsError):
        return False
    is_its_key = isinstance(key, Ed25519PrivateKey) and _hash(key.public_key()) == peer.spki
    return is_its_key and peer.host == host.public


def _der(kept: bytes) -> bytes:
    return x509.load_pem_x509_certificate(kept).public_bytes(Encoding.DER)


def _load(certificate_der: bytes) -> x509.Certificate:
    return x509.load_der_x509_certificate(certificate_der)


def _hash(key: Ed25519PublicKey) -> bytes:
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
