"""The canonical encoding C1 of everything that is hashed or signed: one value, one sequence of bytes.

It allows nil, booleans, 64-bit integers, bytes, texts in normal form C, and arrays of these; no floats, no
extensions, no maps. Integers and lengths take the shortest form.
"""

from __future__ import annotations

from typing import TypeVar
from unicodedata import is_normalized

from msgspec import Struct, inspect, msgpack

from protocol.errors import UNREADABLE, Code, ProtocolError, unreadable

T = TypeVar("T")

# By first byte: the length of scalars, and how many bytes hold the length of everything else.
_SCALARS = dict.fromkeys((*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3), 1)
_SCALARS |= {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9}
_BINS = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_TEXTS = {**dict.fromkeys(range(0xA0, 0xC0), 0), 0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {**dict.fromkeys(range(0x90, 0xA0), 0), 0xDC: 2, 0xDD: 4}
_WIDTHS = _BINS | _TEXTS | _ARRAYS
_SHORT_LENGTHS = {lead: lead & 0x1F for lead in range(0xA0, 0xC0)} | {
    lead: lead & 0x0F for lead in range(0x90, 0xA0)
}

_PLAIN = (inspect.NoneType, inspect.BoolType, inspect.IntType, inspect.BytesType)
_encoder = msgpack.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    try:
        data = _encoder.encode(value)
    except (OverflowError, UnicodeEncodeError, RecursionError) as error:
        raise _refusal(str(error)) from None
    texts = _texts[type(value)]
    if texts is None:
        _check(data)
    else:
        _check_texts(value, texts)
    return data


def decode(data: bytes, type_: type[T]) -> T:
    """Read a value whose encoding is these bytes and no others."""
    texts = _texts[type_]
    if texts is None:
        _check(data)
    try:
        value = msgpack.decode(data, type=type_)
    except UNREADABLE as error:
        raise unreadable(Code.NOT_CANONICAL, error) from None
    if _encoder.encode(value) != data:
        raise _refusal("this is not the one encoding of its value")
    if texts:
        _check_texts(value, texts)
    return value


class _Texts(dict[object, tuple[str, ...] | None]):
    """The names of a record's texts, if everything else in it is numbers and bytes and needs no check."""

    def __missing__(self, kind: object) -> tuple[str, ...] | None:
        found = self[kind] = _texts_in(kind)
        return found


_texts = _Texts()


def _texts_in(kind: object) -> tuple[str, ...] | None:
    if not isinstance(kind, type) or not issubclass(kind, Struct):
        return None
    record = inspect.type_info(kind)
    assert isinstance(record, inspect.StructType)
    texts = [field for field in record.fields if isinstance(field.type, inspect.StrType)]
    others = [field for field in record.fields if field not in texts]
    is_plain = record.array_like and all(_is_plain(field.type) for field in others)
    return tuple(field.name for field in texts) if is_plain else None


def _is_plain(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.StructType):
        return kind.array_like and all(_is_plain(field.type) for field in kind.fields)
    if isinstance(kind, inspect.VarTupleType):
        return _is_plain(kind.item_type)
    if isinstance(kind, inspect.TupleType):
        return all(map(_is_plain, kind.item_types))
    if isinstance(kind, inspect.UnionType):
        return all(map(_is_plain, kind.types))
    return isinstance(kind, _PLAIN)


def _check_texts(value: object, names: tuple[str, ...]) -> None:
    for name in names:
        if not is_normalized("NFC", getattr(value, name)):
            raise _not_normal()


def _check(data: bytes) -> None:
    """Walk over one value and refuse what C1 does not allow; if it ends too soon, the decoder says so."""
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
    """Return where the content of a text, bin or array starts, and its length."""
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
        raise _not_normal()


def _not_normal() -> ProtocolError:
    return _refusal("a text is not in normal form C")


def _refusal(detail: str) -> ProtocolError:
    return ProtocolError(Code.NOT_CANONICAL, detail)
