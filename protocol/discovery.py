"""Finding tables in the local network, without revealing who sits there.

Two ways tell the same: an mDNS service for each table, whose TXT record is written and read here; and, where
mDNS is blocked or not installed, a UDP query that a server answers to the asker alone. An answer is at most
twice as large as its query, so nobody gains by asking in a stranger's name.

In a network anybody can send anything, and people will look at it. So everything read here is bounded, made
of few kinds of letters, and about local addresses only. It proves nothing. The invitation made from it names
the host key, which the handshake then demands.
"""

from __future__ import annotations

import secrets
import socket
from base64 import b32decode, b32encode
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from ipaddress import ip_address, ip_network
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, convert, field

from protocol import canonical
from protocol.errors import UNREADABLE, Code, ProtocolError, unreadable
from protocol.handshake import OURS, Version
from protocol.invitation import DEFAULT_PORT, HASH_SIZE, Address, Invitation, InvitationError

SERVICE = "_jinmaku._tcp.local."
GROUP = "239.255.74.75"
BROADCAST = "255.255.255.255"
QUERY_PORT = DEFAULT_PORT  # for UDP: one number to remember when setting up a firewall
NONCE_SIZE = 16
PADDING_SIZE = 560  # so that an answer of twice the query's size fits into one packet
MOST_TABLES = 32  # of one host

TableId: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
GameName: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z0-9_]{1,32}\Z")]
Port: TypeAlias = Annotated[int, Meta(ge=1, le=2**16 - 1)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
Padding: TypeAlias = Annotated[bytes, Meta(min_length=PADDING_SIZE, max_length=PADDING_SIZE)]
HostKeyHash: TypeAlias = Annotated[bytes, Meta(min_length=HASH_SIZE, max_length=HASH_SIZE)]

_LOCAL = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),  # private
        *("169.254.0.0/16", "fe80::/10"),  # of one link
        *("127.0.0.0/8", "::1/128"),  # of one machine
    )
)
_NEEDS_ZONE = ip_network("fe80::/10")


class DiscoveryWay(Enum):
    """How a table can be found."""

    MDNS = auto()
    QUERY = auto()


class TableListing(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a server says about one table: `[table, game, free, seats]`."""

    table: TableId
    game: GameName
    free: Annotated[int, Meta(ge=0)]
    seats: Annotated[int, Meta(ge=1, le=16)]

    def __post_init__(self) -> None:
        if self.free > self.seats:
            raise ValueError("a table cannot have more free seats than seats")


class AnnouncedHost(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a server says about itself: `[port, host_key_hash, version]`; its address is evident."""

    port: Port
    host_key: HostKeyHash
    version: Version = OURS.lowest


class Query(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="jinmaku-find-1"):
    """Asks for tables: `[tag, nonce, padding]`."""

    nonce: Nonce
    padding: Padding = bytes(PADDING_SIZE)


class QueryAnswer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="jinmaku-here-1"):
    """Answers the query with this nonce: `[tag, nonce, host, listings]`."""

    nonce: Nonce
    host: AnnouncedHost
    listings: Annotated[tuple[TableListing, ...], Meta(max_length=MOST_TABLES)]


class Txt(Struct, frozen=True):
    """The TXT record of a table's service; foreign keys are ignored."""

    version: Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,4}\Z")] = field(name="v")
    table: TableId
    game: GameName
    open_seats: Annotated[str, Meta(pattern=r"\A(0|[1-9][0-9]?)/[1-9][0-9]?\Z")] = field(name="open")
    host_key: Annotated[str, Meta(pattern=r"\A[a-z2-7]{32}\Z")] = field(name="hk")


class FoundTable(Struct, frozen=True):
    """A table that was found, where and under which key; only as true as the network is honest."""

    address: Address
    host_key: bytes
    version: int
    listing: TableListing

    def invitation(self) -> Invitation:
        """Return an invitation for a spectator, who needs no token."""
        return Invitation(self.address, self.listing.table, self.host_key)


QUERY_SIZE = len(canonical.encode(Query(bytes(NONCE_SIZE))))
ANSWER_SIZE = 2 * QUERY_SIZE


def make_nonce() -> bytes:
    return secrets.token_bytes(NONCE_SIZE)


def encode_query(nonce: bytes) -> bytes:
    return canonical.encode(Query(nonce))


def decode_query(data: bytes) -> bytes:
    """Return the nonce of a query."""
    if len(data) != QUERY_SIZE:
        raise ProtocolError(Code.INVALID_MESSAGE, f"a query has {QUERY_SIZE} bytes")
    return canonical.decode(data, Query).nonce


def encode_answer(nonce: bytes, host: AnnouncedHost, listings: Iterable[TableListing]) -> bytes:
    """Tell of as many tables as fit, those with the most free seats first."""
    told = sorted(listings, key=lambda listing: -listing.free)[:MOST_TABLES]
    while len(data := canonical.encode(QueryAnswer(nonce, host, tuple(told)))) > ANSWER_SIZE:
        told.pop()
    return data


def decode_answer(data: bytes, nonce: bytes, source: str) -> list[FoundTable]:
    """Read what came from an address, if it answers our query."""
    if not is_local(source):
        raise ProtocolError(Code.OUT_OF_PLACE, "an answer comes from the local network")
    if len(data) > ANSWER_SIZE:
        raise ProtocolError(Code.FRAME_TOO_LARGE, f"an answer has at most {ANSWER_SIZE} bytes")
    answer = canonical.decode(data, QueryAnswer)
    if answer.nonce != nonce:
        raise ProtocolError(Code.OUT_OF_PLACE, "this answers another query")
    return [_notice(source, answer.host, listing) for listing in answer.listings]


def txt_of(host: AnnouncedHost, listing: TableListing) -> dict[str, str]:
    """Write a TXT record; port and address have their own records."""
    return {
        "v": str(host.version),
        "table": listing.table,
        "game": listing.game,
        "open": f"{listing.free}/{listing.seats}",
        "hk": base32(host.host_key),
    }


def notice_from_txt(
    properties: Mapping[bytes, bytes | None], addresses: Iterable[str], port: int
) -> FoundTable:
    """Read the TXT record of a service that is said to be at these addresses."""
    try:
        txt = convert({key: _text(properties.get(key.encode())) for key in Txt.__struct_encode_fields__}, Txt)
        free, seats = map(int, txt.open_seats.split("/"))
        listing = convert((txt.table, txt.game, free, seats), TableListing)
        host = convert((port, b32decode(txt.host_key.upper()), int(txt.version)), AnnouncedHost)
    except UNREADABLE as error:
        raise unreadable(Code.INVALID_MESSAGE, error) from None
    return _notice(_reachable(addresses), host, listing)


def base32(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=").lower()


def is_local(host: str) -> bool:
    """Whether this is an address that no router forwards to the world."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _LOCAL)


def own_address_towards(host: str) -> str:
    """Return the address of ours that another sees when we send to it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, QUERY_PORT))
        own: str = probe.getsockname()[0]
    return own


def _reachable(addresses: Iterable[str]) -> str:
    """Choose an address an invitation can name: IPv6 addresses of one link need a zone."""
    for address in addresses:
        if is_local(address) and ip_address(address) not in _NEEDS_ZONE:
            return address
    raise ProtocolError(Code.OUT_OF_PLACE, "a service has an address in the local network")


def _notice(host: str, told: AnnouncedHost, listing: TableListing) -> FoundTable:
    try:
        return FoundTable(Address(host, told.port), told.host_key, told.version, listing)
    except InvitationError as error:
        raise ProtocolError(Code.INVALID_MESSAGE, str(error)) from None


def _text(value: bytes | None) -> str:
    return (value or b"").decode()
