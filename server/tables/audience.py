"""Everybody at one table, what each of them is told, and how the table looks to all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from core.kinds import RulesError, Seat, Viewer
from protocol.messages import ClockFace, SeatNow, Synced, TableNow, TableState, Told
from protocol.rpc import encode_notification
from protocol.table.story import Dispatch, Story
from protocol.table.summary import state_of
from protocol.table.table import Table


class Guest(Protocol):
    """Somebody at the table: at a seat, or watching."""

    viewer: Viewer

    def tell(self, message: bytes) -> None: ...
    def dismiss(self, reason: str, *, is_final: bool) -> None: ...


class Audience:
    """The guests of a table."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._guests: dict[Guest, bool] = {}  # and whether they are up to date

    # Coming and going ------------------------------------------------------------------------

    def add(self, guest: Guest) -> None:
        self._guests[guest] = False

    def remove(self, guest: Guest) -> bool:
        """Let a guest go, and say whether they were here."""
        return self._guests.pop(guest, None) is not None

    def dismiss(self, reason: str, *, is_final: bool) -> None:
        """Send all guests away."""
        for guest in list(self._guests):
            guest.dismiss(reason, is_final=is_final)
        self._guests.clear()

    def at(self, seat: Seat) -> list[Guest]:
        return [guest for guest in self._guests if guest.viewer == seat]

    @property
    def spectators(self) -> int:
        return sum(guest.viewer is None for guest in self._guests)

    @property
    def is_empty(self) -> bool:
        return not self._guests

    # Telling ---------------------------------------------------------------------------------

    def sync(self, guest: Guest, from_number: int, faces: tuple[ClockFace, ...]) -> Synced:
        """Tell the story from an item on; a guest who has heard all of it gets the news from then on."""
        viewer = guest.viewer
        length = self._story.length(viewer)
        if from_number > length:
            raise RulesError("journal-lost")
        items = tuple(self._story.part(viewer, from_number))
        is_all = from_number + len(items) == length
        self._guests[guest] = is_all
        view, prompt, deals = self._story.picture(viewer)
        return Synced(items, is_all, view, prompt, faces, deals)

    def tell(self, news: Mapping[Viewer, Dispatch], faces: tuple[ClockFace, ...]) -> None:
        """Tell their part to everybody who is up to date."""
        messages: dict[Viewer, bytes] = {}
        for guest, is_up_to_date in self._guests.items():
            viewer = guest.viewer
            if is_up_to_date and viewer in news:
                if viewer not in messages:
                    item, view, prompt, deals = news[viewer]
                    messages[viewer] = encode_notification("told", Told(item, view, prompt, faces, deals))
                guest.tell(messages[viewer])

    def send(self, message: bytes, but_to: Guest | None = None) -> None:
        for guest in self._guests:
            if guest is not but_to:
                guest.tell(message)


class TableSummary(NamedTuple):
    """A table as everybody may see it: who sits there, who is ready, who is away."""

    table: Table
    audience: Audience
    ready: Collection[Seat]
    overdue: Collection[Seat]
    is_frozen: bool

    @property
    def state(self) -> TableState:
        return state_of(self.table, is_frozen=self.is_frozen)

    def contents(self) -> tuple[Any, ...]:
        """Return everything a move can change about what everybody sees."""
        table = self.table
        return tuple(table.sitters.values()), table.replaced, frozenset(self.overdue), self.state

    def now(self, following: str | None, nodes: tuple[str, ...]) -> TableNow:
        """Return what no entry tells."""
        seats = tuple(
            SeatNow(seat, seat in self.ready, bool(self.audience.at(seat)), seat in self.overdue)
            for seat in self.table.seats
        )
        return TableNow(seats, self.audience.spectators, self.is_frozen, following, nodes)
