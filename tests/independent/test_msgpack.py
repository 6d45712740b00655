"""The second reader of the canonical form agrees with the first, and with msgpack itself."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgpack as reference
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol import canonical
from protocol.errors import ProtocolError
from tests.independent.msgpack import DEPTH, EncodingError, Value, decode, encode

texts = st.text().map(lambda text: unicodedata.normalize("NFC", text))
edges = st.sampled_from(
    [
        sign * 2**power + near
        for power in (5, 7, 8, 15, 16, 31, 32, 62)
        for sign in (1, -1)
        for near in (-1, 0, 1)
    ]
)
numbers = st.integers(-(2**63), 2**64 - 1) | edges
scalars = st.none() | st.booleans() | numbers | st.binary() | texts
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=20), max_leaves=40)
leads = st.builds(lambda lead, rest: bytes([lead]) + rest, st.integers(0, 255), st.binary(max_size=12))


def first_reading(data: bytes) -> Any:
    try:
        return canonical.decode(data, Any)
    except ProtocolError:
        return EncodingError


def second_reading(data: bytes) -> Any:
    try:
        return decode(data)
    except EncodingError:
        return EncodingError


@given(values)
def test_a_value_is_written_as_elsewhere_and_comes_back(value: Value) -> None:
    data = encode(value)

    assert data == canonical.encode(value) == reference.packb(value)
    assert repr(decode(data)) == repr(value)


@given(st.binary(max_size=60) | leads | st.lists(leads, max_size=5).map(lambda row: b"\x95" + b"".join(row)))
@example(b"\xcf" + b"\xff" * 8)
@example(b"\xd3" + b"\x00" * 8)
@example(b"\xd2\x80\x00\x00\x00")
def test_both_readers_agree_on_any_bytes(data: bytes) -> None:
    assert repr(second_reading(data)) == repr(first_reading(data))


@given(values.map(reference.packb), st.data())
def test_both_readers_agree_on_changed_bytes(data: bytes, draw: st.DataObject) -> None:
    place = draw.draw(st.integers(0, len(data) - 1))
    changed = data[:place] + draw.draw(st.binary(max_size=2)) + data[place + 1 :]

    assert repr(second_reading(changed)) == repr(first_reading(changed))


@pytest.mark.parametrize("size", [0, 15, 16, 31, 32, 255, 256, 65535, 65536])
def test_every_width_of_a_length_is_known(size: int) -> None:
    rows: list[Value] = [b"x" * size, "x" * size, [0] * size]

    for value in rows:
        assert encode(value) == reference.packb(value)
        assert decode(encode(value)) == value


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("cc7f", "127 has a shorter form"),
        ("cd00ff", "255 has a shorter form"),
        ("d0e0", "-32 has a shorter form"),
        ("d001", "1 has a shorter form"),
        ("d3ffffffff80000000", "-2147483648 has a shorter form"),
        ("ce0000ffff", "65535 has a shorter form"),
        ("cf00000000ffffffff", "4294967295 has a shorter form"),
        ("d1ff80", "-128 has a shorter form"),
        ("d2ffff8000", "-32768 has a shorter form"),
        ("c500ff" + "00" * 255, "255 has a shorter form"),
        ("c60000ffff" + "00" * 65535, "65535 has a shorter form"),
        ("d91f" + "61" * 31, "31 has a shorter form"),
        ("da00ff" + "61" * 255, "255 has a shorter form"),
        ("db0000ffff" + "61" * 65535, "65535 has a shorter form"),
        ("dc000f" + "00" * 15, "15 has a shorter form"),
        ("dd0000ffff" + "00" * 65535, "65535 has a shorter form"),
        ("", "cut off"),
        ("9201", "cut off"),
        ("c405", "cut off"),
        ("ddffffffff", "cut off"),
        ("0101", "1 bytes follow"),
        ("ca3f800000", "No value begins with 0xca"),
        ("80", "No value begins with 0x80"),
        ("c1", "No value begins with 0xc1"),
        ("d40100", "No value begins with 0xd4"),
        ("a1ff", "not UTF-8"),
        ("a365cc81", "not in normal form C"),
        ("91" * (DEPTH + 1) + "c0", "nested too deep"),
    ],
    ids=lambda text: text[:24],
)
def test_what_is_not_the_one_form_of_a_value_is_refused(data: str, sentence: str) -> None:
    with pytest.raises(EncodingError, match=sentence):
        decode(bytes.fromhex(data))


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, "\ud800", "cafe\u0301", 1.5, {}, [{}]], ids=ascii)
def test_what_has_no_form_is_not_written(value: Any) -> None:
    with pytest.raises(EncodingError):
        encode(value)


def test_the_deepest_value_comes_back_and_a_deeper_one_is_not_written() -> None:
    value: Value = 7
    for _ in range(DEPTH):
        value = [value]

    assert decode(encode(value)) == value
    with pytest.raises(EncodingError, match="nested too deep"):
        encode([value])
