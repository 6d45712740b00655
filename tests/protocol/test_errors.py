"""Errors travel as a code of a closed list, its name and a detail."""

from __future__ import annotations

import msgspec
import pytest

from core.kinds import named, phrase
from protocol.errors import Code, ProtocolError
from protocol.rpc import Detail, ErrorRecord, Refusal, error_record, record_of

PHRASE = phrase("refuse-dear", clan=named("clan", "koi"), price=3, line="buy yurei")


def test_an_error_says_its_code_and_its_detail() -> None:
    error = ProtocolError(Code.FRAME_TOO_LARGE, "a frame has at most 4096 bytes")

    assert str(error) == "frame_too_large: a frame has at most 4096 bytes"
    assert record_of(error, is_stranger=False) == ErrorRecord(
        Code.FRAME_TOO_LARGE, "frame_too_large", "a frame has at most 4096 bytes"
    )


def test_a_stranger_learns_no_detail() -> None:
    error = ProtocolError(Code.BAD_SIGNATURE, "which of the keys it was")

    record = record_of(error, is_stranger=True)

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(record)) == [22, "bad_signature", None]


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("detail", [None, "why", Refusal(PHRASE), Refusal(PHRASE, "RS-7.2", bytes(64))])
def test_every_error_comes_back_from_the_wire(code: Code, detail: Detail) -> None:
    record = error_record(code, detail)

    data = msgspec.msgpack.encode(record)

    assert msgspec.msgpack.decode(data, type=ErrorRecord) == record


@pytest.mark.parametrize(
    "wire",
    [
        [0, "malformed_frame", None],
        [99, "something_new", None],
        [1, "frame_too_large", None],
        [1, "malformed_frame", 7],
        [40, "refused", ["why", "RS-7.2"]],
        [40, "refused", [["refuse-dear", [["price", 1.5]]], ""]],
        [40, "refused", [["refuse-dear", [["price", None]]], ""]],
        [40, "refused", [["refuse-dear", [[str(number), 1] for number in range(9)]], ""]],
        [40, "refused", [["refuse-dear", [["line", "x" * 4001]]], ""]],
        [40, "refused", [["x" * 65, []], ""]],
        [40, "refused", [["refuse-dear", []], "x" * 65]],
        [1, "malformed_frame", None, None],
        [1],
    ],
)
def test_the_list_of_errors_is_closed(wire: list[object]) -> None:
    data = msgspec.msgpack.encode(wire)

    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(data, type=ErrorRecord)
