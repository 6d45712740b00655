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
from hashlib import sha256

from msgspec import Raw, msgpack

from core.chance import digest, heading, row
from core.deals import Standing
from core.kinds import Seat
from protocol.canonical import encode
from protocol.chain import marks_of
from protocol.messages import Item

_TOLD = heading("told", 10)


def blind_of(seed: bytes, game: bytes, seat: Seat) -> bytes:
    """Return the secret that begins a seat's transcript; it derives from the table's private seed."""
    return digest("blind", seed, game, bytes([seat]))


def picture_of(view: Raw, prompt: int | None, deals: Sequence[Standing]) -> bytes:
    """Return the hash of what a seat is shown beside the story."""
    question = b"" if prompt is None else prompt.to_bytes(8, "big")
    return digest("picture", bytes(view), question, msgpack.encode(deals))


def words_of(item: Item) -> bytes:
    """Return what an item has in common for all who are told it in this form: seven parts of a frame.

    The host's signature adds nothing to them.
    """
    at_ms = item.at_ms.to_bytes(8, "big", signed=True)
    return row(at_ms, encode(item.entry), bytes(item.events), *marks_of(item))


class Transcript:
    """A running hash over everything one seat was told."""

    def __init__(self, game: bytes, seat: Seat, blind: bytes) -> None:
        self.head = digest("transcript", game, bytes([seat]), blind)

    def hear(self, item: Item, words: bytes) -> None:
        """Take in an item, which consists of its number, its words (`words_of`), and its picture."""
        number = row(self.head, item.number.to_bytes(8, "big"))
        self.head = sha256(_TOLD + number + words + row(item.picture)).digest()
