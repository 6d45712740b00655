"""What a player is told, as data: which message, and what it speaks of. Saying it is for whoever has words.

A message goes by its id. What it speaks of are numbers, texts that stand as they are (a line of notation,
a name that somebody chose), and other phrases: so a clan is the message that names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias, Union

from msgspec import Meta, Struct

Id: TypeAlias = Annotated[str, Meta(max_length=64)]
Text: TypeAlias = Annotated[str, Meta(max_length=4000)]
Fact: TypeAlias = Union[int, Text, "Phrase"]
Facts: TypeAlias = Annotated[tuple[tuple[Id, Fact], ...], Meta(max_length=8)]


class Phrase(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A message and its arguments by name: `[message, [[name, fact], ...]]`."""

    message: Id
    facts: Facts = ()

    def __str__(self) -> str:
        """Write it for those who know the ids, where nobody has words for it."""
        facts = ", ".join([f"{name}={fact}" for name, fact in self.facts])
        return f"{self.message}[{facts}]" if facts else self.message


def phrase(message: str, **facts: Fact) -> Phrase:
    return Phrase(message, tuple(facts.items()))


def named(kind: str, name: str) -> Phrase:
    """Name a thing of some kind, by the word that notation has for it."""
    return Phrase(f"{kind}-{name}")


def listed(things: Sequence[Fact], message: str = "list") -> Fact:
    """Speak of several things as of one: the first of them and the last."""
    *rest, last = things
    return phrase(message, rest=listed(rest, message), last=last) if rest else last


class PhrasedError(Exception):
    """What a player did cannot be; the phrase says why, and the rule forbids it if there is one.

    All such messages begin with the same word, which the code that refuses need not repeat.
    """

    def __init__(self, message: str, rule: str = "", /, **facts: Fact) -> None:
        self.phrase = phrase(f"refuse-{message}", **facts)
        self.rule = rule
        super().__init__(f"{self.phrase} ({rule})" if rule else str(self.phrase))
