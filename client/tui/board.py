"""What a screen knows of a game: one record of functions, found by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from textual.notifications import SeverityLevel

from client.seat.mirror import Heard
from client.table.ending import Ending
from client.table.menu import FEW, Option
from client.texts import t
from client.tui.dialogs.draft import Form
from client.tui.floor_plan import usual_plan
from client.tui.map import AreaMap
from client.tui.palette import TEXT_COLOURS
from client.tui.spots import Plan, Room
from client.tui.widgets.panel import Panel
from core.records import Choice, Decision, Event, Seat

MakeForm: TypeAlias = Callable[[Any, Any, Choice | None], Form]
"""Of a view, a question and the draft of its answer: the form to fill in."""


def at_once(_event: Event) -> Sequence[Event]:
    """Most events happen in one moment."""
    return ()


def asked(_view: Any, decision: Decision) -> str:
    """Most questions are the same whenever they are asked."""
    return t(f"ask-{decision.prompt}")


def only_there(_choice: Choice, _spot: int, _place: int) -> Choice | None:
    """Some choices are of one place."""
    return None


def no_concern(_event: Event, _seat: Seat) -> SeverityLevel | None:
    """Most of what happens is in the log."""
    return None


NO_WEIGHTS: Mapping[type[Event], float] = {}


class Board(NamedTuple):
    """How a game is drawn and worded."""

    make_map: Callable[[], AreaMap]
    facts_of: Callable[[Any], Any]  # of a view: what the map shows
    make_panels: Callable[[], Sequence[Panel]]
    moment: Callable[[Any], str]  # of a view: where the game stands
    place_name: Callable[[int], str]
    options_of: Callable[[Any, Decision], tuple[Option, ...]]  # none where a form asks
    forms: Mapping[type[Decision], MakeForm]
    answer_words: Callable[[Choice], str]  # of what was filled in
    warning_about: Callable[[Any, Choice], tuple[str, str]]  # what it does, and why to think twice
    rule_of: Callable[[Event], str]
    is_told_slowly: Callable[[Event], bool]  # part of something that unfolds step by step
    holdings: Callable[[Any], Iterable[str]]  # of a view: what everybody owns
    ending_of: Callable[[Iterable[Heard], Any], Ending]  # of a story and its last view
    weights: Mapping[type[Event], float] = NO_WEIGHTS  # how long some events are to be seen
    unfold: Callable[[Event], Sequence[Event]] = at_once  # what is shown on the way to a slow event
    ask_words: Callable[[Any, Decision], str] = asked  # of a view and a question
    elsewhere: Callable[[Choice, int, int], Choice | None] = only_there  # with another place on one spot
    concern: Callable[[Event, Seat], SeverityLevel | None] = no_concern  # whether a seat must not overlook it
    make_strips: Callable[[], Sequence[Panel]] = tuple  # lines below the map, where panels have no room
    few: int = FEW  # how many answers stand side by side before they are grouped
    plan: Callable[[Room], Plan] = usual_plan  # where everything stands
    wide_from: int = 110  # columns it takes to show everything at once
    colours: Sequence[str] = TEXT_COLOURS  # of the seats, on a dark ground


def has_board(game: str) -> bool:
    """Say whether a game can be shown; all can be told line by line."""
    return find_spec(f"client.games.{game}") is not None


def board_of(game: str) -> Board:
    board: Board = import_module(f"client.games.{game}.board").BOARD
    return board
