"""How the values of a table are spelled in a document, for writing and for reading."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import GenericAlias
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct

from core.kinds import InputError, Seat
from core.notation import number_of


class Spelling(NamedTuple):
    """How a value is written and read; both functions get the state first."""

    form: Any
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    is_idle: bool = False


def plain(form: Any) -> Spelling:
    """Write a value as it is."""
    return Spelling(form, lambda _, value: value, lambda _, value: value)


def number(least: int, most: int) -> Spelling:
    return plain(Annotated[int, Meta(ge=least, le=most)])


AMOUNT: Final = number(0, 9999)


def name(names: Sequence[str], kind: str) -> Spelling:
    return Spelling(str, lambda _, value: names[value], lambda _, word: number_of(word, names, kind))


def seat(names: Sequence[str], kind: str) -> Spelling:
    """Name a seat that plays."""

    def read(state: Any, word: str) -> Seat:
        if number_of(word, names, kind) not in state.seats:
            msg = f"{word.capitalize()} is not in this game."
            raise InputError(msg)
        return names.index(word)

    return name(names, kind)._replace(read=read)


def or_none(spelling: Spelling) -> Spelling:
    """Leave out -1, which stands for none."""
    return Spelling(
        spelling.form,
        lambda state, value: spelling.write(state, value) if value >= 0 else "",
        lambda state, written: spelling.read(state, written) if written else -1,
        is_idle=True,
    )


def row(each: Spelling) -> Spelling:
    return Spelling(
        GenericAlias(list, (each.form,)),
        lambda state, row: [each.write(state, value) for value in row],
        lambda state, row: tuple([each.read(state, value) for value in row]),
    )


def pair(each: Spelling) -> Spelling:
    return row(each)._replace(form=GenericAlias(tuple, (each.form, each.form)))


def sorted_row(each: Spelling) -> Spelling:
    read = row(each).read
    return row(each)._replace(read=lambda state, written: tuple(sorted(read(state, written))))


def mapping(key: Spelling, size: int, each: Spelling, nothing: Any) -> Spelling:
    """Write the entries of a row under their names, without empty ones."""

    def write(state: Any, row: Sequence[Any]) -> dict[str, Any]:
        entries = [(place, value) for place, value in enumerate(row) if value != nothing]
        return {key.write(state, place): each.write(state, value) for place, value in entries}

    def read(state: Any, written: Mapping[str, Any]) -> tuple[Any, ...]:
        entries = {key.read(state, word): each.read(state, value) for word, value in written.items()}
        return tuple([entries.get(place, nothing) for place in range(size)])

    return Spelling(GenericAlias(dict, (str, each.form)), write, read)


def two_words(first: Spelling, second: Spelling) -> Spelling:
    """Write a pair of values as one text, with a blank between them."""

    def write(state: Any, pair: tuple[Any, Any]) -> str:
        return f"{first.write(state, pair[0])} {second.write(state, pair[1])}"

    def read(state: Any, text: str) -> tuple[Any, Any]:
        one, _, other = text.partition(" ")
        return first.read(state, one), second.read(state, other)

    return Spelling(str, write, read)


def checked(spelling: Spelling, is_right: Callable[[Any, Any], bool], sentence: str) -> Spelling:
    """Refuse wrong values with a sentence."""

    def read(state: Any, written: Any) -> Any:
        value = spelling.read(state, written)
        if not is_right(state, value):
            raise InputError(sentence)
        return value

    return spelling._replace(read=read)


def everybody(seat: Spelling, sentence: str) -> Spelling:
    """Name all seats of a game, in some order."""
    return checked(row(seat), lambda state, seats: sorted(seats) == sorted(state.seats), sentence)


def record(kind: type[Struct], needed: Collection[str], **spellings: Spelling) -> Spelling:
    """Write a record, or nothing if there is none; optional fields have a default."""
    form = form_of(
        (name, each.form) if name in needed else (name, each.form, UNSET) for name, each in spellings.items()
    )

    def write(state: Any, value: Struct | None) -> dict[str, Any]:
        if value is None:
            return {}
        written = {name: each.write(state, getattr(value, name)) for name, each in spellings.items()}
        return {name: words for name, words in written.items() if words or not spellings[name].is_idle}

    def read(state: Any, written: Struct) -> Struct:
        said = said_in(written)
        return kind(**{name: spellings[name].read(state, words) for name, words in said.items()})

    return Spelling(form, write, read, is_idle=True)


def idle(spelling: Spelling) -> Spelling:
    """Leave a field out while there is nothing to say."""
    return spelling._replace(is_idle=True)


def form_of(names: Iterable[Any]) -> type[Struct]:
    return msgspec.defstruct("Document", names, forbid_unknown_fields=True, kw_only=True)


def said_in(record: Struct) -> dict[str, Any]:
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    return {name: value for name, value in values.items() if value is not UNSET}
