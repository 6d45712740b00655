"""What can be chosen before a game, asked for field by field."""

from __future__ import annotations

from collections.abc import Iterable

from client.table.conversation import Asked, Conversation, Row, places_of, row_line, unclear
from client.table.opening import Field
from client.texts import t


def filled(fields: Iterable[Field]) -> Conversation[dict[str, str]]:
    """Ask for one field after the other; Enter alone accepts the proposal."""
    chosen = {}
    for field in fields:
        chosen[field.name] = field.values[(yield from place_in(field))]
    return chosen


def place_in(field: Field) -> Conversation[int]:
    """Ask for a value of a field by its number or its words; return its place."""
    rows, question = rows_of(field), question_about(field)
    lines: tuple[str, ...] = (question,) if is_number(field) else (*map(row_line, rows), question)
    while True:
        line = yield Asked(lines, rows=rows, about=field.purpose)
        found = places_of(rows, line) if line else [field.start]
        if len(found) == 1:
            return found[0]
        lines = (*unclear(rows, found, line, "plain-fits-none"), question)


def is_number(field: Field) -> bool:
    return all(value.isdigit() for value in field.values)


def rows_of(field: Field) -> list[Row]:
    if is_number(field):
        return [Row(value, value) for value in field.values]
    abouts = field.about or ("",) * len(field.words)
    return [
        Row(str(place + 1), value_words(field, place), (words,), about)
        for place, (words, about) in enumerate(zip(field.words, abouts, strict=True))
    ]


def value_words(field: Field, place: int) -> str:
    """Name a value and say what to know about it, unless that is true of others, too."""
    words, about = field.words[place], field.about[place] if field.about else ""
    if field.about.count(about) != 1:
        return words
    return t("plain-lobby-value", value=words, about=about)


def question_about(field: Field) -> str:
    usual = field.words[field.start]
    if is_number(field):
        least, most = field.values[0], field.values[-1]
        return t("plain-lobby-number", field=field.label, least=least, most=most, usual=usual)
    return t("plain-lobby-field", field=field.label, usual=usual)
