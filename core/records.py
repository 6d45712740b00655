"""What every game is made of: choices, decisions, steps, events and the error a player can cause."""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import TypeAlias

from core.choosing import Choice, Dice, Record
from core.combining import Combine
from core.phrases import PhrasedError

__all__ = [
    "EMPTY",
    "Allocate",
    "Allocation",
    "Arrange",
    "Arrangement",
    "Choice",
    "ChooseOne",
    "Decision",
    "Dice",
    "Event",
    "Gift",
    "Give",
    "InputError",
    "MoveError",
    "Record",
    "Revelation",
    "RulesError",
    "Seat",
    "Step",
    "Viewer",
]

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""Whose eyes: a seat, or None for a spectator, the strictest viewer."""


class RulesError(PhrasedError):
    """The rules forbid this; nothing has changed."""


class InputError(Exception):
    """A text cannot be read: a move, a position, a record, a scenario."""


class MoveError(PhrasedError, InputError):
    """A line is no move; who typed it is told what could be meant."""


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


class ChooseOne(Record, frozen=True):
    """A question with a list of answers."""

    prompt: str
    rule: str
    options: tuple[Choice, ...]

    def allows(self, choice: Choice) -> bool:
        return choice in self.options

    def sample(self, dice: Dice) -> Choice:
        options = self.options
        return options[floor(dice.random() * len(options))]


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
        cuts = sorted([floor(dice.random() * places) for _ in range(self.slots)])
        return Allocation(tuple([b - a for a, b in pairwise((0, *cuts))]))


EMPTY = "-"
"""What lies on a place where no card lies."""
UNSEEN = "?"
"""What lies on a place where a card lies face down."""


class Arrangement(Choice, frozen=True):
    """Choice: a card on each of the places, or none."""

    cards: tuple[str, ...]


class Arrange(Record, frozen=True):
    """A question answered by laying cards on places, at most one on each, as many as there is room for."""

    prompt: str
    rule: str
    cards: tuple[str, ...]  # in hand, all different
    places: tuple[str, ...]
    barred: tuple[tuple[str, str], ...] = ()  # place and card that do not go together

    def allows(self, choice: Choice) -> bool:
        return isinstance(choice, Arrangement) and self._fits(choice, 0)

    def allows_covered(self, choice: Choice, hidden: int) -> bool:
        """Say whether an answer can be right of which the first places may lie face down."""
        if not isinstance(choice, Arrangement):
            return False
        first, rest = choice.cards[:hidden], choice.cards[hidden:]
        seen = Arrangement((*[EMPTY if card == UNSEEN else card for card in first], *rest))
        return self._fits(seen, first.count(UNSEEN))

    def _fits(self, choice: Arrangement, face_down: int) -> bool:
        if len(choice.cards) != len(self.places):
            return False
        room, laid = len(self.places), {*choice.cards} - {EMPTY}
        return (
            room - choice.cards.count(EMPTY) == len(laid) == min(len(self.cards), room) - face_down
            and laid.issubset(self.cards)
            and not self._is_barred(choice.cards)
        )

    def _is_barred(self, cards: tuple[str, ...]) -> bool:
        return any(card in cards and self.places[cards.index(card)] == place for place, card in self.barred)

    def sample(self, dice: Dice) -> Choice:
        """Deal the hand out over the places until nothing lies where it must not."""
        room, random = len(self.places), dice.random
        while True:
            hand = [*self.cards, *[EMPTY] * (room - len(self.cards))]
            most = len(hand)
            cards = tuple([hand.pop(floor(random() * left)) for left in range(most, most - room, -1)])
            if not self._is_barred(cards):
                return Arrangement(cards)


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


Decision: TypeAlias = ChooseOne | Allocate | Arrange | Gift | Combine
