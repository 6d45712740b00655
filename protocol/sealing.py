"""A choice sealed so that nobody can read it early, and its owner can neither change nor withhold it.

The key of a sealed choice is dealt as shares: one for the server, and one for each of the other players, of
whom any `threshold` together have the rest. A hash inside one signed message binds every share, so each
holder can check theirs before anything is opened. What the shares give *is* the choice: whether the owner
opens it or the others do without the owner, it is the same computation (`open_choice`) with the same result,
a choice or INVALID. Bytes and reasons are in docs/protocol.md.

What is opened piece by piece is a *folder*: a choice, its cover, and its pieces, each sealed like a choice of
its own. So opening one piece, by the owner or by others, opens no other.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from msgspec import Meta, Struct, structs

from core.chance import digest, frame, keyed
from core.kinds import Seat
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.header import (
    ENTROPY_SIZE,
    HASH_SIZE,
    SERVER,
    Hash,
    Holders,
    Message,
    NotTakenError,
    Opening,
    RoundHeader,
    Sealer,
)
from protocol.identity import KEY_SIZE, Identity, PublicKey, Signature
from protocol.sharing import ElementError, element, evaluate, interpolate, number, random_polynomial

_LENGTH_SIZE = 4
_TAG_SIZE = 16
_BOX_SIZE = KEY_SIZE + KEY_SIZE + _TAG_SIZE
_NONCE = bytes(12)  # a key serves once
_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)

Box: TypeAlias = Annotated[bytes, Meta(min_length=_BOX_SIZE, max_length=_BOX_SIZE)]


class Commitment(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What everybody sees of a sealed choice: `[ctx, seat, holders, ct, com, hashes, boxes]`."""

    context: Hash
    seat: Sealer
    holders: Holders
    ciphertext: Annotated[bytes, Meta(max_length=4096 + _TAG_SIZE)]
    commitment: Hash
    hashes: Annotated[tuple[Hash, ...], Meta(max_length=16)]
    boxes: Annotated[tuple[Box, ...], Meta(max_length=16)]


class Folder(Commitment, frozen=True):
    """A cover, and what stays shut when it is opened."""

    pieces: Annotated[tuple[Commitment, ...], Meta(max_length=16)]


class Dealt(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A sealed choice in the hands of its owner."""

    commitment: bytes
    opening: Opening
    pieces: tuple[Opening, ...] = ()


# Sealing -----------------------------------------------------------------------------------------


def deal(
    header: RoundHeader, seat: Seat, message: Message, keys: Mapping[int, bytes], pieces: Sequence[str] = ()
) -> Dealt:
    """Seal a choice; `keys` are the public keys of its holders, each only for this seat's shares."""
    data = [encode(each) for each in (message, *map(piece_message, pieces))]
    if None in map(_message, data):
        raise NotTakenError("This could never be opened.")
    return deal_all(header, seat, data, keys, [_new_opening(header, seat) for _ in data])


def piece_message(text: str) -> Message:
    """Chance comes only with the cover."""
    return Message(text, bytes(ENTROPY_SIZE))


def _new_opening(header: RoundHeader, seat: Seat) -> Opening:
    holders, threshold = header.row(seat)
    server = secrets.token_bytes(HASH_SIZE) if SERVER in holders else b""
    return Opening(tuple(map(element, random_polynomial(threshold))), server)


def deal_with(
    header: RoundHeader,
    seat: Seat,
    message: bytes,
    keys: Mapping[int, bytes],
    polynomial: tuple[int, ...],
    server: bytes,
) -> Dealt:
    """Seal with secrets chosen earlier."""
    return deal_all(header, seat, [message], keys, [Opening(tuple(map(element, polynomial)), server)])


def deal_all(
    header: RoundHeader,
    seat: Seat,
    messages: Sequence[bytes],
    keys: Mapping[int, bytes],
    openings: Sequence[Opening],
) -> Dealt:
    """Seal a choice and all its pieces."""
    places = zip(header.contexts(), header.sizes, messages, openings, strict=True)
    holders, _ = header.row(seat)
    cover, *pieces = [
        _sealed(context, seat, holders, pad(message, size), keys, opening)
        for context, size, message, opening in places
    ]
    sealed = Folder(**structs.asdict(cover), pieces=tuple(pieces)) if pieces else cover
    return Dealt(encode(sealed), openings[0], tuple(openings[1:]))


def _sealed(
    context: bytes, seat: Seat, holders: Holders, plain: bytes, keys: Mapping[int, bytes], opening: Opening
) -> Commitment:
    polynomial, server = tuple(map(number, opening.polynomial)), opening.server
    key = key_of(context, seat, polynomial, server)
    shares = shares_of(holders, polynomial, server)
    return Commitment(
        context,
        seat,
        holders,
        ChaCha20Poly1305(key).encrypt(_NONCE, plain, frame("bid-aad", context, _byte(seat))),
        commitment_to(context, seat, key, plain),
        tuple(share_hash(context, seat, holder, shares[holder]) for holder in holders),
        tuple(_box(context, seat, holder, shares[holder], keys[holder]) for holder in holders),
    )


def shares_of(holders: Holders, polynomial: tuple[int, ...], server: bytes) -> dict[int, bytes]:
    return {
        holder: server if holder == SERVER else element(evaluate(polynomial, holder + 1))
        for holder in holders
    }


def key_of(context: bytes, seat: Seat, polynomial: tuple[int, ...], server: bytes) -> bytes:
    return keyed(element(polynomial[0]) + server, "bid-key", context, _byte(seat))


def commitment_to(context: bytes, seat: Seat, key: bytes, plain: bytes) -> bytes:
    # The cipher binds no key: a ciphertext can be made that opens under two, to different choices.
    return digest("bid-com", context, _byte(seat), key, plain)


def share_hash(context: bytes, seat: Seat, holder: int, share: bytes) -> bytes:
    return digest("share", context, _byte(seat), _byte(holder), share)


def pad(message: bytes, size: int) -> bytes:
    if len(message) + _LENGTH_SIZE > size:
        raise NotTakenError("This is too long to be sealed.")
    return (len(message).to_bytes(_LENGTH_SIZE, "big") + message).ljust(size, b"\0")


def _box(context: bytes, seat: Seat, holder: int, share: bytes, key: bytes) -> bytes:
    return _SUITE.encrypt(share, X25519PublicKey.from_public_bytes(key), _box_info(context, seat, holder))


def _box_info(context: bytes, seat: Seat, holder: int) -> bytes:
    return frame("share-box", context, _byte(seat), _byte(holder))


# Signing -----------------------------------------------------------------------------------------


def sign_commitment(
    identity: Identity, revision: int, commitment: bytes, seen_seq: int, seen_head: bytes
) -> bytes:
    """Sign what one has sealed, how often one had sealed before, and how much of the journal one knew."""
    return identity.sign("sig-commit", _byte(revision), commitment, seen_seq.to_bytes(8, "big"), seen_head)


def is_signed(
    owner: PublicKey, signature: Signature, revision: int, commitment: bytes, seen_seq: int, seen_head: bytes
) -> bool:
    signed = _byte(revision), commitment, seen_seq.to_bytes(8, "big"), seen_head
    return owner.verify(signature, "sig-commit", *signed)


def read_commitment(header: RoundHeader, seat: Seat, data: bytes) -> Commitment:
    """Check everything that can be seen from outside about a choice somebody is said to have sealed."""
    try:
        commitment = decode(data, form_of(header))
    except ProtocolError as error:
        raise NotTakenError("This is no sealed choice: {detail}.", detail=error.detail) from None
    if tuple(each.context for each in leaves_of(commitment)) != header.contexts():
        raise NotTakenError("This was sealed for another round.")
    for each, size in zip(leaves_of(commitment), header.sizes, strict=True):
        _check_form(header, seat, each, size)
    return commitment


def form_of(header: RoundHeader) -> type[Commitment]:
    """Return the form of a sealed choice in a round."""
    return Folder if len(header.sizes) > 1 else Commitment


def _check_form(header: RoundHeader, seat: Seat, commitment: Commitment, size: int) -> None:
    if commitment.seat != seat or seat not in header.seats:
        raise NotTakenError("This was sealed for another seat.")
    holders, _ = header.row(seat)
    if commitment.holders != holders or not len(commitment.hashes) == len(commitment.boxes) == len(holders):
        raise NotTakenError("The shares are not for those who have to hold them.")
    if len(commitment.ciphertext) != size + _TAG_SIZE:
        raise NotTakenError("The sealed choice has the wrong size.")


def leaves_of(commitment: Commitment) -> tuple[Commitment, ...]:
    """Return everything sealed with a choice: itself, and its pieces."""
    return (commitment, *commitment.pieces) if isinstance(commitment, Folder) else (commitment,)


# Opening -----------------------------------------------------------------------------------------


def take_share(commitment: Commitment, holder: int, secret: X25519PrivateKey) -> bytes:
    """Return a holder's share, if it is what the dealer committed to."""
    place, seat = commitment.holders.index(holder), commitment.seat
    try:
        share = _SUITE.decrypt(commitment.boxes[place], secret, _box_info(commitment.context, seat, holder))
    except InvalidTag:
        raise NotTakenError("The share for {holder} does not open.", holder=holder) from None
    if not is_share(commitment, holder, share):
        raise NotTakenError(
            "The share for {holder} is another one than the dealer committed to.", holder=holder
        )
    return share


def is_share(commitment: Commitment, holder: int, share: bytes) -> bool:
    place = commitment.holders.index(holder)
    return share_hash(commitment.context, commitment.seat, holder, share) == commitment.hashes[place]


def open_choice(header: RoundHeader, commitment: Commitment, opening: Opening) -> Message | None:
    """Return the choice, or None if it is INVALID; the same for the owner's opening and for `recover`."""
    return try_opening(header, commitment, opening)[1]


def try_opening(header: RoundHeader, commitment: Commitment, opening: Opening) -> tuple[bool, Message | None]:
    """Say whether this is what was dealt, and return the choice, or None if it is INVALID.

    An owner who gives something else has opened nothing: if that counted as INVALID, it would be a way out
    for anybody who regrets what they sealed. Only shares can show that nothing opens a choice. If nobody
    holds any, only what opens it counts.
    """
    polynomial = _fitting(header, commitment, opening)
    if polynomial is None:
        return False, None
    key = key_of(commitment.context, commitment.seat, polynomial, opening.server)
    message = _decrypt(commitment, key)
    return bool(commitment.holders) or message is not None, message


def recover(header: RoundHeader, commitment: Commitment, shares: Mapping[int, bytes]) -> Opening | None:
    """Combine shares into what opens the choice, or what shows that nothing does; None if there are too few.

    A share that differs from its commitment counts for nothing, so no holder can spoil another's choice.
    """
    holders, threshold = header.row(commitment.seat)
    given = {holder: shares[holder] for holder in holders if holder in shares}
    held = {holder: share for holder, share in given.items() if is_share(commitment, holder, share)}
    players = [holder for holder in held if holder != SERVER][:threshold]
    if len(players) < threshold or (SERVER in holders and SERVER not in held):
        return None
    try:
        polynomial = interpolate({holder + 1: number(held[holder]) for holder in players})
    except ElementError:
        return Opening((), b"")  # opens nothing
    return Opening(tuple(map(element, polynomial)), held.get(SERVER, b""))


def _fitting(header: RoundHeader, commitment: Commitment, opening: Opening) -> tuple[int, ...] | None:
    """Return the polynomial if *all* shares are as committed to.

    Otherwise some sets of holders could open the choice and others could not.
    """
    if commitment.context not in header.contexts():
        return None
    holders, threshold = header.row(commitment.seat)
    server_size = HASH_SIZE if SERVER in holders else 0  # no hash binds what nobody holds
    if len(opening.polynomial) != threshold or len(opening.server) != server_size:
        return None
    try:
        polynomial = tuple(map(number, opening.polynomial))
    except ElementError:
        return None
    shares = shares_of(holders, polynomial, opening.server)
    fits = all(is_share(commitment, holder, share) for holder, share in shares.items())
    return polynomial if fits else None


def _decrypt(commitment: Commitment, key: bytes) -> Message | None:
    context, seat = commitment.context, commitment.seat
    aad = frame("bid-aad", context, _byte(seat))
    try:
        plain = ChaCha20Poly1305(key).decrypt(_NONCE, commitment.ciphertext, aad)
    except InvalidTag:
        return None
    if commitment_to(context, seat, key, plain) != commitment.commitment:
        return None
    return _unpad(plain)


def _unpad(plain: bytes) -> Message | None:
    length = int.from_bytes(plain[:_LENGTH_SIZE], "big")
    message = plain[_LENGTH_SIZE : _LENGTH_SIZE + length]
    if pad(message, len(plain)) != plain:  # so the length was right too
        return None
    return _message(message)


def _message(data: bytes) -> Message | None:
    try:
        return decode(data, Message)
    except ProtocolError:
        return None


def _byte(value: int) -> bytes:
    return value.to_bytes(1, "big")
