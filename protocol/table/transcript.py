"""What one seat was told, as one running hash: its transcript.

Each item is hashed onto all before it, together with the picture that goes with it: the view the seat is
shown, the question it is asked, and its deals. All of that follows from the journal, so a server, its client
and whoever checks a log arrive at the same hash, and every deed of a player signs it. A host that tells a
seat anything else has that seat's own signature against it, whatever channel it lied through.

Others see the hash in every deed. It begins with a secret of the seat (`blind_of`), or they could try which
hidden things it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw, msgpack

from core.chance import digest
from core.deals import Standing
from core.kinds import Seat
from protocol.canonical import encode
from protocol.chain import marks_of
from protocol.messages import Item


def blind_of(seed: bytes, game: bytes, seat: Seat) -> bytes:
    """Give the secret with which a seat's transcript begins; it follows from the table's private seed."""
    return digest("blind", seed, game, bytes([seat]))


def picture_of(view: Raw, prompt: int | None, deals: Sequence[Standing]) -> bytes:
    """Give the hash of what a seat is shown beside the story."""
    question = b"" if prompt is None else prompt.to_bytes(8, "big")
    return digest("picture", bytes(view), question, msgpack.encode(deals))


class Transcript:
    """A running hash over all that one seat was told."""

    def __init__(self, game: bytes, seat: Seat, blind: bytes) -> None:
        self.head = digest("transcript", game, bytes([seat]), blind)

    def hear(self, item: Item) -> None:
        """Go on with an item; the host's signature is no part of what it says."""
        numbers = item.number.to_bytes(8, "big"), item.at_ms.to_bytes(8, "big", signed=True)
        told = encode(item.entry), bytes(item.events), *marks_of(item), item.picture
        self.head = digest("told", self.head, *numbers, *told)
