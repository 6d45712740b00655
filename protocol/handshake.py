"""Hello and welcome, then auth: each side proves who it is, for this connection only.

Both signatures cover the hash of the server's TLS key, both nonces, and the version with the range it was
chosen from. So a signature made for another connection, host or version is refused, and nobody in between can
talk the two down to an older version. `Agreement` is what both sides share after the welcome; it serves for
one auth and is then discarded.
"""

from __future__ import annotations

import secrets
from struct import Struct as Layout
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.msgpack import Decoder

from protocol.errors import Code, ProtocolError
from protocol.identity import BadKeyError, Identity, Key, PublicKey, Signature

NONCE_SIZE = 32

Version: TypeAlias = Annotated[int, Meta(ge=1, le=2**16 - 1)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]

_VERSIONS = Layout(">HHH")


class Versions(Struct, frozen=True):
    """The versions of the protocol that one side speaks, from the lowest to the highest."""

    lowest: Version
    highest: Version

    def __str__(self) -> str:
        if self.lowest == self.highest:
            return f"version {self.lowest}"
        return f"versions {self.lowest} to {self.highest}"


OURS = Versions(6, 7)
TELLS_INVITATIONS = 7
"""From this version on an owner can ask which invitations were used."""
FIRST = Versions(1, 1)


class VersionError(ProtocolError):
    """The two sides have no version in common."""

    is_for_strangers = True

    def __init__(self, client: Versions, server: Versions) -> None:
        super().__init__(Code.VERSION, who_is_older(client, server))


class Offer(Struct, frozen=True, array_like=True):
    """How every hello begins, whatever else a later version may add."""

    lowest: Version
    highest: Version


OFFER = Decoder(Offer)


class Hello(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The client opens: `[proto_min, proto_max, nonce]`."""

    lowest: Version
    highest: Version
    nonce: Nonce


class Welcome(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The server proves that it is the host: `[proto, nonce, host_key, signature]`."""

    version: Version
    nonce: Nonce
    host: Key
    signature: Signature


class Auth(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The client proves who it is: `[key, signature]`."""

    key: Key
    signature: Signature


class Agreement(Struct, frozen=True):
    """What the signatures of one connection cover."""

    spki: bytes
    host: PublicKey
    client_nonce: bytes
    server_nonce: bytes
    version: int
    offered: Versions

    def covered(self) -> tuple[bytes, bytes, bytes]:
        versions = _VERSIONS.pack(self.version, self.offered.lowest, self.offered.highest)
        return self.client_nonce, self.server_nonce, versions


def client_hello(versions: Versions = OURS) -> Hello:
    return Hello(versions.lowest, versions.highest, secrets.token_bytes(NONCE_SIZE))


def choose_version(offer: Offer | Hello, ours: Versions = OURS) -> int:
    version = min(offer.highest, ours.highest)
    if version < max(offer.lowest, ours.lowest):
        raise VersionError(Versions(offer.lowest, offer.highest), ours)
    return version


def who_is_older(client: Versions, server: Versions) -> str:
    """Say it so that either side understands."""
    spoken = f"The client speaks {client} of the protocol and the server {server}"
    if client.highest < server.lowest:
        return f"{spoken}: the client is older and has to be updated."
    return f"{spoken}: the server is older and its host has to update it."


def server_welcome(
    hello: Hello, host: Identity, spki: bytes, versions: Versions = OURS
) -> tuple[Welcome, Agreement]:
    version = choose_version(hello, versions)
    agreement = _agree(hello, secrets.token_bytes(NONCE_SIZE), version, host.public, spki)
    signature = host.sign("host-auth", spki, *agreement.covered())
    return Welcome(version, agreement.server_nonce, host.public.raw, signature), agreement


def check_welcome(hello: Hello, welcome: Welcome, host: PublicKey, spki: bytes) -> Agreement:
    """Believe the server if it is the host the client came for, on this very connection."""
    if not hello.lowest <= welcome.version <= hello.highest:
        raise ProtocolError(Code.VERSION, f"version {welcome.version} was not offered")
    if welcome.host != host.raw:
        raise ProtocolError(Code.BAD_SIGNATURE, "this is not the host we came for")
    agreement = _agree(hello, welcome.nonce, welcome.version, host, spki)
    if not host.verify(welcome.signature, "host-auth", spki, *agreement.covered()):
        raise ProtocolError(Code.BAD_SIGNATURE, "the host's signature is not for this connection")
    return agreement


def client_auth(agreement: Agreement, identity: Identity) -> Auth:
    signature = identity.sign("auth", agreement.spki, agreement.host.raw, *agreement.covered())
    return Auth(identity.public.raw, signature)


def check_auth(agreement: Agreement, auth: Auth) -> PublicKey:
    """Return the key that the client has proven to hold."""
    try:
        key = PublicKey.load(auth.key)
    except BadKeyError:
        raise ProtocolError(Code.BAD_SIGNATURE, "a signature by this key proves nothing") from None
    if not key.verify(auth.signature, "auth", agreement.spki, agreement.host.raw, *agreement.covered()):
        raise ProtocolError(Code.BAD_SIGNATURE, "the signature is not for this connection")
    return key


def _agree(hello: Hello, nonce: bytes, version: int, host: PublicKey, spki: bytes) -> Agreement:
    return Agreement(spki, host, hello.nonce, nonce, version, Versions(hello.lowest, hello.highest))
