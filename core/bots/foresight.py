"""Looking ahead: states that a view could be of, and what an answer leads to in them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, TypeVar, cast

from core import flow
from core.bots.kinds import AnyView, Tactics
from core.chance import ChanceEvent, QuickRng, QuickStream, Rng, Stream
from core.decisions import Decision
from core.game import Game
from core.kinds import Choice, Seat

T = TypeVar("T")


class ImaginedLuck(NamedTuple):
    """What is left to chance in looking ahead: the draws of the game, and how others make up their minds."""

    rng: Rng
    dice: Random


def any_luck(dice: Random) -> ImaginedLuck:
    return ImaginedLuck(QuickRng(dice), dice)


def same_luck(seed: int) -> ImaginedLuck:
    """Give luck that is the same each time it is asked for."""
    return ImaginedLuck(NumberedRng(seed), Random(seed))


class NumberedRng:
    """Chance by the number of the event, whatever came before it."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def draw(self, event: ChanceEvent, /, sample: Callable[[Stream], T]) -> T:
        return sample(QuickStream(Random(self._seed + event.number)))


def tactics_of(game: Game) -> Tactics:
    return cast("Tactics", import_module(f"core.games.{game.name}.tactics"))


class Foresight:
    """How a game may go on, as the tactics of the game see it and a judge of it values that."""

    def __init__(self, game: Game, level: str) -> None:
        self.game = game
        self.tactics = tactics_of(game)
        self.judge = self.tactics.JUDGES[level]
        self.quick_judge = self.tactics.JUDGES["steady"]  # of what anybody may answer

    def against(self, foes: frozenset[Seat]) -> Foresight:
        """Look ahead as one who wants some of the others to do worse."""
        if not foes:
            return self
        twin = copy(self)
        twin.judge = self.judge._replace(foes=foes)
        return twin

    def invent(self, view: AnyView, luck: ImaginedLuck) -> Any:
        """Make up a state the view could be of; what others may have sealed is still to come."""
        state = self.game.determinise(view, luck.dice)
        flow.advance(self.game.rules, state, luck.rng)
        return state

    def is_sealed(self, state: Any) -> bool:
        return type(state.agenda[-1]) in self.game.rules.sealed

    def seal_others(self, world: Any, seat: Seat, luck: ImaginedLuck) -> None:
        """Guess what all others seal."""
        for other, decision in world.pending.items():
            if other != seat:
                flow.play(self.game.rules, world, other, self.guess(world, other, decision, luck), luck.rng)

    # What an answer leads to -----------------------------------------------------------------

    def after(self, world: Any, seat: Seat, choice: Choice, luck: ImaginedLuck) -> Any:
        """Give the state to which an answer leads, as soon as it can be judged."""
        state = self.at_once_after(world, seat, choice, luck)
        if self.tactics.plays_out(world):
            self.settle(state, luck)
        return state

    def long_after(self, world: Any, seat: Seat, choice: Choice, luck: ImaginedLuck) -> Any:
        """Give the state to which an answer leads at the end of a chapter."""
        state = self.at_once_after(world, seat, choice, luck)
        while state.agenda and not self.tactics.ends_chapter(world, state):
            self.play_on(state, luck)
        return state

    def at_once_after(self, world: Any, seat: Seat, choice: Choice, luck: ImaginedLuck) -> Any:
        state = world.clone()
        flow.play(self.game.rules, state, seat, choice, luck.rng)
        return state

    def settle(self, state: Any, luck: ImaginedLuck) -> None:
        """Play on until the state is quiet."""
        while state.agenda and not self.tactics.is_quiet(state):
            self.play_on(state, luck)

    def play_on(self, state: Any, luck: ImaginedLuck) -> None:
        """Let the next who is asked answer."""
        seat, decision = next(iter(state.pending.items()))
        flow.play(self.game.rules, state, seat, self.guess(state, seat, decision, luck), luck.rng)

    def guess(self, state: Any, seat: Seat, decision: Decision, luck: ImaginedLuck) -> Choice:
        """Answer for a seat: by habit, or as it seems best at a glance."""
        habit = self.tactics.reply(state, seat, decision, luck.dice)
        if habit is not None:
            return habit
        choices = self.tactics.candidates(state, seat, decision, luck.dice)
        return max(choices, key=lambda choice: self.glance(state, seat, choice, luck))

    def glance(self, state: Any, seat: Seat, choice: Choice, luck: ImaginedLuck) -> float:
        """Judge the moment after an answer, whatever hangs in the air."""
        return self.quick_judge.evaluate(self.at_once_after(state, seat, choice, luck), seat)
