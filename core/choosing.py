"""What all choices are made of, and what draws one at random; every other record stands on these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Record(Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base of all that is passed around: immutable, comparable, ready for the wire."""


class Choice(Record, frozen=True):
    """What a seat decides; it has one line of notation."""


class Dice(Protocol):
    """What it takes to pick a choice at random, for bots and fuzzing; `random.Random` is one."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
