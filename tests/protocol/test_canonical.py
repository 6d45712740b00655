"""C1: every value has one encoding, and no other bytes are read as it."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from protocol import canonical
from protocol.errors import Code, ProtocolError

texts = st.text().map(lambda text: unicodedata.normalize("NFC", text))
scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary() | texts
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=20), max_leaves=40)


class Sealed(Struct, frozen=True, array_like=True):
    """A signed record, as a test needs it."""

    seat: int
    choice: bytes
    note: str | None = None


def refused(data: bytes, type_: Any = Any) -> str:
    with pytest.raises(ProtocolError) as caught:
        canonical.decode(data, type_)

    assert caught.value.code is Code.NOT_CANONICAL
    return caught.value.detail


class Named(Struct, frozen=True, array_like=True):
    """A record of which only the text can be wrong."""

    seat: int
    name: str


@pytest.mark.parametrize("record", [Named(1, "Cafe\u0301"), Sealed(1, b"", "Cafe\u0301")])
def test_a_record_with_a_text_in_another_form_is_not_encoded(record: Struct) -> None:
    with pytest.raises(ProtocolError) as caught:
        canonical.encode(record)

    assert caught.value.code is Code.NOT_CANONICAL


@given(st.integers(0, 2**32), texts)
def test_a_record_is_encoded_as_the_array_of_its_fields(seat: int, name: str) -> None:
    assert canonical.encode(Named(seat, name)) == canonical.encode([seat, name])


@given(values)
def test_a_value_comes_back(value: Any) -> None:
    data = canonical.encode(value)

    assert canonical.decode(data, Any) == value


@given(values)
def test_msgpack_encodes_the_same_values_the_same_way(value: Any) -> None:
    assert canonical.encode(value) == msgpack.packb(value)


@given(values, values)
def test_different_values_have_different_encodings(one: Any, other: Any) -> None:
    same = canonical.encode(one) == canonical.encode(other)

    assert same == (repr(one) == repr(other))


@given(st.binary(max_size=100) | values.map(msgpack.packb))
def test_any_bytes_are_the_encoding_of_their_value_or_refused(data: bytes) -> None:
    try:
        value = canonical.decode(data, Any)
    except ProtocolError:
        return

    assert canonical.encode(value) == data


@given(values.map(msgpack.packb), st.data())
def test_one_changed_byte_never_gives_the_same_value(data: bytes, draw: st.DataObject) -> None:
    place = draw.draw(st.integers(0, len(data) - 1))
    changed = data[:place] + bytes([draw.draw(st.integers(0, 255))]) + data[place + 1 :]

    try:
        value = canonical.decode(changed, Any)
    except ProtocolError:
        return

    assert (canonical.encode(value) == data) == (changed == data)


@pytest.mark.parametrize("size", [0, 15, 16, 31, 32, 255, 256, 65535, 65536])
def test_every_width_of_a_length_is_known(size: int) -> None:
    values: list[Any] = [b"x" * size, "x" * size, [0] * size]

    for value in values:
        assert canonical.decode(canonical.encode(value), Any) == value


def test_a_record_comes_back_as_its_type() -> None:
    record = Sealed(3, b"bid", "caf\u00e9")

    assert canonical.decode(canonical.encode(record), Sealed) == record


@pytest.mark.parametrize(
    "value",
    [1.0, [1, [2.5]], {"a": 1}, [{}], msgspec.msgpack.Ext(1, b"x"), datetime(2000, 1, 1, tzinfo=UTC)],
    ids=["float", "inner float", "map", "inner map", "extension", "time"],
)
def test_floats_maps_and_extensions_are_not_written(value: object) -> None:
    with pytest.raises(ProtocolError, match="not_canonical"):
        canonical.encode(value)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, "\ud800", "cafe\u0301"], ids=ascii)
def test_what_has_no_canonical_form_is_not_written(value: object) -> None:
    with pytest.raises(ProtocolError, match="not_canonical"):
        canonical.encode(value)


def test_a_value_nested_without_end_is_not_written() -> None:
    value: list[Any] = []
    value.append(value)

    with pytest.raises(ProtocolError, match="not_canonical"):
        canonical.encode(value)


@pytest.mark.parametrize("value", [2**64 - 1, -(2**63), "caf\u00e9", b"", [[[]]]], ids=ascii)
def test_the_outermost_values_are_written(value: object) -> None:
    assert canonical.decode(canonical.encode(value), Any) == value


@pytest.mark.parametrize(
    "data",
    [
        b"\xca\x3f\x80\x00\x00",
        b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00",
        b"\x80",
        b"\x91\x81\xa1a\x01",
        b"\xde\x00\x00",
        b"\xdf\x00\x00\x00\x00",
        b"\xd4\x01\x00",
        b"\xc7\x00\x01",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\xc1",
    ],
    ids=bytes.hex,
)
def test_floats_maps_and_extensions_are_not_read(data: bytes) -> None:
    assert "nothing that begins with" in refused(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\xcc\x01",
        b"\xcd\x00\xff",
        b"\xd0\x01",
        b"\xd1\xff\xff",
        b"\xc5\x00\x01a",
        b"\xd9\x01a",
        b"\xdc\x00\x01\x01",
    ],
    ids=bytes.hex,
)
def test_only_the_shortest_form_is_read(data: bytes) -> None:
    assert refused(data) == "this is not the one encoding of its value"


@pytest.mark.parametrize(
    "data", [b"", b"\x92\x01", b"\xc4", b"\xc4\x05a", b"\xcd\x01", b"\xa2a", b"\xdd\x00\x00"], ids=bytes.hex
)
def test_half_a_value_is_not_read(data: bytes) -> None:
    assert "truncated" in refused(data)


def test_nothing_may_follow_a_value() -> None:
    assert "trailing" in refused(b"\x01\x01")


def test_texts_are_utf_8_in_normal_form() -> None:
    assert refused(b"\xa1\xff") == "a text is not UTF-8"
    assert refused(msgpack.packb("cafe\u0301")) == "a text is not in normal form C"


def test_a_record_is_written_with_all_its_fields() -> None:
    assert refused(b"\x92\x03\xc4\x00", Sealed) == "this is not the one encoding of its value"
    assert refused(b"\x94\x03\xc4\x00\xc0\xc0", Sealed) == "this is not the one encoding of its value"


def test_a_record_of_another_type_is_not_read() -> None:
    assert "Expected `int`, got `bytes`" in refused(canonical.encode([b"3", b"", None]), Sealed)
