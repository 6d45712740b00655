"""Ed25519 identities of players and hosts, the files that keep them, and which keys are worth anything.

Only framed messages are signed, so a signature made for one purpose never fits another.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeAlias

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    SSHPrivateKeyTypes,
    load_ssh_private_key,
)
from msgspec import Meta

from core.chance import frame, keyed
from protocol.private_files import read_private, write_private

KEY_SIZE = 32
SIGNATURE_SIZE = 64

Key: TypeAlias = Annotated[bytes, Meta(min_length=KEY_SIZE, max_length=KEY_SIZE)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]

_KIND = "ssh-ed25519"
# The first letters encode kind and size, up to the first two bits of the 26th.
_TEXT = re.compile(rf"{_KIND} AAAAC3NzaC1lZDI1NTE5AAAAI(?=[A-P])[A-Za-z0-9+/]{{43}}")
_PRIME = 2**255 - 19
_EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
# Of the eight points of small order: the neutral one, order 2, order 4 (two), order 8 (two each).
_SMALL_ORDER = frozenset({1, _PRIME - 1, 0, _EIGHTH, _PRIME - _EIGHTH})

_X25519_EIGHTHS = (
    0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
    0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
)
# The points of small order on the curve and its twist: order 2, order 4 (on either), order 8.
_X25519_SMALL_ORDER = frozenset({0, 1, _PRIME - 1, *_X25519_EIGHTHS})


class BadKeyError(ValueError):
    """These bytes are not a public key that could prove anything."""


class KeyFileError(Exception):
    """A file does not hold the key it should; the sentence says why."""


class LockedKeyError(KeyFileError):
    """A key needs its passphrase."""


@dataclass(frozen=True)
class PublicKey:
    """A key that checks signatures; made by `load`, which admits no worthless key."""

    raw: bytes
    _native: Ed25519PublicKey = field(repr=False, compare=False)

    @classmethod
    def load(cls, raw: bytes) -> PublicKey:
        """Refuse, by blocklist, keys with a second spelling or that accept signatures nobody made.

        Five y coordinates cover all points of small order, whatever the bit for x says. The only
        non-canonical encodings are those with y not below the prime, and the wrong bit for x = 0, whose y is
        among the five. Bytes that are no point at all need no check here: no signature fits them.
        """
        if len(raw) != KEY_SIZE:
            raise BadKeyError(f"A public key has {KEY_SIZE} bytes.")
        y = int.from_bytes(raw, "little") & (2**255 - 1)
        if y >= _PRIME or y in _SMALL_ORDER:
            raise BadKeyError("This public key would accept signatures that nobody made.")
        return cls(bytes(raw), Ed25519PublicKey.from_public_bytes(raw))

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """Read what `text` writes: every key has one text."""
        if not _TEXT.fullmatch(text):
            raise BadKeyError(f"A public key is written as {_KIND} and 68 letters in base 64.")
        return cls.load(b64decode(text.removeprefix(f"{_KIND} "))[-KEY_SIZE:])

    def verify(self, signature: bytes, label: str, *parts: bytes) -> bool:
        try:
            self._native.verify(signature, frame(label, *parts))
        except InvalidSignature:
            return False
        return True

    @property
    def text(self) -> str:
        """Write the whole key as `ssh-keygen -y` does."""
        return f"{_KIND} {b64encode(self._wire()).decode()}"

    @property
    def fingerprint(self) -> str:
        """Name the key as `ssh-keygen -l` does."""
        return "SHA256:" + b64encode(hashlib.sha256(self._wire()).digest()).decode().rstrip("=")

    def _wire(self) -> bytes:
        return b"".join(len(part).to_bytes(4, "big") + part for part in (_KIND.encode(), self.raw))


def is_weak_point(raw: bytes) -> bool:
    """Say whether anybody could open a box sealed to this X25519 key, or the key has a second spelling."""
    u = int.from_bytes(raw, "little")
    return len(raw) != KEY_SIZE or u >= _PRIME or u in _X25519_SMALL_ORDER


@dataclass(frozen=True, eq=False)
class Identity:
    """A key that signs; its secret is never shown."""

    _private: Ed25519PrivateKey = field(repr=False)

    @classmethod
    def make(cls) -> Identity:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_secret(cls, secret: bytes) -> Identity:
        """Return the identity of 32 secret bytes, always the same."""
        return cls(Ed25519PrivateKey.from_private_bytes(secret))

    @cached_property
    def public(self) -> PublicKey:
        return PublicKey.load(self._private.public_key().public_bytes_raw())

    def sign(self, label: str, *parts: bytes) -> bytes:
        return self._private.sign(frame(label, *parts))

    def derive(self, label: str, *parts: bytes) -> bytes:
        """Return 32 secret bytes for another purpose, always the same."""
        return keyed(self._private.private_bytes_raw(), label, *parts)

    def to_openssh(self, passphrase: str = "") -> bytes:
        encryption = BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, encryption)


def save_identity(identity: Identity, path: Path, passphrase: str = "") -> None:
    """Write a new key file; an existing key is never overwritten, for it could not be recovered."""
    if path.exists():
        raise KeyFileError(f"{path} exists already.")
    write_private(path, identity.to_openssh(passphrase))


def load_identity(path: Path, passphrase: str = "") -> Identity:
    key = _open(read_private(path), path, passphrase)
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path} is not an Ed25519 key.")
    return Identity(key)


def _open(data: bytes, path: Path, passphrase: str) -> SSHPrivateKeyTypes:
    # Without one first: only this tells a wrong passphrase from a damaged file.
    try:
        return load_ssh_private_key(data, password=None)
    except TypeError:
        return _unlock(data, path, passphrase)
    except UnsupportedAlgorithm:
        raise KeyFileError(f"{path} is not an Ed25519 key.") from None
    except ValueError:
        raise KeyFileError(f"{path} is not a private key in OpenSSH's format.") from None


def _unlock(data: bytes, path: Path, passphrase: str) -> SSHPrivateKeyTypes:
    if not passphrase:
        raise LockedKeyError(f"{path} needs its passphrase.")
    try:
        return load_ssh_private_key(data, password=passphrase.encode())
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError(f"That is not the passphrase of {path}.") from None
