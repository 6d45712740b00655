"""Opening sealed choices: whoever opens one, it is the same choice, however its owner sealed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import digest, frame
from protocol.canonical import decode, encode
from protocol.header import SERVER, Message, Opening, RoundHeader
from protocol.identity import Identity
from protocol.sealing import (
    Commitment,
    commitment_to,
    deal,
    deal_with,
    is_share,
    key_of,
    open_choice,
    pad,
    read_commitment,
    recover,
    share_hash,
    take_share,
    try_opening,
)
from protocol.sharing import PRIME, element
from tests.harness.sealing import a_header

MESSAGE = Message("bid 0 13", b"\x17" * 32)
OWNER = Identity.from_secret(b"\1" * 32)


class Table(NamedTuple):
    """How many play, and the seat of the host if the host plays."""

    players: int
    host: int | None


TABLES = [Table(players, host) for players in range(2, 7) for host in (None, 0, players - 1)]
ROWS = [(table, seat) for table in TABLES for seat in range(table.players)]
HELD_ROWS = [(table, seat) for table, seat in ROWS if table.players > 2 or table.host is None]


def holders_of(table: Table, seat: int) -> tuple[int, ...]:
    """The host's machine holds nothing of the host's own; of two players one of whom hosts, nobody can."""
    if table.players == 2 and table.host is not None:
        return ()
    others = tuple(other for other in range(table.players) if other != seat)
    return others if seat == table.host else (*others, SERVER)


def header_of(table: Table) -> RoundHeader:
    threshold = 1 if table.players == 2 else table.players // 2 + 1
    holders = tuple(holders_of(table, seat) for seat in range(table.players))
    return a_header(holders, (threshold,) * table.players)


def secret_of(holder: int, seat: int) -> X25519PrivateKey:
    """Every holder has a key for the shares of each seat."""
    return X25519PrivateKey.from_private_bytes(digest("pair", bytes([holder, seat])))


def keys_for(header: RoundHeader, seat: int) -> dict[int, bytes]:
    return {h: secret_of(h, seat).public_key().public_bytes_raw() for h in header.row(seat)[0]}


class Sealed(NamedTuple):
    """A choice as its owner sealed it, what its owner says opens it, and the holders' shares."""

    header: RoundHeader
    commitment: Commitment
    opening: Opening
    shares: dict[int, bytes]


def sealed_at(table: Table, seat: int, polynomial: tuple[int, ...] = ()) -> Sealed:
    """An honest choice, to be spoilt."""
    header = header_of(table)
    holders, threshold = header.row(seat)
    polynomial = polynomial or tuple(1000 + seat + power for power in range(threshold))
    server = digest("y") if SERVER in holders else b""
    dealt = deal_with(header, seat, encode(MESSAGE), keys_for(header, seat), polynomial, server)
    commitment = decode(dealt.commitment, Commitment)
    shares = {holder: take_share(commitment, holder, secret_of(holder, seat)) for holder in holders}
    return Sealed(header, commitment, dealt.opening, shares)


def subsets(shares: Mapping[int, bytes]) -> Iterator[dict[int, bytes]]:
    for size in range(len(shares) + 1):
        for holders in combinations(shares, size):
            yield {holder: shares[holder] for holder in holders}


def suffices(header: RoundHeader, seat: int, shares: Mapping[int, bytes]) -> bool:
    holders, threshold = header.row(seat)
    players = len(set(shares) - {SERVER})
    return bool(holders) and players >= threshold and (SERVER in shares or SERVER not in holders)


def verdicts(sealed: Sealed) -> list[Message | None]:
    """What every set of holders finds, and what the owner's own opening shows, if it counts."""
    header, commitment, opening, shares = sealed
    found: list[Message | None] = []
    for some in subsets(shares):
        recovered = recover(header, commitment, some)
        assert (recovered is not None) == suffices(header, commitment.seat, some)
        if recovered is not None:
            found.append(open_choice(header, commitment, recovered))
    if try_opening(header, commitment, opening)[0]:
        found.append(open_choice(header, commitment, opening))
    return found


def with_shares(sealed: Sealed, shares: Mapping[int, bytes]) -> Sealed:
    """Commit to other shares; the holders have them."""
    commitment, shares = sealed.commitment, sealed.shares | dict(shares)
    hashes = tuple(
        share_hash(commitment.context, commitment.seat, holder, shares[holder])
        for holder in commitment.holders
    )
    return sealed._replace(commitment=replace(commitment, hashes=hashes), shares=shares)


def key_in(sealed: Sealed) -> bytes:
    polynomial = tuple(int.from_bytes(share, "big") for share in sealed.opening.polynomial)
    return key_of(sealed.commitment.context, sealed.commitment.seat, polynomial, sealed.opening.server)


def with_plain(sealed: Sealed, plain: bytes) -> Sealed:
    """Seal other bytes, with the commitment to them."""
    context, seat, key = sealed.commitment.context, sealed.commitment.seat, key_in(sealed)
    ciphertext = ChaCha20Poly1305(key).encrypt(bytes(12), plain, frame("bid-aad", context, bytes([seat])))
    commitment = commitment_to(context, seat, key, plain)
    return sealed._replace(
        commitment=replace(sealed.commitment, ciphertext=ciphertext, commitment=commitment)
    )


# Honest owners


@pytest.mark.parametrize(("table", "seat"), ROWS)
def test_all_who_can_open_a_choice_open_the_same(table: Table, seat: int) -> None:
    header = header_of(table)
    dealt = deal(header, seat, MESSAGE, keys_for(header, seat))

    commitment = read_commitment(header, seat, dealt.commitment)
    shares = {h: take_share(commitment, h, secret_of(h, seat)) for h in commitment.holders}
    openings = [recover(header, commitment, some) for some in subsets(shares)]
    enough = [suffices(header, seat, some) for some in subsets(shares)]

    assert try_opening(header, commitment, dealt.opening)[0]
    assert open_choice(header, commitment, dealt.opening) == MESSAGE
    assert openings == [dealt.opening if able else None for able in enough]


@pytest.mark.parametrize(
    ("table", "seat", "sets"),
    [
        (Table(2, None), 0, 1),
        (Table(2, 0), 0, 0),
        (Table(3, None), 0, 1),
        (Table(4, None), 0, 1),
        (Table(5, None), 0, 5),  # of four others three or four
        (Table(5, 0), 0, 5),
        (Table(6, 2), 1, 6),
    ],
)
def test_so_many_sets_of_holders_open_a_choice(table: Table, seat: int, sets: int) -> None:
    assert len(verdicts(sealed_at(table, seat))) == sets + 1  # and the owner


# Owners who cheat


def wrong_plains(honest: bytes) -> dict[str, bytes]:
    size = int.from_bytes(honest[:4], "big")
    message = honest[4 : 4 + size]
    long_form = message.replace(b"\xa8bid", b"\xd9\x08bid")
    assert long_form != message
    return {
        "padding": honest[:-1] + b"\1",
        "padding at once": honest[: 4 + size] + b"\1" + honest[5 + size :],
        "length too small": (size - 1).to_bytes(4, "big") + honest[4:],
        "length too great": (size + 1).to_bytes(4, "big") + honest[4:],
        "length beyond": b"\xff" * 4 + honest[4:],
        "nothing": bytes(256),
        "long form": pad(long_form, 256),
        "trailing": pad(message + b"\xc0", 256),
        "another type": pad(bytes.fromhex("9209c400"), 256),
        "map": pad(b"\x80", 256),
        "not text": pad(message.replace(b"bid", b"b\xffd"), 256),
        "not plain": pad(encode(["café", bytes(32)]), 256),
        "no entropy": pad(encode(["bid", bytes(31)]), 256),
        "more fields": pad(encode(["bid", bytes(32), 1]), 256),
    }


@pytest.mark.parametrize("name", wrong_plains(pad(encode(MESSAGE), 256)))
@pytest.mark.parametrize(("table", "seat"), HELD_ROWS[::7])
def test_a_choice_of_wrong_bytes_is_invalid_for_all(table: Table, seat: int, name: str) -> None:
    sealed = with_plain(sealed_at(table, seat), wrong_plains(pad(encode(MESSAGE), 256))[name])

    assert try_opening(*sealed[:3])[0]
    assert set(verdicts(sealed)) == {None}


def flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def spoil_commitment(sealed: Sealed) -> Sealed:
    commitment = sealed.commitment
    return sealed._replace(commitment=replace(commitment, commitment=flipped(commitment.commitment)))


def spoil_ciphertext(sealed: Sealed) -> Sealed:
    commitment = sealed.commitment
    return sealed._replace(commitment=replace(commitment, ciphertext=flipped(commitment.ciphertext)))


def encrypt_for_another_place(sealed: Sealed) -> Sealed:
    """The right key and commitment, but the cipher was given another seat."""
    ciphertext = ChaCha20Poly1305(key_in(sealed)).encrypt(
        bytes(12), pad(encode(MESSAGE), 256), frame("bid-aad", sealed.commitment.context, b"\7")
    )
    return sealed._replace(commitment=replace(sealed.commitment, ciphertext=ciphertext))


def commit_for_another_place(sealed: Sealed) -> Sealed:
    other = commitment_to(sealed.commitment.context, 7, key_in(sealed), pad(encode(MESSAGE), 256))
    return sealed._replace(commitment=replace(sealed.commitment, commitment=other))


def share_off(sealed: Sealed, holder: int) -> Sealed:
    off = (int.from_bytes(sealed.shares[holder], "big") + 1) % PRIME
    return with_shares(sealed, {holder: element(off)})


def first_share_off(sealed: Sealed) -> Sealed:
    return share_off(sealed, sealed.commitment.holders[0])


def last_share_off(sealed: Sealed) -> Sealed:
    return share_off(sealed, [holder for holder in sealed.commitment.holders if holder != SERVER][-1])


def all_shares_at_random(sealed: Sealed) -> Sealed:
    players = [holder for holder in sealed.commitment.holders if holder != SERVER]
    return with_shares(sealed, {holder: element(7**holder + 9999) for holder in players})


def share_beyond_the_field(sealed: Sealed) -> Sealed:
    """A second spelling of the right share, and the commitment to that."""
    small = next(holder for holder, share in sealed.shares.items() if share < element(19))
    return with_shares(sealed, {small: element(int.from_bytes(sealed.shares[small], "big") + PRIME)})


def share_of_another_size(sealed: Sealed) -> Sealed:
    holder = sealed.commitment.holders[0]
    return with_shares(sealed, {holder: sealed.shares[holder] + b"\0"})


def no_share_for_the_server(sealed: Sealed) -> Sealed:
    """Encrypt under the polynomial alone, with the hash of no bytes in place of the server's share."""
    if SERVER not in sealed.shares:
        return all_shares_at_random(sealed)
    spoilt = with_shares(sealed, {SERVER: b""})
    opening = replace(sealed.opening, server=b"")
    return with_plain(spoilt._replace(opening=opening), pad(encode(MESSAGE), 256))


def share_that_nobody_holds(sealed: Sealed) -> Sealed:
    """If the server holds none, put one into the key anyway, to give it or not."""
    if SERVER in sealed.shares:
        return all_shares_at_random(sealed)
    sealed = sealed._replace(opening=replace(sealed.opening, server=digest("y")))
    return with_plain(sealed, pad(encode(MESSAGE), 256))


def hash_of_nothing(sealed: Sealed) -> Sealed:
    """Commit to a share that nobody has; that holder never agreed."""
    commitment = sealed.commitment
    players = [holder for holder in commitment.holders if holder != SERVER]
    if len(players) == sealed.header.row(commitment.seat)[1]:
        return all_shares_at_random(sealed)
    shares = {holder: share for holder, share in sealed.shares.items() if holder != players[0]}
    hashes = (digest("nothing"), *commitment.hashes[1:])
    return sealed._replace(commitment=replace(commitment, hashes=hashes), shares=shares)


CHEATS: list[Callable[[Sealed], Sealed]] = [
    spoil_commitment,
    spoil_ciphertext,
    encrypt_for_another_place,
    commit_for_another_place,
    first_share_off,
    last_share_off,
    all_shares_at_random,
    share_beyond_the_field,
    share_of_another_size,
    no_share_for_the_server,
    share_that_nobody_holds,
    hash_of_nothing,
]


@pytest.mark.parametrize("spoil", CHEATS)
def test_what_is_invalid_is_invalid_for_all(spoil: Callable[[Sealed], Sealed]) -> None:
    for table, seat in HELD_ROWS:
        holders, threshold = header_of(table).row(seat)
        first = holders[0] + 1  # whose share is made small, for those who need that
        line = (5 - sum(1000 * first**power for power in range(1, threshold)), *(1000,) * (threshold - 1))
        found = verdicts(spoil(sealed_at(table, seat, tuple(term % PRIME for term in line))))

        assert found
        assert set(found) == {None}


@given(st.data())
def test_however_shares_are_mixed_there_is_one_verdict(data: st.DataObject) -> None:
    """Shares from two polynomials, encrypted under either, opened by its owner with either."""
    table, seat = data.draw(st.sampled_from(HELD_ROWS))
    line = tuple(range(7, 7 + header_of(table).row(seat)[1]))
    one, other = sealed_at(table, seat), sealed_at(table, seat, line)
    used = data.draw(st.sampled_from([one, other]))
    shares = {holder: data.draw(st.sampled_from([one, other])).shares[holder] for holder in one.shares}
    opening = data.draw(st.sampled_from([one, other])).opening

    found = verdicts(with_shares(used._replace(opening=opening), shares))

    assert len(set(found)) == 1
    assert set(found) == {MESSAGE if shares == used.shares else None}


@pytest.mark.parametrize("table", [Table(5, None), Table(5, 0)])
def test_an_owner_who_gives_a_false_opening_has_given_none(table: Table) -> None:
    """If it were INVALID, owners who regret a choice could get rid of it after seeing the others'."""
    header, commitment, opening, shares = sealed_at(table, 0)
    constant, *rest = opening.polynomial
    false = [
        replace(opening, polynomial=(flipped(constant), *rest)),
        replace(opening, polynomial=(element(1000 + PRIME), *rest)),
        replace(opening, polynomial=(constant, *rest, bytes(32))),
        replace(opening, polynomial=()),
        replace(opening, server=digest("z")),
        replace(opening, server=opening.server + b"\0"),
        replace(opening, server=b"" if opening.server else bytes(32)),
    ]

    assert not any(try_opening(header, commitment, one)[0] for one in false)
    assert {open_choice(header, commitment, one) for one in false} == {None}
    assert set(verdicts(Sealed(header, commitment, false[0], shares))) == {MESSAGE}


# Holders who cheat


@pytest.mark.parametrize(("table", "seat"), HELD_ROWS)
def test_holders_who_give_false_shares_have_given_none(table: Table, seat: int) -> None:
    """So nobody can make another's choice INVALID."""
    header, commitment, _, shares = sealed_at(table, seat)
    for some in subsets(shares):
        false = {holder: flipped(share) for holder, share in shares.items() if holder not in some}

        assert not any(is_share(commitment, holder, share) for holder, share in false.items())
        assert recover(header, commitment, some | false) == recover(header, commitment, some)
