"""The second implementation opens what the program seals, in every possible way."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import combinations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import digest
from protocol import sealing
from protocol.canonical import decode, encode
from protocol.header import Message
from protocol.identity import Identity
from tests.harness.sealing import VECTORS, a_header
from tests.independent import chacha, ed25519, msgpack
from tests.independent.hashing import framed, hashed, prf
from tests.independent.sealed import SERVER, Opened, SealedChoice, open_choice, polynomial_of, share_in_box
from tests.independent.shamir import P, element_of, number_of, value_at

HEADER = a_header(((1, 2, 3, SERVER), (0, 2, 3, SERVER), (0, 1, 3), ()), (3, 2, 2, 1), 3)
SECRETS = {holder: bytes([holder + 1 & 0xFF]) * 32 for holder in (0, 1, 2, 3, SERVER)}
KEYS = {
    holder: X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    for holder, secret in SECRETS.items()
}
MESSAGE = Message("bid 0 0 1 3", b"\x17" * 32)

choices = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=200)


def shares_of(sealed: SealedChoice) -> dict[int, bytes]:
    shares = {holder: share_in_box(sealed, holder, SECRETS[holder]) for holder in sealed.holders}
    return {holder: share for holder, share in shares.items() if share is not None}


def opened(sealed: SealedChoice, shares: Mapping[int, bytes], threshold: int) -> Opened | None:
    polynomial = polynomial_of(sealed, shares, threshold)
    return None if polynomial is None else open_choice(sealed, polynomial, shares.get(SERVER, b""))


def dealt(seat: int = 0, message: Message = MESSAGE) -> sealing.Dealt:
    return sealing.deal(HEADER, seat, message, KEYS)


def test_keys_commitments_and_shares_are_the_known_ones() -> None:
    known, context = VECTORS["sealed"], hashed("round", b"header")
    polynomial = [int.from_bytes(hashed("kat-co", bytes([i])), "big") % P for i in (0, 1)]
    server = hashed("kat-y")
    plain = (bytes(3) + b"\4" + bytes.fromhex(known["message"])).ljust(known["size"], b"\0")

    key = prf(element_of(polynomial[0]) + server, "bid-key", context, b"\0")
    ciphertext = chacha.encrypt(key, bytes(12), plain, framed("bid-aad", context, b"\0"))
    share = element_of(value_at(polynomial, 2))

    assert context.hex() == known["context"]
    assert key.hex() == known["key"]
    assert hashed("bid-com", context, b"\0", key, plain).hex() == known["commitment"]
    assert hashlib.sha256(ciphertext).hexdigest() == known["ciphertext_sha256"]
    assert share.hex() == known["share_1"]
    assert hashed("share", context, b"\0", b"\1", share).hex() == known["hash_1"]


def test_a_round_has_the_same_context() -> None:
    header = encode(HEADER)

    assert msgpack.encode(msgpack.decode(header)) == header
    assert hashed("round", header) == HEADER.context()


@settings(max_examples=25)
@given(st.integers(0, 3), choices, st.binary(min_size=32, max_size=32))
def test_what_the_owner_opens_is_opened(seat: int, choice: str, entropy: bytes) -> None:
    deal = dealt(seat, Message(choice, entropy))
    polynomial = [number_of(element) for element in deal.opening.polynomial]

    assert open_choice(SealedChoice.read(deal.commitment), polynomial, deal.opening.server) == Opened(
        choice, entropy
    )


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_holders_who_are_enough_open_the_choice(seat: int) -> None:
    sealed = SealedChoice.read(dealt(seat).commitment)
    shares, threshold = shares_of(sealed), HEADER.thresholds[seat]
    server = {SERVER: shares.pop(SERVER)} if SERVER in shares else {}

    for players in combinations(shares, threshold):
        held = {player: shares[player] for player in players} | server
        assert opened(sealed, held, threshold) == Opened(MESSAGE.choice, MESSAGE.entropy)


def test_too_few_holders_open_nothing() -> None:
    sealed = SealedChoice.read(dealt().commitment)
    shares = shares_of(sealed)
    few = {holder: shares[holder] for holder in (1, 2, SERVER)}
    no_server = {holder: shares[holder] for holder in (1, 2, 3)}

    assert opened(sealed, few, 3) is None
    assert opened(sealed, no_server, 3) is None


def test_a_share_in_the_box_of_another_is_the_dealers_fault() -> None:
    sealed = SealedChoice.read(dealt().commitment)
    swapped = sealed._replace(boxes=[sealed.boxes[1], sealed.boxes[0], *sealed.boxes[2:]])
    unbound = sealed._replace(hashes=[bytes(32)] * 4)

    assert share_in_box(sealed, 1, SECRETS[1]) is not None
    assert share_in_box(swapped, 1, SECRETS[1]) is None
    assert share_in_box(unbound, 1, SECRETS[1]) is None
    assert share_in_box(sealed, 1, SECRETS[2]) is None


def test_one_wrong_hash_makes_a_choice_invalid_whoever_opens_it() -> None:
    deal = dealt(1)
    good = SealedChoice.read(deal.commitment)
    bad = good._replace(hashes=[*good.hashes[:2], bytes(32), good.hashes[3]])
    polynomial = [number_of(element) for element in deal.opening.polynomial]

    assert open_choice(good, polynomial, deal.opening.server) is not None
    assert open_choice(bad, polynomial, deal.opening.server) is None
    assert opened(bad, shares_of(bad), 2) is None


def test_what_does_not_fit_the_commitment_is_invalid() -> None:
    deal = dealt()
    sealed = SealedChoice.read(deal.commitment)
    polynomial = [number_of(element) for element in deal.opening.polynomial]

    for changed in (sealed._replace(commitment=bytes(32)), sealed._replace(ciphertext=bytes(272))):
        assert open_choice(changed, polynomial, deal.opening.server) is None


@pytest.mark.parametrize(("place", "value"), [(0, 0), (1, True), (2, [b""]), (5, [1]), (6, b""), (7, 0)])
def test_what_has_another_form_is_no_sealed_choice(place: int, value: msgpack.Value) -> None:
    fields = msgpack.decode(dealt().commitment)
    assert isinstance(fields, list)
    fields[place : place + 1] = [value]

    with pytest.raises(msgpack.EncodingError):
        SealedChoice.read(msgpack.encode(fields))


@pytest.mark.parametrize(
    "message",
    [
        encode(["bid", bytes(31)]),
        encode(["caf\u00e9", bytes(32)]),
        encode([b"bid", bytes(32)]),
        encode(["bid", bytes(32), 0]),
        encode(["bid"]),
        b"\x92\xd9\x03bid\xc4\x20" + bytes(32),
        encode(["bid", bytes(32)]) + b"\xc0",
        b"",
    ],
    ids=bytes.hex,
)
def test_both_find_the_same_messages_invalid(message: bytes) -> None:
    deal = sealing.deal_with(HEADER, 0, message, KEYS, (5, 7, 11), bytes(32))
    commitment = decode(deal.commitment, sealing.Commitment)

    assert sealing.open_choice(HEADER, commitment, deal.opening) is None
    assert open_choice(SealedChoice.read(deal.commitment), [5, 7, 11], bytes(32)) is None


@pytest.mark.parametrize("excess", [1, 2**31])
def test_a_length_that_leads_outside_is_invalid(excess: int) -> None:
    message = encode(["x" * 215, bytes(32)])
    fits, leads_outside = len(message), len(message) + excess

    assert sealed_by_hand(fits.to_bytes(4, "big") + message) is not None
    assert sealed_by_hand(leads_outside.to_bytes(4, "big") + message) is None


def test_what_fills_up_a_choice_is_zeros() -> None:
    message = encode(MESSAGE)
    plain = (len(message).to_bytes(4, "big") + message).ljust(256, b"\0")

    assert sealed_by_hand(plain) == Opened(MESSAGE.choice, MESSAGE.entropy)
    assert sealed_by_hand(plain[:-1] + b"\1") is None


def sealed_by_hand(plain: bytes) -> Opened | None:
    """Seal any bytes for nobody and open them."""
    context, polynomial = hashed("round", b"header"), [5]
    key = prf(element_of(5), "bid-key", context, b"\0")
    ciphertext = chacha.encrypt(key, bytes(12), plain, framed("bid-aad", context, b"\0"))
    commitment = hashed("bid-com", context, b"\0", key, plain)
    return open_choice(SealedChoice(context, 0, [], ciphertext, commitment, [], []), polynomial, b"")


def test_the_signature_of_a_sealed_choice_is_checked() -> None:
    owner, data, head = Identity.from_secret(b"\1" * 32), dealt().commitment, digest("seen")
    signature = sealing.sign_commitment(owner, 3, data, 41, head)
    signed = framed("sig-commit", b"\3", data, (41).to_bytes(8, "big"), head)

    assert ed25519.verify(owner.public.raw, signed, signature)
    assert not ed25519.verify(owner.public.raw, signed + b"\0", signature)
