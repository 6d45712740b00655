"""Positions as documents: one table of fields for each game, used for both writing and reading.

Whatever a document leaves out is as in a fresh game. For all games, this module makes sure that a document
has the right form and that play can go on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Struct

from core import flow
from core.chance import Rng
from core.kinds import Choice, InputError, Seat
from core.spelling import Spelling, form_of, idle, said_in

S = TypeVar("S", bound=flow.Flow)
T = TypeVar("T")


class DocField(NamedTuple, Generic[T]):
    """What a document says under one name: its form, how to write it, and how to read it into a table."""

    name: str
    form: Any  # the type of what is written
    write: Callable[[T], Any] | None = None  # None: only people write it
    read: Callable[[T, Any], None] | None = None  # None: other fields decide what it means
    is_idle: bool = False  # left out while there is nothing to say


class Section(NamedTuple, Generic[S]):
    """A part of a table with its own section in a document: a clan, a house, a province."""

    state: S
    number: int


class Positions(NamedTuple, Generic[S]):
    """How the positions of a game are written and read."""

    fields: tuple[DocField[S], ...]
    rules: flow.Rules
    check: Callable[[S], None]
    fresh: Callable[[Mapping[str, Any], tuple[Seat, ...]], S]  # the game a document adds to
    complete: Callable[[S, Mapping[str, Any]], None]  # what follows from the whole document

    def write(self, state: S) -> dict[str, Any]:
        """Put everything on the table into a document; leave out what is idle."""
        return write_fields(self.fields, state)

    def read(self, document: Mapping[str, Any], seats: tuple[Seat, ...], rng: Rng) -> S:
        """Make the state a document describes and go on to its first decision."""
        written = converted(self.fields, document, "This position")
        state = self.fresh(written, seats)
        read_fields(self.fields, [(state, written)])
        self.complete(state, written)
        self._stand(state, rng)
        return state

    def _stand(self, state: S, rng: Rng) -> None:
        """Play on to the next decision, and refuse what could not stand on a table."""
        try:
            flow.advance(self.rules, state, rng)
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            msg = f"This position makes no sense, nobody can play on from it: {error}."
            raise InputError(msg) from None
        try:
            self.check(state)
        except AssertionError as error:
            msg = f"This position cannot stand on a table: {error}."
            raise InputError(msg) from None


def write_all(fields: Iterable[DocField[T]], table: T) -> dict[str, Any]:
    return {field.name: field.write(table) for field in fields if field.write is not None}


def write_fields(fields: Iterable[DocField[T]], table: T) -> dict[str, Any]:
    """Write everything there is to say."""
    idle_ones = [field.name for field in fields if field.is_idle]
    return {name: value for name, value in write_all(fields, table).items() if value or name not in idle_ones}


def read_fields(fields: Iterable[DocField[T]], parts: Collection[tuple[T, Mapping[str, Any]]]) -> None:
    """Read field by field, so that a later field can build on the earlier ones of all parts."""
    for field in fields:
        for table, written in parts:
            if field.read is not None and field.name in written:
                field.read(table, written[field.name])


def converted(fields: tuple[DocField[Any], ...], document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return what a document says, if all of it has the right form."""
    form = _document_form(fields)
    try:
        return said_in(msgspec.convert(document, form))
    except msgspec.ValidationError as error:
        known = ", ".join(form.__struct_fields__)
        msg = f"{name} cannot be read: {error}. It can have {known}."
        raise InputError(msg) from None


@cache
def _document_form(fields: tuple[DocField[Any], ...]) -> type[Struct]:
    return form_of([(field.name, field.form, UNSET) for field in fields])


# Kinds of fields -----------------------------------------------------------------------------


def attribute(name: str, spelling: Spelling, attribute: str = "") -> DocField[Any]:
    """Describe what the state keeps under the same name, or under an attribute's name."""
    kept = attribute or name
    return DocField(
        name,
        spelling.form,
        lambda state: spelling.write(state, getattr(state, kept)),
        lambda state, written: setattr(state, kept, spelling.read(state, written)),
        spelling.is_idle,
    )


def entry(name: str, spelling: Spelling, attribute: str = "") -> DocField[Any]:
    """Describe what the state keeps in a row with an entry for each part."""
    kept = attribute or name

    def read(part: Section[Any], written: Any) -> None:
        row = [*getattr(part.state, kept)]
        row[part.number] = spelling.read(part.state, written)
        setattr(part.state, kept, type(getattr(part.state, kept))(row))

    return DocField(
        name,
        spelling.form,
        lambda part: spelling.write(part.state, getattr(part.state, kept)[part.number]),
        read,
        spelling.is_idle,
    )


def group(
    name: str,
    title: str,
    key: Spelling,
    fields: tuple[DocField[Section[S]], ...],
    members: Callable[[S], Iterable[int]],
) -> DocField[S]:
    """Describe the parts of a table that have the same fields."""

    def write(state: S) -> dict[str, Any]:
        return {key.write(state, each): write_fields(fields, Section(state, each)) for each in members(state)}

    def read(state: S, rows: Mapping[str, Mapping[str, Any]]) -> None:
        numbered = sorted((key.read(state, word), word) for word in rows)
        parts = [(number, converted(fields, rows[word], f"{title} {word}")) for number, word in numbered]
        read_fields(fields, [(Section(state, number), written) for number, written in parts])

    return DocField(name, dict[str, dict[str, Any]], write, read)


def answers(
    seat: Spelling, line_of: Callable[[Choice], str], choice_of: Callable[[str], Choice]
) -> DocField[Any]:
    """Describe what has been sealed so far, as lines."""
    lines = Spelling(
        dict[str, str],
        lambda state, sealed: {seat.write(state, each): line_of(sealed[each]) for each in sorted(sealed)},
        lambda state, sealed: {seat.read(state, word): choice_of(line) for word, line in sealed.items()},
    )
    return attribute("answers", idle(lines))


def agenda(step_type: Any, is_at_rest: Callable[[Any], bool]) -> DocField[Any]:
    """Describe the steps under way, as JSON; steps that follow from the phase are not written."""

    def write(state: flow.Flow) -> list[str]:
        return [] if is_at_rest(state) else [msgspec.json.encode(step).decode() for step in state.agenda]

    def read(state: flow.Flow, texts: list[str]) -> None:
        try:
            state.agenda = [msgspec.json.decode(text, type=step_type) for text in texts]
        except msgspec.DecodeError as error:
            msg = f"The agenda of this position cannot be read: {error}."
            raise InputError(msg) from None

    return DocField("agenda", list[str], write, read, is_idle=True)
