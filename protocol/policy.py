"""Who holds the shares of a sealed choice and how many of them open it: what a table must insist on.

Let n be the seats with their own machine (*people*): not those the server plays for.

    the choice of               is opened by the owner, or by
    a person                    the server and t of the other people
    who sits at the server      t of the other people: it must not depend on the machine it was made on
    anybody, if n is 1, or      nobody: there is no second machine, or the host's machine would hold
      2 with the host playing     all shares but the owner's

where t is n // 2 + 1, or 1 if there is one other. At the server sit the host who plays and everybody the
server plays for; the host holds no share of what they seal, either, having made it. So if n is 2 and the host
is neutral, both people together can open what the server sealed for its bots, and neither can alone.

Each holder has a key for the shares of each dealer, and has sworn to it before it is used. Showing its secret
proves what was in a box from that dealer and reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Annotated, NamedTuple, TypeAlias

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec import Meta, Struct, structs

from core.chance import digest, frame
from core.kinds import Seat
from protocol.header import SERVER, Holders, NotTakenError, RoundHeader
from protocol.identity import Identity, Key, PublicKey, is_weak_point

Generation: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
PublicKeys: TypeAlias = Annotated[tuple[Key, ...], Meta(max_length=16)]


class Seating(Struct, frozen=True):
    """The seats of a table, those with their own machine, and the one of a host who plays."""

    seats: tuple[Seat, ...]
    people: tuple[Seat, ...]
    host_seat: Seat | None = None

    def __post_init__(self) -> None:
        if any(one >= other for row in (self.seats, self.people) for one, other in pairwise(row)):
            raise NotTakenError("Seats come once each, in order.")
        if not set(self.people) <= set(self.seats):
            raise NotTakenError("There are people who do not sit at this table.")
        if self.host_seat is not None and self.host_seat not in self.people:
            raise NotTakenError("The host who plays is not among the people.")

    @property
    def quorum(self) -> int:
        """How many people have to agree before anything is opened: a majority, if there are people."""
        return len(self.people) // 2 + 1 if self.people else 0

    def row(self, dealer: Seat) -> tuple[Holders, int]:
        """Return the holders of what a seat seals, and how many players among them open it."""
        if len(self.people) < (2 if self.host_seat is None else 3):
            return (), 1
        players = tuple(seat for seat in self.people if seat != dealer)
        if not self.is_at_server(dealer):
            return (*players, SERVER), min(self.quorum, len(players))
        players = tuple(seat for seat in players if seat != self.host_seat)
        return players, min(self.quorum, len(players))

    def is_at_server(self, seat: Seat) -> bool:
        return seat not in self.people or seat == self.host_seat


# Keys --------------------------------------------------------------------------------------------


class PairKey(NamedTuple):
    """The key to which one dealer boxes the shares of one holder."""

    generation: int
    public: bytes


class Keys(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The keys of a holder: one for each seat of the table as a dealer, in the order of seats."""

    generation: Generation
    publics: PublicKeys


@lru_cache(maxsize=1024)  # for later rounds; whoever could read it here could read the identity
def pair_secret(
    identity: Identity, host: PublicKey, game: bytes, dealer: Seat, generation: int = 0
) -> X25519PrivateKey:
    """Return a holder's secret for a dealer's shares; after showing one, go on to the next generation."""
    place = host.raw, game, _byte(dealer), generation.to_bytes(4, "big")
    return X25519PrivateKey.from_private_bytes(identity.derive("pair-key", *place))


def make_keys(
    identity: Identity, host: PublicKey, game: bytes, dealers: Iterable[Seat], generation: int = 0
) -> Keys:
    secrets = [pair_secret(identity, host, game, dealer, generation) for dealer in dealers]
    return Keys(generation, tuple(secret.public_key().public_bytes_raw() for secret in secrets))


def check_keys(keys: Keys, dealers: Collection[Seat]) -> None:
    if len(keys.publics) != len(dealers):
        raise NotTakenError("There is one key for each seat of the table.")
    if any(map(is_weak_point, keys.publics)):
        raise NotTakenError("One of these keys keeps no secret.")


def pairs_of(keys: Mapping[int, Keys], dealers: Iterable[Seat]) -> dict[tuple[int, Seat], PairKey]:
    """Return the keys of all holders by holder and dealer."""
    return {
        (holder, dealer): PairKey(own.generation, public)
        for holder, own in keys.items()
        for dealer, public in zip(dealers, own.publics, strict=True)
        if holder != dealer
    }


def keyset_hash(signers: Mapping[Seat, PublicKey], keys: Mapping[tuple[int, Seat], PairKey]) -> bytes:
    """Hash all keys of a table: who signs for each seat, then the pairs by holder and dealer."""
    return _keyset_hash(tuple(signers.items()), tuple(keys.items()))


@lru_cache(maxsize=64)  # they hardly ever change from round to round
def _keyset_hash(
    signers: tuple[tuple[Seat, PublicKey], ...], keys: tuple[tuple[tuple[int, Seat], PairKey], ...]
) -> bytes:
    seats = [frame("signer", _byte(seat), signer.raw) for seat, signer in sorted(signers, key=itemgetter(0))]
    pairs = [
        frame("pair", _byte(holder), _byte(dealer), key.generation.to_bytes(4, "big"), key.public)
        for (holder, dealer), key in sorted(keys)
    ]
    return digest("keyset", *seats, *pairs)


def _byte(number: int) -> bytes:
    return number.to_bytes(1, "big")


# Rounds ------------------------------------------------------------------------------------------


class Parties(Struct, frozen=True):
    """What everybody at a table agrees on before a round; the owners of these keys have been checked."""

    game: bytes
    host: PublicKey
    seating: Seating
    signers: Mapping[Seat, PublicKey]  # for a seat the server plays for: the host
    keys: Mapping[tuple[int, Seat], PairKey]  # by holder and dealer

    def __post_init__(self) -> None:
        if tuple(sorted(self.signers)) != self.seating.seats:
            raise NotTakenError("Not every seat has somebody who signs for it.")
        for dealer in self.seating.seats:
            for holder in self.seating.row(dealer)[0]:
                if (holder, dealer) not in self.keys:
                    raise NotTakenError(
                        "{holder} has no key for the shares of {dealer}.", holder=holder, dealer=dealer
                    )

    def keys_for(self, dealer: Seat) -> dict[int, bytes]:
        """Return the keys to which a seat boxes its shares."""
        return {holder: self.keys[holder, dealer].public for holder in self.seating.row(dealer)[0]}

    def secret_of(self, identity: Identity, holder: int, dealer: Seat) -> X25519PrivateKey:
        generation = self.keys[holder, dealer].generation
        return pair_secret(identity, self.host, self.game, dealer, generation)


class Occasion(Struct, frozen=True):
    """What a round is about, as the rules and the journal tell everybody before it is opened."""

    round: int
    kind: str
    seats: tuple[Seat, ...]  # who seals
    size: int | tuple[int, ...]  # of a folder, those of its cover and each piece
    commit_ms: int
    ack_ms: int
    head: bytes


def header_for(parties: Parties, occasion: Occasion) -> RoundHeader:
    rows = [parties.seating.row(seat) for seat in occasion.seats]
    return RoundHeader(
        form=1,
        suite=1,
        game=parties.game,
        round=occasion.round,
        kind=occasion.kind,
        seats=occasion.seats,
        holders=tuple(holders for holders, _ in rows),
        thresholds=tuple(threshold for _, threshold in rows),
        size=occasion.size,
        commit_ms=occasion.commit_ms,
        ack_ms=occasion.ack_ms,
        head=occasion.head,
        keys=keyset_hash(parties.signers, parties.keys),
    )


def check_header(header: RoundHeader, parties: Parties, occasion: Occasion) -> None:
    """Refuse a round that is not the expected one, above all one whose choices open more easily."""
    check_same(header, structs.asdict(header_for(parties, occasion)))


def check_same(header: RoundHeader, expected: Mapping[str, object]) -> None:
    for name, value in expected.items():
        if getattr(header, name) != value:
            other = _NAMES.get(name, name)
            raise NotTakenError("The round was opened with other {other} than it must have.", other=other)


_NAMES = {"holders": "holders of shares", "commit_ms": "time to commit", "ack_ms": "time to confirm"}
