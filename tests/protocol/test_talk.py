"""Private words: who can read them, and that nobody can bend them."""

from __future__ import annotations

import secrets
from itertools import combinations
from unicodedata import normalize

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import digest, frame
from protocol.canonical import decode, encode
from protocol.identity import Identity
from protocol.talk import (
    BUCKETS,
    MEMBERS,
    SEALED_SIZE,
    TEXT_LENGTH,
    Member,
    SealedTalk,
    TalkError,
    TalkKey,
    TalkPlace,
    TalkRoom,
    check_text,
    check_words,
    open_words,
    seal_words,
)
from tests.refusing import refused


def identity_of(number: int) -> Identity:
    return Identity(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32))


SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
GAME = "dragon-7"
HOST = identity_of(200).public
PLAYERS = [identity_of(number) for number in range(MEMBERS)]
SEATS = range(5)
TEXT = "Kyoto is yours if Oshu is mine."


def talk_key_of(player: Identity) -> TalkKey:
    """Return a key that is the same in every run, as what is kept below was sealed to it."""
    return TalkKey(player.derive("talk-key", HOST.raw, GAME.encode()))


def member(seat: int, player: Identity | None = None) -> Member:
    identity = player or PLAYERS[seat]
    return Member(seat, identity.public, talk_key_of(identity).public)


def room_of(*seats: int) -> TalkRoom:
    return TalkRoom(HOST, GAME, tuple(member(seat) for seat in seats))


KEPT = """
    9501c490fc5405b2839d4e242ef001547b28c91819a87786e57ded1ff8151b5e9d89d4cb98a4f51fb0cb0155acbe3e10beea
    a4bc26e35f678cae11395ea5d522cdacda4d0d4560d24b261a593efb7633f1862fb564425059f2809d307379fb0ad21ee4ab
    4004484a0c2ada0667d17b904653005a30df93fd42035fc71166135fa75c1ddf6619069389f746098a57168b7ad2b5fac420
    08d0f81d3e78df6ae3f2513a6b44f1c82678bf38e326d233b067e36112c963ed92c450196cab626f8b05c1673303343dc5b1
    c2ec01bd6013fa85a003d22acd2cd334684d5825f546b9496a94dd7fea4a8fcfa6bfa8b1e36eea4da0d10dbe369f63ffe0ae
    d08ce50018dde408a67285074e1fa5c450400e508dcbcf5e0713f60183e251c9b26abe7ee81ef63823a87e2b8b50692470f5
    1817bc18cdc92318e4e17716831a317e048f55389f731dad6d9d09681d646a993f16ef77104c61a44194ffb26cfd54c44086
    f32bc71f23b95623cf70308103b567efb6fba5dbd9d2cfbeb9beb55c806b67ac15c8422f41c88b5721e0e98f81cc14caafab
    a04aad38743a83ecaae876620b
"""
THREE = TalkPlace(room_of(0, 2, 3), sender=2, number=41)


def by_hand(
    place: TalkPlace,
    ciphertext: bytes,
    committed: bytes,
    keys: list[bytes],
    boxed_at: TalkPlace | None = None,
) -> bytes:
    """Seal as the sender, but free to cheat: with any ciphertext, commitment and keys in the boxes."""
    context, box_context = place.context(), (boxed_at or place).context()
    boxes = tuple(
        SUITE.encrypt(
            key,
            X25519PublicKey.from_public_bytes(member.talk),
            frame("talk-box", box_context, bytes([member.seat])),
        )
        for key, member in zip(keys, place.room.members, strict=True)
    )
    commitment = digest("talk-commitment", context, committed)
    signature = PLAYERS[place.sender].sign("talk-words", context, ciphertext, commitment, *boxes)
    return encode([1, ciphertext, commitment, boxes, signature])


def encrypted(place: TalkPlace, key: bytes, padded: bytes) -> bytes:
    return ChaCha20Poly1305(key).encrypt(bytes(12), padded, frame("talk-text", place.context()))


def padded(text: str, size: int = 128) -> bytes:
    return (len(text.encode()).to_bytes(2, "big") + text.encode()).ljust(size, b"\0")


def read(place: TalkPlace, reader: int, data: bytes) -> str:
    return open_words(place, reader, talk_key_of(PLAYERS[reader]), data)


def outcomes(place: TalkPlace, data: bytes) -> list[str | None]:
    """What each member reads, None for those who read nothing."""
    return [reading(place, member.seat, data) for member in place.room.members]


def reading(place: TalkPlace, reader: int, data: bytes) -> str | None:
    try:
        return read(place, reader, data)
    except TalkError:
        return None


# Who reads


@pytest.mark.parametrize("size", SEATS)
def test_all_members_read_what_any_member_says_and_nobody_else_does(size: int) -> None:
    for seats in combinations(SEATS, size + 1):
        room = room_of(*seats)
        for sender in seats:
            place = TalkPlace(room, sender, number=0)
            data = seal_words(place, PLAYERS[sender], TEXT)
            readings = [reading(place, seat, data) for seat in SEATS]
            assert readings == [TEXT if seat in seats else None for seat in SEATS]


def test_an_outsider_opens_no_box() -> None:
    data = seal_words(THREE, PLAYERS[2], TEXT)
    secret = X25519PrivateKey.from_private_bytes(PLAYERS[1].derive("talk-key", HOST.raw, GAME.encode()))

    for box, reader in zip(decode(data, SealedTalk).boxes, THREE.room.members, strict=True):
        for seat in SEATS:
            with pytest.raises(InvalidTag):
                SUITE.decrypt(box, secret, frame("talk-box", THREE.context(), bytes([seat])))
        own = talk_key_of(PLAYERS[reader.seat]).private
        info = frame("talk-box", THREE.context(), bytes([reader.seat]))
        assert len(SUITE.decrypt(box, own, info)) == 32
    with refused("Seat 1 is not in this room", TalkError):
        read(THREE, 1, data)


def test_the_same_words_never_look_the_same() -> None:
    first, second = (decode(seal_words(THREE, PLAYERS[2], TEXT), SealedTalk) for _ in range(2))

    assert first.ciphertext != second.ciphertext
    assert first.commitment != second.commitment
    assert not set(first.boxes) & set(second.boxes)


def test_the_host_can_check_words_without_reading_them() -> None:
    data = seal_words(THREE, PLAYERS[2], TEXT)

    assert encode(check_words(THREE, data)) == data
    assert TEXT.encode() not in data


def test_words_sealed_long_ago_can_still_be_read() -> None:
    """What is in journals must stay readable, so neither labels nor layout may ever change."""
    place = TalkPlace(room_of(0, 1), sender=1, number=7)

    assert outcomes(place, bytes.fromhex(KEPT)) == ["Sealed for ever."] * 2


# What is bound


def with_last_member(changed: Member) -> TalkPlace:
    room = THREE.room
    return replace(THREE, room=replace(room, members=(*room.members[:-1], changed)))


LAST = THREE.room.members[-1]
OTHER_PLACES = {
    "number": replace(THREE, number=42),
    "sender": replace(THREE, sender=3),
    "host": replace(THREE, room=replace(THREE.room, host=identity_of(201).public)),
    "game": replace(THREE, room=replace(THREE.room, game="dragon-8")),
    "fewer members": replace(THREE, room=room_of(0, 2)),
    "more members": replace(THREE, room=room_of(0, 2, 3, 4)),
    "other member": replace(THREE, room=room_of(0, 2, 4)),
    "seat of a member": with_last_member(replace(LAST, seat=4)),
    "identity of a member": with_last_member(replace(LAST, identity=identity_of(99).public)),
    "talk key of a member": with_last_member(replace(LAST, talk=member(3, identity_of(99)).talk)),
}


@pytest.mark.parametrize("what", OTHER_PLACES)
def test_words_are_refused_at_any_other_place(what: str) -> None:
    place = OTHER_PLACES[what]
    data = seal_words(THREE, PLAYERS[2], TEXT)

    assert outcomes(THREE, data) == [TEXT] * 3
    with pytest.raises(TalkError):
        check_words(place, data)
    assert outcomes(place, data) == [None] * len(place.room.members)


def test_no_two_places_have_the_same_context() -> None:
    assert len({place.context() for place in (THREE, *OTHER_PLACES.values())}) == len(OTHER_PLACES) + 1


def test_another_number_under_a_new_signature_does_not_help() -> None:
    """A member passes on the parts of old words as if they were new; the host looks away."""
    old, new = THREE, replace(THREE, number=42)
    key = secrets.token_bytes(32)
    ciphertext = encrypted(old, key, padded(TEXT))

    assert outcomes(old, by_hand(old, ciphertext, key, [key] * 3)) == [TEXT] * 3
    with refused("does not open its words", TalkError):
        read(new, 0, by_hand(new, ciphertext, key, [key] * 3))
    moved = by_hand(new, encrypted(new, key, padded(TEXT)), key, [key] * 3, boxed_at=old)
    with refused("made for you does not open", TalkError):
        read(new, 0, moved)


def test_boxes_cannot_change_places() -> None:
    data = decode(seal_words(THREE, PLAYERS[2], TEXT), SealedTalk)
    boxes = data.boxes[::-1]
    signature = PLAYERS[2].sign("talk-words", THREE.context(), data.ciphertext, data.commitment, *boxes)
    swapped = encode(replace(data, boxes=boxes, signature=signature))

    assert outcomes(THREE, swapped) == [None, TEXT, None]


def test_a_member_cannot_speak_for_another() -> None:
    with refused("Seat 2 belongs to somebody else", TalkError):
        seal_words(THREE, PLAYERS[0], TEXT)

    data = seal_words(replace(THREE, sender=0), PLAYERS[0], TEXT)
    with refused("Seat 2 did not say these words", TalkError):
        read(THREE, 3, data)


def test_every_changed_byte_is_noticed_by_every_member() -> None:
    data = seal_words(THREE, PLAYERS[2], TEXT)
    for place in range(len(data)):
        for flip in (0x01, 0x80):
            altered = data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :]
            assert outcomes(THREE, altered) == [None] * 3


def test_every_missing_or_added_byte_is_noticed() -> None:
    data = seal_words(THREE, PLAYERS[2], TEXT)
    for altered in (*(data[:end] for end in range(len(data))), data + b"\0", b"\0" + data):
        with refused("not sealed words", TalkError):
            check_words(THREE, altered)


@given(st.binary(max_size=SEALED_SIZE + 5))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    with refused(r"\.$", TalkError):
        read(THREE, 0, data)


# A sender who cheats


@pytest.mark.parametrize("committed", [0, 1])
@pytest.mark.parametrize("used", [0, 1])
def test_of_two_keys_for_two_members_at_most_one_opens(committed: int, used: int) -> None:
    keys = [secrets.token_bytes(32) for _ in range(2)]
    place = TalkPlace(room_of(1, 2), sender=1, number=0)
    data = by_hand(place, encrypted(place, keys[used], padded(TEXT)), keys[committed], keys)

    expected = [TEXT if seat == committed == used else None for seat in range(2)]
    assert outcomes(place, data) == expected


def poly1305_parts(key: bytes, aad: bytes, ciphertext: bytes, hole: int) -> tuple[int, int, int]:
    """The factor of one block, the sum of all others, and what is added at the end."""
    once = Cipher(algorithms.ChaCha20(key, bytes(16)), mode=None).encryptor().update(bytes(32))
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    lengths = len(aad).to_bytes(8, "little") + len(ciphertext).to_bytes(8, "little")
    message = aad + bytes(-len(aad) % 16) + ciphertext + lengths
    hole += len(aad) + -len(aad) % 16
    total = factor = 0
    for start in range(0, len(message), 16):
        power = pow(r, (len(message) - start) // 16, 2**130 - 5)
        if start == hole:
            factor = power
        else:
            total += power * int.from_bytes(message[start : start + 16] + b"\1", "little")
    return factor, total % (2**130 - 5), int.from_bytes(once[16:], "little")


def two_key_ciphertext(keys: list[bytes], aad: bytes) -> bytes | None:
    """A ciphertext that both keys open: choose all but one block, then solve for that block."""
    prime = 2**130 - 5
    body = secrets.token_bytes(112)
    (f0, t0, s0), (f1, t1, s1) = (poly1305_parts(key, aad, body + bytes(16), 112) for key in keys)
    for wraps in range(-4, 5):
        block = (s1 - s0 + t1 - t0 + (wraps << 128)) * pow(f0 - f1, -1, prime) % prime
        tags = [(((f * block + t) % prime) + s) % 2**128 for f, t, s in ((f0, t0, s0), (f1, t1, s1))]
        if block >> 128 == 1 and tags[0] == tags[1]:
            return body + (block - 2**128).to_bytes(16, "little") + tags[0].to_bytes(16, "little")
    return None


def test_a_ciphertext_that_opens_under_two_keys_is_stopped_by_the_commitment() -> None:
    place = TalkPlace(room_of(1, 2), sender=1, number=0)
    aad = frame("talk-text", place.context())
    keys, ciphertext = [b"", b""], None
    while ciphertext is None:
        keys = [secrets.token_bytes(32) for _ in range(2)]
        ciphertext = two_key_ciphertext(keys, aad)
    first, second = (ChaCha20Poly1305(key).decrypt(bytes(12), ciphertext, aad) for key in keys)
    assert first != second

    data = by_hand(place, ciphertext, keys[0], keys)
    with refused(r"not text|padded", TalkError):
        read(place, 1, data)
    with refused("a different key from the one it committed to", TalkError):
        read(place, 2, data)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (padded(TEXT, 512), "padded"),
        (padded(TEXT)[:-1] + b"\1", "padded"),
        (padded(TEXT)[:40] + b"\1" + padded(TEXT)[41:], "padded"),
        (b"\xff\xff" + b"a" * 126, "padded"),
        (padded(""), "not text"),
        (padded("\x1b[2J"), "not text"),
        (b"\0\2\xff\xfe".ljust(128, b"\0"), "not text"),
        (padded("a" * 501, 512), "not text"),
    ],
)
def test_a_member_who_seals_no_text_is_named(content: bytes, sentence: str) -> None:
    key = secrets.token_bytes(32)
    with refused(f"What seat 2 sealed is (not )?.*{sentence}", TalkError):
        read(THREE, 0, by_hand(THREE, encrypted(THREE, key, content), key, [key] * 3))


@pytest.mark.parametrize("size", [0, 100, 127, 129, 256, 2047])
def test_a_size_that_would_tell_more_than_a_bucket_is_refused(size: int) -> None:
    key = secrets.token_bytes(32)
    data = by_hand(THREE, encrypted(THREE, key, bytes(size)), key, [key] * 3)
    with refused("none of the sizes", TalkError):
        check_words(THREE, data)


@pytest.mark.parametrize("count", [0, 1, 2, 4, 17])
def test_there_is_a_box_for_every_member_and_no_more(count: int) -> None:
    sealed = decode(seal_words(THREE, PLAYERS[2], TEXT), SealedTalk)
    boxes = (sealed.boxes[0],) * count
    signature = PLAYERS[2].sign("talk-words", THREE.context(), sealed.ciphertext, sealed.commitment, *boxes)
    with refused("a different room", TalkError):
        check_words(THREE, encode(replace(sealed, boxes=boxes, signature=signature)))


# Texts and sizes


@settings(deadline=None)
@given(st.text(min_size=1, max_size=TEXT_LENGTH).map(lambda text: normalize("NFC", text)))
def test_a_text_is_refused_or_comes_out_as_it_went_in(text: str) -> None:
    try:
        data = seal_words(THREE, PLAYERS[2], text)
    except TalkError:
        with pytest.raises(TalkError):
            check_text(text)
        return
    assert outcomes(THREE, data) == [text] * 3


def test_nothing_is_sealed_that_is_no_text() -> None:
    with refused("control a terminal", TalkError):
        seal_words(THREE, PLAYERS[2], "\x1b[2J")


def size_of(text: str, place: TalkPlace = THREE) -> int:
    return len(seal_words(place, PLAYERS[place.sender], text))


def test_the_size_tells_the_bucket_alone() -> None:
    sizes = [size_of("a" * length) for length in range(1, TEXT_LENGTH + 1)]

    assert sizes == [sizes[0]] * 126 + [sizes[-1]] * 374
    assert sizes[-1] - sizes[0] == 512 - 128 + 1  # and one byte more for the longer length
    assert size_of("京" * 42) == sizes[0]
    assert size_of("京" * 170) == sizes[-1]
    assert {size_of("京" * length) for length in (171, 300, 500)} == {size_of("😀" * 500)}


def test_the_longest_words_in_the_largest_room_have_the_greatest_size() -> None:
    place = TalkPlace(room_of(*range(MEMBERS)), sender=15, number=2**63 - 1)
    data = seal_words(place, PLAYERS[15], "😀" * TEXT_LENGTH)

    assert len(data) == SEALED_SIZE
    assert outcomes(place, data) == ["😀" * TEXT_LENGTH] * MEMBERS
    assert BUCKETS[-1] >= 4 * TEXT_LENGTH + 2
    with refused(f"at most {SEALED_SIZE}", TalkError):
        check_words(place, data + b"\0")
