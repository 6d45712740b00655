"""Moves as lines of text, and the small vocabulary work that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from core.game import Game, seat_named
from core.records import Choice, InputError, Seat


def move_line(game: Game, seat: Seat, choice: Choice) -> str:
    return f"{game.seat_names[seat]}: {game.line_of(choice)}"


def read_move(game: Game, line: str) -> tuple[Seat, Choice]:
    """Read `SEAT: WORDS`."""
    name, colon, words = line.partition(": ")
    if not colon:
        msg = f"A move is written 'SEAT: WORDS', not '{line}'."
        raise InputError(msg)
    return seat_named(game, name), game.choice_of(words)


def moves_in(text: str) -> list[str]:
    """List the lines of a text that say something, without comments and spare blanks."""
    lines = (" ".join(line.partition("#")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


Readers: TypeAlias = Mapping[str, tuple[str, Callable[[Sequence[str]], Choice]]]
"""By the first word of a line: how such a line is written, and what reads the other words."""

MOST_WORDS = 40


def read_choice(line: str, plain: Mapping[str, Choice], readers: Readers) -> Choice:
    """Read a line, of one word or with more; the sentence of an error says what was expected."""
    verb, *words = line.split()[:MOST_WORDS] or [""]
    if verb in plain:
        if words:
            msg = f"Nothing goes with '{verb}', so '{line}' cannot be read."
            raise InputError(msg)
        return plain[verb]
    if verb not in readers:
        msg = f"'{line}' begins with no known word; known are {', '.join([*plain, *readers])}."
        raise InputError(msg)
    form, read = readers[verb]
    try:
        return read(words)
    except (IndexError, ValueError):
        msg = f"'{line}' should read '{form}'."
        raise InputError(msg) from None


def number_of(word: str, vocabulary: Sequence[str], kind: str) -> int:
    """Find a word among the names of a kind of thing."""
    if word not in vocabulary:
        msg = f"'{word}' is no {kind}; there is {', '.join(vocabulary)}."
        raise InputError(msg)
    return vocabulary.index(word)


MOST_DIGITS = 9


def amount_in(word: str) -> int:
    """Read a number written the one way there is to write it."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and str(int(word)) == word):
        msg = f"'{word}' is no amount."
        raise InputError(msg)
    return int(word)
