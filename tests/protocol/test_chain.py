"""The chain of a table: one story, in one order, signed by its host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.deals import Goods
from protocol.chain import BEFORE_ALL, FORM, Chain, Link, is_two_faced, sign_link
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    Began,
    Chose,
    Entry,
    Exchanged,
    Invited,
    Offered,
    Opened,
    Said,
    SatDown,
    StoodUp,
)
from protocol.errors import Code, ProtocolError
from protocol.identity import Identity

HOST = Identity.make()
GAME = bytes(range(32))


def link(number: int, previous: bytes, body: bytes = b"body", at_ms: int = 5) -> Link:
    return Link(FORM, GAME, number, previous, at_ms, body)


def told(chain: Chain, at_ms: int, entry: Entry) -> bytes:
    return sign_link(HOST, chain.next_hash(at_ms, entry))


def test_who_follows_has_the_same_hashes_as_the_host() -> None:
    ours, theirs = Chain(GAME), Chain(GAME)
    for at_ms, entry in enumerate((Began(), StoodUp(1), Began(), StoodUp(1))):
        theirs.follow(at_ms, entry, HOST.public, told(ours, at_ms, entry))
        ours.add(ours.next_hash(at_ms, entry))

    assert len(ours) == len(theirs) == 4
    assert [ours.head_at(n) for n in range(4)] == [theirs.head_at(n) for n in range(4)]
    assert len({ours.head_at(n) for n in range(4)} | {BEFORE_ALL}) == 5
    assert ours.head == ours.head_at(3)


@pytest.mark.parametrize("spoil", ["time", "entry", "order", "signer", "game", "number"])
def test_another_link_in_its_place_is_not_believed(spoil: str) -> None:
    chain = Chain(GAME)
    chain.add(chain.next_hash(1, Began()))
    signature = told(chain, 2, StoodUp(1))
    follower = Chain(bytes(32) if spoil == "game" else GAME)
    follower.add(bytes(32) if spoil == "order" else chain.head)
    if spoil == "number":
        follower = Chain(GAME)
    signer = Identity.make().public if spoil == "signer" else HOST.public
    at_ms, entry = 3 if spoil == "time" else 2, StoodUp(2) if spoil == "entry" else StoodUp(1)

    with pytest.raises(ProtocolError) as caught:
        follower.follow(at_ms, entry, signer, signature)

    assert caught.value.code is Code.BAD_SIGNATURE


@given(st.integers(0, 3), st.binary(max_size=4), st.integers(0, 3), st.binary(max_size=4))
def test_two_signed_stories_of_one_moment_are_proof(
    number: int, body: bytes, other_number: int, other_body: bytes
) -> None:
    one, other = link(number, BEFORE_ALL, body), link(other_number, BEFORE_ALL, other_body)
    signatures = sign_link(HOST, one.hash()), sign_link(HOST, other.hash())

    assert is_two_faced(HOST.public, one, other, signatures) == (
        number == other_number and body != other_body
    )
    assert not is_two_faced(HOST.public, one, other, (signatures[0], bytes(64)))


PRIVATE: list[AnyEntry] = [
    Invited(b"hash"),
    Said(0, 1, (1,), "", b"sealed"),
    Offered(0, 1, 2, Goods(1), Goods()),
    Answered(0, 1, 2, Answer.DECLINE),
    Answered(0, 1, 2, Answer.ACCEPT),
]


@pytest.mark.parametrize("entry", PRIVATE, ids=lambda entry: type(entry).__name__)
def test_what_not_all_may_see_is_no_link(entry: AnyEntry) -> None:
    assert entry.seen_by(None) is None


def test_a_link_has_nothing_that_is_hidden() -> None:
    opened = Opened("g", 1, ("a",), (), "the seed", host=b"h", nonce=b"n")
    deal = Answered(0, 1, 2, Answer.ACCEPT, Goods(1), Goods(0, 2))

    assert opened.seen_by(None) == Opened("g", 1, ("a",), (), "", host=b"h", nonce=b"n")
    assert SatDown(0, "Aiko", bytes(32), token=b"t").seen_by(None) == SatDown(0, "Aiko", bytes(32))
    assert Chose(0, 3, "mandate recruit as harvest", 9).seen_by(None) == Chose(0, 3, "", 9)
    assert deal.seen_by(None) == deal.seen_by(2) == Exchanged(0, 1, Goods(1), Goods(0, 2))


@given(st.integers(0, 4), st.sampled_from([None, 0, 1, 2, 3, 4]))
def test_everybody_can_work_out_the_link_from_what_they_are_told(seat: int, viewer: int | None) -> None:
    """So nobody has to be told the link itself."""
    for entry in (
        Chose(seat, 3, "ready", 9),
        Answered(seat, (seat + 1) % 5, 2, Answer.ACCEPT, Goods(1)),
        SatDown(seat, "Aiko", bytes(32), token=b"t"),
        Opened("g", 1, ("a",), (), "the seed"),
    ):
        own = entry.seen_by(viewer)
        assert own is not None
        assert own.seen_by(None) == entry.seen_by(None)
