"""What one seat was told, as one running hash: its transcript.

Each item is hashed onto all before it, together with its picture: the view the seat is shown, the question it
is asked, and its deals. All of that follows from the journal, so a server, its client and a verifier arrive
at the same hash, and every deed of a player signs it. If a host tells a seat anything else, that seat's own
signature proves it, whatever channel the lie took.

Others see the hash in every deed. It begins with a secret of the seat (`blind_of`); otherwise they could test
which hidden things fit it.
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
    """Return the secret that begins a seat's transcript; it derives from the table's private seed."""
    return digest("blind", seed, game, bytes([seat]))


def picture_of(view: Raw, prompt: int | None, deals: Sequence[Standing]) -> bytes:
    """Return the hash of what a seat is shown beside the story."""
    question = b"" if prompt is None else prompt.to_bytes(8, "big")
    return digest("picture", bytes(view), question, msgpack.encode(deals))


class Transcript:
    """A running hash over everything one seat was told."""

    def __init__(self, game: bytes, seat: Seat, blind: bytes) -> None:
        self.head = digest("transcript", game, bytes([seat]), blind)

    def hear(self, item: Item) -> None:
        """Take in an item; the host's signature adds nothing to what it says."""
        numbers = item.number.to_bytes(8, "big"), item.at_ms.to_bytes(8, "big", signed=True)
        told = encode(item.entry), bytes(item.events), *marks_of(item), item.picture
        self.head = digest("told", self.head, *numbers, *told)
