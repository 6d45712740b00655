"""The chain of a table: one story, in one order, signed by its host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.chance import digest
from core.deals import Goods
from protocol.canonical import encode
from protocol.chain import BEFORE_ALL, FORM, Chain, Link, is_signed_link, is_two_faced, sign_link
from protocol.entries import (
    Answer,
    Answered,
    AnyEntry,
    Began,
    Chose,
    Exchanged,
    Invited,
    Offered,
    Opened,
    Said,
    SatDown,
    StoodUp,
)
from protocol.identity import Identity

HOST = Identity.make()
GAME = bytes(range(32))
MARKS = ("shown", "facts", "heard", "journal")


def link(number: int, body: bytes = b"body", *marks: bytes) -> Link:
    return Link(FORM, GAME, number, BEFORE_ALL, 5, body, *marks)


def test_who_follows_has_the_same_hashes_as_the_host() -> None:
    ours, theirs = Chain(GAME), Chain(GAME)
    for at_ms, entry in enumerate((Began(), StoodUp(1), Began(), StoodUp(1))):
        hashed = ours.next_hash(at_ms, entry)
        assert is_signed_link(HOST.public, theirs.next_hash(at_ms, entry), sign_link(HOST, hashed))
        theirs.add(theirs.next_hash(at_ms, entry))
        ours.add(hashed)

    assert len(ours) == len(theirs) == 4
    assert [ours.head_at(n) for n in range(4)] == [theirs.head_at(n) for n in range(4)]
    assert len({ours.head_at(n) for n in range(4)} | {BEFORE_ALL}) == 5
    assert ours.head == ours.head_at(3)
    assert [ours.number_of(ours.head_at(n)) for n in range(4)] == [0, 1, 2, 3]
    assert ours.number_of(BEFORE_ALL) is None


def test_a_link_is_made_by_the_book() -> None:
    chain, entry = Chain(GAME), StoodUp(1)
    chain.add(chain.next_hash(1, Began()))
    row = [2, GAME, 1, chain.head, 2, encode(entry), *map(str.encode, MARKS)]

    assert chain.next_hash(2, entry, *map(str.encode, MARKS)) == digest("entry", encode(row))


@pytest.mark.parametrize(
    "spoil", ["time", "entry", "order", "signer", "game", "number", *MARKS, *(f"no {mark}" for mark in MARKS)]
)
def test_another_link_in_its_place_is_not_believed(spoil: str) -> None:
    chain = Chain(GAME)
    chain.add(chain.next_hash(1, Began()))
    signature = sign_link(HOST, chain.next_hash(2, StoodUp(1), *map(str.encode, MARKS)))
    follower = Chain(bytes(32) if spoil == "game" else GAME)
    follower.add(bytes(32) if spoil == "order" else chain.head)
    if spoil == "number":
        follower = Chain(GAME)
    signer = Identity.make().public if spoil == "signer" else HOST.public
    at_ms, entry = 3 if spoil == "time" else 2, StoodUp(2) if spoil == "entry" else StoodUp(1)
    marks = [{mark: b"other", f"no {mark}": b""}.get(spoil, mark.encode()) for mark in MARKS]

    assert not is_signed_link(signer, follower.next_hash(at_ms, entry, *marks), signature)


SMALL = st.binary(max_size=1)
LINKS = st.builds(link, st.integers(0, 1), SMALL, SMALL, SMALL, SMALL, SMALL)


@given(LINKS, LINKS)
def test_two_signed_stories_of_one_moment_are_proof(one: Link, other: Link) -> None:
    """Even if they differ in nothing but a mark."""
    signatures = sign_link(HOST, one.hash()), sign_link(HOST, other.hash())

    assert is_two_faced(HOST.public, one, other, signatures) == (one.number == other.number and one != other)
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
    opened = Opened("g", 1, ("a",), (), "the seed", host=b"h", nonce=b"n", anchor=b"a", keys=(GAME,))
    deal = Answered(0, 1, 2, Answer.ACCEPT, Goods(1), Goods(0, 2))

    assert opened.seen_by(None) == replace(opened, seed="")
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
