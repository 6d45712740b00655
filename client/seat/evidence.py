"""What we keep when the story of a table does not hold, to show to others.

A piece of evidence has the last link we believed, with the host's signature, everything told at that point,
and what the host has refused. If it has signed two links for one number, that alone convicts the host. A
link with what it had refused does not: whoever asks for the very same once more may get it, and only they
know whether they did. `jinmaku verify` says both.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from msgspec import Struct, msgpack

from client.seat.boxes import Box, box_for
from client.seat.fraud import FraudError
from client.seat.vault import VaultError
from client.seat.witness import Newest, Witness
from protocol.canonical import encode
from protocol.chain import FORM, Link, is_signed_link, is_two_faced, marks_of
from protocol.entries import Deed
from protocol.errors import UNREADABLE, ProtocolError
from protocol.identity import BadKeyError, PublicKey
from protocol.limits import MIB
from protocol.messages import Item, Synced, Told
from protocol.oaths import is_refusal

NAME = "story"
MOST_KEPT: Final = 4 * MIB
"""More than a host can tell at once, with everything it refused."""


class Evidence(Struct, frozen=True, array_like=True):
    """What is wrong, how far we had come, and what came then."""

    sentence: str
    host: bytes
    game: bytes
    believed: Newest | None
    told: Told | None
    synced: Synced | None
    refusals: dict[bytes, bytes] = {}


def keep_evidence(
    box: Box | None,
    home: Path | None,
    witness: Witness,
    error: FraudError,
    told: Told | Synced | None,
    refusals: Mapping[bytes, bytes],
) -> Path | None:
    """Store it with everything else of this table; return the place, if there is one."""
    game = witness.known.chain.game if witness.known is not None else b""
    told_to_us = told if isinstance(told, Told) else None, told if isinstance(told, Synced) else None
    known = witness.host.raw, game, witness.newest
    data = msgpack.encode(Evidence(str(error.detail), *known, *told_to_us, dict(refusals)))
    try:
        if box is not None:
            return box.keep_evidence(NAME, data)
        with closing(box_for(home, witness.host, game)) as new:
            return new.keep_evidence(NAME, data)
    except VaultError:
        return None


def read_evidence(path: Path) -> Evidence | None:
    """Return what was kept in a file, or None if it is something else, which may have any size."""
    with path.open("rb") as file:
        data = file.read(MOST_KEPT)
    try:
        return msgpack.decode(data, type=Evidence)
    except UNREADABLE:
        return None


class Meaning(Enum):
    """What a piece of evidence shows to somebody else."""

    TWO_STORIES = "two-stories"  # of one moment, both signed: this convicts the host
    DONE_AFTER_REFUSAL = "done-after-refusal"
    NO_BLAME = "no-blame"


def meaning_of(evidence: Evidence) -> Meaning:
    """Say what the host's signatures in a piece of evidence mean."""
    told = [evidence.told.item] if evidence.told is not None else []
    told += evidence.synced.items if evidence.synced is not None else []
    if evidence.believed is None:
        return Meaning.NO_BLAME
    with suppress(BadKeyError, ProtocolError):
        host, game, believed = PublicKey.load(evidence.host), evidence.game, evidence.believed
        if any(_is_told_twice(host, game, believed, item) for item in told):
            return Meaning.TWO_STORIES
        if _is_done_after_refusal(host, game, believed, evidence.refusals):
            return Meaning.DONE_AFTER_REFUSAL
    return Meaning.NO_BLAME


def _is_told_twice(host: PublicKey, game: bytes, believed: Newest, other: Item) -> bool:
    one, two = _link(game, believed, believed.item), _link(game, believed, other)
    if one is None or two is None:
        return False
    return is_two_faced(host, one, two, (believed.item.signature, other.signature))


def _is_done_after_refusal(
    host: PublicKey, game: bytes, believed: Newest, refusals: Mapping[bytes, bytes]
) -> bool:
    entry, link = believed.item.entry, _link(game, believed, believed.item)
    if not isinstance(entry, Deed) or link is None:
        return False
    refusal = refusals.get(entry.oath.signature, b"")
    is_refused = is_refusal(host, game, entry, refusal)
    return is_refused and is_signed_link(host, link.hash(), believed.item.signature)


def _link(game: bytes, place: Newest, item: Item) -> Link | None:
    """Return the link an item would be at this place in the chain, if everybody may see it."""
    public = item.entry.seen_by(None)
    if public is None:
        return None
    return Link(FORM, game, place.number, place.previous, item.at_ms, encode(public), *marks_of(item))
