"""What nobody must overlook: what others do to a player, and what they want of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from client.harmless import harmless
from client.seat.news import Heard
from client.table.acts import Requests
from client.table.face import Face, Severity
from client.table.scene import Scene
from client.table.sentences import entry_sentence, event_sentence
from client.table.words import clans
from client.texts import t
from core.deals import DealExpired, PromiseBroken
from core.kinds import ChoiceTakenBack, Event, Seat, Viewer
from protocol.entries import Answered, AnyEntry, AskedBack, Consented, Offered, Voted


class Call(NamedTuple):
    """Words that pop up, how much is at stake, and for how long they stay."""

    words: str
    severity: Severity = "information"
    seconds: float = 10


def calls_by(entry: AnyEntry, scene: Scene) -> Iterator[Call]:
    """Call who is offered something, answered or asked for leave."""
    if isinstance(entry, Offered) and entry.to == scene.seat:
        yield Call(t("news-offer", who=clans(scene, [entry.seat])))
    elif isinstance(entry, Answered) and entry.other == scene.seat:
        yield Call(entry_sentence(scene.game, entry))
    elif isinstance(entry, AskedBack) and entry.seat != scene.seat:
        yield Call(t("news-asks-back", who=clans(scene, [entry.seat])))


def calls_in(face: Face, events: Iterable[Event], scene: Scene) -> Iterator[Call]:
    """Call whom something costs, and who is given something."""
    seat = scene.seat
    if seat is None:
        return
    for event in events:
        severity = deal_concern(event, seat) or face.concern(event, seat)
        if severity is not None:
            yield Call(harmless(event_sentence(scene.game, event, seat)), severity)


def asked_after(asked: Requests, heard: Heard, seat: Viewer, what: str) -> Requests:
    """Say what others want of a player after something that happened; `what` would be taken back."""
    entry = heard.entry
    is_done = any(isinstance(event, ChoiceTakenBack) for event in heard.events)
    if isinstance(entry, AskedBack) and entry.seat != seat and not is_done:
        return asked._replace(undo=entry.seat, what=what)
    if is_done or (isinstance(entry, Consented) and (entry.seat == seat or not entry.agrees)):
        return asked._replace(undo=None)
    if isinstance(entry, Voted) and entry.seat == seat:
        return asked._replace(voted=asked.voted | {entry.absent})
    return asked


def deal_concern(event: Event, seat: Seat) -> Severity | None:
    if isinstance(event, PromiseBroken) and event.to == seat:
        return "warning"
    return "information" if isinstance(event, DealExpired) else None
