"""What every game is made of: seats, choices, steps, events, and what a player is told, as data.

A message is known by its id. Its arguments are numbers, texts to quote as they are (a line of notation, a
name somebody chose), and other phrases: a clan is the message that names it. Putting it into words is left to
whoever has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Protocol, TypeAlias, TypeVar, Union

from msgspec import Meta, Struct

T = TypeVar("T")

# What a game is made of ----------------------------------------------------------------------


Seat: TypeAlias = Annotated[int, Meta(title="seat")]
SeatIfAny: TypeAlias = Annotated[int, Meta(title="seat, or -1 for nobody")]
Viewer: TypeAlias = Seat | None
"""Whose eyes: a seat, or None for a spectator, the strictest viewer."""

MOST: Final = 9999
"""No number that is told or shown is further from zero."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Points: TypeAlias = Annotated[int, Meta(ge=-MOST, le=MOST)]


def one_of(words: Iterable[str]) -> Meta:
    """Let a text be one of these and nothing else."""
    return Meta(pattern=rf"\A(?:{'|'.join(map(re.escape, words))})\Z")


class Record(Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base of everything that is passed around: immutable, comparable, ready for the wire."""


class Choice(Record, frozen=True):
    """What a seat decides; it has one line of notation."""


class Step(Record, frozen=True):
    """Something the rules still have to do; it holds no secret."""


class TurnOver(Step, frozen=True):
    """Turn over what a seat has laid face down on a place; until then nobody else knows it."""

    seat: Seat
    place: int


class Event(Record, frozen=True):
    """Something that happened. The types of its fields bound every number and list every word there can be.

    So nobody can report what the game has no name for: it cannot be read (`core/wire.py`).
    """

    reveals: ClassVar[bool] = False
    """Whether it uncovers for everybody what was hidden: a card turned over, what chance held back."""

    def seen_by(self, viewer: Viewer) -> Event | None:  # noqa: ARG002
        """Give the form of this event that a viewer is entitled to, if any."""
        return self


class GameEnded(Event, frozen=True):
    """The game is over: who has won, and everybody's final score."""

    winners: tuple[Seat, ...]
    scores: tuple[tuple[Seat, Points], ...]


def all_in(module: str, base: type[Record]) -> Any:
    """Join all subclasses of this base in a module into one type, as the wire needs it."""
    return reduce(or_, (kind for kind in base.__subclasses__() if kind.__module__ == module))


class Dice(Protocol):
    """What it takes to pick a choice at random, for bots and fuzzing; `random.Random` is one."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...


# What a player is told -----------------------------------------------------------------------


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
    """Name a thing of some kind by its word in the notation."""
    return Phrase(f"{kind}-{name}")


def listed(things: Sequence[Fact], message: str = "list") -> Fact:
    """Speak of several things as one: the first of them and the last."""
    *rest, last = things
    return phrase(message, rest=listed(rest, message), last=last) if rest else last


class PhrasedError(Exception):
    """What a player did is impossible; the phrase says why, and the rule forbids it, if there is one.

    All such messages begin with the same word, so the code that refuses need not repeat it.
    """

    def __init__(self, message: str, rule: str = "", /, **facts: Fact) -> None:
        self.phrase = phrase(f"refuse-{message}", **facts)
        self.rule = rule
        super().__init__(f"{self.phrase} ({rule})" if rule else str(self.phrase))


class RulesError(PhrasedError):
    """The rules forbid this; nothing has changed."""


class InputError(Exception):
    """A text cannot be read: a move, a position, a record, a scenario."""


class MoveError(PhrasedError, InputError):
    """A line is not a move; the player who typed it is told what it could mean."""


# Events of any table -------------------------------------------------------------------------


class ChoiceTakenBack(Event, frozen=True):
    """Everybody agreed: the table is restored to what it was before the seat's last choice."""

    seat: Seat


class StandInTook(Event, frozen=True):
    """The majority wants a bot to play for an absent seat from now on."""

    seat: Seat


class DefaultStood(Event, frozen=True):
    """A seat sealed nothing that counts, so the rules' default stands for it: why, as a round knows it."""

    seat: Seat
    why: Annotated[str, one_of(("missing", "void", "invalid", "withheld", "illegal"))]


TableEvent: TypeAlias = ChoiceTakenBack | StandInTook | DefaultStood
