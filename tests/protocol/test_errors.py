"""Errors travel as a code of a closed list, its name and a detail."""

from __future__ import annotations

import msgspec
import pytest

from protocol.errors import Code, ErrorRecord, ProtocolError, error_record


def test_an_error_says_its_code_and_its_detail() -> None:
    error = ProtocolError(Code.FRAME_TOO_LARGE, "a frame has at most 4096 bytes")

    assert str(error) == "frame_too_large: a frame has at most 4096 bytes"
    assert error.record() == ErrorRecord(
        Code.FRAME_TOO_LARGE, "frame_too_large", "a frame has at most 4096 bytes"
    )


def test_a_stranger_learns_no_detail() -> None:
    error = ProtocolError(Code.BAD_SIGNATURE, "which of the keys it was")

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(error.bare_record())) == [22, "bad_signature", None]


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("detail", [None, "why", ("why", "rule 7.2")])
def test_every_error_comes_back_from_the_wire(code: Code, detail: str | tuple[str, ...] | None) -> None:
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
        [1, "malformed_frame", None, None],
        [1],
    ],
)
def test_the_list_of_errors_is_closed(wire: list[object]) -> None:
    data = msgspec.msgpack.encode(wire)

    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(data, type=ErrorRecord)
