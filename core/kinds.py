"""What every game is made of: seats, choices, steps, events, and the errors a player can cause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

from core.phrases import PhrasedError

T = TypeVar("T")

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""Whose eyes: a seat, or None for a spectator, the strictest viewer."""


class Record(Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base of all that is passed around: immutable, comparable, ready for the wire."""


class Choice(Record, frozen=True):
    """What a seat decides; it has one line of notation."""


class Step(Record, frozen=True):
    """Something the rules still have to do; it holds no secret."""


class TurnOver(Step, frozen=True):
    """Turn over what a seat has laid face down on a place; nobody else knows it before."""

    seat: Seat
    place: int


class Event(Record, frozen=True):
    """Something that happened."""

    def seen_by(self, viewer: Viewer) -> Event | None:  # noqa: ARG002
        """Give the form of this event that a viewer is entitled to, if any."""
        return self


class Revelation(Event, frozen=True):
    """Something that brings to light, for all, what was hidden: a card turned over, what chance held back."""


class RulesError(PhrasedError):
    """The rules forbid this; nothing has changed."""


class InputError(Exception):
    """A text cannot be read: a move, a position, a record, a scenario."""


class MoveError(PhrasedError, InputError):
    """A line is no move; who typed it is told what could be meant."""


class Dice(Protocol):
    """What it takes to pick a choice at random, for bots and fuzzing; `random.Random` is one."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
