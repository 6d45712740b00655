"""A player's word: a deed fits one player, one table and one story, and reveals nothing hidden."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from core.deals import Goods
from protocol.chain import Chain
from protocol.entries import (
    NO_OATH,
    ActedFreely,
    Answer,
    Answered,
    AskedBack,
    Began,
    Chose,
    Consented,
    Deed,
    Elected,
    Keyed,
    Oath,
    Offered,
    Returned,
    Said,
    SignedOff,
    StoodUp,
    TalkKeyed,
    TookBack,
    Voted,
)
from protocol.identity import Identity
from protocol.oaths import OathError, check_lock, check_oath, is_refusal, lock_of, sign_refusal, swear, sworn
from protocol.policy import Keys

AIKO, BRUNO = Identity.make(), Identity.make()
GAME = bytes(range(32))
TOLD = b"t" * 32

DEEDS: list[Deed] = [
    Chose(0, 3, "mandate recruit as harvest"),
    ActedFreely(0, 0, "give lotus 2 coins"),
    TookBack(0, 3),
    AskedBack(0, 3),
    Consented(0, True),
    Said(0, 1, (), "well met"),
    Offered(0, 1, 2, Goods(1), Goods()),
    Answered(0, 1, 2, Answer.ACCEPT),
    Voted(0, 1, True),
    Elected(0, 1, bytes(32), True),
    Keyed(0, Keys(0, (bytes(32), b"\1" * 32))),
    TalkKeyed(0, b"\2" * 32),
    Returned(0),
    SignedOff(0),
]


def chain_of(length: int = 3, game: bytes = GAME) -> Chain:
    chain = Chain(game)
    for number in range(length):
        chain.add(chain.next_hash(number, StoodUp(number)))
    return chain


def test_all_deeds_are_tried_here() -> None:
    assert {type(deed) for deed in DEEDS} == set(get_args(Deed))


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: type(deed).__name__)
def test_a_deed_is_believed_with_the_oath_of_its_player_and_with_no_other(deed: Deed) -> None:
    chain = chain_of()
    done = swear(AIKO, chain, TOLD, deed)
    chain.add(chain.next_hash(9, Began()))  # what has come since does not matter

    check_oath(AIKO.public, chain, done)
    for wrong in (replace(done, oath=NO_OATH), swear(BRUNO, chain, TOLD, deed), replace(done, seat=1)):
        with pytest.raises(OathError):
            check_oath(AIKO.public, chain, wrong)


def test_what_is_the_servers_to_say_is_not_sworn() -> None:
    """So it can be filled in later, and the oath still fits."""
    chain = chain_of()
    chose, said, back, answered = (swear(AIKO, chain, TOLD, DEEDS[place]) for place in (0, 5, 2, 7))

    for done in (
        replace(chose, spent=99),
        replace(said, phase=(1, 2)),
        replace(back, since=7),
        replace(answered, gives=Goods(1), wants=Goods(2)),
    ):
        check_oath(AIKO.public, chain, done)


@pytest.mark.parametrize(
    "keys", [Keys(1, (GAME, bytes(32))), Keys(0, (bytes(32), GAME)), Keys(0, (GAME,)), Keys(0, (GAME, GAME))]
)
def test_keys_that_the_host_puts_in_anothers_place_are_not_sworn(keys: Keys) -> None:
    """Nor those of other seats or of an earlier time."""
    chain = chain_of()
    done = swear(AIKO, chain, TOLD, Keyed(0, Keys(0, (GAME, bytes(32)))))
    assert isinstance(done, Keyed)

    check_oath(AIKO.public, chain, done)
    with pytest.raises(OathError, match="not signed"):
        check_oath(AIKO.public, chain, replace(done, keys=keys))


def test_who_signs_off_stands_by_the_story_up_to_the_last_link_they_knew() -> None:
    chain, cut_off = chain_of(4), chain_of(3)
    done = swear(AIKO, chain, TOLD, SignedOff(0))

    assert done.oath.seen == 3
    check_oath(AIKO.public, chain, done)
    with pytest.raises(OathError, match="not there"):
        check_oath(AIKO.public, cut_off, done)
    for earlier in range(3):
        with pytest.raises(OathError, match="not signed"):
            check_oath(AIKO.public, chain, replace(done, oath=Oath(earlier, TOLD, done.oath.signature)))


def test_an_oath_is_for_all_that_its_player_was_told() -> None:
    chain, done = chain_of(), swear(AIKO, chain_of(), TOLD, DEEDS[5])

    for told in (b"", bytes(32), TOLD[:-1]):
        with pytest.raises(OathError, match="not signed"):
            check_oath(AIKO.public, chain, replace(done, oath=replace(done.oath, told=told)))


def test_a_refusal_is_of_one_deed_at_one_table_by_its_host() -> None:
    host, chain = Identity.make(), chain_of()
    done, other = (swear(AIKO, chain, TOLD, deed) for deed in (DEEDS[5], DEEDS[8]))
    signature = sign_refusal(host, GAME, done)

    assert is_refusal(host.public, GAME, done, signature)
    assert not is_refusal(host.public, GAME, other, signature)
    assert not is_refusal(host.public, bytes(32), done, signature)
    assert not is_refusal(AIKO.public, GAME, done, signature)


@pytest.mark.parametrize("spoil", ["game", "story", "seen too far", "seen less"])
def test_an_oath_is_for_one_story(spoil: str) -> None:
    done = swear(AIKO, chain_of(), TOLD, DEEDS[5])
    chains = {
        "game": chain_of(game=bytes(32)),
        "story": Chain(GAME),
        "seen too far": chain_of(2),
        "seen less": chain_of(),
    }
    for number in (1, 0, 2) if spoil == "story" else ():
        chains["story"].add(chains["story"].next_hash(number, StoodUp(number)))
    if spoil == "seen less":
        done = replace(done, oath=Oath(1, TOLD, done.oath.signature))

    with pytest.raises(OathError):
        check_oath(AIKO.public, chains[spoil], done)


def test_the_lock_holds_a_player_to_the_line() -> None:
    chain = chain_of()
    done = swear(AIKO, chain, TOLD, Chose(0, 3, "bid 0 0 1 3"))
    assert isinstance(done, Chose)

    assert done.lock == lock_of(done.salt, "bid 0 0 1 3")
    check_lock(done)
    with pytest.raises(OathError, match="another line"):
        check_lock(replace(done, line="bid 3 1 0 0"))
    with pytest.raises(OathError, match="not signed"):
        check_oath(AIKO.public, chain, replace(done, line="x", salt=b"", lock=lock_of(b"", "x")))


def test_nothing_that_others_get_can_be_tried_against_the_line() -> None:
    """Neither lock nor signature can be worked out from a guess without the salt, which is never the same."""
    chain = chain_of()
    one, other = (swear(AIKO, chain, TOLD, Chose(0, 3, "bid 0 0 1 3")) for _ in range(2))
    shown = one.seen_by(1)
    assert isinstance(one, Chose)
    assert isinstance(other, Chose)
    assert isinstance(shown, Chose)

    assert (shown.line, shown.salt) == ("", b"")
    assert one.salt not in sworn(one)
    assert (one.lock, one.oath.signature) != (other.lock, other.oath.signature)
    assert shown.lock != lock_of(b"", "bid 0 0 1 3")
    check_oath(AIKO.public, chain, shown)
