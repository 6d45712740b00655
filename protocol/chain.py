"""The chain of a table: the public part of its journal, linked by hashes and signed by the host.

Entries that everybody may see in some form (`seen_by(None)`) are the links of the chain, numbered from 0. A
link covers its number, its time, what happened, and the hash of the link before it; the host signs the hash.
So the host cannot tell two players different stories without leaving both signatures behind, and nobody can
change, drop or add anything afterwards.
"""

from __future__ import annotations

from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta, Struct

from core.chance import digest
from protocol.canonical import encode
from protocol.entry import JournalEntry
from protocol.identity import SIGNATURE_SIZE, Identity, PublicKey

HASH_SIZE = 32
FORM = 2
BEFORE_ALL = bytes(HASH_SIZE)
"""The hash before the first link."""

Hash: TypeAlias = Annotated[bytes, Meta(min_length=HASH_SIZE, max_length=HASH_SIZE)]


class Link(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is hashed: `[form, game, number, previous, at_ms, body, shown, facts, heard, journal]`."""

    form: int
    game: bytes
    number: int
    previous: bytes
    at_ms: int
    body: bytes
    shown: bytes = b""
    facts: bytes = b""
    heard: bytes = b""
    journal: bytes = b""

    def hash(self) -> bytes:
        return digest("entry", encode(self))


class Marked(Protocol):
    """An entry with marks, as a journal keeps it or as a viewer was told it."""

    @property
    def shown(self) -> bytes: ...
    @property
    def facts(self) -> bytes: ...
    @property
    def heard(self) -> bytes: ...
    @property
    def journal(self) -> bytes: ...


def marks_of(stamp: Marked) -> tuple[bytes, bytes, bytes, bytes]:
    """Return what the host adds to an entry for everybody."""
    return stamp.shown, stamp.facts, stamp.heard, stamp.journal


class Chain:
    """A chain as far as it is known: the hashes of its links."""

    def __init__(self, game: bytes) -> None:
        self.game = game
        self._hashes: list[bytes] = []
        self._numbers: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._hashes)

    @property
    def head(self) -> bytes:
        return self._hashes[-1] if self._hashes else BEFORE_ALL

    def head_at(self, number: int) -> bytes:
        """Return the hash of a link."""
        return self._hashes[number]

    def number_of(self, link: bytes) -> int | None:
        """Find a link by its hash."""
        return self._numbers.get(link)

    def next_hash(self, at_ms: int, public: JournalEntry, *marks: bytes) -> bytes:
        """Return the hash of the next link if it is this one, with these marks."""
        return Link(FORM, self.game, len(self._hashes), self.head, at_ms, encode(public), *marks).hash()

    def add(self, link: bytes) -> None:
        """Add a link by its hash."""
        self._numbers[link] = len(self._hashes)
        self._hashes.append(link)


def sign_link(host: Identity, link: bytes) -> bytes:
    return host.sign("sig-entry", link)


def is_signed_link(host: PublicKey, link: bytes, signature: bytes) -> bool:
    """Say whether the host has signed exactly this link in this place."""
    return host.verify(signature, "sig-entry", link)


def is_two_faced(host: PublicKey, one: Link, other: Link, signatures: tuple[bytes, bytes]) -> bool:
    """Say whether these two prove that a host told different stories about one moment."""
    return (
        (one.game, one.number) == (other.game, other.number)
        and one.hash() != other.hash()
        and all(len(signature) == SIGNATURE_SIZE for signature in signatures)
        and is_signed_link(host, one.hash(), signatures[0])
        and is_signed_link(host, other.hash(), signatures[1])
    )
