"""Shares in their boxes, copied choices, and choices nobody holds a share of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from msgspec.structs import replace

from core.chance import digest, frame
from protocol.canonical import decode, encode
from protocol.header import SERVER, Message, NotTakenError, Opening, RoundHeader
from protocol.sealing import (
    Commitment,
    commitment_to,
    deal,
    deal_with,
    key_of,
    open_choice,
    pad,
    recover,
    share_hash,
    shares_of,
    take_share,
    try_opening,
)
from protocol.sharing import element, number
from tests.harness.sealing import a_header

SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
MESSAGE = Message("bid 0 13", b"\x17" * 32)
SEATS = (0, 1, 2, 3, 4)
HOLDERS = tuple((*(other for other in SEATS if other != seat), SERVER) for seat in SEATS)
HEADER = a_header(HOLDERS, (3,) * 5)
ALONE = replace(HEADER, seats=(0, 1), holders=((), ()), thresholds=(1, 1))
SEAT = 2
OTHERS = HEADER.row(SEAT)[0]


def secret_of(holder: int, seat: int = SEAT) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(digest("pair", bytes([holder, seat])))


KEYS = {holder: secret_of(holder).public_key().public_bytes_raw() for holder in OTHERS}
DEALT = deal(HEADER, SEAT, MESSAGE, KEYS)
COMMITMENT = decode(DEALT.commitment, Commitment)
SHARES = {holder: take_share(COMMITMENT, holder, secret_of(holder)) for holder in OTHERS}


def with_box(holder: int, box: bytes) -> Commitment:
    boxes = dict(zip(OTHERS, COMMITMENT.boxes, strict=True)) | {holder: box}
    return replace(COMMITMENT, boxes=tuple(boxes.values()))


def opened(header: RoundHeader, commitment: Commitment, shares: Mapping[int, bytes]) -> Message | None:
    opening = recover(header, commitment, shares)
    assert opening is not None
    return open_choice(header, commitment, opening)


# Boxes


@pytest.mark.parametrize("box", [bytes(80), b"\xff" * 80, b"\1" + bytes(79), digest("box") * 2 + bytes(16)])
def test_a_box_that_does_not_open_is_noticed_and_changes_nothing(box: bytes) -> None:
    for holder in OTHERS:
        commitment = with_box(holder, box)
        rest = {other: share for other, share in SHARES.items() if other in {SERVER, *OTHERS} - {holder}}
        rest[SERVER] = SHARES[SERVER]  # which the server would not go on without

        with pytest.raises(NotTakenError, match="does not open"):
            take_share(commitment, holder, secret_of(holder))
        assert try_opening(HEADER, commitment, DEALT.opening)[0]
        assert opened(HEADER, commitment, rest) == MESSAGE


@pytest.mark.parametrize("holder", OTHERS)
def test_a_share_that_is_not_as_committed_to_is_noticed(holder: int) -> None:
    info = frame("share-box", COMMITMENT.context, bytes([SEAT]), bytes([holder]))
    public = X25519PublicKey.from_public_bytes(KEYS[holder])
    right, wrong = (
        with_box(holder, SUITE.encrypt(share, public, info)) for share in (SHARES[holder], bytes(32))
    )

    assert take_share(right, holder, secret_of(holder)) == SHARES[holder]
    with pytest.raises(NotTakenError, match="another one than"):
        take_share(wrong, holder, secret_of(holder))


def test_a_box_opens_for_its_holder_at_its_place_alone() -> None:
    turned = replace(COMMITMENT, boxes=COMMITMENT.boxes[1:] + COMMITMENT.boxes[:1])
    moved = replace(COMMITMENT, context=replace(HEADER, round=2).context())
    seated = replace(COMMITMENT, seat=1)
    named = replace(COMMITMENT, holders=(4, *OTHERS[1:3], 0, SERVER))

    for holder in (0, SERVER):
        for changed in (turned, moved, seated):
            with pytest.raises(NotTakenError, match="does not open"):
                take_share(changed, holder, secret_of(holder))
    with pytest.raises(NotTakenError, match="does not open"):
        take_share(named, 4, secret_of(0))
    with pytest.raises(NotTakenError, match="does not open"):
        take_share(COMMITMENT, 0, secret_of(0, seat=1))


# Copies

OTHER_PLACES = [replace(HEADER, round=2), replace(HEADER, game=digest("other")), replace(HEADER, kind="plan")]


@pytest.mark.parametrize("header", OTHER_PLACES)
def test_a_choice_of_another_round_or_game_opens_nothing_here(header: RoundHeader) -> None:
    renamed = replace(COMMITMENT, context=header.context())

    for copy in (COMMITMENT, renamed):
        assert not try_opening(header, copy, DEALT.opening)[0]
        assert open_choice(header, copy, DEALT.opening) is None
    assert recover(header, renamed, SHARES) is None


@pytest.mark.parametrize("header", [HEADER, *OTHER_PLACES])
@pytest.mark.parametrize("seat", SEATS)
def test_a_copy_with_hashes_of_its_own_is_invalid_for_all(header: RoundHeader, seat: int) -> None:
    """Somebody who knows how the other opens theirs can copy shares, but neither key nor commitment."""
    context, (holders, _) = header.context(), header.row(seat)
    polynomial = tuple(map(number, DEALT.opening.polynomial))
    shares = shares_of(holders, polynomial, DEALT.opening.server)
    hashes = tuple(share_hash(context, seat, holder, shares[holder]) for holder in holders)
    copy = replace(COMMITMENT, context=context, seat=seat, holders=holders, hashes=hashes)
    original = (header, seat) == (HEADER, SEAT)

    assert try_opening(header, copy, DEALT.opening)[0]
    assert open_choice(header, copy, DEALT.opening) == (MESSAGE if original else None)
    assert opened(header, copy, shares) == (MESSAGE if original else None)


# Nobody holds a share


def test_a_choice_that_nobody_holds_is_opened_by_its_owner_alone() -> None:
    dealt = deal(ALONE, 0, MESSAGE, {})
    commitment = decode(dealt.commitment, Commitment)

    assert open_choice(ALONE, commitment, dealt.opening) == MESSAGE
    assert recover(ALONE, commitment, {}) is None
    assert recover(ALONE, commitment, {1: bytes(32), SERVER: bytes(32)}) is None


def test_a_false_opening_of_a_choice_that_nobody_holds_is_none() -> None:
    """It counts as withheld, not as INVALID."""
    dealt = deal(ALONE, 0, MESSAGE, {})
    commitment = decode(dealt.commitment, Commitment)

    assert try_opening(ALONE, commitment, dealt.opening)[0]
    for polynomial, server in [((bytes(32),), b""), (dealt.opening.polynomial, bytes(32)), ((), b"")]:
        assert not try_opening(ALONE, commitment, Opening(polynomial, server))[0]


def poly1305_parts(key: bytes, aad: bytes, ciphertext: bytes, hole: int) -> tuple[int, int, int]:
    """The factor of one block, the sum of all others, and what is added at the end."""
    once = Cipher(algorithms.ChaCha20(key, bytes(16)), mode=None).encryptor().update(bytes(32))
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    start = aad + bytes(-len(aad) % 16)
    message = start + ciphertext + len(aad).to_bytes(8, "little") + len(ciphertext).to_bytes(8, "little")
    blocks = [message[place : place + 16] for place in range(0, len(message), 16)]
    powers = [pow(r, len(blocks) - place, 2**130 - 5) for place in range(len(blocks))]
    factor, powers[len(start) // 16 + hole] = powers[len(start) // 16 + hole], 0
    values = [int.from_bytes(block + b"\1", "little") for block in blocks]
    terms = (power * value for power, value in zip(powers, values, strict=True))
    return factor, sum(terms) % (2**130 - 5), int.from_bytes(once[16:], "little")


def two_key_ciphertext(keys: list[bytes], aad: bytes, body: bytes, hole: int) -> bytes | None:
    """Solve for one block of the body so that both keys give the same tag; not all keys have a solution."""
    prime = 2**130 - 5
    (f0, t0, s0), (f1, t1, s1) = parts = [poly1305_parts(key, aad, body, hole) for key in keys]
    for wraps in range(-4, 5):
        block = (s1 - s0 + t1 - t0 + (wraps << 128)) * pow(f0 - f1, -1, prime) % prime
        tags = [(((f * block + t) % prime) + s) % 2**128 for f, t, s in parts]
        if block >> 128 == 1 and tags[0] == tags[1]:
            solved = (block - 2**128).to_bytes(16, "little")
            return body[: 16 * hole] + solved + body[16 * hole + 16 :] + tags[0].to_bytes(16, "little")
    return None


def test_a_choice_that_opens_under_two_keys_is_stopped_by_the_commitment() -> None:
    """The owner seals a true choice with a block of entropy chosen so that a second key passes the cipher."""
    context, plain = ALONE.context(), pad(encode(MESSAGE), 256)
    aad = frame("bid-aad", context, b"\0")
    first, *more = (key_of(context, 0, (secret,), b"") for secret in range(1, 99))
    body = ChaCha20Poly1305(first).encrypt(bytes(12), plain, aad)[:-16]
    tries = ((key, two_key_ciphertext([first, key], aad, body, 1)) for key in more)
    second, ciphertext = next((key, found) for key, found in tries if found)
    plains = [ChaCha20Poly1305(key).decrypt(bytes(12), ciphertext, aad) for key in (first, second)]
    openings = [Opening((element(secret),), b"") for secret in (1, 2 + more.index(second))]
    verdicts = []
    for key, text in zip((first, second), plains, strict=True):
        sealed = Commitment(context, 0, (), ciphertext, commitment_to(context, 0, key, text), (), ())
        verdicts += [open_choice(ALONE, sealed, opening) for opening in openings]

    assert plains[0][:16] == plain[:16]
    assert plains[0] != plains[1]
    assert [verdict and verdict.choice for verdict in verdicts] == [MESSAGE.choice, None, None, None]


def test_secrets_chosen_before_give_the_same_commitment_but_for_the_boxes() -> None:
    """A box is made with fresh chance each time, so what was sent has to be kept, not made again."""
    polynomial, server = (1, 2, 3), digest("y")
    one, other = (
        decode(deal_with(HEADER, SEAT, encode(MESSAGE), KEYS, polynomial, server).commitment, Commitment)
        for _ in range(2)
    )

    assert replace(one, boxes=other.boxes) == other
    assert not set(one.boxes) & set(other.boxes)
