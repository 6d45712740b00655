"""The part of msgpack that is hashed and signed: nil, booleans, integers, bytes, texts, arrays.

Every value has one encoding, the shortest, and texts are in normal form C. Other bytes are refused, so
reading also checks the canonical form.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias
from unicodedata import is_normalized

Value: TypeAlias = bool | int | bytes | str | list["Value"] | None

DEPTH = 32  # no record is nested nearly as deep

_CONSTANTS: dict[int, Value] = {0xC0: None, 0xC2: False, 0xC3: True}


class EncodingError(ValueError):
    """These bytes are not a value in its one form, or this value has none."""


class Form(NamedTuple):
    """A way to write a length or a number: the lead byte, the width that follows, and what it is for."""

    lead: int
    width: int
    low: int
    high: int


# Ranges do not overlap: a number outside the range of its form should have had a shorter one.
_NUMBERS = (
    Form(0xCC, 1, 1 << 7, (1 << 8) - 1),
    Form(0xCD, 2, 1 << 8, (1 << 16) - 1),
    Form(0xCE, 4, 1 << 16, (1 << 32) - 1),
    Form(0xCF, 8, 1 << 32, (1 << 64) - 1),
    Form(0xD0, 1, -(1 << 7), -33),
    Form(0xD1, 2, -(1 << 15), -(1 << 7) - 1),
    Form(0xD2, 4, -(1 << 31), -(1 << 15) - 1),
    Form(0xD3, 8, -(1 << 63), -(1 << 31) - 1),
)
_BIN_LENGTHS = (
    Form(0xC4, 1, 0, (1 << 8) - 1),
    Form(0xC5, 2, 1 << 8, (1 << 16) - 1),
    Form(0xC6, 4, 1 << 16, (1 << 32) - 1),
)
_TEXT_LENGTHS = (
    Form(0xD9, 1, 32, (1 << 8) - 1),
    Form(0xDA, 2, 1 << 8, (1 << 16) - 1),
    Form(0xDB, 4, 1 << 16, (1 << 32) - 1),
)
_ARRAY_LENGTHS = (
    Form(0xDC, 2, 16, (1 << 16) - 1),
    Form(0xDD, 4, 1 << 16, (1 << 32) - 1),
)
_NUMBER_OF = {form.lead: form for form in _NUMBERS}
_BIN_OF = {form.lead: form for form in _BIN_LENGTHS}
_TEXT_OF = {form.lead: form for form in _TEXT_LENGTHS}
_ARRAY_OF = {form.lead: form for form in _ARRAY_LENGTHS}


def decode(data: bytes) -> Value:
    reader = _Reader(data)
    value = reader.value(DEPTH)
    if reader.position != len(data):
        raise EncodingError(f"{len(data) - reader.position} bytes follow the value.")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def value(self, depth: int) -> Value:
        lead = self.take(1)[0]
        if lead < 0x80:
            return lead
        if lead >= 0xE0:
            return lead - 0x100
        if lead in _CONSTANTS:
            return _CONSTANTS[lead]
        if lead in _NUMBER_OF:
            return self.number(_NUMBER_OF[lead])
        if lead in _BIN_OF:
            return self.take(self.number(_BIN_OF[lead]))
        if 0xA0 <= lead <= 0xBF:
            return self.text(lead & 0x1F)
        if lead in _TEXT_OF:
            return self.text(self.number(_TEXT_OF[lead]))
        if 0x90 <= lead <= 0x9F:
            return self.array(lead & 0x0F, depth)
        if lead in _ARRAY_OF:
            return self.array(self.number(_ARRAY_OF[lead]), depth)
        raise EncodingError(f"No value begins with {lead:#04x}.")

    def take(self, size: int) -> bytes:
        start, self.position = self.position, self.position + size
        if self.position > len(self.data):
            raise EncodingError("The value is cut off.")
        return self.data[start : self.position]

    def number(self, form: Form) -> int:
        value = int.from_bytes(self.take(form.width), "big", signed=form.high < 0)
        if not form.low <= value <= form.high:
            raise EncodingError(f"{value} has a shorter form.")
        return value

    def text(self, size: int) -> str:
        try:
            text = self.take(size).decode()
        except UnicodeDecodeError:
            raise EncodingError("A text is not UTF-8.") from None
        _check_normal(text)
        return text

    def array(self, length: int, depth: int) -> list[Value]:
        if not depth:
            raise EncodingError("Arrays are nested too deep.")
        return [self.value(depth - 1) for _ in range(length)]


def encode(value: Value, depth: int = DEPTH) -> bytes:
    if isinstance(value, int) and not isinstance(value, bool):
        return _encode_number(value)
    if isinstance(value, bytes):
        return _header(len(value), _BIN_LENGTHS) + value
    if isinstance(value, str):
        return _encode_text(value)
    if isinstance(value, list):
        return _encode_array(value, depth)
    for lead, constant in _CONSTANTS.items():
        if value is constant:
            return bytes([lead])
    raise EncodingError(f"There is no form for a {type(value).__name__}.")


def _encode_number(value: int) -> bytes:
    if -32 <= value < 128:
        return (value & 0xFF).to_bytes(1, "big")
    return _header(value, _NUMBERS)


def _encode_text(text: str) -> bytes:
    _check_normal(text)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise EncodingError("A text is not UTF-8.") from None
    short = bytes([0xA0 | len(data)]) if len(data) < 32 else _header(len(data), _TEXT_LENGTHS)
    return short + data


def _encode_array(items: list[Value], depth: int) -> bytes:
    if not depth:
        raise EncodingError("Arrays are nested too deep.")
    short = bytes([0x90 | len(items)]) if len(items) < 16 else _header(len(items), _ARRAY_LENGTHS)
    return short + b"".join(encode(item, depth - 1) for item in items)


def _header(value: int, forms: tuple[Form, ...]) -> bytes:
    for form in forms:
        if form.low <= value <= form.high:
            return bytes([form.lead]) + value.to_bytes(form.width, "big", signed=form.high < 0)
    raise EncodingError(f"{value} has more than 64 bits.")


def _check_normal(text: str) -> None:
    if not is_normalized("NFC", text):
        raise EncodingError("A text is not in normal form C.")
