"""Sealed choices, opened by the book: from their bytes and the shares of their keys alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from tests.independent import chacha, hpke, msgpack, shamir
from tests.independent.hashing import framed, hashed, prf

SERVER = 255
ENTROPY_SIZE = 32
CHOICE_LENGTH = 2000
_NONCE = bytes(chacha.NONCE_SIZE)

T = TypeVar("T", int, bytes)


class SealedChoice(NamedTuple):
    """`[ctx, seat, holders, ct, com, hashes, boxes]`."""

    context: bytes
    seat: int
    holders: list[int]
    ciphertext: bytes
    commitment: bytes
    hashes: list[bytes]
    boxes: list[bytes]

    @classmethod
    def read(cls, data: bytes) -> SealedChoice:
        return cls.of(msgpack.decode(data))

    @classmethod
    def read_all(cls, data: bytes, pieces: int) -> list[SealedChoice]:
        """Read a cover and the pieces after it, each in the form of a choice."""
        if not pieces:
            return [cls.read(data)]
        match msgpack.decode(data):
            case [*cover, list(behind)] if len(behind) == pieces:
                return [cls.of(each) for each in (cover, *behind)]
        raise msgpack.EncodingError("These are no pieces of a sealed choice.")

    @classmethod
    def of(cls, value: msgpack.Value) -> SealedChoice:
        match value:
            case [bytes(ctx), int(seat), list(holders), bytes(ct), bytes(com), list(hashes), list(boxes)]:
                [seat] = _each(int, [seat])
                shares = _each(bytes, hashes), _each(bytes, boxes)
                return cls(ctx, seat, _each(int, holders), ct, com, *shares)
        raise msgpack.EncodingError("This is no sealed choice.")

    def named(self, *holder: int) -> tuple[bytes, ...]:
        """Return what the hashes and boxes of this choice begin with."""
        return (self.context, bytes([self.seat]), *(bytes([one]) for one in holder))

    def binds(self, holder: int, share: bytes) -> bool:
        return hashed("share", *self.named(holder), share) == self.hashes[self.holders.index(holder)]


class Opened(NamedTuple):
    """What was sealed."""

    choice: str
    entropy: bytes


def share_in_box(sealed: SealedChoice, holder: int, secret: bytes) -> bytes | None:
    """Return the share dealt to a holder; None if the dealer cheated."""
    box = sealed.boxes[sealed.holders.index(holder)]
    try:
        share = hpke.open_box(box, secret, framed("share-box", *sealed.named(holder)))
    except hpke.BoxError:
        return None
    return share if sealed.binds(holder, share) else None


def polynomial_of(sealed: SealedChoice, shares: Mapping[int, bytes], threshold: int) -> list[int] | None:
    """Combine the shares of `threshold` players; None if one of them is not a share."""
    players = [holder for holder in shares if holder != SERVER][:threshold]
    try:
        return shamir.through({player + 1: shamir.number_of(shares[player]) for player in players})
    except shamir.ElementError:
        return None


def open_choice(sealed: SealedChoice, polynomial: list[int], server: bytes) -> Opened | None:
    """Return what was sealed, or None if it is INVALID: *all* shares have to be as committed to."""
    for holder in sealed.holders:
        share = server if holder == SERVER else shamir.element_of(shamir.value_at(polynomial, holder + 1))
        if not sealed.binds(holder, share):
            return None
    key = prf(shamir.element_of(polynomial[0]) + server, "bid-key", *sealed.named())
    try:
        plain = chacha.decrypt(key, _NONCE, sealed.ciphertext, framed("bid-aad", *sealed.named()))
    except chacha.TagError:
        return None
    if hashed("bid-com", *sealed.named(), key, plain) != sealed.commitment:
        return None
    return _unpacked(plain)


def _each(kind: type[T], items: list[msgpack.Value]) -> list[T]:
    """Check the type of all items; True does not count as a number."""
    checked = [item for item in items if type(item) is kind]
    if len(checked) != len(items):
        raise msgpack.EncodingError(f"A list has something else than {kind.__name__} in it.")
    return checked


def _unpacked(plain: bytes) -> Opened | None:
    length = int.from_bytes(plain[:4], "big")
    message, filling = plain[4 : 4 + length], plain[4 + length :]
    if len(message) != length or any(filling):
        return None
    try:
        value = msgpack.decode(message)
    except msgpack.EncodingError:
        return None
    match value:
        case [str(choice), bytes(entropy)] if _is_plain(choice) and len(entropy) == ENTROPY_SIZE:
            return Opened(choice, entropy)
    return None


def _is_plain(choice: str) -> bool:
    return len(choice) <= CHOICE_LENGTH and all(" " <= char <= "~" for char in choice)
