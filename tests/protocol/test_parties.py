"""Who takes part in a sealed round, as the entries of a table tell it: people, bots, the host, the absent."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from core.chance import digest
from protocol.entries import Opened, SatDown
from protocol.fair import Links, secrets_of, seed_commitment
from protocol.header import ENTROPY, SERVER, NotTakenError
from protocol.identity import BadKeyError
from protocol.pace import Absence, Bank, PerDecision, Terms, Untimed
from protocol.parties import make_opened, occasion_of, parties_of, patience_ms
from protocol.policy import Keys, Parties, make_keys
from protocol.table.people import is_majority
from tests.protocol.round_table import HOST, PLAYERS

SEATS = (0, 1, 2, 4)
BARE = Opened("g", 1, ("a", "b", "c", "d"), (), "a seed", host=HOST.public.raw, nonce=bytes(32))
OPENED = make_opened(BARE, HOST, SEATS)
GAME = OPENED.game_id
KEYS = {seat: make_keys(PLAYERS[seat], HOST.public, GAME, SEATS) for seat in SEATS}


def sitters(*bots: int) -> dict[int, SatDown]:
    return {seat: SatDown(seat, "Aiko", PLAYERS[seat].public.raw, is_bot=seat in bots) for seat in SEATS}


def table_with(
    *bots: int, player: int | None = None, replaced: tuple[int, ...] = (), opened: Opened = OPENED
) -> Parties:
    host_plays = opened if player is None else replace(opened, player=PLAYERS[player].public.raw)
    return parties_of(host_plays, SEATS, sitters(*bots), KEYS, replaced)


# The opening


def test_an_opening_binds_the_host_to_its_seed() -> None:
    private, last = secrets_of("a seed")

    assert OPENED.anchor == Links(last).anchor
    assert OPENED.seed_commitment == seed_commitment(GAME, private)
    assert replace(OPENED, anchor=b"", seed_commitment=b"", keys=()) == BARE


def test_an_opening_has_a_key_of_the_host_for_every_seat() -> None:
    table = table_with()

    assert OPENED.keys == make_keys(HOST, HOST.public, GAME, SEATS).publics
    for dealer in SEATS:
        secret = table.secret_of(HOST, SERVER, dealer)
        assert secret.public_key().public_bytes_raw() == table.keys_for(dealer)[SERVER]


# Tables


def test_at_a_neutral_host_all_hold_shares_of_all_others() -> None:
    table = table_with()

    assert (table.game, table.host) == (GAME, HOST.public)
    assert table.signers == {seat: PLAYERS[seat].public for seat in SEATS}
    assert table.seating.people == SEATS
    assert table.seating.host_seat is None
    assert table.seating.row(1) == ((0, 2, 4, SERVER), 3)


def test_a_host_who_plays_holds_no_share_of_its_own_machine() -> None:
    table = table_with(player=2)

    assert table.seating.host_seat == 2
    assert table.seating.row(2) == ((0, 1, 4), 3)
    assert table.seating.row(1) == ((0, 2, 4, SERVER), 3)


def test_a_host_who_does_not_sit_here_is_neutral() -> None:
    assert table_with(player=3).seating.host_seat is None


def test_bots_sign_for_themselves_and_hold_nothing() -> None:
    table = table_with(1)

    assert table.seating.people == (0, 2, 4)
    assert table.signers[1] == PLAYERS[1].public
    assert table.seating.row(0) == ((2, 4, SERVER), 2)
    assert table.seating.row(1) == ((0, 2, 4), 2)
    assert not [holder for holder, _ in table.keys if holder == 1]


def test_for_who_was_replaced_the_host_signs_and_they_hold_nothing() -> None:
    table = table_with(4, replaced=(1,))

    assert table.seating.people == (0, 2)
    assert table.signers[1] == HOST.public
    assert table.seating.row(0) == ((2, SERVER), 1)
    assert table.seating.row(1) == ((0, 2), 2)


def test_a_host_who_plays_and_was_replaced_is_neutral() -> None:
    assert table_with(player=2, replaced=(2,)).seating.host_seat is None


@pytest.mark.parametrize(
    ("bots", "row"), [((0, 1, 2), ((), 1)), ((0, 1, 2, 4), ((), 1)), ((0, 1), ((4, SERVER), 1))]
)
def test_where_there_is_no_second_machine_nobody_holds_shares(bots: tuple[int, ...], row: object) -> None:
    assert table_with(*bots).seating.row(2) == row


def test_a_table_needs_the_keys_of_all_people_and_no_others() -> None:
    for seat in SEATS:
        known = {holder: keys for holder, keys in KEYS.items() if holder != seat}

        with pytest.raises(NotTakenError, match=f"Seat {seat} has no key"):
            parties_of(OPENED, SEATS, sitters(), known, ())
        assert parties_of(OPENED, SEATS, sitters(seat), known, ()).seating.people == tuple(known)
        assert parties_of(OPENED, SEATS, sitters(), known, (seat,)).seating.people == tuple(known)


@pytest.mark.parametrize(
    "keys", [(), OPENED.keys[1:], (*OPENED.keys, bytes(32)), (bytes(32), *OPENED.keys[1:])]
)
def test_a_host_whose_own_keys_are_worthless_has_no_table(keys: tuple[bytes, ...]) -> None:
    with pytest.raises(NotTakenError):
        table_with(opened=replace(OPENED, keys=keys))


def test_a_table_with_a_worthless_identity_is_none() -> None:
    """The identity point accepts signatures that nobody made."""
    identity = b"\1" + bytes(31)
    seated = sitters() | {0: SatDown(0, "Aiko", identity)}

    with pytest.raises(BadKeyError):
        parties_of(OPENED, SEATS, seated, KEYS, ())
    with pytest.raises(BadKeyError):
        table_with(opened=replace(OPENED, host=identity))


def test_newer_keys_change_the_hash_of_all() -> None:
    newer = KEYS | {0: Keys(1, KEYS[0].publics)}

    assert parties_of(OPENED, SEATS, sitters(), newer, ()).keys[0, 1].generation == 1


# Time


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        (Untimed(), 120),
        (PerDecision(90), 90),
        (PerDecision(300), 120),
        (Bank(1200, 30), 30),
        (Bank(1200, 300), 120),
        (Bank(1200, 0), 0),
    ],
)
def test_nobody_is_passed_over_sooner_than_the_terms_allow(
    pace: Untimed | PerDecision | Bank, seconds: int
) -> None:
    terms = Terms(pace, 120, Absence.BOT)

    assert patience_ms(terms) == 1000 * seconds
    assert (
        patience_ms(replace(terms, absence=Absence.VOTE))
        == patience_ms(replace(terms, absence=Absence.WAIT))
        == 0
    )


def test_the_round_in_which_all_bring_chance_has_its_own_time() -> None:
    terms, head = Terms(PerDecision(90), 120, Absence.BOT), digest("head")
    first, later = (occasion_of(1, kind, SEATS, 64, terms, head) for kind in (ENTROPY, "CollectBids"))

    assert (first.commit_ms, later.commit_ms) == (30_000, 90_000)
    assert first.ack_ms == later.ack_ms == 30_000
    assert (later.round, later.kind, later.seats, later.size, later.head) == (
        1,
        "CollectBids",
        SEATS,
        64,
        head,
    )


@pytest.mark.parametrize("number", range(1, 7))
def test_more_than_half_of_the_others_is_a_majority(number: int) -> None:
    others = range(1, number)
    for size in range(number):
        for voters in combinations(others, size):
            assert is_majority(range(number), 0, voters) == (2 * size > number - 1)


@pytest.mark.parametrize("voters", [(0,), (4, 5), (0, 4, 5), (0, 1, 4, 5)])
def test_bots_and_the_absent_have_no_vote(voters: tuple[int, ...]) -> None:
    """Bots may be the host's; it could outvote the people with them."""
    assert not is_majority((0, 1, 2, 3), 0, voters)


def test_nobody_decides_where_nobody_else_is() -> None:
    assert not is_majority((0,), 0, (0, 1))
