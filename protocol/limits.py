"""How much of everything one peer may use."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Count: TypeAlias = Annotated[int, Meta(gt=0)]
Size: TypeAlias = Annotated[int, Meta(gt=0)]
Rate: TypeAlias = Annotated[float, Meta(gt=0)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0)]
Days: TypeAlias = Annotated[float, Meta(gt=0)]

KIB = 1024
MIB = 1024 * KIB

# The length of a name belongs to the form of a message, the same for all peers, so it is not a setting.
NAME_LENGTH = 40
IPV6_PREFIX = 64


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a server that keep one peer from using up what belongs to all; sizes are in bytes."""

    connections: Count = 64  # of players and guests; half are reserved for players, who have a seat
    connections_per_player: Count = 8
    connections_per_address: Count = 8  # of guests
    strangers: Count = 32  # connections that have not authenticated, in addition to those
    strangers_per_address: Count = 4
    backlog: Count = 64

    tls_handshake_time: Seconds = 5
    authentication_time: Seconds = 5  # after the TLS handshake
    frame_time: Seconds = 10  # from the first byte of a frame to its last
    idle_time: Seconds = 30  # of a client
    silence_time: Seconds = 12  # of a server, before its clients look elsewhere
    ping_interval: Seconds = 4

    stranger_frame_size: Size = 4 * KIB
    frame_size: Size = 64 * KIB
    frame_size_to_client: Size = MIB

    request_rate: Rate = 20  # per second, as are all rates
    request_burst: Count = 40
    byte_rate: Rate = 256 * KIB
    identity_request_rate: Rate = 40
    chat_rate: Rate = 1  # words and offers
    chat_burst: Count = 5
    stranger_frames: Count = 5  # in total
    address_rate: Rate = 1  # how fast an address or a key pays off its fines
    address_burst: Count = 40

    signature_checks_per_request: Count = 3
    mistake_cost: Count = 10  # tokens, for a bad signature or unreadable bytes

    write_buffer_size: Size = 256 * KIB
    drain_time: Seconds = 10
    output_queue_size: Size = MIB

    requests_in_flight: Count = 32
    seats_per_game: Count = 16
    games_per_identity: Count = 4
    tables: Count = 500  # unfinished ones, whoever opened them
    tables_per_owner: Count = 2  # of these
    tables_per_address: Count = 20  # of these, too, whatever the key; counted from when the server starts
    invitations: Count = 256  # unused ones, to one table
    waiting_days: Days = 14  # without anybody coming to a table whose game has not begun
    password_rate: Rate = 0.1  # wrong ones from an address
    password_burst: Count = 5
    journal_size: Size = 64 * MIB


class TokenBucket:
    """A purse that gains `rate` tokens a second up to `burst`; the caller tells the time."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._then = now

    def take(self, now: float, tokens: float = 1) -> bool:
        """Pay with tokens, all or none, and say whether there were enough."""
        self._fill(now)
        if tokens > self._tokens:
            return False
        self._tokens -= tokens
        return True

    def give_back(self, tokens: float = 1) -> None:
        """Put back what was just taken."""
        self._tokens += tokens

    @property
    def is_in_debt(self) -> bool:
        """Whether there was a debt at the last look."""
        return self._tokens < 0

    def delay(self, now: float, tokens: float = 1) -> float:
        """Return in how many seconds this many tokens will be there."""
        self._fill(now)
        missing = tokens - self._tokens
        return missing / self._rate if missing > 0 else 0.0

    def charge(self, now: float, tokens: float) -> None:
        """Take tokens even if there are not enough; the debt delays what comes next."""
        self._fill(now)
        self._tokens -= tokens

    def fine(self, now: float, tokens: float) -> None:
        """Take away tokens, as far as there are any."""
        self._fill(now)
        self._tokens = max(0.0, self._tokens - tokens)

    def _fill(self, now: float) -> None:
        if now > self._then:
            tokens = self._tokens + (now - self._then) * self._rate
            self._tokens = min(self._burst, tokens)
            self._then = now


@lru_cache(maxsize=256)
def neighbourhood(address: str) -> str:
    """Name what one person can own all of: an IPv4 address, or an IPv6 network."""
    place = ip_address(address.partition("%")[0])
    if not isinstance(place, IPv6Address):
        return address
    if place.ipv4_mapped is not None:
        return str(place.ipv4_mapped)
    return str(ip_network((place, IPV6_PREFIX), strict=False))
