"""An answer to type: one short question after the other until it is whole.

A conversation is a generator. It yields what to read, the question last, and is sent the line that was typed
then. Its result is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from client.table.by_name import fitting
from client.table.menu import Draft
from client.texts import t
from core.kinds import Choice

Value = TypeVar("Value")
BACK: Final = "back"
YES, NO = "yes", "no"


class Row(NamedTuple):
    """Something to pick: what is typed for it, and its words."""

    key: str
    words: str
    names: tuple[str, ...] = ()  # what it is called, if its words say more than that
    about: str = ""  # says what to know about it, beside its words


class Asked(NamedTuple):
    """What to read before the next line is typed; the question is the last part."""

    lines: tuple[str, ...]
    so_far: Choice | None = None  # the answer as it stands, to be kept as a draft
    rows: Sequence[Row] = ()  # what there is to pick, so that one can ask about it
    about: str = ""  # what the question is for


Conversation: TypeAlias = Generator[Asked, str, Value]
FormInLines: TypeAlias = Callable[..., Conversation[Draft]]
"""From a view, a decision and a draft: how its answer is asked for."""


class WentBackError(Exception):
    """The player wants to go back to what was asked before."""


def row_line(row: Row) -> str:
    return t("plain-row", key=row.key, words=row.words)


def numbered(labels: Sequence[str], first: int = 1) -> list[Row]:
    return [Row(str(number), label) for number, label in enumerate(labels, start=first)]


def pick(
    question: str, rows: Sequence[Row], before: tuple[str, ...] = (), so_far: Choice | None = None
) -> Conversation[int]:
    """Ask until one of the rows is named, by its key or its words; return its place."""
    whole = (*before, *map(row_line, rows), question)
    lines = whole
    while True:
        line = yield Asked(lines, so_far, rows)
        if not line:
            lines = whole
            continue
        found = places_of(rows, line)
        if len(found) == 1:
            return found[0]
        lines = (*unclear(rows, found, line), question)


def places_of(rows: Sequence[Row], line: str) -> list[int]:
    """Return which rows a line means; a player who wants none of them goes back."""
    if line == BACK:
        raise WentBackError
    return fitting_rows(rows, line)


def fitting_rows(rows: Sequence[Row], line: str) -> list[int]:
    """Return which rows have this key or name; a single character is only ever a key."""
    keys = [place for place, row in enumerate(rows) if row.key.casefold() == line.casefold()]
    if keys or len(line) == 1:
        return keys
    names = [(place, name) for place, row in enumerate(rows) for name in row.names or (row.words,)]
    found = fitting(line, [name for _, name in names])
    return sorted({names[place][0] for place in found})


def unclear(
    rows: Sequence[Row], found: Sequence[int], line: str, nothing: str = "plain-fits-nothing"
) -> Sequence[str]:
    """Say that a line means nothing, or which things it could mean."""
    if not found:
        return (t(nothing, line=line),)
    return t("plain-fits-several", line=line), *(row_line(rows[place]) for place in found)


def number(question: str, most: int, usual: int, before: tuple[str, ...] = ()) -> Conversation[int]:
    """Ask until a number from 0 up to the most is typed; Enter alone means the usual one."""
    lines = (*before, question)
    while True:
        line = yield Asked(lines)
        if line == BACK:
            raise WentBackError
        if not line:
            return usual
        if line.isascii() and line.isdigit() and int(line[:9]) <= most:
            return int(line[:9])
        lines = (t("plain-number-up-to", line=line, most=most), question)


def make_sure(question: str, before: tuple[str, ...] = ()) -> Conversation[bool]:
    """Ask for yes or no; going back means no."""
    lines = (*before, question)
    while True:
        line = (yield Asked(lines)).casefold()
        if line in (YES, NO, BACK, YES[0], NO[0]):
            return line.startswith(YES[0])
        lines = (t("plain-yes-or-no", word=line), question) if line else (*before, question)
