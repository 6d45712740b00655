"""The questions that rules ask, as data: each knows which choices it allows, and draws one at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Final, TypeAlias

from core.kinds import Choice, Dice, Record, Seat


class Done(Choice, frozen=True):
    """Choice: end a series of acts."""


class Decline(Choice, frozen=True):
    """Choice: let an opportunity pass."""


DONE: Final = Done()
DECLINE: Final = Decline()


def is_pass(choice: Choice) -> bool:
    return isinstance(choice, (Done, Decline))


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
    """Choice: a number of coins for each slot."""

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
        """Cut the total at random places; the piece after the last cut is kept back."""
        places = self.total + 1
        cuts = sorted([floor(dice.random() * places) for _ in range(self.slots)])
        return Allocation(tuple([b - a for a, b in pairwise((0, *cuts))]))


EMPTY = "-"
"""On a place without a card."""
UNSEEN = "?"
"""On a place with a card face down."""


class Arrangement(Choice, frozen=True):
    """Choice: a card, or none, for each place."""

    cards: tuple[str, ...]


class Arrange(Record, frozen=True):
    """A question answered by laying cards on places, at most one on each, as many as fit."""

    prompt: str
    rule: str
    cards: tuple[str, ...]  # in hand, all different
    places: tuple[str, ...]
    barred: tuple[tuple[str, str], ...] = ()  # pairs of place and card that do not go together

    def allows(self, choice: Choice) -> bool:
        return isinstance(choice, Arrangement) and self._fits(choice, 0)

    def allows_covered(self, choice: Choice, hidden: int) -> bool:
        """Say whether an answer may be right whose first places may lie face down."""
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
        """Deal the hand out over the places until no card lies where it must not."""
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
    """A standing permission to give away up to what one owns."""

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
    """Choice: parts put together to get past a mark; 0 is the hardest mark they get past."""

    parts: tuple[str, ...]
    mark: int = 0


Part: TypeAlias = tuple[str, int, int]
"""A part: its name, the stock it comes from, and its worth."""


BEYOND = 1 << 30
"""A mark that nothing gets past."""


class Kit(Record, frozen=True):
    """What can be put together: one base, perhaps one part that sets another worth, and any that add to it.

    All are taken from stocks, as far as those go, and named in this order. Their final worth must go beyond a
    mark, or below it.
    """

    stocks: tuple[int, ...]
    bases: tuple[Part, ...]
    setters: tuple[Part, ...]
    adders: tuple[Part, ...]
    marks: tuple[int, ...]
    below: bool

    def allows(self, choice: Combination) -> bool:
        """Say whether a combination gets past its mark; the hardest one goes unnamed."""
        worth = self.worth_of(choice.parts)
        if worth is None:
            return False
        if choice.mark:
            return choice.mark in self.passed(worth)[1:]
        return worth < self.easiest() if self.below else worth > self.easiest()

    def worth_of(self, parts: tuple[str, ...]) -> int | None:
        """Add up available parts named in their order; None if they cannot be put together."""
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
        """Return the worth of a base alone, as most are played."""
        for base, stock, worth in self.bases:
            if base == word:
                return worth if self.stocks[stock] else None
        return None

    def easiest(self) -> int:
        """Return the easiest mark: whatever gets past any mark gets past this one."""
        marks = self.marks
        if len(marks) == 1:
            return marks[0]
        return max(marks, default=-BEYOND) if self.below else min(marks, default=BEYOND)

    def gap(self, worth: int, mark: int) -> int:
        """Return how much more it takes to get past a mark; below one, it is enough."""
        return worth - mark + 1 if self.below else mark - worth + 1

    def passed(self, worth: int) -> list[int]:
        """List the marks a worth gets past, hardest first."""
        passed = {mark for mark in self.marks if self.gap(worth, mark) <= 0}
        return sorted(passed, reverse=not self.below) if len(passed) > 1 else [*passed]

    def lean(self) -> list[Combination]:
        """List the combinations that get past a mark with no part to spare."""
        found: dict[Combination, None] = {}
        for mark in self.marks:
            for base in self.bases:
                for parts in self._enough(base, mark):
                    worth = self.worth_of(parts)
                    assert worth is not None
                    hardest = self.passed(worth)[0]
                    found[Combination(parts, 0 if mark == hardest else mark)] = None
        return list(found)

    def has_more_than_lean(self) -> bool:
        """Say whether something gets past a mark and could take more parts."""
        return bool(self.setters or self.adders) and bool(self.lean())

    def _enough(self, base: Part, mark: int) -> list[tuple[str, ...]]:
        """Add as little as it takes to a base; set another worth only where adding is not enough."""
        helpful = [part for part in self.adders if (part[2] < 0) == self.below]
        left = self._without(self.stocks, base)
        plain = [(base[0], *rest) for rest in fewest(helpful, left, self.gap(base[2], mark))]
        for setter in self.setters:
            if left[setter[1]] and self.gap(setter[2], mark) < self.gap(base[2], mark):
                rest = self._without(left, setter)
                added = fewest(helpful, rest, self.gap(setter[2], mark))
                plain += [(base[0], setter[0], *parts) for parts in added if (base[0], *parts) not in plain]
        return plain

    def _without(self, stocks: tuple[int, ...], part: Part) -> tuple[int, ...]:
        return tuple([number - (place == part[1]) for place, number in enumerate(stocks)])


def fewest(parts: Sequence[Part], stocks: tuple[int, ...], gap: int) -> list[tuple[str, ...]]:
    """List the ways to close a gap with no part to spare."""
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
        if type(choice) is Combination:
            return self.kit.allows(choice)
        return choice in self.options

    def sample(self, dice: Dice) -> Choice:
        """Usually put parts together, if that gets past a mark within a few attempts."""
        kit = self.kit
        bases = kit.bases
        if bases and dice.random() < MOSTLY:
            sign, is_bare = -1 if kit.below else 1, not kit.adders and not kit.setters
            enough = sign * kit.easiest()
            for _ in ATTEMPTS:
                base = bases[floor(dice.random() * len(bases))]
                if sign * base[2] > enough and (is_bare or dice.random() > SELDOM):
                    return self._against_any((base[0],), dice)
                if not is_bare:
                    words, worth = self._extended(base, sign, enough, dice)
                    if sign * worth > enough:
                        return self._against_any(words, dice)
        return self.options[floor(dice.random() * len(self.options))]

    def _extended(self, base: Part, sign: int, enough: int, dice: Dice) -> tuple[tuple[str, ...], int]:
        """Extend a base until it is enough, mostly with parts that help; return the total, too."""
        kit = self.kit
        word, stock, worth = base
        words, left = [word], [*kit.stocks]
        left[stock] -= 1
        if kit.setters and dice.random() < SELDOM:
            word, stock, worth = kit.setters[floor(dice.random() * len(kit.setters))]
            words.append(word)
            left[stock] -= 1
        for word, stock, amount in kit.adders:
            helps = sign * amount > 0
            while left[stock] and dice.random() < (MOSTLY if helps and sign * worth <= enough else SELDOM):
                words.append(word)
                left[stock] -= 1
                worth += amount
        return tuple(words), worth

    def _against_any(self, words: tuple[str, ...], dice: Dice) -> Combination:
        """Name no mark, which means the hardest these parts get past, or now and then another one."""
        if len(self.kit.marks) == 1 or dice.random() > SELDOM:
            return Combination(words)
        worth = self.kit.worth_of(words)
        assert worth is not None
        return Combination(words, dice.choice([0, *self.kit.passed(worth)[1:]]))


MOSTLY = 0.9
SELDOM = 0.2
ATTEMPTS = range(4)


Decision: TypeAlias = ChooseOne | Allocate | Arrange | Gift | Combine
