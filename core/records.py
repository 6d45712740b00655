"""What every game is made of: choices, decisions, steps, events and the error a player can cause."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""Whose eyes: a seat, or None for a spectator, the strictest viewer."""


class RulesError(Exception):
    """The rules forbid this; nothing has changed."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        self.sentence = sentence
        self.rule = rule
        super().__init__(f"{sentence} ({rule})" if rule else sentence)


class InputError(Exception):
    """A text cannot be read: a move, a position, a record, a scenario."""


class Record(Struct, frozen=True, tag=True, array_like=True, gc=False):
    """Base of all that is passed around: immutable, comparable, ready for the wire."""


class Choice(Record, frozen=True):
    """What a seat decides; it has one line of notation."""


class Step(Record, frozen=True):
    """Something the rules still have to do; it holds no secret."""


class Event(Record, frozen=True):
    """Something that happened."""

    def seen_by(self, viewer: Viewer) -> Event | None:  # noqa: ARG002
        """Give the form of this event that a viewer is entitled to, if any."""
        return self


class Dice(Protocol):
    """What it takes to pick a choice at random, for bots and fuzzing; `random.Random` is one."""

    def random(self) -> float: ...
    def randrange(self, start: int, stop: int) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...


class ChooseOne(Record, frozen=True):
    """A question with a list of answers."""

    prompt: str
    rule: str
    options: tuple[Choice, ...]

    def allows(self, choice: Choice) -> bool:
        return choice in self.options

    def sample(self, dice: Dice) -> Choice:
        options = self.options
        return options[int(dice.random() * len(options))]


class Allocation(Choice, frozen=True):
    """Choice: so many coins on each of the slots."""

    amounts: tuple[int, ...]


class Allocate(Record, frozen=True):
    """A question answered by spreading up to `total` over `slots` places."""

    prompt: str
    rule: str
    total: int
    slots: int

    def allows(self, choice: Choice) -> bool:
        return (
            isinstance(choice, Allocation)
            and len(choice.amounts) == self.slots
            and min(choice.amounts) >= 0
            and sum(choice.amounts) <= self.total
        )

    def sample(self, dice: Dice) -> Choice:
        """Cut the total at random places; what is left of the last cut is kept back."""
        places = self.total + 1
        cuts = sorted([int(dice.random() * places) for _ in range(self.slots)])
        return Allocation(tuple([b - a for a, b in pairwise((0, *cuts))]))


class Give(Choice, frozen=True):
    """Choice: hand coins and ronin to another seat."""

    to: Seat
    coins: int
    ronin: int


class Gift(Record, frozen=True):
    """A standing leave to give something away, up to what one has."""

    prompt: str
    rule: str
    to: tuple[Seat, ...]
    coins: int
    ronin: int

    def allows(self, choice: Choice) -> bool:
        return (
            isinstance(choice, Give)
            and choice.to in self.to
            and 0 <= choice.coins <= self.coins
            and 0 <= choice.ronin <= self.ronin
            and choice.coins + choice.ronin > 0
        )

    def sample(self, dice: Dice) -> Choice:
        things = dice.randrange(1, self.coins + self.ronin + 1)
        ronin = dice.randrange(max(0, things - self.coins), min(self.ronin, things) + 1)
        return Give(dice.choice(self.to), things - ronin, ronin)


Decision: TypeAlias = ChooseOne | Allocate | Gift
