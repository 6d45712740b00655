"""Words between players that the host carries and cannot read.

Every seat has a talk key, made at random for this game on its player's machine and deleted at the end; the
seat swears to it (TalkKeyed), and to another one if the player goes on elsewhere. Words are encrypted once
with their own key; that key goes into a box for each member of the room, including the sender. The sender
signs the whole together with the place it is meant for: the table, the keys of all members, the sender's seat
and number.

Nobody outside the room can read the words. Nobody can change them, say them in another's name, or move them
to another room, table or number; and all who can read them read the same words and agree on who else can. The
host still sees that somebody talks, when, with whom, and which of three sizes the words have. It can withhold
words, and deliver them late or twice (receivers recognise them by sender and number).

What this does not do: the players' identity keys come through the host, and until players compare
fingerprints by other means it could have put its own in their place. Members can pass words on, and prove who
said them. Anybody who gets hold of a talk key can read what was said to its seat in that game.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias
from unicodedata import bidirectional, category, is_normalized

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from msgspec import Meta, Struct

from core.chance import digest, frame
from core.kinds import PhrasedError, Seat
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.identity import KEY_SIZE, Identity, PublicKey, Signature, is_weak_point

TEXT_LENGTH = 500
MEMBERS = 16
BUCKETS = (128, 512, 2048)
"""The sizes that padded words can have; the last holds the longest text at four bytes a character."""
SEALED_SIZE = 3484
"""The bytes of the longest words in the largest room."""

_LENGTH_SIZE = 2
_HASH_SIZE = 32
_TAG_SIZE = 16
_BOX_SIZE = KEY_SIZE + KEY_SIZE + _TAG_SIZE  # the ephemeral public key, then the content key
_NONCE = bytes(12)  # a content key serves once
_CIPHERTEXT_SIZES = frozenset(size + _TAG_SIZE for size in BUCKETS)
_HIGHEST_SEAT = 2**8 - 1
_HIGHEST_NUMBER = 2**63 - 1
_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)

_STEERING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

Box: TypeAlias = Annotated[bytes, Meta(min_length=_BOX_SIZE, max_length=_BOX_SIZE)]
Commitment: TypeAlias = Annotated[bytes, Meta(min_length=_HASH_SIZE, max_length=_HASH_SIZE)]


class TalkError(PhrasedError):
    """Words or a key that cannot be sent, read or believed."""


class LostKeyError(TalkError):
    """Words are sealed to a talk key of ours that is not here: made on another machine, or deleted."""

    def __init__(self) -> None:
        super().__init__("talk-key-lost")


@dataclass(frozen=True)
class TalkKey:
    """What opens the words to one seat in one game; only its keeper sees the secret."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(KEY_SIZE), repr=False)

    @cached_property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def private(self) -> X25519PrivateKey:
        return X25519PrivateKey.from_private_bytes(self.secret)


class Member(Struct, frozen=True):
    """Somebody who can read in a room: a seat, who sits there, and the talk key they swore to."""

    seat: Seat
    identity: PublicKey
    talk: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.seat <= _HIGHEST_SEAT:
            raise TalkError("talk-no-seat", number=self.seat)
        if is_weak_point(self.talk):
            raise TalkError("talk-weak-key")


class TalkRoom(Struct, frozen=True):
    """Members of one table, in the order of their seats; a different set of members is a different room."""

    host: PublicKey
    game: str
    members: tuple[Member, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.members) <= MEMBERS:
            raise TalkError("talk-members", most=MEMBERS)
        if any(one.seat >= other.seat for one, other in pairwise(self.members)):
            raise TalkError("talk-members-in-order")

    def member_at(self, seat: Seat) -> Member:
        for member in self.members:
            if member.seat == seat:
                return member
        raise TalkError("talk-seat-not-in-room", number=seat)


class TalkPlace(Struct, frozen=True):
    """Where words belong: a room, the speaking seat, and a number that seat uses once."""

    room: TalkRoom
    sender: Seat
    number: int

    def __post_init__(self) -> None:
        self.room.member_at(self.sender)
        if not 0 <= self.number <= _HIGHEST_NUMBER:
            raise TalkError("talk-numbers", most=_HIGHEST_NUMBER)

    def context(self) -> bytes:
        """Return what every hash, box and signature of these words covers."""
        number = self.number.to_bytes(8, "big")
        members = [frame("talk-member", _byte(m.seat), m.identity.raw, m.talk) for m in self.room.members]
        where = _table(self.room.host, self.room.game)
        return digest("talk-place", *where, _byte(self.sender), number, *members)


class SealedTalk(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Words as the host sees them: `[form, ciphertext, commitment, boxes, signature]`.

    There is a box for each member, in the order of their seats. They do not name their place: the host knows
    it already and has to tell the receivers, and with the wrong place the signature does not fit.
    """

    form: Literal[1]
    ciphertext: bytes
    commitment: Commitment
    boxes: tuple[Box, ...]
    signature: Signature

    def __post_init__(self) -> None:
        if len(self.ciphertext) not in _CIPHERTEXT_SIZES:
            raise ValueError("the ciphertext has none of the sizes it can have")

    def covered(self) -> tuple[bytes, ...]:
        return self.ciphertext, self.commitment, *self.boxes


def check_text(text: str) -> None:
    """Refuse what nobody should have to see in a terminal, in public words as in private ones."""
    if not text.strip():
        raise TalkError("no-words")
    if len(text) > TEXT_LENGTH:
        raise TalkError("text-too-long", most=TEXT_LENGTH)
    if any(map(is_harmful, text)):
        raise TalkError("text-harmful")
    if not is_normalized("NFC", text):
        raise TalkError("text-not-normal")


def is_harmful(char: str) -> bool:
    """Say whether a character could break lines, steer a terminal or change the direction of text."""
    return category(char) in _STEERING or bidirectional(char) in _TURNING


def seal_words(place: TalkPlace, identity: Identity, text: str) -> bytes:
    check_text(text)
    if place.room.member_at(place.sender).identity != identity.public:
        raise TalkError("talk-seat-of-another", number=place.sender)
    context, key = place.context(), secrets.token_bytes(KEY_SIZE)
    ciphertext = ChaCha20Poly1305(key).encrypt(_NONCE, _pad(text.encode()), frame("talk-text", context))
    commitment = _commitment(context, key)
    boxes = tuple(_box(context, key, member) for member in place.room.members)
    signature = identity.sign("talk-words", context, ciphertext, commitment, *boxes)
    return encode(SealedTalk(1, ciphertext, commitment, boxes, signature))


def check_words(place: TalkPlace, data: bytes) -> SealedTalk:
    """Check everything that can be seen from outside, so that a host refuses words no member would accept."""
    if len(data) > SEALED_SIZE:
        raise TalkError("talk-sealed-size", most=SEALED_SIZE)
    try:
        sealed = decode(data, SealedTalk)
    except ProtocolError as error:
        raise TalkError("talk-not-sealed", detail=error.detail) from None
    if len(sealed.boxes) != len(place.room.members):
        raise TalkError("talk-another-room")
    sender = place.room.member_at(place.sender)
    if not sender.identity.verify(sealed.signature, "talk-words", place.context(), *sealed.covered()):
        raise TalkError("talk-not-said", number=place.sender)
    return sealed


def open_words(place: TalkPlace, reader: Seat, talk_key: TalkKey, data: bytes) -> str:
    """Read words the host says belong to this place; raises LostKeyError if only the key is missing."""
    sealed = check_words(place, data)
    context = place.context()
    key = _unbox(context, sealed, place, reader, talk_key)
    if _commitment(context, key) != sealed.commitment:
        raise TalkError("talk-another-key", number=place.sender)
    try:
        padded = ChaCha20Poly1305(key).decrypt(_NONCE, sealed.ciphertext, frame("talk-text", context))
    except InvalidTag:
        raise TalkError("talk-key-opens-nothing", number=place.sender) from None
    return _text(padded, place.sender)


def _table(host: PublicKey, game: str) -> tuple[bytes, bytes]:
    return host.raw, game.encode()


def _byte(seat: Seat) -> bytes:
    return seat.to_bytes(1, "big")


def _commitment(context: bytes, key: bytes) -> bytes:
    # The cipher binds no key: a ciphertext can be made that opens under two, to different words.
    return digest("talk-commitment", context, key)


def _box_info(context: bytes, member: Member) -> bytes:
    return frame("talk-box", context, _byte(member.seat))


def _box(context: bytes, key: bytes, member: Member) -> bytes:
    return _SUITE.encrypt(key, X25519PublicKey.from_public_bytes(member.talk), _box_info(context, member))


def _unbox(context: bytes, sealed: SealedTalk, place: TalkPlace, reader: Seat, talk_key: TalkKey) -> bytes:
    member = place.room.member_at(reader)
    if member.talk != talk_key.public:
        raise LostKeyError
    try:
        box = sealed.boxes[place.room.members.index(member)]
        return _SUITE.decrypt(box, talk_key.private, _box_info(context, member))
    except InvalidTag:
        raise TalkError("talk-box-shut", number=place.sender) from None


def _pad(text: bytes) -> bytes:
    padded = len(text).to_bytes(_LENGTH_SIZE, "big") + text
    return padded.ljust(next(size for size in BUCKETS if size >= len(padded)), b"\0")


def _text(padded: bytes, sender: Seat) -> str:
    """Unpad the words; only their sender can have padded them wrongly."""
    length = int.from_bytes(padded[:_LENGTH_SIZE], "big")
    words = padded[_LENGTH_SIZE : _LENGTH_SIZE + length]
    try:
        text = words.decode()
        check_text(text)
    except (UnicodeDecodeError, TalkError):
        raise TalkError("talk-no-text", number=sender) from None
    if _pad(words) != padded:
        raise TalkError("talk-badly-padded", number=sender)
    return text
