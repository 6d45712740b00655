"""Requests, responses and notifications have one form; anything else is a protocol error."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Raw, Struct
from msgspec.msgpack import Decoder

from protocol.errors import Code, ProtocolError
from protocol.rpc import (
    NIL,
    Notification,
    Request,
    Response,
    decode_answer,
    decode_params,
    decode_request,
    encode,
    encode_notification,
    encode_params,
    error_record,
)
from tests.protocol.phrases import DETAILS


class Offer(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Params of a method, as a test needs them."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    coins: int
    note: str


OFFERS = Decoder(Offer)
ids = st.integers(0, 2**32 - 1)
names = st.text("abcdefghijklmnopqrstuvwxyz_.", min_size=1, max_size=40)
params = st.builds(Offer, st.integers(0, 5), st.integers(-(2**63), 2**63 - 1), st.text())
errors = st.builds(error_record, st.sampled_from(Code), DETAILS)


def code_of(frame: bytes, *, at_client: bool = False) -> Code:
    with pytest.raises(ProtocolError) as caught:
        _ = decode_answer(frame) if at_client else decode_request(frame)
    return caught.value.code


@given(ids, names, params)
def test_a_request_comes_back(msgid: int, method: str, offer: Offer) -> None:
    frame = encode(Request(msgid, method, encode_params(offer)))

    request = decode_request(frame)

    assert (request.msgid, request.method) == (msgid, method)
    assert decode_params(request.params, OFFERS) == offer
    assert msgpack.unpackb(frame) == [0, msgid, method, [offer.seat, offer.coins, offer.note]]


@given(ids, params)
def test_a_result_comes_back(msgid: int, offer: Offer) -> None:
    answer = decode_answer(encode(Response(msgid, None, encode_params(offer))))

    assert isinstance(answer, Response)
    assert (answer.msgid, answer.error) == (msgid, None)
    assert decode_params(answer.result, OFFERS) == offer


@given(ids, errors)
def test_an_error_comes_back(msgid: int, error: Any) -> None:
    message = Response(msgid, error, NIL)

    assert decode_answer(encode(message)) == message


@given(names, params)
def test_a_notification_comes_back(method: str, offer: Offer) -> None:
    answer = decode_answer(encode_notification(method, offer))

    assert isinstance(answer, Notification)
    assert answer.method == method
    assert decode_params(answer.params, OFFERS) == offer


@pytest.mark.parametrize(
    "wire",
    [
        [],
        0,
        None,
        {},
        [0],
        [0, 1, "sync"],
        [0, 1, "sync", [], []],
        [1, 1, None, None],
        [2, "sync", []],
        [3, 1, "sync", []],
        ["0", 1, "sync", []],
        [0, -1, "sync", []],
        [0, 2**32, "sync", []],
        [0, 1.0, "sync", []],
        [0, True, "sync", []],
        [0, 1, b"sync", []],
        [0, 1, "", []],
        [0, 1, "x" * 41, []],
    ],
    ids=repr,
)
def test_what_is_no_request_is_refused(wire: object) -> None:
    assert code_of(msgpack.packb(wire)) is Code.INVALID_MESSAGE


@pytest.mark.parametrize(
    "wire",
    [
        [0, 1, "sync", []],
        [1, 1, None],
        [1, 1, "error", None],
        [1, 1, [1, "malformed_frame", None], []],
        [1, 1, [1, "frame_too_large", None], None],
        [2, "sync", [], []],
        [2, "SYNC", []],
        [2, 1, []],
    ],
    ids=repr,
)
def test_what_is_no_answer_is_refused(wire: object) -> None:
    assert code_of(msgpack.packb(wire), at_client=True) is Code.INVALID_MESSAGE


def test_the_longest_name_fits() -> None:
    assert decode_request(msgpack.packb([0, 1, "x" * 40, []])).method == "x" * 40


@pytest.mark.parametrize("tail", [b"\x00", b"\xc1"])
def test_a_frame_is_one_message_and_nothing_more(tail: bytes) -> None:
    assert code_of(msgpack.packb([0, 1, "sync", []]) + tail) is Code.INVALID_MESSAGE


def test_a_name_that_is_not_utf_8_is_refused() -> None:
    assert code_of(b"\x94\x00\x01\xa1\xff\x90") is Code.INVALID_MESSAGE


def test_params_that_are_not_utf_8_are_refused() -> None:
    request = decode_request(b"\x94\x00\x01\xa4sync\x93\x01\x02\xa1\xff")

    with pytest.raises(ProtocolError, match="invalid_params: a text is not UTF-8"):
        decode_params(request.params, OFFERS)


@pytest.mark.parametrize(
    "wire",
    [
        [],
        [1, 2],
        [6, 2, ""],
        [1, 2.0, ""],
        [1, 2, b""],
        [1, 2, "", 3],
        {"seat": 1},
        7,
        [1, 2, msgpack.ExtType(1, b"")],
    ],
    ids=repr,
)
def test_params_of_another_shape_are_refused(wire: object) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_params(Raw(msgpack.packb(wire)), OFFERS)

    assert caught.value.code is Code.INVALID_PARAMS


@given(st.binary(max_size=200) | st.binary(max_size=100).map(b"\x94\x00\x01\xa4sync".__add__))
def test_any_bytes_give_a_message_or_a_protocol_error(data: bytes) -> None:
    for decode in (
        lambda: decode_params(decode_request(data).params, OFFERS),
        lambda: decode_answer(data),
        lambda: decode_params(Raw(data), OFFERS),
    ):
        with suppress(ProtocolError):
            decode()
