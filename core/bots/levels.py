"""The levels of play: from one that does anything to one that looks far ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from core.bots.foresight import SHOWN, Foresight, ImaginedLuck, any_luck
from core.bots.kinds import UNTIED, AnyView, Stance, Thinker, Thought
from core.bots.search import Budget, Meter, Search, Worlds
from core.bots.word import OwnWord
from core.catalog import game_named
from core.game import Game
from core.kinds import Choice, InputError, Seat

USUAL: Final = Budget(playouts=400)


class RandomBot:
    """Samples the decision; never does what it is not asked for, such as giving gifts."""

    def __init__(self, _game: Game, dice: Random) -> None:
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, _stance: Stance = UNTIED) -> Thought:
        assert view.decision is not None
        return Thought(view.decision.sample(self.dice))


class NoviceBot:
    """Sees a few of its answers, takes what looks best at a glance, and now and then whatever comes up."""

    SEES: Final = 3
    SLIPS: Final = 0.25

    def __init__(self, game: Game, dice: Random) -> None:
        self.foresight = Foresight(game, "steady")
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        seat, decision = view.viewer, view.decision
        assert seat is not None
        assert decision is not None
        if self.dice.random() < self.SLIPS:
            return Thought(decision.sample(self.dice))
        foresight, luck = self.foresight, any_luck(self.dice)
        word = OwnWord(foresight.game, view, stance, self.dice)
        world = foresight.invent(view, luck)
        choices = foresight.tactics.candidates(world, seat, decision, self.dice)
        seen = self.dice.sample(choices, min(self.SEES, len(choices)))
        ends = {choice: foresight.at_once_after(world, seat, choice, luck) for choice in seen}
        judged = ((c, foresight.judge.evaluate(end, seat) + word.worth(c), end) for c, end in ends.items())
        return foresight.tell(seat, sorted(judged, key=lambda entry: -entry[1]), word)


class SteadyBot:
    """Takes the answer after which it stands best, as soon as that can be judged."""

    def __init__(self, game: Game, dice: Random) -> None:
        self.foresight = Foresight(game, "steady")
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        seat, decision = view.viewer, view.decision
        assert seat is not None
        assert decision is not None
        foresight, luck = self.foresight.against(stance.foes), any_luck(self.dice)
        tactics, word = foresight.tactics, OwnWord(foresight.game, view, stance, self.dice)
        world = foresight.invent(view, luck)
        choices = word.with_what_is_owed(tactics.candidates(world, seat, decision, self.dice), decision)
        if len(choices) == 1:
            return Thought(choices[0])
        worlds = [world, *(foresight.invent(view, luck) for _ in range(1, tactics.worlds(world)))]
        if foresight.is_sealed(world):
            for each in worlds:
                foresight.seal_others(each, seat, luck)
        weighed = [weigh(foresight, worlds, seat, choice, luck, word) for choice in choices]
        return foresight.tell(seat, sorted(weighed, key=lambda entry: -entry[1])[:SHOWN], word)


def weigh(
    foresight: Foresight, worlds: list[Any], seat: Seat, choice: Choice, luck: ImaginedLuck, word: OwnWord
) -> tuple[Choice, float, Any]:
    """Judge an answer by where it leads to in all worlds, on average, and by one's word."""
    ends = [foresight.after(world, seat, choice, luck) for world in worlds]
    worth = sum([foresight.judge.evaluate(end, seat) for end in ends]) / len(ends)
    return choice, worth + word.worth(choice), ends[0]


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
        seat, decision = view.viewer, view.decision
        assert seat is not None
        assert decision is not None
        foresight, meter = self.foresight.against(stance.foes), Meter(self.budget)
        worlds, word = Worlds(foresight, view, self.dice), OwnWord(foresight.game, view, stance, self.dice)
        search, state = Search(foresight, seat, worlds, meter, word), worlds[0].state
        choices = foresight.tactics.worth_a_search(state, seat, decision, self.dice)
        if len(choices) == 1:
            return Thought(choices[0])
        return search.best_of([self.steady.think(view, stance).choice, *choices])


BOTS: Final[Mapping[str, Callable[[Game, Random], Thinker]]] = {
    "novice": NoviceBot,
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
