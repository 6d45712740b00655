"""Who holds shares of what, with which keys, and which rounds a client refuses."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import digest, frame, keyed
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.header import SERVER, NotTakenError, RoundHeader
from protocol.policy import (
    Keys,
    Occasion,
    PairKey,
    Seating,
    check_header,
    check_keys,
    header_for,
    keyset_hash,
    make_keys,
    pair_secret,
    pairs_of,
)
from tests.protocol.round_table import GAME, HOST, PLAYERS, table_of

OCCASION = Occasion(3, "bid", (0, 1, 2), 256, 180_000, 30_000, digest("head"))
SMALL_ORDER = [  # the points of small order on the curve and its twist, and second spellings of 0 and 1
    0,
    1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
    2**255 - 20,
    2**255 - 19,
    2**255 - 18,
]


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

    RoundHeader(
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
    with pytest.raises(NotTakenError):
        Seating(*fields)


@given(seatings())
def test_a_quorum_is_more_than_half_of_the_people(seating: Seating) -> None:
    """Where the server plays for everybody, there is nobody to agree."""
    assert 2 * seating.quorum > len(seating.people) - (not seating.people)
    assert len(seating.people) >= 2 * (seating.quorum - 1)
    assert (seating.quorum == 0) == (not seating.people)


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


def test_secrets_and_the_hash_of_all_keys_are_made_by_the_book() -> None:
    """With the identity's own secret as the key, which is what `derive` takes."""
    two = table_of(Seating((1, 4), (1, 4)))
    signers = [frame("signer", bytes([seat]), PLAYERS[seat].public.raw) for seat in (1, 4)]
    pairs = [
        frame("pair", bytes([holder]), bytes([dealer]), bytes(4), two.keys[holder, dealer].public)
        for holder, dealer in ((1, 4), (4, 1), (SERVER, 1), (SERVER, 4))
    ]
    secret = keyed(bytes([5]) * 32, "pair-key", HOST.public.raw, GAME, b"\1", b"\0\0\1\2")

    assert keyset_hash(two.signers, two.keys) == digest("keyset", *signers, *pairs)
    assert pair_secret(PLAYERS[4], HOST.public, GAME, 1, 258).private_bytes_raw() == secret


def test_a_holder_has_a_key_for_every_seat_and_the_secret_of_each() -> None:
    keys = make_keys(PLAYERS[0], HOST.public, GAME, (0, 2, 5), 3)
    secrets = [pair_secret(PLAYERS[0], HOST.public, GAME, dealer, 3) for dealer in (0, 2, 5)]

    check_keys(keys, (0, 2, 5))
    assert keys == Keys(3, tuple(secret.public_key().public_bytes_raw() for secret in secrets))
    assert len(set(keys.publics)) == 3


@pytest.mark.parametrize("dealers", [(), (0,), (0, 1), (0, 1, 2, 3)])
def test_keys_are_one_for_each_seat(dealers: tuple[int, ...]) -> None:
    with pytest.raises(NotTakenError, match="one key for each seat"):
        check_keys(make_keys(PLAYERS[0], HOST.public, GAME, (0, 1, 2)), dealers)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_key_that_keeps_no_secret_is_refused_wherever_it_is(point: int, place: int) -> None:
    """Anybody can open whatever is boxed to it."""
    keys = make_keys(PLAYERS[0], HOST.public, GAME, (0, 1, 2))
    publics = [point.to_bytes(32, "little") if spot == place else keys.publics[spot] for spot in range(3)]

    with pytest.raises(NotTakenError, match="keeps no secret"):
        check_keys(replace(keys, publics=tuple(publics)), (0, 1, 2))


@pytest.mark.parametrize(
    "change",
    [
        {"generation": -1},
        {"generation": 2**32},
        {"publics": (bytes(31),)},
        {"publics": (bytes(33),)},
        {"publics": (bytes(32),) * 17},
    ],
)
def test_keys_of_another_form_are_not_read(change: dict[str, Any]) -> None:
    keys = make_keys(PLAYERS[0], HOST.public, GAME, (0, 1, 2), 2**32 - 1)

    assert decode(encode(keys), Keys) == keys
    with pytest.raises(ProtocolError):
        decode(encode(replace(keys, **change)), Keys)


def test_pairs_are_of_each_holder_and_each_other_seat() -> None:
    own = {holder: make_keys(PLAYERS[0], HOST.public, GAME, (0, 2), 7) for holder in (0, 2, SERVER)}
    for_0, for_2 = (PairKey(7, public) for public in own[0].publics)

    assert pairs_of(own, (0, 2)) == {(0, 2): for_2, (2, 0): for_0, (SERVER, 0): for_0, (SERVER, 2): for_2}


def test_pairs_are_not_made_of_keys_for_another_table() -> None:
    """The deed that swears them in checks who made them, `check_keys` how many there are."""
    with pytest.raises(ValueError, match="zip"):
        pairs_of({0: make_keys(PLAYERS[0], HOST.public, GAME, (0, 1))}, (0, 1, 2))


def test_a_table_has_a_key_for_every_share_and_somebody_who_signs_for_every_seat() -> None:
    keys = dict(TABLE.keys)
    renewed = PairKey(1, make_keys(PLAYERS[0], HOST.public, GAME, (0, 1, 2), 1).publics[1])

    assert replace(TABLE, keys=keys | {(0, 1): renewed}).keys_for(1)[0] == renewed.public
    for pair in keys:
        with pytest.raises(NotTakenError, match=f"Seat {pair[0]} has no key .* seat {pair[1]}"):
            replace(TABLE, keys={other: key for other, key in keys.items() if other != pair})
    for signers in ({0: HOST.public}, dict(TABLE.signers) | {3: HOST.public}):
        with pytest.raises(NotTakenError, match="signs for it"):
            replace(TABLE, signers=signers)


def test_the_hash_of_the_keys_changes_with_each_of_them() -> None:
    signers, keys = dict(TABLE.signers), dict(TABLE.keys)
    own = keys[0, 1]
    hashes = [
        keyset_hash(signers, keys),
        keyset_hash(signers | {0: PLAYERS[4].public}, keys),
        keyset_hash(signers | {3: PLAYERS[4].public}, keys),
        keyset_hash(signers, keys | {(0, 1): own._replace(public=digest("other"))}),
        keyset_hash(signers, keys | {(0, 1): own._replace(generation=1)}),
        keyset_hash(signers, keys | {(0, 1): keys[0, 2], (0, 2): own}),
        keyset_hash(signers, keys | {(0, 1): keys[1, 0], (1, 0): own}),
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
    assert decode(encode(header), RoundHeader) == header


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

    with pytest.raises(NotTakenError, match="than it must have"):
        check_header(header, TABLE, OCCASION)


def test_keys_are_found_again_from_the_identity_alone() -> None:
    for holder, dealer in TABLE.keys:
        identity = HOST if holder == SERVER else PLAYERS[holder]
        secret = TABLE.secret_of(identity, holder, dealer)

        assert secret.public_key().public_bytes_raw() == TABLE.keys_for(dealer)[holder]
