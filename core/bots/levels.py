"""The levels of play: from one that does anything to one that looks far ahead."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from core.bots.foresight import Foresight, ImaginedLuck, any_luck
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought
from core.bots.search import Budget, Meter, Search, Worlds
from core.bots.word import OwnWord
from core.catalog import game_named
from core.decisions import Decision
from core.game import Game
from core.kinds import Choice, InputError, Seat

USUAL: Final = Budget(playouts=400)


def asked(view: AnyView) -> tuple[Seat, Decision]:
    """Give who is asked, and what."""
    assert view.viewer is not None
    assert view.decision is not None
    return view.viewer, view.decision


class RandomBot:
    """Samples the decision; never does what it is not asked for, such as giving gifts."""

    def __init__(self, _game: Game, dice: Random) -> None:
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, _stance: Stance = UNTIED) -> Thought:
        return Thought(asked(view)[1].sample(self.dice))


class Care(NamedTuple):
    """How carefully a bot looks before it answers."""

    slips: float = 0.0  # how often it does whatever comes up
    sees: int = sys.maxsize  # so many of its answers
    waits: bool = True  # until what an answer leads to has come to rest, in several worlds


CAREFUL: Final = Care()
CARELESS: Final = Care(slips=0.25, sees=3, waits=False)


class SteadyBot:
    """Takes the answer after which it stands best, as soon as that can be judged."""

    def __init__(self, game: Game, dice: Random, care: Care = CAREFUL) -> None:
        self.foresight = Foresight(game, "steady")
        self.dice = dice
        self.care = care

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        seat, decision = asked(view)
        if self.care.slips and self.dice.random() < self.care.slips:
            return Thought(decision.sample(self.dice))
        foresight, luck = self.foresight.against(stance.foes), any_luck(self.dice)
        word, world = OwnWord(foresight, view, stance, self.dice), foresight.invent(view, luck)
        choices = word.with_what_is_owed(
            foresight.tactics.candidates(world, seat, decision, self.dice), decision
        )
        if len(choices) > self.care.sees:
            choices = self.dice.sample(choices, self.care.sees)
        if len(choices) == 1:
            return Thought(choices[0])
        worlds = self._worlds(foresight, view, world, luck) if self.care.waits else [world]
        weighed = [self._weigh(foresight, worlds, seat, choice, luck, word) for choice in choices]
        return word.tell(sorted(weighed, key=lambda entry: -entry[1]))

    def _worlds(self, foresight: Foresight, view: AnyView, world: Any, luck: ImaginedLuck) -> list[Any]:
        """Give this world and some more; where choices are sealed, those of others are guessed in each."""
        seat, number = asked(view)[0], foresight.tactics.worlds(world)
        worlds = [world, *(foresight.invent(view, luck) for _ in range(1, number))]
        if foresight.is_sealed(world):
            for each in worlds:
                foresight.seal_others(each, seat, luck)
        return worlds

    def _weigh(
        self,
        foresight: Foresight,
        worlds: list[Any],
        seat: Seat,
        choice: Choice,
        luck: ImaginedLuck,
        word: OwnWord,
    ) -> tuple[Choice, float, Any]:
        """Judge an answer by where it leads to in all worlds, on average, and by one's word."""
        lead = foresight.after if self.care.waits else foresight.at_once_after
        ends = [lead(world, seat, choice, luck) for world in worlds]
        worth = sum([foresight.judge.evaluate(end, seat) for end in ends]) / len(ends)
        return choice, worth + word.worth(choice), ends[0]


def novice(game: Game, dice: Random) -> SteadyBot:
    """Make one that sees a few of its answers, takes what looks best at a glance, and slips now and then."""
    return SteadyBot(game, dice, CARELESS)


class StrongBot:
    """Takes the answer that does best in many worlds, each played to the end of a chapter."""

    def __init__(self, game: Game, dice: Random, budget: Budget = USUAL) -> None:
        self.foresight = Foresight(game, "strong")
        self.steady = SteadyBot(game, dice)
        self.dice = dice
        self.budget = budget

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        seat, decision = asked(view)
        foresight, meter = self.foresight.against(stance.foes), Meter(self.budget)
        worlds, word = Worlds(foresight, view, self.dice), OwnWord(foresight, view, stance, self.dice)
        search, state = Search(foresight, seat, worlds, meter, word), worlds[0].state
        choices = foresight.tactics.worth_a_search(state, seat, decision, self.dice)
        if len(choices) == 1:
            return Thought(choices[0])
        return search.best_of([self.steady.think(view, stance).choice, *choices])


BOTS: Final[Mapping[str, Callable[[Game, Random], Thinker]]] = {
    "novice": novice,
    "steady": SteadyBot,
    "strong": StrongBot,
    "random": RandomBot,
}
"""By level; the last one is for tests."""


def bot_named(name: str, game: Game, dice: Random, budget: Budget = USUAL) -> Thinker:
    """Make a bot; all it does by chance comes from the dice handed in."""
    if name not in BOTS:
        msg = f"There is no bot '{name}'; there is {', '.join(BOTS)}."
        raise InputError(msg)
    return StrongBot(game, dice, budget) if name == "strong" else BOTS[name](game, dice)


def think(game: str, view: AnyView, budget: Budget, seed: int, stance: Stance = UNTIED) -> Thought:
    """Think as strong as the budget allows; all of this, and what comes of it, can be sent to a process."""
    return StrongBot(game_named(game), Random(seed), budget).think(view, stance)
