"""Invitations: one line of text that leads to a seat and names the host key to expect there.

`table://HOST[:PORT]/GAME#hk=HASH[&t=TOKEN]`: HASH is the 160 bits of `host_key_hash`, TOKEN is 128 random
bits that spectators do not need, both in lower-case base 32 without padding. The port is left out if it is
the usual one. A host with several servers may name more than one, separated by commas.
`table://HOST[:PORT]#hk=HASH` leads to a server and to none of its tables in particular. Only what would be
written parses, so one invitation has one text.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from core.chance import digest
from core.kinds import PhrasedError, named
from protocol.identity import PublicKey

DEFAULT_PORT = 7475
MOST_ADDRESSES = 8
HASH_SIZE = 20
TOKEN_SIZE = 16

_TEXT = re.compile(
    r"table://(?P<addresses>[^/#]*)/(?P<game>[^#]*)#hk=(?P<hash>[^&]*)(?:&t=(?P<token>.*))?", re.DOTALL
)
_SERVER = re.compile(r"table://(?P<address>[^/#]*)#hk=(?P<hash>.*)", re.DOTALL)
_PLACE = re.compile(r"(?P<host>\[[^]]*\]|[^:\[\]]*)(?::(?P<port>.*))?", re.DOTALL)
_GAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LABEL = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
_NAME = re.compile(rf"(?=.{{1,253}}\Z)(?:{_LABEL}\.)*{_LABEL}")
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_HIGHEST_PORT = 65535


class InvitationError(PhrasedError, ValueError):
    """This is not an invitation; the reason never repeats the token."""


@dataclass(frozen=True)
class Address:
    """Where a table stands: a name or an address, and a port."""

    host: str
    port: int = DEFAULT_PORT

    def __post_init__(self) -> None:
        _check_host(self.host)
        if not 1 <= self.port <= _HIGHEST_PORT:
            raise InvitationError("no-port", most=_HIGHEST_PORT)

    def __str__(self) -> str:
        return f"{_bracketed(self.host)}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read `host:port`, where the port is required."""
        host, colon, port = text.rpartition(":")
        if not colon:
            raise InvitationError("no-address")
        return cls(_unbracketed(host), _port(port))

    @classmethod
    def read(cls, text: str, usual: int = DEFAULT_PORT) -> Address:
        """Read what people type, who may leave out the usual port, and then the brackets as well."""
        is_host_alone = text.count(":") != 1 and not text.startswith("[")
        if is_host_alone:
            return cls(text, usual)
        return cls.parse(f"{text}:{usual}" if text.endswith("]") else text)


def addresses_in(texts: Iterable[str]) -> Iterator[Address]:
    """Read what a server says about other nodes; a malformed address leads nowhere."""
    for text in texts:
        with suppress(InvitationError):
            yield Address.parse(text)


@dataclass(frozen=True)
class Invitation:
    """Everything a client needs to find a table, to know its host and to sit down."""

    address: Address
    game: str
    host_key: bytes
    token: bytes | None = field(default=None, repr=False)
    others: tuple[Address, ...] = ()  # where else to find the same host

    def __post_init__(self) -> None:
        if len(self.ways) > MOST_ADDRESSES or len(set(self.ways)) < len(self.ways):
            raise InvitationError("addresses", most=MOST_ADDRESSES)
        if not _GAME.fullmatch(self.game):
            raise InvitationError("no-game-name")
        if len(self.host_key) != HASH_SIZE:
            raise InvitationError("host-key-length")
        if self.token is not None and len(self.token) != TOKEN_SIZE:
            raise InvitationError("token-length")

    def __str__(self) -> str:
        """Show where it leads, for messages; use `text` to get the token."""
        return f"table://{','.join(map(_shortest, self.ways))}/{self.game}"

    @property
    def ways(self) -> tuple[Address, ...]:
        """All addresses to try."""
        return self.address, *self.others

    def text(self) -> str:
        token = "" if self.token is None else f"&t={_base32(self.token)}"
        return f"{self}#hk={_base32(self.host_key)}{token}"

    @classmethod
    def parse(cls, text: str) -> Invitation:
        match = _TEXT.fullmatch(text)
        if match is None:
            raise InvitationError("no-invitation")
        addresses, game, host_key, token = match.groups()
        address, *others = map(_place, addresses.split(","))
        secret = None if token is None else _bytes(token, "token")
        return cls(address, game, _bytes(host_key, "host-key"), secret, tuple(others))

    def names(self, host: PublicKey) -> bool:
        return compare_digest(self.host_key, host_key_hash(host))


@dataclass(frozen=True)
class ServerLink:
    """Everything a client needs to find a server and to know its host."""

    address: Address
    host_key: bytes

    def __post_init__(self) -> None:
        if len(self.host_key) != HASH_SIZE:
            raise InvitationError("host-key-length")

    def text(self) -> str:
        return f"table://{_shortest(self.address)}#hk={_base32(self.host_key)}"

    @classmethod
    def parse(cls, text: str) -> ServerLink:
        """Read the link of a server, or that of one of its tables."""
        match = _SERVER.fullmatch(text)
        if match is None:
            table = Invitation.parse(text)
            return cls(table.address, table.host_key)
        address, host_key = match.groups()
        return cls(_place(address), _bytes(host_key, "host-key"))

    def table(self, name: str, token: bytes | None = None, nodes: Iterable[Address] = ()) -> Invitation:
        """Lead to a table here, and to the same table at other nodes of this host."""
        others = [node for node in dict.fromkeys(nodes) if node != self.address]
        return Invitation(self.address, name, self.host_key, token, tuple(others[: MOST_ADDRESSES - 1]))

    def names(self, host: PublicKey) -> bool:
        return compare_digest(self.host_key, host_key_hash(host))


def host_key_hash(host: PublicKey) -> bytes:
    return digest("host-key", host.raw)[:HASH_SIZE]


def make_token() -> bytes:
    return secrets.token_bytes(TOKEN_SIZE)


def token_hash(token: bytes) -> bytes:
    """Return what a server stores, from which the token cannot be recovered."""
    return digest("invitation-token", token)


def _place(text: str) -> Address:
    match = _PLACE.fullmatch(text)
    if match is None:
        raise InvitationError("no-invitation")
    host, port = match.groups()
    if port == str(DEFAULT_PORT):
        raise InvitationError("usual-port", port=port)
    return Address(_unbracketed(host), DEFAULT_PORT if port is None else _port(port))


def _shortest(address: Address) -> str:
    return _bracketed(address.host) if address.port == DEFAULT_PORT else str(address)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _unbracketed(host: str) -> str:
    is_bracketed = host.startswith("[") and host.endswith("]")
    if is_bracketed != (":" in host):
        raise InvitationError("brackets")
    return host[1:-1] if is_bracketed else host


def _port(text: str) -> int:
    if not _PORT.fullmatch(text):
        raise InvitationError("no-port", most=_HIGHEST_PORT)
    return int(text)


def _check_host(host: str) -> None:
    if ":" in host:
        _check_ipv6(host)
    elif host.rpartition(".")[2].isdecimal():  # no top-level domain is a number
        _check_ipv4(host)
    elif not _NAME.fullmatch(host):
        raise InvitationError("no-host-name")


def _check_ipv4(host: str) -> None:
    try:
        IPv4Address(host)
    except AddressValueError:
        raise InvitationError("no-ipv4") from None


def _check_ipv6(host: str) -> None:
    try:
        address = IPv6Address(host)
    except AddressValueError:
        raise InvitationError("no-ipv6") from None
    # A zone means something only on one machine, and Pythons differ in how they write a mapped address.
    if address.scope_id is not None or address.ipv4_mapped is not None or str(address) != host:
        raise InvitationError("ipv6-shortest")


def _base32(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=").lower()


def _bytes(text: str, part: str) -> bytes:
    try:
        data = b32decode(text.upper() + "=" * (-len(text) % 8))
    except ValueError:
        data = b""
    if _base32(data) != text:
        raise InvitationError("not-base32", part=named("invitation-part", part))
    return data
