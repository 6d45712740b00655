"""What a model of a table wants done, as data, and how a front end does it.

Whatever can lead to something is a generator of errands. A front end takes one errand after the other, does
it, and sends back the result: for `Send` why the table refused ("" if it did not), for `Ask` the answer (None
if there is none), for everything else nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from client.seat.news import Heard
from client.table.deeds import Deed
from client.table.ending import Ending, Sheet
from client.table.face import Severity
from client.table.scene import GuestPass, Scene
from core.deals import Deal, Goods
from core.decisions import Decision, Gift
from core.game import Game
from core.kinds import Choice, Event, Seat


class Doubt(NamedTuple):
    """A question to make sure, and why to think twice."""

    question: str
    warning: str


class LogLine(NamedTuple):
    """A sentence, the rule behind it, if one can be named, and the same in fewer words, if there are any."""

    sentence: str
    rule: str = ""
    brief: str = ""


class Call(NamedTuple):
    """Words that pop up, how much is at stake, and how long they stay."""

    words: str
    severity: Severity = "information"
    seconds: float = 10


# What is asked of the player ---------------------------------------------------------------------


class PickOne(NamedTuple):
    """One of a few things, by name; the answer is the name.

    Where the title can scroll out of sight, the question says once more what it is about.
    """

    title: str
    words: Mapping[str, str]
    question: str = ""


class FillIn(NamedTuple):
    """The form of a question, as far as it was filled in; the answer is a `Draft`."""

    scene: Scene
    decision: Decision
    choice: Choice | None
    remark: str


class Converse(NamedTuple):
    """What to say in a room, below what was said there; the answer is the words."""

    title: str
    said: Sequence[str]


class ChooseGift(NamedTuple):
    """To whom to give how much of what; the answer is the gift."""

    gift: Gift
    names: Mapping[Seat, str]


class ComposeOffer(NamedTuple):
    """What to offer to whom, perhaps in answer to another offer; the answer is a deal without a number."""

    scene: Scene
    names: Mapping[Seat, str]
    purse: Goods
    to: Seat | None
    instead_of: Deal | None


class WhatNext(NamedTuple):
    """How the game ended; the answer is look, again or leave."""

    scene: Scene
    ending: Ending


Question: TypeAlias = Doubt | PickOne | FillIn | Converse | ChooseGift | ComposeOffer | WhatNext

# What is to be done ------------------------------------------------------------------------------


class Shown(NamedTuple):
    """Tell this; all of it is shown at once."""

    lines: list[LogLine]
    heard: tuple[Heard, ...] = ()  # what it is the beginning of
    events: tuple[Event, ...] = ()
    scene: Scene | None = None  # how the table stands then, if that has changed
    is_past: bool = False  # everything told before, and nothing else
    calls: tuple[Call, ...] = ()  # the parts nobody must overlook
    sheets: tuple[Sheet, ...] = ()  # if a part of the game ends with it: the results of all parts so far


class Show(NamedTuple):
    """Give something to read; of a story the last lines are seen first."""

    title: str
    lines: tuple[str, ...]
    is_story: bool = False


class ShowInvitations(NamedTuple):
    """Show invitations, to be copied, read out or scanned."""

    invitations: tuple[GuestPass, ...]


class OpenSheets(NamedTuple):
    """Show the results of the parts of a game, the last one first."""

    game: Game
    sheets: tuple[Sheet, ...]


class Warn(NamedTuple):
    """Say why the game is over for this player, and that it is somebody's fault."""

    sentences: tuple[str, ...]


class Wait(NamedTuple):
    """Call `end_pause` after so many seconds; replaces any earlier wait."""

    seconds: float


class CallPlayer(NamedTuple):
    """It is this player's turn; a form may open now."""


class TurnToChoices(NamedTuple):
    """Several answers are left; they are in the list."""


class CloseForm(NamedTuple):
    """Close the open form: nobody waits for it any more."""


class Depart(NamedTuple):
    """Leave this table, perhaps for another game with the same people, or for another seat at it."""

    is_again: bool = False
    seat: Seat | None = None


class Send(NamedTuple):
    """Do something at the table."""

    deed: Deed


class Ask(NamedTuple):
    """Ask the player something."""

    question: Question


Errand: TypeAlias = (
    Shown
    | Call
    | Show
    | ShowInvitations
    | OpenSheets
    | Warn
    | Wait
    | CallPlayer
    | TurnToChoices
    | CloseForm
    | Depart
    | Send
    | Ask
)
Result = TypeVar("Result")
Inquiry: TypeAlias = Generator[Errand, Any, Result]
"""Errands with a result."""
Errands: TypeAlias = Generator[Errand, Any, None]


def send(deed: Deed) -> Inquiry[bool]:
    """Do something at the table, and say whether it is done; if it is refused, say why."""
    refusal = yield Send(deed)
    if refusal:
        yield Call(refusal, "warning", 8)
    return not refusal
