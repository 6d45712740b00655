"""Sealed choices: their bytes, what a round may be, and what is refused before anything is opened."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs, to_builtins

from core.chance import digest, frame, keyed
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.header import SERVER, Message, NotTakenError, Opening, RoundHeader
from protocol.identity import Identity
from protocol.sealing import (
    Commitment,
    commitment_to,
    deal,
    deal_with,
    is_signed,
    key_of,
    open_choice,
    pad,
    read_commitment,
    share_hash,
    shares_of,
    sign_commitment,
    take_share,
)
from protocol.sharing import PRIME
from tests.harness.sealing import VECTORS, a_header

ZERO = bytes(32)

HEADER = a_header(((1, 2, SERVER), (0, 2, SERVER), (0, 1)), (2, 2, 2), 3)
OTHER_ROUND = structs.replace(HEADER, round=4)
MESSAGE = Message("bid 0 0 1 3", b"\x17" * 32)
OWNER, ANOTHER = (Identity.from_secret(bytes([number]) * 32) for number in (1, 2))
SECRETS = {holder: X25519PrivateKey.from_private_bytes(bytes([holder]) * 32) for holder in (0, 1, 2, SERVER)}
KEYS = {holder: secret.public_key().public_bytes_raw() for holder, secret in SECRETS.items()}
DATA = deal(HEADER, 0, MESSAGE, KEYS).commitment
SEEN = (41, digest("seen"))


def hexed(section: str) -> dict[str, bytes]:
    values = VECTORS[section].items()
    return {name: bytes.fromhex(value) for name, value in values if isinstance(value, str)}


def read(data: bytes, header: RoundHeader = HEADER, seat: int = 0) -> Commitment:
    return read_commitment(header, seat, data)


# Vectors


def test_frames_and_digests_are_the_known_ones() -> None:
    known = hexed("framing")

    assert frame("kat", b"a", b"") == known["frame"]
    assert digest("kat", b"a", b"") == known["digest"]
    assert keyed(ZERO, "kat", b"a") == known["keyed"]


def test_keys_commitments_and_shares_are_the_known_ones() -> None:
    known, context = hexed("sealed"), digest("round", b"header")
    polynomial = tuple(int.from_bytes(digest("kat-co", bytes([i])), "big") % PRIME for i in (0, 1))
    server, plain = digest("kat-y"), pad(known["message"], VECTORS["sealed"]["size"])

    key = key_of(context, 0, polynomial, server)
    shares = shares_of((1, SERVER), polynomial, server)
    ciphertext = ChaCha20Poly1305(key).encrypt(bytes(12), plain, frame("bid-aad", context, b"\0"))

    assert context == known["context"]
    assert key == known["key"]
    assert commitment_to(context, 0, key, plain) == known["commitment"]
    assert hashlib.sha256(ciphertext).digest() == known["ciphertext_sha256"]
    assert shares == {1: known["share_1"], SERVER: server}
    assert share_hash(context, 0, 1, shares[1]) == known["hash_1"]


def test_what_is_dealt_has_the_bytes_of_the_vectors() -> None:
    """Each part worked out by the book from the same secrets."""
    context, polynomial, server, message = HEADER.context(), (5, 7), digest("y"), encode(MESSAGE)
    plain = len(message).to_bytes(4, "big") + message + bytes(252 - len(message))
    key = keyed((5).to_bytes(32, "big") + server, "bid-key", context, b"\0")
    shares = {1: (19).to_bytes(32, "big"), 2: (26).to_bytes(32, "big"), SERVER: server}

    dealt = decode(deal_with(HEADER, 0, message, KEYS, polynomial, server).commitment, Commitment)

    assert context == digest("round", encode(to_builtins(HEADER, builtin_types=(bytes,))))
    assert dealt.ciphertext == ChaCha20Poly1305(key).encrypt(
        bytes(12), plain, frame("bid-aad", context, b"\0")
    )
    assert dealt.commitment == digest("bid-com", context, b"\0", key, plain)
    assert dealt.hashes == tuple(
        digest("share", context, b"\0", bytes([holder]), share) for holder, share in shares.items()
    )


def test_a_ciphertext_that_opens_under_two_keys_has_one_commitment() -> None:
    """The cipher takes both keys; around it, as a sealed choice, neither opens anything."""
    context, ciphertext = HEADER.context(), bytes.fromhex(VECTORS["two_keys"]["ciphertext"])
    keys = [bytes.fromhex(key) for key in VECTORS["two_keys"]["keys"]]
    plains = [ChaCha20Poly1305(key).decrypt(bytes(12), ciphertext, None) for key in keys]
    commitments = [commitment_to(context, 0, key, plain) for key, plain in zip(keys, plains, strict=True)]
    sealed = decode(DATA, Commitment)
    around = [structs.replace(sealed, ciphertext=ciphertext, commitment=one) for one in commitments]

    assert plains[0] != plains[1]
    assert commitments[0] != commitments[1]
    for one, key in zip(around, keys, strict=True):
        assert open_choice(HEADER, one, Opening((key, key), ZERO)) is None
        with pytest.raises(NotTakenError, match="wrong size"):
            read(encode(one))


# Boxes: the public interface takes no associated data, which RFC 9180's examples have. So they
# check an HPKE of our own here, and that one checks the boxes.


def extracted(suite: bytes, salt: bytes, label: bytes, secret: bytes) -> bytes:
    return hmac.digest(salt, b"HPKE-v1" + suite + label + secret, "sha256")


def expanded(suite: bytes, key: bytes, label: bytes, info: bytes, size: int) -> bytes:
    head = size.to_bytes(2, "big") + b"HPKE-v1" + suite
    return hmac.digest(key, head + label + info + b"\1", "sha256")[:size]


def hpke_key(enc: bytes, secret: X25519PrivateKey, info: bytes) -> tuple[bytes, bytes]:
    """RFC 9180, sections 4.1 and 5.1, for the receiver in the base mode."""
    kem, suite = b"KEM\x00\x20", b"HPKE\x00\x20\x00\x01\x00\x03"
    public = secret.public_key().public_bytes_raw()
    extract = extracted(kem, b"", b"eae_prk", secret.exchange(X25519PublicKey.from_public_bytes(enc)))
    shared = expanded(kem, extract, b"shared_secret", enc + public, 32)
    context = b"\0" + extracted(suite, b"", b"psk_id_hash", b"") + extracted(suite, b"", b"info_hash", info)
    key = extracted(suite, shared, b"secret", b"")
    return expanded(suite, key, b"key", context, 32), expanded(suite, key, b"base_nonce", context, 12)


def test_our_own_hpke_opens_the_example_of_the_standard() -> None:
    """RFC 9180, A.2.1."""
    known = hexed("rfc9180_a2_1")

    key, nonce = hpke_key(known["enc"], X25519PrivateKey.from_private_bytes(known["secret"]), known["info"])

    assert (key, nonce) == (known["key"], known["nonce"])
    assert ChaCha20Poly1305(key).decrypt(nonce, known["ciphertext"], known["aad"]) == known["plain"]


@pytest.mark.parametrize("holder", [1, 2, SERVER])
def test_a_box_is_hpke_of_the_standard_with_its_place_as_info(holder: int) -> None:
    commitment = decode(DATA, Commitment)
    box = commitment.boxes[commitment.holders.index(holder)]
    info = frame("share-box", HEADER.context(), b"\0", bytes([holder]))

    key, nonce = hpke_key(box[:32], SECRETS[holder], info)
    share = ChaCha20Poly1305(key).decrypt(nonce, box[32:], None)

    assert share == take_share(commitment, holder, SECRETS[holder])


# Rounds

hashes = st.binary(min_size=32, max_size=32)


@st.composite
def headers(draw: st.DrawFn) -> RoundHeader:
    seats = tuple(sorted(draw(st.sets(st.integers(0, 254), max_size=6))))
    everyone = {*seats, SERVER, *range(3)}
    rows = [tuple(sorted(draw(st.sets(st.sampled_from(sorted(everyone - {seat})))))) for seat in seats]
    rows = [row if set(row) - {SERVER} else () for row in rows]
    thresholds = [draw(st.integers(1, max(1, len(set(row) - {SERVER})))) for row in rows]
    return RoundHeader(
        form=1,
        suite=1,
        game=draw(hashes),
        round=draw(st.integers(0, 2**32 - 1)),
        kind=unicodedata.normalize("NFC", draw(st.text(max_size=20))),
        seats=seats,
        holders=tuple(rows),
        thresholds=tuple(thresholds),
        size=draw(st.integers(64, 4096)),
        commit_ms=draw(st.integers(0, 2**53)),
        ack_ms=draw(st.integers(0, 2**53)),
        head=draw(hashes),
        keys=draw(hashes),
    )


@given(headers())
def test_a_header_comes_back_from_its_one_encoding(header: RoundHeader) -> None:
    assert decode(encode(header), RoundHeader) == header


@given(headers(), headers())
def test_different_rounds_have_different_contexts(one: RoundHeader, other: RoundHeader) -> None:
    assert (one.context() == other.context()) == (one == other)


CHANGES: dict[str, Any] = {
    "form": 2,
    "suite": 2,
    "game": ZERO,
    "round": 4,
    "kind": "plan",
    "seats": (0, 1, 3),
    "holders": ((1, 2, SERVER), (0, 2, SERVER), (0, 1, SERVER)),
    "thresholds": (2, 2, 1),
    "size": 255,
    "commit_ms": 180_001,
    "ack_ms": 29_999,
    "head": ZERO,
    "keys": ZERO,
}


def test_the_context_changes_with_every_field() -> None:
    assert tuple(CHANGES) == RoundHeader.__struct_fields__

    changed = [structs.replace(HEADER, **{name: value}).context() for name, value in CHANGES.items()]

    assert len({HEADER.context(), *changed}) == len(CHANGES) + 1


@pytest.mark.parametrize(
    "change",
    [
        {"seats": (0, 1)},
        {"holders": HEADER.holders[:2]},
        {"thresholds": (2, 2)},
        {"seats": (0, 2, 1), "holders": ((1, 2), (0, 1), (0, 2))},
        {"seats": (0, 1, 1), "holders": ((1, 2), (0, 2), (0, 2))},
        {"holders": ((0, 1, SERVER), *HEADER.holders[1:])},
        {"holders": ((1, 1, SERVER), *HEADER.holders[1:])},
        {"holders": ((SERVER, 1, 2), *HEADER.holders[1:])},
        {"holders": ((SERVER,), *HEADER.holders[1:])},
        {"holders": ((SERVER,), *HEADER.holders[1:]), "thresholds": (1, 2, 2)},
        {"holders": ((), *HEADER.holders[1:])},
        {"thresholds": (3, 2, 2)},
        {"thresholds": (0, 2, 2)},
        {"thresholds": (-1, 2, 2)},
        {"holders": ((), *HEADER.holders[1:]), "thresholds": (0, 2, 2)},
    ],
)
def test_a_round_whose_shares_do_not_fix_the_choice_is_refused(change: dict[str, Any]) -> None:
    wire = encode(list(to_builtins(HEADER, builtin_types=(bytes,), str_keys=False)))
    fields = dict(zip(RoundHeader.__struct_fields__, decode(wire, list[Any]), strict=True))

    with pytest.raises(ValueError, match=r"seat|holders|open"):
        structs.replace(HEADER, **change)
    with pytest.raises(ProtocolError):
        decode(encode(list((fields | change).values())), RoundHeader)


@pytest.mark.parametrize(
    "change",
    [
        {"form": 2},
        {"suite": 0},
        {"game": ZERO + b"\0"},
        {"round": 2**32},
        {"kind": "k" * 41},
        {"seats": (0, 1, SERVER)},
        {"size": 63},
        {"size": 4097},
        {"ack_ms": -1},
        {"head": b""},
    ],
)
def test_a_round_of_another_form_is_not_read(change: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        decode(encode(structs.replace(HEADER, **change)), RoundHeader)


# Sealing and reading


def test_a_sealed_choice_is_read_by_all_and_tells_nothing_of_its_kind() -> None:
    """The longest and the shortest choice that fit look alike."""
    shortest, longest = Message("", ZERO), Message("x" * 215, ZERO)
    sizes = {len(deal(HEADER, 0, message, KEYS).commitment) for message in (shortest, longest)}

    assert read(DATA) == decode(DATA, Commitment)
    assert sizes == {len(DATA)}


@pytest.mark.parametrize(
    "message",
    [
        Message("x" * 216, ZERO),
        Message("bid\n", ZERO),
        Message("café", ZERO),
        Message("", bytes(31)),
        Message("", bytes(33)),
    ],
)
def test_what_could_not_be_opened_is_not_sealed(message: Message) -> None:
    with pytest.raises(NotTakenError, match=r"too long|never be opened"):
        deal(HEADER, 0, message, KEYS)


def test_nothing_is_sealed_twice_with_the_same_secrets() -> None:
    dealt = [deal(HEADER, 0, MESSAGE, KEYS) for _ in range(50)]

    assert len({one.opening.polynomial[0] for one in dealt}) == 50
    assert len({one.opening.server for one in dealt}) == 50


ALTERED: dict[str, tuple[Callable[[Commitment], Commitment], str]] = {
    "round": (lambda sealed: structs.replace(sealed, context=OTHER_ROUND.context()), "another round"),
    "seat": (lambda sealed: structs.replace(sealed, seat=1), "another seat"),
    "no seat": (lambda sealed: structs.replace(sealed, seat=7), "another seat"),
    "holders": (lambda sealed: structs.replace(sealed, holders=(1, 2)), "have to hold"),
    "order": (lambda sealed: structs.replace(sealed, holders=(2, 1, SERVER)), "have to hold"),
    "hashes": (lambda sealed: structs.replace(sealed, hashes=sealed.hashes[:2]), "have to hold"),
    "boxes": (lambda sealed: structs.replace(sealed, boxes=sealed.boxes[:2]), "have to hold"),
    "short": (lambda sealed: structs.replace(sealed, ciphertext=sealed.ciphertext[1:]), "wrong size"),
    "long": (lambda sealed: structs.replace(sealed, ciphertext=sealed.ciphertext + b"\0"), "wrong size"),
    "big box": (lambda sealed: structs.replace(sealed, boxes=(bytes(81),) * 3), "no sealed choice"),
    "small hash": (lambda sealed: structs.replace(sealed, hashes=(bytes(31),) * 3), "no sealed choice"),
    "server's": (lambda sealed: structs.replace(sealed, seat=SERVER), "no sealed choice"),
}


@pytest.mark.parametrize("name", ALTERED)
def test_a_sealed_choice_of_the_wrong_shape_is_refused_though_signed(name: str) -> None:
    alter, sentence = ALTERED[name]

    with pytest.raises(NotTakenError, match=sentence):
        read(encode(alter(decode(DATA, Commitment))))


def test_a_sealed_choice_is_refused_at_another_place() -> None:
    with pytest.raises(NotTakenError, match="another round"):
        read(DATA, header=OTHER_ROUND)
    with pytest.raises(NotTakenError, match="another seat"):
        read(DATA, seat=1)


def test_a_sealed_choice_is_signed_by_its_owner_at_one_place_of_the_journal() -> None:
    signature = sign_commitment(OWNER, 0, DATA, *SEEN)

    assert is_signed(OWNER.public, signature, 0, DATA, *SEEN)
    assert not is_signed(ANOTHER.public, signature, 0, DATA, *SEEN)
    assert not is_signed(OWNER.public, signature, 1, DATA, *SEEN)
    assert not is_signed(OWNER.public, signature, 0, DATA, 42, SEEN[1])
    assert not is_signed(OWNER.public, signature, 0, DATA, 41, ZERO)


def test_every_changed_byte_is_noticed() -> None:
    signature = sign_commitment(OWNER, 0, DATA, *SEEN)
    for place in range(len(DATA)):
        altered = DATA[:place] + bytes([DATA[place] ^ 1]) + DATA[place + 1 :]
        assert not is_signed(OWNER.public, signature, 0, altered, *SEEN)


@given(st.binary(max_size=1000))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NotTakenError, match=r"\.$"):
        read(data)
