"""Who holds the shares of what a seat seals, how many open it, and the hash of all keys of a table.

People are the seats with their own machine: neither bots nor those the server plays for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.independent import ed25519
from tests.independent.hashing import framed, hashed
from tests.independent.records import SERVER, Record

_CURVE = 2**255 - 19
# u coordinates of small order on Curve25519 and its twist (RFC 7748 has the curve): orders 1, 2, 4 and 8.
_WEAK = frozenset(
    {
        0,
        1,
        _CURVE - 1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
    }
)


def is_weak_point(public: bytes) -> bool:
    """Say whether a key for boxes keeps no secret, or is a second spelling of another."""
    u = int.from_bytes(public, "little")
    return u >= _CURVE or u in _WEAK


def is_worthless(public: bytes) -> bool:
    """Say whether a key would accept signatures that nobody made; one that is no point accepts none."""
    if len(public) != ed25519.KEY_SIZE or int.from_bytes(public, "little") % 2**255 >= ed25519.P:
        return True
    mirrored = public[:-1] + bytes([public[-1] ^ 0x80])
    is_point = ed25519.decompress(public) is not None or ed25519.decompress(mirrored) is not None
    return is_point and not ed25519.is_sound(public)


class PairKey(NamedTuple):
    """The key to which one dealer boxes the shares of one holder."""

    generation: int
    public: bytes


class Seating(NamedTuple):
    """The seats of a table in order, the people among them, and the seat of a host who plays."""

    seats: list[int]
    people: list[int]
    host_seat: int | None
    signers: dict[int, bytes]  # who signs for each seat
    keys: dict[tuple[int, int], PairKey]  # by holder and dealer

    @property
    def quorum(self) -> int:
        return len(self.people) // 2 + 1 if self.people else 0

    def row(self, dealer: int) -> tuple[list[int], int]:
        """Return the holders of what a seat seals, and the threshold."""
        guests = [seat for seat in self.people if seat not in (dealer, self.host_seat)]
        if len(self.people) < (2 if self.host_seat is None else 3):
            return [], 1
        if dealer == self.host_seat or dealer not in self.people:
            return guests, min(self.quorum, len(guests))
        others = [seat for seat in self.people if seat != dealer]
        return [*others, SERVER], min(self.quorum, len(others))

    def rows(self, dealers: list[int]) -> tuple[list[list[int]], list[int]]:
        rows = [self.row(dealer) for dealer in dealers]
        return [holders for holders, _ in rows], [threshold for _, threshold in rows]

    def missing_keys(self) -> list[tuple[int, int]]:
        """Return the holders, with their dealers, who would need a key and have none."""
        return [
            (holder, seat)
            for seat in self.seats
            for holder in self.row(seat)[0]
            if (holder, seat) not in self.keys
        ]

    def keyset(self) -> bytes:
        signers = [framed("signer", bytes([seat]), self.signers[seat]) for seat in self.seats]
        pairs = [
            framed("pair", bytes([holder]), bytes([dealer]), key.generation.to_bytes(4, "big"), key.public)
            for (holder, dealer), key in sorted(self.keys.items())
        ]
        return hashed("keyset", *signers, *pairs)


def seating_of(
    opened: Record, seats: list[int], sitters: dict[int, Any], keys: dict[int, Any], replaced: set[int]
) -> Seating:
    """Work out who takes part, from what the log has told so far."""
    people = [seat for seat in seats if not sitters[seat].is_bot and seat not in replaced]
    hosts = [seat for seat in people if sitters[seat].key == opened.player]
    signers = {seat: opened.host if seat in replaced else sitters[seat].key for seat in seats}
    own = {seat: (keys[seat].generation, keys[seat].publics) for seat in people if seat in keys}
    own[SERVER] = (0, opened.keys)
    pairs = {
        (holder, dealer): PairKey(generation, public)
        for holder, (generation, publics) in own.items()
        for dealer, public in zip(seats, publics, strict=True)
        if holder != dealer
    }
    return Seating(seats, people, hosts[0] if hosts else None, signers, pairs)


def patience_ms(terms: Record) -> int:
    """Return the least time after which the terms let a seat be passed over."""
    if terms.absence != "bot":
        return 0
    pace = terms.pace
    own = {"PerDecision": "seconds", "Bank": "increment"}.get(pace.kind)
    return int(min(terms.grace, terms.grace if own is None else getattr(pace, own))) * 1000
