"""What the host tells one seat alone, signed: so that afterwards it can be held against the log.

A receipt names the game, the number of the last link of the chain at that moment, the seat, and the events as
they were told to it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from protocol.entry import Number, SeatNumber
from protocol.identity import Identity, PublicKey, Signature


class Receipt(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A receipt as a player keeps it."""

    link: Number
    seat: SeatNumber
    events: Annotated[bytes, Meta(max_length=60_000)]
    signature: Signature


def sign_receipt(host: Identity, game: bytes, link: int, seat: int, events: bytes) -> bytes:
    return host.sign("receipt", *_place(game, link, seat), events)


def is_receipt(host: PublicKey, game: bytes, receipt: Receipt) -> bool:
    place = _place(game, receipt.link, receipt.seat)
    return host.verify(receipt.signature, "receipt", *place, receipt.events)


def _place(game: bytes, link: int, seat: int) -> tuple[bytes, bytes, bytes]:
    return game, link.to_bytes(8, "big"), bytes([seat])
