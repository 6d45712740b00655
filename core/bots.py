"""Bots: players made of code, who see no more than a person in their seat; and whole games between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple, Protocol, cast

from msgspec.structs import replace

from core import flow
from core.chance import QuickRng, Rng, SeededRng
from core.decisions import Decision
from core.game import Game, start
from core.kinds import Choice, Dice, Event, InputError, Seat, Step, Viewer
from core.record import GameRecord, append, new_record


class AnyView(Protocol):
    """What every game's view has, whatever else it shows."""

    @property
    def viewer(self) -> Viewer: ...

    @property
    def decision(self) -> Decision | None: ...


class Bot(Protocol):
    """A player made of code; it gets no more to see than a person in its seat."""

    def choose(self, view: AnyView) -> Choice:
        """Answer the decision in the view."""
        ...


class RandomBot:
    """Samples the decision; never does what it is not asked for, such as giving gifts."""

    def __init__(self, _game: Game, dice: Random) -> None:
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        assert view.decision is not None
        return view.decision.sample(self.dice)


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


class CourteousBot:
    """Asks a bot what the manners of the game leave of a question, and keeps back what is too early."""

    def __init__(self, game: Game, bot: Bot) -> None:
        self._manners = game.manners
        self._bot = bot
        self._agenda: tuple[Step, ...] = ()
        self._said: set[Choice] = set()  # since the agenda is what it is

    def choose(self, view: Any, people: Collection[Seat]) -> Choice | None:
        """Answer the decision in the view; None: not before people have acted."""
        if self._manners is None:
            return self._bot.choose(view)
        if view.agenda != self._agenda:
            self._agenda, self._said = view.agenda, set()
        decision = self._manners.question(view, people, self._said)
        choice = self._bot.choose(replace(view, decision=decision))
        if self._manners.is_too_early(view, people, choice):
            return None
        self._said.add(choice)
        return choice


BOTS: Final[Mapping[str, Callable[[Game, Random], Bot]]] = {
    "greedy": GreedyBot,
    "random": RandomBot,
}


def bot_named(name: str, game: Game, dice: Random) -> Bot:
    """Make a bot; all it does by chance comes from the dice handed in."""
    if name not in BOTS:
        msg = f"There is no bot '{name}'; there is {', '.join(BOTS)}."
        raise InputError(msg)
    return BOTS[name](game, dice)


# Whole games ---------------------------------------------------------------------------------


class PlayedTurn(NamedTuple):
    """One answer and what followed from it; the first turn is the set-up, which nobody chose."""

    seat: Seat | None
    choice: Choice | None
    events: list[Event]


def play_game(
    game: Game,
    bots: Mapping[Seat, Bot],
    options: Mapping[str, str],
    seed: str,
    watch: Callable[[PlayedTurn], None] = lambda _turn: None,
) -> tuple[GameRecord, Any]:
    """Play a game to its end; give its record and its last state, and show each turn as it comes."""
    seats = tuple(sorted(bots))
    record, rng = new_record(game, seats, dict(options), seed), SeededRng(seed.encode())
    state, events = start(game, seats, options, rng)
    watch(PlayedTurn(None, None, events))
    seat = seats[-1]
    while state.pending:
        seat = next_to_answer(seats, seat, state.pending)
        choice = bots[seat].choose(game.view_for(state, seat))
        events = flow.answer(game.rules, state, seat, choice, rng)
        append(record, game, seat, choice)
        watch(PlayedTurn(seat, choice, events))
    return record, state


def next_to_answer(seats: tuple[Seat, ...], last: Seat, pending: flow.Pending) -> Seat:
    """Go round the table, so that where several are asked nobody is heard twice before the others."""
    place = seats.index(last) + 1
    return next(seat for seat in seats[place:] + seats[:place] if seat in pending)
