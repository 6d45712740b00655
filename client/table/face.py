"""What the client knows about a game: its words, its options, how its events are told and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import Any, Literal, NamedTuple, TypeAlias

from client.seat.news import Heard
from client.table.ending import Ending
from client.table.menu import FEW, Option
from client.table.wording import Wording
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


def no_lines(*_: Any) -> Iterable[str]:
    """Often there is nothing more to say."""
    return ()


NO_WEIGHTS: Mapping[type[Event], float] = {}


class Face(NamedTuple):
    """A game as the client knows it."""

    # Words
    wording: Wording  # how its events become sentences
    place_name: Callable[[int], str]
    promised: Mapping[str, str]  # by kind of promise: where among the texts the things it is about are
    credits: Callable[[], Iterable[str]]  # where rules and figures are from
    lesson: Traversable  # the script of its first lessons

    # How the table stands, said of a view
    moment: Callable[[Any], str]  # where the game is
    holdings: Callable[[Any], Iterable[str]]  # what everybody owns
    look: Callable[[Any], Iterable[str]]  # all of it, for the line client

    # What is asked
    options_of: Callable[[Any, Decision], tuple[Option, ...]]  # none where a form asks
    answer_words: Callable[[Choice], str]  # of what was filled in
    warning_about: Callable[[Any, Choice], tuple[str, str]]  # what it does, and why to think twice

    # What happens
    rule_of: Callable[[Event], str]
    is_told_slowly: Callable[[Event], bool]  # part of something that unfolds step by step
    ending_of: Callable[[Iterable[Heard], Any], Ending]  # of a story and its last view

    board: Callable[[], object]  # loads how it is drawn: a Board, which only the screen knows (client/tui)

    # What few games need
    ask_words: Callable[[Any, Decision], str] = asked  # of a view and a question
    elsewhere: Callable[[Choice, int, int], Choice | None] = only_there  # with another place on one spot
    few: int = FEW  # how many answers stand side by side before they are grouped
    ahead: Callable[[Any], Iterable[str]] = (
        no_lines  # of a view, for the line client: how what is asked may end
    )
    weighed: Callable[[Any, Choice], Iterable[str]] = no_lines  # likewise: what a sealed answer comes to
    weights: Mapping[type[Event], float] = NO_WEIGHTS  # how long some events are to be seen
    unfold: Callable[[Event], Sequence[Event]] = at_once  # what is shown on the way to a slow event
    concern: Callable[[Event, Seat], Severity | None] = no_concern  # whether a seat must not overlook it


def face_of(game: str) -> Face:
    """Give the face of a game; nothing else in the client finds a game by its name."""
    face: Face = import_module(f"client.games.{game}").FACE
    return face
