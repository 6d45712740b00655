"""Moves as lines of text, and the small vocabulary work that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from core.game import Game, seat_named
from core.phrases import named, phrase
from core.records import Choice, InputError, MoveError, Seat


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
"""By the first word of a line: the message that tells how it is written, and what reads the other words."""

MOST_WORDS = 40


def read_choice(line: str, plain: Mapping[str, Choice], readers: Readers) -> Choice:
    """Read a line, of one word or with more; an error says what was expected."""
    verb, *words = line.split()[:MOST_WORDS] or [""]
    if verb in plain:
        if words:
            raise MoveError("nothing-goes-with", verb=verb, line=line)
        return plain[verb]
    if verb not in readers:
        raise MoveError("no-known-word", line=line, words=", ".join([*plain, *readers]))
    form, read = readers[verb]
    try:
        return read(words)
    except (IndexError, ValueError):
        raise MoveError("should-read", line=line, form=phrase(form)) from None


def number_of(word: str, vocabulary: Sequence[str], kind: str) -> int:
    """Find a word among the names of a kind of thing."""
    if word not in vocabulary:
        raise MoveError("no-such", word=word, kind=named("kind", kind), words=", ".join(vocabulary))
    return vocabulary.index(word)


MOST_DIGITS = 9


def amount_in(word: str) -> int:
    """Read a number written the one way there is to write it."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and str(int(word)) == word):
        raise MoveError("no-amount", word=word)
    return int(word)
