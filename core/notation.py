"""Lines of moves word by word: the vocabulary work all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from core.kinds import Choice, MoveError, named, phrase


def moves_in(text: str) -> list[str]:
    """List the lines of a text that say something, without comments and extra blanks."""
    lines = (" ".join(line.partition("#")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


Readers: TypeAlias = Mapping[str, tuple[str, Callable[[Sequence[str]], Choice]]]
"""By the first word of a line: the message that tells how to write it, and what reads the other words."""

MOST_WORDS = 40


def read_choice(line: str, plain: Mapping[str, Choice], readers: Readers) -> Choice:
    """Read a line of one word or more; an error says what was expected."""
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
    """Read a number written in the only valid way."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and str(int(word)) == word):
        raise MoveError("no-amount", word=word)
    return int(word)


# Lines with the same words every time --------------------------------------------------------


class WordForm(NamedTuple):
    """How a value is written as a word of a line, and read back."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


AMOUNT = WordForm(str, amount_in)


def name_among(names: Sequence[str], kind: str) -> WordForm:
    return WordForm(names.__getitem__, lambda word: number_of(word, names, kind))


Lines: TypeAlias = Mapping[str, tuple[type[Choice], tuple[WordForm, ...]]]
"""By the first word of a line: the choice, and the words of its fields."""


def writers_of(plain: Mapping[str, Choice], lines: Lines) -> dict[type[Choice], Callable[[Any], str]]:
    """Return writers for choices without fields and for lines that always have the same words."""
    forms = {**{verb: (type(choice), ()) for verb, choice in plain.items()}, **lines}
    return {kind: _writer(verb, kind, words) for verb, (kind, words) in forms.items()}


def _writer(verb: str, kind: type[Choice], words: tuple[WordForm, ...]) -> Callable[[Choice], str]:
    fields = [*zip(kind.__struct_fields__, words, strict=True)]
    return lambda choice: " ".join([verb, *[word.write(getattr(choice, name)) for name, word in fields]])


def readers_of(lines: Lines, form: str) -> Readers:
    """Return readers for such lines; `form` begins the messages that tell how they are written."""
    return {verb: (f"{form}-{verb}", _reader(kind, words)) for verb, (kind, words) in lines.items()}


def _reader(kind: type[Choice], words: tuple[WordForm, ...]) -> Callable[[Sequence[str]], Choice]:
    def read(texts: Sequence[str]) -> Choice:
        pairs = [*zip(words, texts, strict=True)]
        return kind(*[word.read(text) for word, text in pairs])

    return read
