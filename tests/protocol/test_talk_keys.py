"""Talk keys and rooms: where the keys come from and which are believed."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from msgspec.structs import replace

from protocol.canonical import decode, encode
from protocol.identity import Identity, PublicKey, load_identity, save_identity
from protocol.talk import (
    MEMBERS,
    Member,
    TalkError,
    TalkKey,
    TalkPlace,
    TalkRoom,
    check_talk_key,
    make_talk_key,
    open_words,
    seal_words,
)
from tests.refusing import refused


def identity_of(number: int) -> Identity:
    return Identity(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32))


GAME = "dragon-7"
HOST = identity_of(200).public
PLAYERS = [identity_of(number) for number in range(MEMBERS)]

P = 2**255 - 19
EIGHTHS = [
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
]


def member(seat: int, player: Identity | None = None, host: PublicKey = HOST, game: str = GAME) -> Member:
    identity = player or PLAYERS[seat]
    return check_talk_key(make_talk_key(identity, host, game), seat, identity.public, host, game)


def test_a_talk_key_comes_from_the_identity_file_alone(tmp_path: Path) -> None:
    save_identity(PLAYERS[0], tmp_path / "key", "passphrase")
    elsewhere = load_identity(tmp_path / "key", "passphrase")
    place = TalkPlace(TalkRoom(HOST, GAME, (member(0), member(1))), sender=1, number=0)

    assert make_talk_key(elsewhere, HOST, GAME) == make_talk_key(PLAYERS[0], HOST, GAME)
    assert open_words(place, elsewhere, seal_words(place, PLAYERS[1], "Soon.")) == "Soon."


def test_a_derived_secret_is_the_framed_hmac_of_the_seed() -> None:
    message = b"ST1\0\x08talk-key\0\0\0\2" + bytes(7) + b"\x20" + HOST.raw + bytes(7) + b"\x08dragon-7"
    secret = hmac.digest(bytes([3]) * 32, message, "sha256")

    assert PLAYERS[3].derive("talk-key", HOST.raw, b"dragon-7") == secret
    public = X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    assert make_talk_key(PLAYERS[3], HOST, "dragon-7").public == public


def test_every_player_host_and_game_has_its_own_talk_key() -> None:
    keys = {
        make_talk_key(player, host, game).public
        for player in PLAYERS[:3]
        for host in (HOST, PLAYERS[9].public)
        for game in (GAME, "dragon-8")
    }
    assert len(keys) == 12


def test_a_talk_key_is_believed_if_its_owner_signed_it_for_this_table() -> None:
    owner, other = PLAYERS[0].public, PLAYERS[1].public
    key = make_talk_key(PLAYERS[0], HOST, GAME)
    assert check_talk_key(decode(encode(key), TalkKey), 4, owner, HOST, GAME) == Member(4, owner, key.public)

    foreign = make_talk_key(PLAYERS[1], HOST, GAME).public
    for altered, signer, host, game in [
        (key, other, HOST, GAME),
        (key, owner, other, GAME),
        (key, owner, HOST, "dragon-8"),
        (replace(key, public=foreign), owner, HOST, GAME),
        (replace(key, signature=bytes(64)), owner, HOST, GAME),
    ]:
        with refused("seat 4 is not signed by its owner", TalkError):
            check_talk_key(altered, 4, signer, host, game)


@pytest.mark.parametrize("top_bit", [0, 1])
@pytest.mark.parametrize("u", [0, 1, P - 1, P, P + 1, *EIGHTHS])
def test_a_talk_key_of_small_order_is_refused(u: int, top_bit: int) -> None:
    raw = (u | top_bit << 255).to_bytes(32, "little")
    with pytest.raises(ValueError, match="shared key"):
        X25519PrivateKey.generate().exchange(X25519PublicKey.from_public_bytes(raw))

    signed = TalkKey(raw, PLAYERS[0].sign("talk-key", HOST.raw, GAME.encode(), raw))
    with refused("keeps nothing secret", TalkError):
        check_talk_key(signed, 0, PLAYERS[0].public, HOST, GAME)


@pytest.mark.parametrize("raw", [b"", b"\2" * 31, b"\2" * 33, (P + 2).to_bytes(32, "little")])
def test_a_talk_key_has_32_bytes_and_one_spelling(raw: bytes) -> None:
    with refused("keeps nothing secret", TalkError):
        Member(0, PLAYERS[0].public, raw)


@pytest.mark.parametrize("seats", [(), (1, 1), (2, 1), range(17)])
def test_a_room_has_from_1_to_16_members_in_order(seats: tuple[int, ...]) -> None:
    with refused("room", TalkError):
        TalkRoom(HOST, GAME, tuple(member(seat, PLAYERS[0]) for seat in seats))


@pytest.mark.parametrize("seat", [-1, 256])
def test_a_seat_is_a_small_number(seat: int) -> None:
    with refused("There is no seat", TalkError):
        member(seat, PLAYERS[0])


@pytest.mark.parametrize(("sender", "number"), [(1, 0), (0, -1), (0, 2**63)])
def test_a_place_has_a_sender_in_the_room_and_a_number(sender: int, number: int) -> None:
    with refused(r"not in this room|number", TalkError):
        TalkPlace(TalkRoom(HOST, GAME, (member(0),)), sender, number)
