"""The canonical encoding C1 of all that is hashed or signed: one value, one row of bytes.

Allowed are nil, booleans, integers of 64 bits, bytes, texts in normal form C, and arrays of these;
no floats, no extensions, no maps. Integers and lengths take the shortest form.
"""

from __future__ import annotations

from typing import TypeVar
from unicodedata import is_normalized

from msgspec import msgpack

from protocol.errors import UNREADABLE, Code, ProtocolError, unreadable

T = TypeVar("T")

# By their first byte: how long the scalars are, and how many bytes tell the length of all others.
_SCALARS = dict.fromkeys((*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3), 1)
_SCALARS |= {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9}
_BINS = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_TEXTS = {**dict.fromkeys(range(0xA0, 0xC0), 0), 0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {**dict.fromkeys(range(0x90, 0xA0), 0), 0xDC: 2, 0xDD: 4}
_WIDTHS = _BINS | _TEXTS | _ARRAYS
_SHORT_LENGTHS = {lead: lead & 0x1F for lead in range(0xA0, 0xC0)} | {
    lead: lead & 0x0F for lead in range(0x90, 0xA0)
}

_encoder = msgpack.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    try:
        data = _encoder.encode(value)
    except (OverflowError, UnicodeEncodeError, RecursionError) as error:
        raise _refusal(str(error)) from None
    _check(data)
    return data


def decode(data: bytes, type_: type[T]) -> T:
    """Read a value whose encoding is these bytes and no others."""
    _check(data)
    try:
        value = msgpack.decode(data, type=type_)
    except UNREADABLE as error:
        raise unreadable(Code.NOT_CANONICAL, error) from None
    if _encoder.encode(value) != data:
        raise _refusal("this is not the one encoding of its value")
    return value


def _check(data: bytes) -> None:
    """Walk over one value and refuse what C1 does not have; where it ends too soon, the decoder says so."""
    position, owed = 0, 1
    while owed and position < len(data):
        owed -= 1
        lead = data[position]
        if lead in _SCALARS:
            position += _SCALARS[lead]
            continue
        start, length = _header(data, position)
        if lead in _ARRAYS:
            position, owed = start, owed + length
            continue
        position = start + length
        if lead in _TEXTS:
            _check_text(data[start:position])


def _header(data: bytes, position: int) -> tuple[int, int]:
    """Give where the content of a text, bin or array starts, and its length."""
    lead = data[position]
    if lead not in _WIDTHS:
        raise _refusal(f"there is nothing that begins with {lead:#04x}")
    start = position + 1 + _WIDTHS[lead]
    if lead in _SHORT_LENGTHS:
        return start, _SHORT_LENGTHS[lead]
    return start, int.from_bytes(data[position + 1 : start], "big")


def _check_text(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise unreadable(Code.NOT_CANONICAL, error) from None
    if not is_normalized("NFC", text):
        raise _refusal("a text is not in normal form C")


def _refusal(detail: str) -> ProtocolError:
    return ProtocolError(Code.NOT_CANONICAL, detail)
