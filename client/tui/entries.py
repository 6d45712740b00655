"""What stands in the list of choices: answers to what is asked, and what else the player may do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from client.texts import t
from client.tui.keys import USUAL, Keymap
from client.tui.menu import Menu, Option, Row
from client.tui.scene import Scene
from client.tui.widgets.choices import Entry, keyed
from core.combining import Combine
from core.deals import Deal, Status
from core.records import Decision, Gift, Seat
from protocol.messages import SeatInfo, TableState
from protocol.pace import Absence

NO_MORE = "0"
SOMETHING_ELSE = "+"
NO_KEY = "-"


class Take(NamedTuple):
    """Give this answer."""

    option: Option


class Open(NamedTuple):
    """Look into a group of answers."""

    row: Row


class Back(NamedTuple):
    """Come back from a group."""


class Fill(NamedTuple):
    """Open the form of the question."""


class Change(NamedTuple):
    """Open the form again to change what is sealed."""


class Donate(NamedTuple):
    """Open the form of a gift."""


class GetReady(NamedTuple):
    """Say whether the game may begin."""

    is_ready: bool


class Consent(NamedTuple):
    """Answer who wants to take something back."""

    agrees: bool


class Vote(NamedTuple):
    """Say whether a bot shall play for somebody."""

    absent: Seat
    agrees: bool


class AnswerOffer(NamedTuple):
    """Answer a deal that somebody offers."""

    deal: Deal


class SeeEnd(NamedTuple):
    """Look at the end of the game."""


class PlayAgain(NamedTuple):
    """Go to another game with the same people."""


Act: TypeAlias = (
    Take | Open | Back | Fill | Change | Donate | GetReady | Consent | Vote | AnswerOffer | SeeEnd | PlayAgain
)


def options_in(act: Act | None) -> tuple[Option, ...]:
    """Give the answers an act is about."""
    if isinstance(act, Take):
        return (act.option,)
    return act.row.options if isinstance(act, Open) else ()


class Asked(NamedTuple):
    """What others wait for from this player, besides the game: a leave to undo, and votes given."""

    undo: Seat | None = None
    what: str = ""  # what would be taken back, as it was told
    voted: frozenset[Seat] = frozenset()


def entries_for(
    scene: Scene, menu: Menu | None, asked: Asked, known: dict[str, str], keymap: Keymap = USUAL
) -> tuple[Entry, ...]:
    """List all that can be done; `known` are the keys that labels had before."""
    if scene.seat is None:
        return entries_at_end(scene)
    parts = [*told_apart([*requests(scene, asked), *offers(scene)]), *entries_at_end(scene)]
    if scene.info.state is TableState.OPEN:
        parts += readiness(scene)
    elif scene.info.state is not TableState.OVER:
        parts += answers(scene, menu, known, keymap)
    return tuple(parts)


def entries_at_end(scene: Scene) -> tuple[Entry, ...]:
    """List what is left to do when nothing is decided any more."""
    return (Entry("1", t("choices-end"), SeeEnd()),) if scene.info.state is TableState.OVER else ()


def requests(scene: Scene, asked: Asked) -> Iterator[Entry]:
    """What the others want to know."""
    if asked.undo is not None:
        who = _name(scene, asked.undo)
        agree = t("choices-agree-to", who=who, what=asked.what) if asked.what else t("choices-agree", who=who)
        yield Entry("y", agree, Consent(agrees=True))
        yield Entry("n", t("choices-refuse", who=who), Consent(agrees=False))
    if scene.info.next is not None:
        yield Entry("y", t("choices-rematch"), PlayAgain())
    for row in absentees(scene):
        if row.seat not in asked.voted:
            who = _name(scene, row.seat)
            yield Entry("y", t("choices-vote-yes", who=who), Vote(row.seat, agrees=True))
            yield Entry("n", t("choices-vote-no", who=who), Vote(row.seat, agrees=False))


def offers(scene: Scene) -> Iterator[Entry]:
    """The deals that wait for an answer of this player."""
    for standing in scene.deals.values():
        if standing.status is Status.OPEN and standing.deal.to == scene.seat:
            who = _name(scene, standing.deal.seat)
            yield Entry("y", t("choices-offer", who=who), AnswerOffer(standing.deal))


def told_apart(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Leave a key to the first that wants it; the others are reached by arrows until then."""
    taken: set[str] = set()
    for entry in entries:
        yield entry._replace(key=NO_KEY if entry.key in taken else entry.key)
        taken.add(entry.key)


def absentees(scene: Scene) -> list[SeatInfo]:
    if scene.info.terms.absence is not Absence.VOTE:
        return []
    return [
        row for row in scene.info.seats if row.is_overdue and not row.is_replaced and row.seat != scene.seat
    ]


def readiness(scene: Scene) -> Iterator[Entry]:
    is_ready = any(row.is_ready for row in scene.info.seats if row.seat == scene.seat)
    if is_ready:
        yield Entry("1", t("choices-unready"), GetReady(is_ready=False))
    else:
        yield Entry("1", t("choices-ready"), GetReady(is_ready=True))


def answers(scene: Scene, menu: Menu | None, known: dict[str, str], keymap: Keymap) -> Iterator[Entry]:
    decision = scene.decision
    if menu is not None:
        yield from rows(menu, known, keymap)
        if decision is not None and not menu.trail and is_open_ended(decision):
            yield Entry(SOMETHING_ELSE, t(f"form-{decision.prompt}"), Fill())
    elif decision is not None:
        yield Entry("1", t(f"form-{decision.prompt}"), Fill())
    elif scene.can_change:
        yield Entry("1", t("choices-change"), Change())
    if any(isinstance(decision, Gift) for decision in scene.standing) and (menu is None or not menu.trail):
        yield Entry(keymap.shown("gift"), t("choices-gift"), Donate())


def is_open_ended(decision: Decision) -> bool:
    """Say whether there are answers besides those in the menu: parts can be put together at will."""
    return isinstance(decision, Combine) and decision.kit.has_more_than_lean()


def rows(menu: Menu, known: dict[str, str], keymap: Keymap) -> Iterator[Entry]:
    listed = menu.rows()
    passing = [row for row in listed if row.options[0].is_pass]
    active = [row for row in listed if not row.options[0].is_pass]
    keys = keyed([row.label for row in active], {} if menu.trail else known, taken=keymap.letters())
    for row in active:
        act: Act = Take(row.options[0]) if row.is_answer else Open(row)
        yield Entry(keys[row.label], row.label, act, is_group=not row.is_answer)
    for row in passing:
        yield Entry(NO_MORE, row.label, Take(row.options[0]))
    if menu.trail:
        yield Entry(keymap.shown("back"), t("choices-back"), Back())


def _name(scene: Scene, seat: Seat) -> str:
    return t(f"clan-{scene.game.seat_names[seat]}")
