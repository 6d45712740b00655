"""What we keep when the story of a table does not hold, so that others can be shown it.

A piece of evidence has the last link that we believed, with the host's signature of it, and all that was
told then. If both are signed for one number, that alone convicts the host (`protocol.chain.is_two_faced`).
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec import Struct, msgpack

from client.hand import Box, box_for
from client.vault import VaultError
from client.witness import FraudError, Newest, Witness
from protocol.messages import Synced, Told

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
    game = witness.chain.game if witness.chain is not None else b""
    news = (told, None) if isinstance(told, Told) else (None, told)
    data = msgpack.encode(Evidence(str(error.detail), witness.host.raw, game, witness.newest, *news))
    try:
        if box is not None:
            return box.keep_evidence(NAME, data)
        with closing(box_for(home, witness.host, game)) as new:
            return new.keep_evidence(NAME, data)
    except VaultError:
        return None
