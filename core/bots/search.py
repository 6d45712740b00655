"""Flat search: a few answers tried in the same worlds with the same luck, the worse half dropped in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf, log2, sqrt
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from core.bots.foresight import Foresight, same_luck
from core.bots.kinds import AnyView, Thought
from core.bots.word import SHOWN, OwnWord
from core.kinds import Choice, Seat

WIDTH: Final = 12
"""So many answers are searched, the best at first sight."""
FEW: Final = 8
"""Worlds to see before any answer is given up for good."""
SURE: Final = 3.0
"""Standard errors by which an answer falls behind the best before it is given up."""
SPREAD: Final = 1 << 32
"""Seeds of worlds are so far apart that no number of an event leads from one to another."""


def stopped_clock() -> float:
    return 0.0


class Budget(NamedTuple):
    """How long to think: so many playouts, which gives the same answer anywhere, and so many seconds."""

    playouts: int
    seconds: float = inf
    clock: Callable[[], float] = stopped_clock


class Meter:
    """Measures what is used up of a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = budget.clock()
        self._playouts = 0

    def count(self) -> None:
        self._playouts += 1

    def has_used(self, share: float) -> bool:
        budget = self._budget
        if self._playouts >= share * budget.playouts:
            return True
        return budget.clock() - self._began >= share * budget.seconds


class World(NamedTuple):
    """A state the view could be of, and the luck to come in it."""

    state: Any
    seed: int


class Worlds:
    """What a view could be of, one world after the other; each is made up when it is first asked for."""

    def __init__(self, foresight: Foresight, view: AnyView, dice: Random) -> None:
        self._foresight = foresight
        self._view = view
        self._dice = dice
        self._known: list[World] = []

    def __getitem__(self, number: int) -> World:
        while len(self._known) <= number:
            seed = self._dice.randrange(SPREAD) * SPREAD
            self._known.append(World(self._foresight.invent(self._view, same_luck(seed)), seed))
        return self._known[number]


class Search:
    """The answers to one decision, tried out within a budget."""

    def __init__(self, foresight: Foresight, seat: Seat, worlds: Worlds, meter: Meter, word: OwnWord) -> None:
        self._foresight = foresight
        self._seat = seat
        self._worlds = worlds
        self._meter = meter
        self._word = word

    def _shortened(self, choices: Sequence[Choice]) -> list[Choice]:
        """Keep the answers that look best by what follows at once, and the first in any case."""
        world, seat, foresight = self._worlds[0], self._seat, self._foresight

        def look(choice: Choice) -> float:
            end = foresight.after(world.state, seat, choice, same_luck(world.seed))
            return foresight.judge.evaluate(end, seat) + self._word.worth(choice)

        first, *others = dict.fromkeys(choices)
        if len(others) >= WIDTH:
            others = sorted(others, key=look, reverse=True)[: WIDTH - 1]
        return [first, *others]

    def _play_out(self, world: World, choice: Choice) -> Any:
        """Answer, let everybody answer as they may, and stop at the end of a chapter."""
        self._meter.count()
        return self._foresight.long_after(world.state, self._seat, choice, same_luck(world.seed))

    def best_of(self, choices: Sequence[Choice]) -> Thought:
        """Try answers in one world after the other; drop those surely worse, and the worse half in turn.

        The first one is what a steady bot would do, and is always tried. It ends early if one is left.
        """
        left = self._shortened(choices)
        ends = {choice: self._play_out(self._worlds[0], choice) for choice in left}
        found = {choice: [self._judge(choice, end)] for choice, end in ends.items()}
        rounds, tried = ceil(log2(len(left))), 1
        for round_ in range(1, rounds + 1):
            while len(left) > 1 and not self._meter.has_used(round_ / rounds):
                for choice in left:
                    end = self._play_out(self._worlds[tried], choice)
                    found[choice].append(self._judge(choice, end))
                tried += 1
                if tried >= FEW and tried.bit_count() == 1:
                    left = hopeful(left, found)
            left = ranked(left, found)[: ceil(len(left) / 2)]
        best = sorted(found, key=lambda choice: (-len(found[choice]), -fmean(found[choice])))[:SHOWN]
        weighed = [(choice, fmean(found[choice]), ends[choice]) for choice in best]
        return self._word.tell(weighed)

    def _judge(self, choice: Choice, end: Any) -> float:
        return self._foresight.judge.evaluate(end, self._seat) + self._word.worth(choice)


def ranked(choices: Sequence[Choice], found: Mapping[Choice, list[float]]) -> list[Choice]:
    return sorted(choices, key=lambda choice: -fmean(found[choice]))


def hopeful(choices: Sequence[Choice], found: Mapping[Choice, list[float]]) -> list[Choice]:
    """Leave out what is surely worse than the best, or does the same in every world."""
    best, *others = ranked(choices, found)
    return [best, *(other for other in others if not is_surely_no_better(found[other], found[best]))]


def is_surely_no_better(worths: Sequence[float], best: Sequence[float]) -> bool:
    """Compare answers world by world: they met the same luck, so what is left is the answers' doing."""
    gaps = [b - a for a, b in zip(worths, best, strict=True)]
    gap = fmean(gaps)
    error = sqrt(sum((g - gap) ** 2 for g in gaps) / (len(gaps) - 1) / len(gaps))
    return gap >= SURE * error
