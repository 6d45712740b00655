"""What the rest of the program knows about a game: one record of functions and names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from core import flow
from core.chance import Rng
from core.deals import PromiseBook
from core.kinds import Choice, Dice, Event, InputError, RulesError, Seat, Viewer

Remarks: TypeAlias = Mapping[type[Event], Callable[[Any], str]]
"""What a record says about some events between the moves: where the game stands, and what chance brought."""


class Game(NamedTuple):
    """A game: its names, its rules, and the texts and views it can give."""

    name: str
    version: int  # goes up with every change that can alter a replay
    seat_names: tuple[str, ...]
    players: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]]  # the first of each is the default
    rules: flow.Rules
    new_game: Callable[[tuple[Seat, ...], Mapping[str, str]], Any]
    line_of: Callable[[Choice], str]
    choice_of: Callable[[str], Choice]
    read_position: Callable[[Mapping[str, Any], tuple[Seat, ...], Rng], Any]
    write_position: Callable[[Any], dict[str, Any]]
    facts: Callable[[Any], dict[str, Any]]  # the position and whatever else a scenario can expect
    public_view: Callable[[Any], Any]  # of a state
    own_view: Callable[[Any, Any, Viewer], Any]  # of a state and its public view
    public_part: Callable[[Any], Any]  # of a view
    determinise: Callable[[Any, Dice], Any]
    view_type: Any  # the record of a view, and the unions of all steps and all events
    step_type: Any
    event_type: Any
    check: Callable[[Any], None]
    score: Callable[[Any], Mapping[Seat, int]]
    promises: PromiseBook  # what players can promise each other in deals

    # What only some games have
    ordered: frozenset[str] = frozenset()  # names of lists in a position whose order matters
    remarks: Remarks = MappingProxyType({})
    read_outcome: Callable[[str, Any], Any] = lambda _, value: value  # a forced chance result of a scenario
    is_pass: Callable[[Choice], bool] = lambda _: False  # ends a series of acts or passes up an opportunity
    is_moot: Callable[[Any, Seat, Choice], bool] = lambda *_: False  # unasked, with nothing to decide
    unsaid: Callable[[Any], tuple[Seat, Choice] | None] = lambda _: None  # what a scenario need not say
    fill_in: Callable[[Any, Choice], Any] = lambda view, _: view  # its own answer, which only the seat knows

    def view_for(self, state: Any, viewer: Viewer) -> Any:
        return self.own_view(state, self.public_view(state), viewer)


def names_of(numbers: Iterable[int], names: Sequence[str]) -> str:
    return " ".join([names[number] for number in numbers])


def start(
    game: Game, seats: tuple[Seat, ...], options: Mapping[str, str], rng: Rng
) -> tuple[Any, list[Event]]:
    """Set up a game and play on to the first decision."""
    state = game.new_game(seats, with_defaults(game, options))
    return state, flow.advance(game.rules, state, rng)


def with_defaults(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    chosen = {name: values[0] for name, values in game.options.items()}
    for name, value in options.items():
        if name not in chosen:
            msg = f"{game.name} has no option '{name}'; it has {', '.join(chosen)}."
            raise InputError(msg)
        if value not in game.options[name]:
            msg = f"Option {name} can be {', '.join(game.options[name])}, not '{value}'."
            raise InputError(msg)
        chosen[name] = value
    return chosen


def random_options(game: Game, seats: tuple[Seat, ...], dice: Dice) -> dict[str, str]:
    """Pick random options that can be played: not all of them go together."""
    while True:
        options = {option: dice.choice(values) for option, values in game.options.items()}
        try:
            game.new_game(seats, options)
        except RulesError:
            continue
        return options


def split(game: Game, sealing: flow.Sealing | None, line: str) -> tuple[str, tuple[str, ...]]:
    """Split a sealed line into the part that opens at once and what lies on each face-down place."""
    if sealing is None or not sealing.hidden:
        return line, ()
    cover, pieces = sealing.split(game.choice_of(line))
    return game.line_of(cover), pieces


def seat_named(game: Game, name: str) -> Seat:
    if name not in game.seat_names:
        msg = f"'{name}' is no seat of {game.name}; its seats are {', '.join(game.seat_names)}."
        raise InputError(msg)
    return game.seat_names.index(name)


def move_line(game: Game, seat: Seat, choice: Choice) -> str:
    return f"{game.seat_names[seat]}: {game.line_of(choice)}"


def read_move(game: Game, line: str) -> tuple[Seat, Choice]:
    """Read `SEAT: WORDS`."""
    name, colon, words = line.partition(": ")
    if not colon:
        msg = f"A move is written 'SEAT: WORDS', not '{line}'."
        raise InputError(msg)
    return seat_named(game, name), game.choice_of(words)
