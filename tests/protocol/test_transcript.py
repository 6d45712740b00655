"""A transcript covers all that one seat was told: nothing can be changed, moved or left out unseen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import Raw, msgpack
from msgspec.structs import fields, replace

from core.chance import digest
from core.deals import Deal, Goods, Standing, Status
from protocol.canonical import encode
from protocol.entries import AnyEntry, Began, Chose, Oath, Said, StoodUp
from protocol.messages import Item
from protocol.table.transcript import Transcript, blind_of, picture_of, words_of

GAME, SEED, SEAT = bytes(range(32)), b"s" * 32, 2
BLIND = blind_of(SEED, GAME, SEAT)
NOTHING = Raw(b"\x90")

hashes = st.sampled_from([b"", bytes(32), b"\1" * 32])
entries: st.SearchStrategy[AnyEntry] = st.one_of(
    st.just(Began()),
    st.builds(StoodUp, st.integers(0, 4)),
    st.builds(Said, st.integers(0, 4), st.integers(0, 9), st.just(()), st.sampled_from(["yes", "no"])),
    st.builds(Chose, st.integers(0, 4), st.integers(0, 9), st.sampled_from(["", "pass"])),
)
items = st.builds(
    Item,
    number=st.integers(0, 2**32 - 1),
    at_ms=st.integers(0, 2**45),
    entry=entries,
    events=st.sampled_from([NOTHING, Raw(msgpack.encode([["GotCoins", 1]]))]),
    signature=st.sampled_from([b"", bytes(64)]),
    shown=hashes,
    facts=hashes,
    heard=hashes,
    journal=hashes,
    picture=hashes,
)
rows = st.lists(items, max_size=6)

CHANGES: dict[str, Callable[[Item], dict[str, Any]]] = {
    "number": lambda item: {"number": item.number ^ 1},
    "at_ms": lambda item: {"at_ms": item.at_ms + 1},
    "entry": lambda item: {"entry": StoodUp(9) if item.entry != StoodUp(9) else Began()},
    "events": lambda item: {"events": Raw(bytes(item.events) + b"\xc0")},
    "shown": lambda item: {"shown": item.shown[:-1] or b"\2"},
    "facts": lambda item: {"facts": item.facts[:-1] or b"\2"},
    "heard": lambda item: {"heard": item.heard[:-1] or b"\2"},
    "journal": lambda item: {"journal": item.journal[:-1] or b"\2"},
    "picture": lambda item: {"picture": item.picture[:-1] or b"\2"},
}


def head_of(told: list[Item], seat: int = SEAT, blind: bytes = BLIND, game: bytes = GAME) -> bytes:
    transcript = Transcript(game, seat, blind)
    for item in told:
        transcript.hear(item, words_of(item))
    return transcript.head


# What is heard -----------------------------------------------------------------------------------


def test_every_field_of_an_item_is_tried_but_the_hosts_signature() -> None:
    """Which could be made twice for the same words: everybody sees at once whether it fits."""
    assert {*CHANGES, "signature"} == {field.name for field in fields(Item)}


@pytest.mark.parametrize("name", CHANGES)
@given(before=rows, item=items, after=rows)
def test_any_field_of_any_item_counts(name: str, before: list[Item], item: Item, after: list[Item]) -> None:
    other = replace(item, **CHANGES[name](item))

    assert head_of([*before, item, *after]) != head_of([*before, other, *after])


@given(rows, items, items)
def test_the_order_counts(before: list[Item], one: Item, other: Item) -> None:
    assume(replace(one, signature=b"") != replace(other, signature=b""))

    assert head_of([*before, one, other]) != head_of([*before, other, one])


@given(rows, items, rows)
def test_nothing_can_be_left_out_or_said_twice(before: list[Item], item: Item, after: list[Item]) -> None:
    heads = {head_of([*before, *[item] * times, *after]) for times in range(3)}

    assert len(heads) == 3


@given(rows)
def test_who_hears_the_same_has_the_same_head(told: list[Item]) -> None:
    signed_anew = [replace(item, signature=b"\7" * 64) for item in told]

    assert head_of(told) == head_of(signed_anew)


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_no_byte_can_go_from_one_field_to_the_next(one: bytes, other: bytes) -> None:
    assume((one, other) != (one + other, b""))
    split, joined = (
        Item(0, 0, Began(), NOTHING, shown=shown, facts=facts)
        for shown, facts in ((one, other), (one + other, b""))
    )

    assert head_of([split]) != head_of([joined])


def test_the_oath_of_a_deed_is_heard_too() -> None:
    sworn, other = (
        Item(0, 0, Said(0, 0, (), "yes", oath=Oath(1, told, b"")), NOTHING)
        for told in (bytes(32), b"\1" * 32)
    )

    assert head_of([sworn]) != head_of([other])


# Whose it is -------------------------------------------------------------------------------------


@given(rows)
def test_it_is_of_one_seat_of_one_game(told: list[Item]) -> None:
    heads = {head_of(told), head_of(told, seat=1), head_of(told, game=bytes(32))}

    assert len(heads) == 3


@given(rows, st.binary(max_size=32))
def test_it_cannot_be_guessed_without_the_secret_of_the_seat(told: list[Item], blind: bytes) -> None:
    assume(blind != BLIND)

    assert head_of(told) != head_of(told, blind=blind)


def test_every_seat_of_every_game_has_a_secret_of_its_own() -> None:
    blinds = [
        blind_of(SEED, GAME, 0),
        blind_of(SEED, GAME, 1),
        blind_of(SEED, bytes(32), 0),
        blind_of(bytes(32), GAME, 0),
    ]

    assert len(set(blinds)) == len(blinds)
    assert blinds[1] == digest("blind", SEED, GAME, b"\1")


def test_a_head_is_made_by_the_book() -> None:
    marks = b"shown", b"facts", b"heard", b"journal", b"picture"
    item = Item(3, 5, StoodUp(1), NOTHING, bytes(64), *marks)
    began = digest("transcript", GAME, bytes([SEAT]), BLIND)
    numbers = (3).to_bytes(8, "big"), (5).to_bytes(8, "big")

    assert head_of([]) == began
    assert head_of([item]) == digest("told", began, *numbers, encode(StoodUp(1)), b"\x90", *marks)


# What is shown -----------------------------------------------------------------------------------

OFFER = Standing(Deal(0, 1, SEAT, Goods(), Goods(3)), Status.OPEN, ())
VIEW = Raw(msgpack.encode(["a view"]))


@pytest.mark.parametrize(
    ("view", "prompt", "deals"),
    [
        (Raw(b"\xc0"), 4, (OFFER,)),
        (VIEW, None, (OFFER,)),
        (VIEW, 0, (OFFER,)),
        (VIEW, 5, (OFFER,)),
        (VIEW, 4, ()),
        (VIEW, 4, (OFFER, OFFER)),
        (VIEW, 4, (replace(OFFER, status=Status.ACCEPTED),)),
        (VIEW, 4, (replace(OFFER, deal=replace(OFFER.deal, gives=Goods(3), wants=Goods())),)),
    ],
)
def test_all_that_a_seat_is_shown_is_in_the_picture(
    view: Raw, prompt: int | None, deals: tuple[Standing, ...]
) -> None:
    assert picture_of(view, prompt, deals) != picture_of(VIEW, 4, (OFFER,))


def test_a_picture_is_made_by_the_book() -> None:
    packed = msgpack.encode((OFFER,))

    assert picture_of(VIEW, 4, (OFFER,)) == digest("picture", bytes(VIEW), (4).to_bytes(8, "big"), packed)
    assert picture_of(Raw(b"\xc0"), None, ()) == digest("picture", b"\xc0", b"", b"\x90")
