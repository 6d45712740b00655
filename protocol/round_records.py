"""What happens in a sealed round, as the journal keeps it, and what becomes of each choice.

All of it is public except a `Release`, which the server keeps to itself until it can tell everything at once.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from protocol.entry import JournalEntry, Number
from protocol.header import Hash, Holder, Message, Opening, Sealer, Share
from protocol.identity import Key, Signature

CommitmentBytes: TypeAlias = Annotated[bytes, Meta(max_length=16384)]
HeaderBytes: TypeAlias = Annotated[bytes, Meta(max_length=1024)]
Seats: TypeAlias = Annotated[tuple[Sealer, ...], Meta(max_length=16)]
HeldShares: TypeAlias = Annotated[tuple[tuple[Holder, Share], ...], Meta(max_length=16)]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]

MOST_REVISIONS: Final = 8
"""How often a seat can change its mind in one round; the same for all, so it is not a setting."""
Revision: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_REVISIONS)]


class RoundOpened(JournalEntry, frozen=True):
    """The server opens a round."""

    header: HeaderBytes


class Committed(JournalEntry, frozen=True):
    """A seat has sealed its choice, knowing the journal so far, after so many milliseconds.

    `revision` counts what it sealed earlier in this round: each replaces the one before.
    """

    seat: Sealer
    revision: Revision
    commitment: CommitmentBytes
    seen_seq: EntryNumber
    seen_head: Hash
    signature: Signature
    spent: Number = 0


class RoundSet(JournalEntry, frozen=True):
    """The server takes no more commitments; these seats have sent none."""

    missing: Seats


class Acked(JournalEntry, frozen=True):
    """A person confirms the set: F("sig-ack", set hash, seen_head)."""

    seat: Sealer
    seen_head: Hash
    signature: Signature


class Complained(JournalEntry, frozen=True):
    """A person shows a secret key, so that everybody can see what a dealer put into their box."""

    seat: Sealer
    dealer: Sealer
    secret: Key
    signature: Signature


class Certified(JournalEntry, frozen=True):
    """The server finds, and shows, that enough people have confirmed."""

    is_slow: bool
    acks: Annotated[tuple[Acked, ...], Meta(max_length=16)] = ()


class OutcomePart(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What opens a seat's choice: its owner's opening, or else shares of its holders."""

    seat: Sealer
    opening: Opening | None
    shares: HeldShares


class Outcome(JournalEntry, frozen=True):
    """What opens each choice that stands, including the server's shares, and a link of the chain."""

    parts: Annotated[tuple[OutcomePart, ...], Meta(max_length=16)]
    link: Hash


class RoundVoided(JournalEntry, frozen=True):
    """Nothing in this round counts: it cannot be opened without people whom the others have voted out."""

    seats: Seats


class Turned(JournalEntry, frozen=True):
    """What opens one piece of what a seat has sealed: its owner's opening, or else shares of its holders.

    With neither, it cannot be opened without people who were voted out.
    """

    seat: Sealer
    place: Annotated[int, Meta(ge=0, lt=16)]
    opening: Opening | None
    shares: HeldShares


RoundEntry: TypeAlias = RoundOpened | Committed | RoundSet | Complained | Certified | Outcome | RoundVoided
"""What a journal has of a round; there, confirmations come together with the certificate."""

AnyRecord: TypeAlias = RoundEntry | Acked

RoundDeed: TypeAlias = Committed | Complained
"""What seats do in a round; each is signed in its own way."""


class Release(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Everything a person has to open choices with: F("sig-release", set hash, opening or nil, shares)."""

    seat: Sealer
    opening: Opening | None  # of their own choice
    shares: Annotated[tuple[tuple[Sealer, Share], ...], Meta(max_length=16)]  # of others, by dealer
    signature: Signature


class Handed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a seat contributes to turning over a dealer's piece: all of it if it is its own, or a share."""

    seat: Sealer
    dealer: Sealer
    place: Annotated[int, Meta(ge=0, lt=16)]
    opening: Opening | None
    share: Share | None


class Reason(IntEnum):
    """Why there is a choice, or why the rules' default stands for it."""

    OPENED = 1
    MISSING = 2  # nothing came in time
    VOID = 3  # the dealer gave a holder a false share
    INVALID = 4  # what was sealed is not a choice
    WITHHELD = 5  # nobody else held shares, and the owner did not open it


class Verdict(NamedTuple):
    """What became of a seat's choice."""

    message: Message | None
    reason: Reason
