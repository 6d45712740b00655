"""Receipts: what the host told one seat alone, in a form that can be held against it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core.chance import digest
from protocol.canonical import decode, encode
from protocol.errors import ProtocolError
from protocol.identity import Identity
from protocol.receipts import Receipt, is_receipt, sign_receipt

HOST, OTHER = Identity.from_secret(b"\xfe" * 32), Identity.from_secret(b"\1" * 32)
GAME, EVENTS = digest("game"), b"\x91\x92\xa5Drawn\x04"


def receipt_for(link: int = 7, seat: int = 2, events: bytes = EVENTS) -> Receipt:
    return Receipt(link, seat, events, sign_receipt(HOST, GAME, link, seat, events))


@pytest.mark.parametrize("receipt", [receipt_for(), receipt_for(0, 0, b""), receipt_for(2**32 - 1, 15)])
def test_a_receipt_is_the_word_of_the_host(receipt: Receipt) -> None:
    assert is_receipt(HOST.public, GAME, receipt)
    assert decode(encode(receipt), Receipt) == receipt


def test_what_is_signed_is_the_game_the_link_the_seat_and_the_events() -> None:
    place = GAME, (7).to_bytes(8, "big"), b"\2"

    assert HOST.public.verify(receipt_for().signature, "receipt", *place, EVENTS)


@pytest.mark.parametrize(
    "change", [{"link": 8}, {"seat": 3}, {"events": b"\x90"}, {"events": b""}, {"signature": bytes(64)}]
)
def test_a_receipt_is_for_one_place_and_one_story(change: dict[str, Any]) -> None:
    assert not is_receipt(HOST.public, GAME, replace(receipt_for(), **change))


def test_a_receipt_is_of_one_host_and_one_game() -> None:
    assert not is_receipt(OTHER.public, GAME, receipt_for())
    assert not is_receipt(HOST.public, digest("other game"), receipt_for())


@pytest.mark.parametrize(
    "change", [{"link": -1}, {"seat": 16}, {"seat": -1}, {"events": bytes(60_001)}, {"signature": bytes(63)}]
)
def test_a_receipt_out_of_bounds_is_not_read(change: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        decode(encode(replace(receipt_for(), **change)), Receipt)
