"""The bot that looks one step ahead, on invented states that fit its view."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from core import flow
from core.bots.base import AnyView
from core.chance import QuickRng, Rng
from core.decisions import Decision
from core.game import Game
from core.kinds import Choice, Dice, Seat


class Tactics(Protocol):
    """What a game tells this bot, in a module `core.games.<name>.tactics`."""

    def evaluate(self, state: Any, seat: Seat) -> float:
        """Judge how well a seat stands."""
        ...

    def candidates(self, state: Any, seat: Seat, decision: Decision, dice: Dice) -> Sequence[Choice]:
        """List the answers worth looking at; the earlier wins a draw."""
        ...

    def reply(self, state: Any, seat: Seat, decision: Decision, dice: Dice) -> Choice | None:
        """Guess how a seat answers in the course of things; None: as it seems best at a glance."""
        ...

    def is_quiet(self, state: Any) -> bool:
        """Say whether the state can be judged as it is."""
        ...

    def plays_out(self, state: Any) -> bool:
        """Say whether to judge answers to the present decision only when the state is quiet again."""
        ...

    def worlds(self, state: Any) -> int:
        """Say how many states to invent for the present decision."""
        ...


class GreedyBot:
    """Takes the answer after which it stands best."""

    def __init__(self, game: Game, dice: Random) -> None:
        self.game = game
        self.dice = dice
        self.tactics = cast("Tactics", import_module(f"core.games.{game.name}.tactics"))

    def choose(self, view: AnyView) -> Choice:
        seat, decision = view.viewer, view.decision
        assert seat is not None
        assert decision is not None
        rng = QuickRng(self.dice)
        worlds = self.invent(view, seat, rng)
        choices = self.tactics.candidates(worlds[0], seat, decision, self.dice)
        if len(choices) == 1:
            return choices[0]
        return max(
            choices, key=lambda choice: sum(self.try_out(world, seat, choice, rng) for world in worlds)
        )

    def invent(self, view: AnyView, seat: Seat, rng: Rng) -> list[Any]:
        """Make up states the view could be of, with the answers others may have sealed."""
        first = self.state_of(view, rng)
        others = [self.state_of(view, rng) for _ in range(1, self.tactics.worlds(first))]
        worlds = [first, *others]
        for world in worlds:
            if type(world.agenda[-1]) in self.game.rules.sealed:
                self.seal_others(world, seat, rng)
        return worlds

    def state_of(self, view: AnyView, rng: Rng) -> Any:
        state = self.game.determinise(view, self.dice)
        flow.advance(self.game.rules, state, rng)
        return state

    def seal_others(self, world: Any, seat: Seat, rng: Rng) -> None:
        for other, decision in world.pending.items():
            if other != seat:
                flow.play(self.game.rules, world, other, self.guess(world, other, decision, rng), rng)

    def try_out(self, world: Any, seat: Seat, choice: Choice, rng: Rng) -> float:
        """Judge the state to which a choice leads."""
        state = world.clone()
        flow.play(self.game.rules, state, seat, choice, rng)
        if self.tactics.plays_out(world):
            self.settle(state, rng)
        return self.tactics.evaluate(state, seat)

    def settle(self, state: Any, rng: Rng) -> None:
        """Play on until the state is quiet."""
        while state.agenda and not self.tactics.is_quiet(state):
            seat, decision = next(iter(state.pending.items()))
            flow.play(self.game.rules, state, seat, self.guess(state, seat, decision, rng), rng)

    def guess(self, state: Any, seat: Seat, decision: Decision, rng: Rng) -> Choice:
        """Answer for a seat: by habit, or as it seems best at a glance."""
        habit = self.tactics.reply(state, seat, decision, self.dice)
        if habit is not None:
            return habit
        choices = self.tactics.candidates(state, seat, decision, self.dice)
        return max(choices, key=lambda choice: self.glance(state, seat, choice, rng))

    def glance(self, state: Any, seat: Seat, choice: Choice, rng: Rng) -> float:
        twin = state.clone()
        flow.play(self.game.rules, twin, seat, choice, rng)
        return self.tactics.evaluate(twin, seat)
