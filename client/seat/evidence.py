"""What we keep when the story of a table does not hold, to show to others.

A piece of evidence has the last link we believed, with the host's signature, everything told at that point,
and what the host had signed that it would not do. If it has signed two links for one number, or a link with
what it had refused, that alone convicts the host; `jinmaku verify` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

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
from protocol.messages import Item, Synced, Told
from protocol.oaths import is_refusal

NAME = "story"


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
    """Return what was kept in a file, or None if it is something else."""
    try:
        return msgpack.decode(path.read_bytes(), type=Evidence)
    except UNREADABLE:
        return None


def convicts(evidence: Evidence) -> bool:
    """Say whether the host has signed two stories about one moment, or that it did what it had refused."""
    told = [evidence.told.item] if evidence.told is not None else []
    told += evidence.synced.items if evidence.synced is not None else []
    if evidence.believed is None:
        return False
    with suppress(BadKeyError, ProtocolError):
        host, game, believed = PublicKey.load(evidence.host), evidence.game, evidence.believed
        is_broken = _is_done_after_refusal(host, game, believed, evidence.refusals)
        return is_broken or any(_is_told_twice(host, game, believed, item) for item in told)
    return False


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
