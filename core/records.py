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
        return bool(self.barred) and not {*self.barred}.isdisjoint(zip(self.places, cards, strict=True))

    def sample(self, dice: Dice) -> Choice:
        """Deal the hand out over the places until nothing lies where it must not."""
        room, random = len(self.places), dice.random
        while True:
            hand = [*self.cards, *[EMPTY] * (room - len(self.cards))]
            most = len(hand)
            cards = tuple([hand.pop(int(random() * left)) for left in range(most, most - room, -1)])
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


class Combination(Choice, frozen=True):
    """Choice: parts put together to get past a mark; 0 is the hardest of the marks they get past."""

    parts: tuple[str, ...]
    mark: int = 0


Part: TypeAlias = tuple[str, int, int]
"""What a part is called, the stock it comes from, and its worth."""


class Kit(Record, frozen=True):
    """What can be put together: one base, perhaps one that sets another worth, and any that add to it.

    All are taken from stocks, as far as those go, and named in this order. What they are worth in the end
    must go beyond a mark, or below it.
    """

    stocks: tuple[int, ...]
    bases: tuple[Part, ...]
    setters: tuple[Part, ...]
    adders: tuple[Part, ...]
    marks: tuple[int, ...]
    below: bool

    def allows(self, choice: Combination) -> bool:
        """Say whether a combination gets past its mark; the hardest one is not named."""
        worth = self.worth_of(choice.parts)
        passed = self.passed(worth) if worth is not None else []
        return choice.mark in passed[1:] if choice.mark else bool(passed)

    def worth_of(self, parts: tuple[str, ...]) -> int | None:
        """Add up parts that are there, named in their order; None: they cannot be put together."""
        if len(parts) == 1:
            return self._alone(parts[0])
        left, worth, place = list(self.stocks), 0, -1
        pool = self.bases + self.setters + self.adders
        words = [word for word, _, _ in pool]
        first_setter, first_adder = len(self.bases), len(self.bases) + len(self.setters)
        for number, word in enumerate(parts):
            before, place = place, words.index(word) if word in words else -1
            if place < max(before, 0) or (place < first_setter) != (number == 0):
                return None
            if first_setter <= place < first_adder and number > 1:
                return None
            _, stock, amount = pool[place]
            left[stock] -= 1
            worth = worth + amount if place >= first_adder else amount
            if left[stock] < 0:
                return None
        return worth if parts else None

    def _alone(self, word: str) -> int | None:
        """Give the worth of a base by itself, as most are played."""
        for base, stock, worth in self.bases:
            if base == word:
                return worth if self.stocks[stock] else None
        return None

    def passed(self, worth: int) -> list[int]:
        """List the marks a worth gets past, hardest first."""
        return marks_passed(self.marks, worth, below=self.below)

    def lean(self) -> list[Combination]:
        """List the combinations that get past a mark and of which nothing can be spared."""
        found: dict[Combination, None] = {}
        for mark in self.marks:
            for base in self.bases:
                for parts in self._enough(base, mark):
                    worth = self.worth_of(parts)
                    assert worth is not None
                    hardest = self.passed(worth)[0]
                    found[Combination(parts, 0 if mark == hardest else mark)] = None
        return list(found)

    def _enough(self, base: Part, mark: int) -> list[tuple[str, ...]]:
        """Put as little as it takes on a base; what sets another worth only where adding is not enough."""
        helpful = [part for part in self.adders if (part[2] < 0) == self.below]
        left = self._without(self.stocks, base)
        plain = [(base[0], *rest) for rest in fewest(helpful, left, self._gap(base[2], mark))]
        for setter in self.setters:
            if left[setter[1]] and self._gap(setter[2], mark) < self._gap(base[2], mark):
                rest = self._without(left, setter)
                added = fewest(helpful, rest, self._gap(setter[2], mark))
                plain += [(base[0], setter[0], *parts) for parts in added if (base[0], *parts) not in plain]
        return plain

    def _gap(self, worth: int, mark: int) -> int:
        """Say how much more it takes to get past a mark."""
        return worth - mark + 1 if self.below else mark - worth + 1

    def _without(self, stocks: tuple[int, ...], part: Part) -> tuple[int, ...]:
        return tuple([number - (place == part[1]) for place, number in enumerate(stocks)])


def marks_passed(marks: tuple[int, ...], worth: int, *, below: bool) -> list[int]:
    """List those of the marks that a worth goes beyond, or below, hardest first."""
    if len(marks) == 1:
        mark = marks[0]
        return [mark] if (worth < mark if below else worth > mark) else []
    return sorted({mark for mark in marks if (worth < mark if below else worth > mark)}, reverse=not below)


def fewest(parts: Sequence[Part], stocks: tuple[int, ...], gap: int) -> list[tuple[str, ...]]:
    """List the ways to close a gap with parts none of which can be spared."""
    if gap <= 0:
        return [()]
    found: list[tuple[str, ...]] = []

    def add(place: int, taken: list[Part], left: list[int], missing: int) -> None:
        if missing <= 0:
            if all(abs(part[2]) > -missing for part in taken):
                found.append(tuple([part[0] for part in taken]))
            return
        for next_place in range(place, len(parts)):
            part = parts[next_place]
            if left[part[1]]:
                left[part[1]] -= 1
                add(next_place, [*taken, part], left, missing - abs(part[2]))
                left[part[1]] += 1

    add(0, [], list(stocks), gap)
    return found


class Combine(Record, frozen=True):
    """A question answered by one of the options, or by parts put together."""

    prompt: str
    rule: str
    options: tuple[Choice, ...]
    kit: Kit

    def allows(self, choice: Choice) -> bool:
        if isinstance(choice, Combination):
            return self.kit.allows(choice)
        return choice in self.options

    def sample(self, dice: Dice) -> Choice:
        """Put parts together in most cases, if that gets past a mark in a few attempts."""
        if self.kit.bases and dice.random() < MOSTLY:
            for _ in range(ATTEMPTS):
                combination = self._attempt(dice)
                if combination is not None:
                    return combination
        return self.options[int(dice.random() * len(self.options))]

    def _attempt(self, dice: Dice) -> Combination | None:
        """Begin with any base and add at random what helps, until a mark is passed or nothing is left."""
        kit, random = self.kit, dice.random
        base = kit.bases[int(random() * len(kit.bases))]
        parts, worth = [base], base[2]
        passed = kit.passed(worth)
        if not kit.setters and not kit.adders:
            return self._named(parts, passed, dice)
        left = list(kit.stocks)
        left[base[1]] -= 1
        if kit.setters and random() < SELDOM:
            setter = kit.setters[int(random() * len(kit.setters))]
            parts.append(setter)
            left[setter[1]] -= 1
            worth = setter[2]
            passed = kit.passed(worth)
        adders = list(kit.adders)
        while adders and (not passed or random() < SELDOM):
            part = adders[int(random() * len(adders))]
            if left[part[1]]:
                parts.append(part)
                left[part[1]] -= 1
                worth += part[2]
                passed = kit.passed(worth)
            else:
                adders.remove(part)
        return self._named(parts, passed, dice)

    def _named(self, parts: list[Part], passed: list[int], dice: Dice) -> Combination | None:
        if not passed:
            return None
        if len(parts) > 1:
            parts.sort(key=(self.kit.bases + self.kit.setters + self.kit.adders).index)
        words = tuple([part[0] for part in parts])
        named = len(passed) > 1 and dice.random() < SELDOM
        return Combination(words, dice.choice(passed[1:]) if named else 0)


MOSTLY = 0.9
SELDOM = 0.2
ATTEMPTS = 4

Decision: TypeAlias = ChooseOne | Allocate | Arrange | Gift | Combine
