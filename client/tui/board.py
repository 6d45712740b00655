"""What a screen knows of a game: one record of functions, found by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from client.mirror import Heard
from client.tui.dialogs.dialog import Dialog
from client.tui.dialogs.draft import Draft
from client.tui.ending import Ending
from client.tui.map import AreaMap
from client.tui.menu import Option
from client.tui.widgets.panel import Panel
from core.records import Choice, Decision, Event

MakeForm: TypeAlias = Callable[[Any, Any, Choice | None], Dialog[Draft]]
"""Of a view, a question and the draft of its answer: the form to fill in."""


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
    rules_text: Callable[[], str]
    holdings: Callable[[Any], Iterable[str]]  # of a view: what everybody owns
    ending_of: Callable[[Iterable[Heard], Any], Ending]  # of a story and its last view


def has_board(game: str) -> bool:
    """Say whether a game can be shown; all can be told line by line."""
    return find_spec(f"client.tui.{game}") is not None


def board_of(game: str) -> Board:
    board: Board = import_module(f"client.tui.{game}.board").BOARD
    return board
