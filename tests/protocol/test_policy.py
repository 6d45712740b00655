"""Who holds shares of what, with which keys, and which rounds a client refuses."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.policy import (
    Occasion,
    PairKey,
    PolicyError,
    Seating,
    Table,
    check_header,
    check_pair_key,
    header_for,
    keyset_hash,
    make_pair_key,
    pair_secret,
)
from protocol.sealing import SERVER, Header

HOST = Identity.from_secret(b"\xfe" * 32)
PLAYERS = [Identity.from_secret(bytes([seat + 1]) * 32) for seat in range(6)]
GAME = digest("game")
OCCASION = Occasion(3, "bid", (0, 1, 2), 256, 180_000, 30_000, digest("head"))
SMALL_ORDER = [bytes(32), b"\1" + bytes(31), (2**255 - 20).to_bytes(32, "little")]


def table_of(seating: Seating) -> Table:
    signers = {seat: PLAYERS[seat] if seat in seating.people else HOST for seat in seating.seats}
    pairs = [(holder, dealer) for dealer in seating.seats for holder in seating.row(dealer)[0]]
    owners = signers | {SERVER: HOST}
    keys = {pair: make_pair_key(owners[pair[0]], HOST.public, GAME, *pair) for pair in pairs}
    return Table(GAME, HOST.public, seating, {seat: one.public for seat, one in signers.items()}, keys)


TABLE = table_of(Seating((0, 1, 2), (0, 1, 2)))


@st.composite
def seatings(draw: st.DrawFn) -> Seating:
    seats = draw(st.sets(st.integers(0, 15), min_size=1, max_size=8))
    people = draw(st.sets(st.sampled_from(sorted(seats))))
    host = draw(st.sampled_from([None, *sorted(people)]))
    return Seating(tuple(sorted(seats)), tuple(sorted(people)), host)


# Who holds what


@pytest.mark.parametrize(
    ("seating", "dealer", "row"),
    [
        (Seating((0, 1, 2), (0, 1, 2)), 1, ((0, 2, SERVER), 2)),
        (Seating((0, 1, 2, 3), (0, 1, 2, 3)), 0, ((1, 2, 3, SERVER), 3)),
        (Seating(tuple(range(5)), tuple(range(5))), 4, ((0, 1, 2, 3, SERVER), 3)),
        (Seating(tuple(range(6)), tuple(range(6))), 0, ((1, 2, 3, 4, 5, SERVER), 4)),
        (Seating((0, 1, 2), (0, 1, 2), 0), 1, ((0, 2, SERVER), 2)),
        (Seating((0, 1, 2), (0, 1, 2), 0), 0, ((1, 2), 2)),
        (Seating(tuple(range(5)), tuple(range(5)), 2), 2, ((0, 1, 3, 4), 3)),
        (Seating((0, 1), (0, 1)), 0, ((1, SERVER), 1)),
        (Seating((0, 1), (0, 1), 1), 0, ((), 1)),
        (Seating((0, 1), (0, 1), 1), 1, ((), 1)),
        (Seating((0, 1, 2), (2,)), 2, ((), 1)),
        (Seating((0, 1, 2), (2,)), 0, ((), 1)),
        (Seating((0, 1, 2), (0, 2)), 0, ((2, SERVER), 1)),
        (Seating((0, 1, 2), (0, 2)), 1, ((0, 2), 2)),
        (Seating((0, 1, 2), (0, 2), 0), 1, ((), 1)),
        (Seating((0, 1, 2, 3), (0, 1, 2)), 3, ((0, 1, 2), 2)),
        (Seating((0, 1, 2, 3), (0, 1, 2), 0), 3, ((1, 2), 2)),
    ],
)
def test_the_rows_are_those_of_the_policy(seating: Seating, dealer: int, row: tuple[Any, int]) -> None:
    assert seating.row(dealer) == row


@given(seatings())
def test_every_seating_gives_rows_that_fix_a_choice(seating: Seating) -> None:
    rows = [seating.row(seat) for seat in seating.seats]

    Header(
        form=1,
        suite=1,
        game=GAME,
        round=1,
        kind="bid",
        seats=seating.seats,
        holders=tuple(holders for holders, _ in rows),
        thresholds=tuple(threshold for _, threshold in rows),
        size=256,
        commit_ms=1,
        ack_ms=1,
        head=GAME,
        keys=GAME,
    )


@given(seatings())
def test_no_machine_alone_reads_the_choice_of_another(seating: Seating) -> None:
    """The server's machine has the server's share and that of the host who plays."""
    machines = [{seat} for seat in seating.people if seat != seating.host_seat]
    machines.append({SERVER, *([] if seating.host_seat is None else [seating.host_seat])})
    for dealer in seating.seats:
        holders, threshold = seating.row(dealer)
        for machine in machines:
            players = len(machine & set(holders) - {SERVER})
            has_server = SERVER in machine or SERVER not in holders

            assert not holders or not has_server or players < threshold


@given(seatings())
def test_any_majority_with_the_owner_or_more_of_the_others_opens_a_choice(seating: Seating) -> None:
    """Where anybody holds shares: so a table with a majority never waits for the rest."""
    for dealer in seating.people:
        holders, threshold = seating.row(dealer)
        for here in combinations(
            set(seating.people) - {dealer}, min(seating.quorum, len(seating.people) - 1)
        ):
            assert not holders or len(set(here) & set(holders)) >= threshold


@pytest.mark.parametrize(
    "fields",
    [((1, 0), (0,)), ((0, 0), (0,)), ((0, 1), (1, 0)), ((0, 1), (2,)), ((0, 1), (0,), 1), ((0, 1), (), 0)],
)
def test_a_seating_that_cannot_be_is_refused(fields: tuple[Any, ...]) -> None:
    with pytest.raises(PolicyError):
        Seating(*fields)


@given(seatings())
def test_a_quorum_is_more_than_half_of_the_people(seating: Seating) -> None:
    assert 2 * seating.quorum > len(seating.people) >= 2 * (seating.quorum - 1)


# Keys


def test_a_secret_is_the_same_again_and_another_at_every_other_place() -> None:
    places: list[tuple[Any, ...]] = [
        (PLAYERS[0], HOST.public, GAME, 1),
        (PLAYERS[1], HOST.public, GAME, 1),
        (PLAYERS[0], PLAYERS[1].public, GAME, 1),
        (PLAYERS[0], HOST.public, digest("other"), 1),
        (PLAYERS[0], HOST.public, GAME, 2),
        (PLAYERS[0], HOST.public, GAME, 1, 1),
    ]
    secrets = [pair_secret(*place).private_bytes_raw() for place in places]

    assert secrets == [pair_secret(*place).private_bytes_raw() for place in places]
    assert len(set(secrets)) == len(places)


def test_a_key_is_believed_at_its_place_alone() -> None:
    key = make_pair_key(PLAYERS[0], HOST.public, GAME, 0, 1)
    moved = [replace(key, holder=2), replace(key, dealer=2), replace(key, generation=1)]

    check_pair_key(key, PLAYERS[0].public, HOST.public, GAME)
    for one in [*moved, replace(key, public=digest("other"))]:
        with pytest.raises(PolicyError, match="not signed"):
            check_pair_key(one, PLAYERS[0].public, HOST.public, GAME)
    for owner, host, game in [
        (PLAYERS[1].public, HOST.public, GAME),
        (PLAYERS[0].public, PLAYERS[1].public, GAME),
        (PLAYERS[0].public, HOST.public, digest("other")),
    ]:
        with pytest.raises(PolicyError, match="not signed"):
            check_pair_key(key, owner, host, game)


@pytest.mark.parametrize("public", SMALL_ORDER)
def test_a_key_to_which_nothing_can_be_sealed_is_refused_though_signed(public: bytes) -> None:
    place = HOST.public.raw, GAME, b"\0", b"\1", bytes(4)
    key = PairKey(0, 1, 0, public, PLAYERS[0].sign("pair-key", *place, public))

    with pytest.raises(PolicyError, match="keeps no secret"):
        check_pair_key(key, PLAYERS[0].public, HOST.public, GAME)


@pytest.mark.parametrize("change", [{"holder": 256}, {"dealer": 255}, {"generation": -1}, {"public": b""}])
def test_a_key_of_another_form_is_not_read(change: dict[str, Any]) -> None:
    key = make_pair_key(PLAYERS[0], HOST.public, GAME, 0, 1)

    assert decode(encode(key), PairKey) == key
    with pytest.raises(ProtocolError):
        decode(encode(replace(key, **change)), PairKey)


def test_a_table_has_all_its_keys_and_no_false_one() -> None:
    """Nobody's key stands for another's, and no seat is without somebody who signs."""
    keys = dict(TABLE.keys)
    renewed = make_pair_key(PLAYERS[0], HOST.public, GAME, 0, 1, 1)
    stolen = make_pair_key(PLAYERS[2], HOST.public, GAME, 0, 1)

    assert replace(TABLE, keys=keys | {(0, 1): renewed}).keys_for(1)[0] == renewed.public
    for changed, sentence in [
        ({pair: key for pair, key in keys.items() if pair != (0, 1)}, "has no key"),
        (keys | {(0, 1): keys[0, 2]}, "no holder 0"),
        (keys | {(0, 1): stolen}, "not signed"),
        (keys | {(7, 1): make_pair_key(PLAYERS[0], HOST.public, GAME, 7, 1)}, "no holder 7"),
    ]:
        with pytest.raises(PolicyError, match=sentence):
            replace(TABLE, keys=changed)
    with pytest.raises(PolicyError, match="signs for it"):
        replace(TABLE, signers={0: HOST.public})


def test_the_hash_of_the_keys_changes_with_each_of_them() -> None:
    signers, keys = dict(TABLE.signers), dict(TABLE.keys)
    renewed = make_pair_key(PLAYERS[0], HOST.public, GAME, 0, 1, 1)
    same_key = replace(keys[0, 1], generation=1)
    hashes = [
        keyset_hash(signers, keys),
        keyset_hash(signers | {0: PLAYERS[4].public}, keys),
        keyset_hash(signers | {3: PLAYERS[4].public}, keys),
        keyset_hash(signers, keys | {(0, 1): renewed}),
        keyset_hash(signers, keys | {(0, 1): same_key}),
        keyset_hash(signers, {pair: key for pair, key in keys.items() if pair != (0, 1)}),
    ]

    assert len(set(hashes)) == len(hashes)
    assert keyset_hash(dict(reversed(signers.items())), dict(reversed(keys.items()))) == hashes[0]


# Rounds


def test_a_header_is_what_the_table_and_the_occasion_make_it() -> None:
    header = header_for(TABLE, OCCASION)

    check_header(header, TABLE, OCCASION)
    assert header.holders == ((1, 2, SERVER), (0, 2, SERVER), (0, 1, SERVER))
    assert header.thresholds == (2, 2, 2)
    assert decode(encode(header), Header) == header


def test_others_at_the_table_hold_shares_of_a_battle_between_two() -> None:
    header = header_for(TABLE, replace(OCCASION, seats=(0, 2)))

    assert header.holders == ((1, 2, SERVER), (0, 1, SERVER))


@pytest.mark.parametrize(
    "change",
    [
        {"game": digest("other")},
        {"round": 4},
        {"kind": "plan"},
        {"size": 1024},
        {"commit_ms": 1},
        {"ack_ms": 1},
        {"head": digest("other")},
        {"keys": digest("other")},
        {"thresholds": (2, 2, 1)},
        {"holders": ((1, 2), (0, 2), (0, 1))},
        {"holders": ((1, 2, SERVER), (0, 2, SERVER), ()), "thresholds": (2, 2, 1)},
        {"seats": (0, 1, 3)},
    ],
)
def test_a_client_refuses_every_other_round(change: dict[str, Any]) -> None:
    """Above all one in which fewer could read a choice."""
    header = replace(header_for(TABLE, OCCASION), **change)

    with pytest.raises(PolicyError, match="than it must have"):
        check_header(header, TABLE, OCCASION)


def test_keys_are_found_again_from_the_identity_alone() -> None:
    for holder, dealer in TABLE.keys:
        identity = HOST if holder == SERVER else PLAYERS[holder]
        secret = TABLE.secret_of(identity, holder, dealer)

        assert secret.public_key().public_bytes_raw() == TABLE.keys_for(dealer)[holder]
