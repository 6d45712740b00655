"""What a table knows of a game, however it is drawn: its words, its options, and how its events are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from client.seat.news import Heard
from client.table.ending import Ending
from client.table.menu import FEW, Option
from client.texts import t
from core.decisions import Decision
from core.kinds import Choice, Event, Seat

Severity: TypeAlias = Literal["information", "warning", "error"]
"""How much is at stake in something that nobody must overlook."""


def at_once(_event: Event) -> Sequence[Event]:
    """Most events happen in one moment."""
    return ()


def asked(_view: Any, decision: Decision) -> str:
    """Most questions are the same whenever they are asked."""
    return t(f"ask-{decision.prompt}")


def only_there(_choice: Choice, _spot: int, _place: int) -> Choice | None:
    """Some choices are of one place."""
    return None


def no_concern(_event: Event, _seat: Seat) -> Severity | None:
    """Most of what happens is in the log."""
    return None


NO_WEIGHTS: Mapping[type[Event], float] = {}


class Face(NamedTuple):
    """How a game is worded."""

    moment: Callable[[Any], str]  # of a view: where the game stands
    place_name: Callable[[int], str]
    options_of: Callable[[Any, Decision], tuple[Option, ...]]  # none where a form asks
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
    concern: Callable[[Event, Seat], Severity | None] = no_concern  # whether a seat must not overlook it
    few: int = FEW  # how many answers stand side by side before they are grouped
