"""What we keep when the story of a table does not hold, so that others can be shown it.

A piece of evidence has the last link that we believed, with the host's signature of it, and all that was
told then. If both are signed for one number, that alone convicts the host; `jinmaku verify` says so.
"""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct, msgpack

from client.seat.boxes import Box, box_for
from client.seat.vault import VaultError
from client.seat.witness import FraudError, Newest, Witness
from protocol.canonical import encode
from protocol.chain import FORM, Link, is_two_faced, marks_of
from protocol.errors import UNREADABLE, ProtocolError
from protocol.identity import BadKeyError, PublicKey
from protocol.messages import Item, Synced, Told

NAME = "story"


class Evidence(Struct, frozen=True, array_like=True):
    """What is wrong, the place we had come to, and what came then."""

    sentence: str
    host: bytes
    game: bytes
    believed: Newest | None
    told: Told | None
    synced: Synced | None


def keep_evidence(
    box: Box | None, home: Path | None, witness: Witness, error: FraudError, told: Told | Synced | None
) -> Path | None:
    """Keep it where all of this table is kept; give the place, if there is one."""
    game = witness.known.chain.game if witness.known is not None else b""
    news = (told, None) if isinstance(told, Told) else (None, told)
    data = msgpack.encode(Evidence(str(error.detail), witness.host.raw, game, witness.newest, *news))
    try:
        if box is not None:
            return box.keep_evidence(NAME, data)
        with closing(box_for(home, witness.host, game)) as new:
            return new.keep_evidence(NAME, data)
    except VaultError:
        return None


def read_evidence(path: Path) -> Evidence | None:
    """Give what was kept in a file, or None if it is something else."""
    try:
        return msgpack.decode(path.read_bytes(), type=Evidence)
    except UNREADABLE:
        return None


def convicts(evidence: Evidence) -> bool:
    """Say whether the host has signed two stories of one moment."""
    told = [evidence.told.item] if evidence.told is not None else []
    told += evidence.synced.items if evidence.synced is not None else []
    with suppress(BadKeyError, ProtocolError):
        host = PublicKey.load(evidence.host)
        return evidence.believed is not None and any(
            _is_told_twice(host, evidence.game, evidence.believed, item) for item in told
        )
    return False


def _is_told_twice(host: PublicKey, game: bytes, believed: Newest, other: Item) -> bool:
    number, previous, one = believed
    links = [
        Link(FORM, game, number, previous, item.at_ms, encode(item.entry), *marks_of(item))
        for item in (one, other)
    ]
    return is_two_faced(host, links[0], links[1], (one.signature, other.signature))
