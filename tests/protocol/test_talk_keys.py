"""Talk keys and rooms: where the keys come from and which are believed."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from protocol.identity import Identity
from protocol.talk import (
    MEMBERS,
    Member,
    TalkError,
    TalkKey,
    TalkPlace,
    TalkRoom,
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


def member(seat: int) -> Member:
    return Member(seat, PLAYERS[0].public, TalkKey().public)


def test_a_talk_key_is_another_every_time_and_follows_from_no_identity() -> None:
    assert len({TalkKey().secret for _ in range(10)}) == 10
    assert TalkKey(bytes(range(32))).public == TalkKey(bytes(range(32))).public


def test_a_talk_key_does_not_show_its_secret() -> None:
    assert repr(TalkKey()) == "TalkKey()"


@pytest.mark.parametrize("top_bit", [0, 1])
@pytest.mark.parametrize("u", [0, 1, P - 1, P, P + 1, *EIGHTHS])
def test_a_talk_key_of_small_order_is_refused(u: int, top_bit: int) -> None:
    raw = (u | top_bit << 255).to_bytes(32, "little")
    with pytest.raises(ValueError, match="shared key"):
        X25519PrivateKey.generate().exchange(X25519PublicKey.from_public_bytes(raw))

    with refused("keeps nothing secret", TalkError):
        Member(0, PLAYERS[0].public, raw)


@pytest.mark.parametrize("raw", [b"", b"\2" * 31, b"\2" * 33, (P + 2).to_bytes(32, "little")])
def test_a_talk_key_has_32_bytes_and_one_spelling(raw: bytes) -> None:
    with refused("keeps nothing secret", TalkError):
        Member(0, PLAYERS[0].public, raw)


@pytest.mark.parametrize("seats", [(), (1, 1), (2, 1), range(17)])
def test_a_room_has_from_1_to_16_members_in_order(seats: tuple[int, ...]) -> None:
    with refused("room", TalkError):
        TalkRoom(HOST, GAME, tuple(member(seat) for seat in seats))


@pytest.mark.parametrize("seat", [-1, 256])
def test_a_seat_is_a_small_number(seat: int) -> None:
    with refused("There is no seat", TalkError):
        member(seat)


@pytest.mark.parametrize(("sender", "number"), [(1, 0), (0, -1), (0, 2**63)])
def test_a_place_has_a_sender_in_the_room_and_a_number(sender: int, number: int) -> None:
    with refused(r"not in this room|number", TalkError):
        TalkPlace(TalkRoom(HOST, GAME, (member(0),)), sender, number)
