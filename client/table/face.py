"""What the client knows about a game: its words, its options, how its events are told and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import Any, Literal, NamedTuple, TypeAlias

from client.seat.news import Heard
from client.table.cards import Card
from client.table.conversation import FormInLines
from client.table.emblem import Polygon
from client.table.ending import Ending
from client.table.menu import Option
from client.table.wording import Wording
from client.texts import t
from core.deals import DealExpired, PromiseBroken
from core.decisions import Decision
from core.kinds import Choice, Event, Seat, Viewer

Severity: TypeAlias = Literal["information", "warning", "error"]
"""How much is at stake in something nobody must overlook."""


def at_once(_event: Event) -> Sequence[Event]:
    """Most events happen in one moment."""
    return ()


def asked(_view: Any, decision: Decision) -> str:
    """Most questions are the same whenever they are asked."""
    return t(f"ask-{decision.prompt}")


def only_there(_choice: Choice, _spot: int, _place: int) -> Choice | None:
    """Some choices belong to one place."""
    return None


def no_bar(_view: Any, _place: int) -> str:
    """Most places are barred by a rule that is found by trying."""
    return ""


def no_place(_key: str) -> int | None:
    """On many maps no key belongs to a place."""
    return None


def no_concern(_event: Event, _seat: Seat) -> Severity | None:
    """Most of what happens is in the log."""
    return None


def nowhere(_event: Event) -> Sequence[int]:
    """What happens at no place on the map."""
    return ()


def nobody(_event: Event) -> Sequence[Seat]:
    """Most of what happens is no battle."""
    return ()


def scored_at_once(_events: Iterable[Event]) -> Mapping[Seat, str]:
    """Most of what is won scores at once."""
    return {}


def goes_on(_event: Event) -> str:
    """A short game has no parts."""
    return ""


def never(_event: Event, _viewer: Viewer) -> bool:
    """Most of what happens should be told."""
    return False


def no_lines(*_: Any) -> Iterable[str]:
    """Often there is nothing more to say."""
    return ()


def no_power(_seat: Seat) -> str:
    """In many games all seats can do the same."""
    return ""


class Sight(NamedTuple):
    """Something with a name, and how it stands now."""

    name: str
    lines: tuple[str, ...]


def no_sights(_view: Any) -> Iterable[Sight]:
    """In a small game everything is told at once."""
    return ()


NO_FORMS: Mapping[type[Decision], FormInLines] = {}
NO_WEIGHTS: Mapping[type[Event], float] = {}


class Face(NamedTuple):
    """A game as the client knows it."""

    # Words
    wording: Wording  # how its events become sentences
    place_name: Callable[[int], str]
    promised: Mapping[str, str]  # by kind of promise: where among the texts its subjects are
    credits: Callable[[], Iterable[str]]  # sources of rules and figures
    lesson: Traversable  # the script of its first lessons
    emblem: tuple[Polygon, ...]  # its picture

    # How the table stands, from a view
    moment: Callable[[Any], str]  # where the game is
    holdings: Callable[[Any], Iterable[str]]  # what everybody owns
    look: Callable[[Any], Iterable[str]]  # everything, for the line client

    # What is asked
    options_of: Callable[[Any, Decision], tuple[Option, ...]]  # none if a form asks
    answer_words: Callable[[Choice], str]  # for what was filled in
    warning_about: Callable[[Any, Choice], tuple[str, str]]  # what it does, and why to think twice

    # What happens
    rule_of: Callable[[Event], str]
    slow: tuple[type[Event], ...]  # events that are part of something that unfolds step by step
    ending_of: Callable[[Iterable[Heard], Any], Ending]  # of a story and its last view

    cards: Callable[[Any], Sequence[Card]]  # from a view or none: everything that has a name

    board: Callable[[], object]  # loads how it is drawn: a Board, which only the screen knows (client/tui)

    # What only some games need
    power: Callable[[Seat], str] = no_power  # what only this seat can do, in a sentence
    ask_words: Callable[[Any, Decision], str] = asked  # of a view and a question
    left_undone: Callable[[Any, Choice], Iterable[str]] = (
        no_lines  # from a view and an answer: what could still be done first, or would be lost
    )
    elsewhere: Callable[[Choice, int, int], Choice | None] = only_there  # another place on one spot
    barred: Callable[[Any, int], str] = no_bar  # from a view and a place: why nobody can pick it now
    place_of: Callable[[str], int | None] = no_place  # of a key that always stands for a place
    ahead: Callable[[Any], Iterable[str]] = (
        no_lines  # from a view, for the line client: how the question may turn out
    )
    glance: Callable[[Any], Iterable[str]] = no_lines  # likewise: how the table stands, in brief
    sights: Callable[[Any], Iterable[Sight]] = no_sights  # likewise: how named things stand now, to look at
    in_lines: Mapping[type[Decision], FormInLines] = NO_FORMS  # likewise: how forms are asked for
    is_set_up: Callable[[Event, Viewer], bool] = never  # likewise: whether looking at the table is enough
    weighed: Callable[[Any, Choice], Iterable[str]] = no_lines  # likewise: what a sealed answer amounts to
    weights: Mapping[type[Event], float] = NO_WEIGHTS  # how long some events should be seen
    unfold: Callable[[Event], Sequence[Event]] = at_once  # what is shown on the way to a slow event
    concern: Callable[[Event, Seat], Severity | None] = no_concern  # whether a seat must not overlook it
    places_of: Callable[[Event], Iterable[int]] = nowhere  # where on the map something happens
    fought_by: Callable[[Event], Sequence[Seat]] = nobody  # whose battle ends with it
    part_ended: Callable[[Event], str] = goes_on  # the title of the part of the game that ends with it
    to_come: Callable[[Iterable[Event]], Mapping[Seat, str]] = (
        scored_at_once  # after all this, what everybody has won that scores later
    )

    def is_told_slowly(self, event: Event) -> bool:
        return isinstance(event, self.slow)


def face_of(game: str) -> Face:
    """Return the face of a game; nothing else in the client finds a game by its name."""
    face: Face = import_module(f"client.games.{game}").FACE
    return face


def concern_of(face: Face, event: Event, seat: Seat) -> Severity | None:
    return deal_concern(event, seat) or face.concern(event, seat)


def concerns_closely(face: Face, event: Event, seat: Viewer) -> bool:
    """Say whether a seat has fought this battle, or is harmed."""
    if seat is None:
        return False
    return seat in face.fought_by(event) or concern_of(face, event, seat) == "warning"


def deal_concern(event: Event, seat: Seat) -> Severity | None:
    if isinstance(event, PromiseBroken) and event.to == seat:
        return "warning"
    return "information" if isinstance(event, DealExpired) else None
