"""Everybody at one table, what each of them is told, and how the table looks to all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import Raw

from core.deals import DealBook, Standing
from core.kinds import RulesError, Seat, Viewer
from core.wire import Facts, pack_view
from protocol.entries import SatDown
from protocol.messages import ClockFace, Item, SeatInfo, Synced, TableInfo, TableState, Told
from protocol.rpc import NIL, encode_notification
from protocol.table.story import Story
from protocol.table.table import Table


class Guest(Protocol):
    """Somebody at the table: at a seat, or watching."""

    viewer: Viewer

    def tell(self, message: bytes) -> None: ...
    def dismiss(self, reason: str, *, is_final: bool) -> None: ...


class Audience:
    """The guests of a table."""

    def __init__(self, table: Table, story: Story) -> None:
        self._table = table
        self._story = story
        self._guests: dict[Guest, bool] = {}  # and whether they are up to date

    # Coming and going ------------------------------------------------------------------------

    def add(self, guest: Guest) -> None:
        self._guests[guest] = False

    def remove(self, guest: Guest) -> bool:
        """Let a guest go, and say whether they were here."""
        return self._guests.pop(guest, None) is not None

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
        """Tell the story from an item on; a guest who has heard it all gets the news from then on."""
        viewer = guest.viewer
        length = self._story.length(viewer)
        if from_number > length:
            raise RulesError("journal-lost")
        items = tuple(self._story.part(viewer, from_number))
        is_all = from_number + len(items) == length
        self._guests[guest] = is_all
        deals = self._table.position.deals
        standings = deals.seen_by(viewer) if deals is not None else ()
        return Synced(items, is_all, self._view(viewer), self._prompt(viewer), faces, standings)

    def tell(
        self,
        items: dict[Viewer, Item],
        faces: tuple[ClockFace, ...],
        before: DealBook | None,
        facts: Facts | None,
    ) -> None:
        """Tell everybody who is up to date their part; the same view is packed once."""
        messages: dict[Viewer, bytes] = {}
        for guest, is_up_to_date in self._guests.items():
            viewer = guest.viewer
            if is_up_to_date and viewer in items:
                if viewer not in messages:
                    view = self._own_view(viewer, facts) if facts is not None else NIL
                    deals = self._changed_deals(viewer, before)
                    told = Told(items[viewer], view, self._prompt(viewer), faces, deals)
                    messages[viewer] = encode_notification("told", told)
                guest.tell(messages[viewer])

    def send(self, message: bytes, but_to: Guest | None = None) -> None:
        for guest in self._guests:
            if guest is not but_to:
                guest.tell(message)

    def _changed_deals(self, viewer: Viewer, before: DealBook | None) -> tuple[Standing, ...] | None:
        """Give all deals of a viewer if one of them is not as before."""
        now = self._table.position.deals
        if now is None or before is None or now.standings is before.standings:
            return None
        standings = now.seen_by(viewer)
        return standings if standings != before.seen_by(viewer) else None

    def _own_view(self, viewer: Viewer, facts: Facts) -> Raw:
        game, state = self._table.game, self._table.state
        return Raw(pack_view(game, game.own_view(state, facts.shown, viewer), facts))

    def _view(self, viewer: Viewer) -> Raw:
        table = self._table
        return NIL if table.state is None else Raw(pack_view(table.game, table.view_for(viewer)))

    def _prompt(self, viewer: Viewer) -> int | None:
        prompt = self._table.prompts.get(viewer) if viewer is not None else None
        return prompt.number if prompt is not None else None


NOBODY = SatDown(0, "", b"")


@dataclass(frozen=True)
class TableSummary:
    """A table as everybody may see it: who sits there, who is ready, who is away."""

    table: Table
    audience: Audience
    ready: Collection[Seat]
    overdue: Collection[Seat]
    is_frozen: bool

    @property
    def state(self) -> TableState:
        if self.is_frozen:
            return TableState.FROZEN
        if self.table.state is None:
            return TableState.OPEN
        return TableState.OVER if self.table.is_revealed else TableState.RUNNING

    def contents(self) -> tuple[Any, ...]:
        """Give all that a move can change about what `info` says."""
        table = self.table
        return tuple(table.sitters.values()), table.replaced, frozenset(self.overdue), self.state

    def info(self, name: str, following: str | None) -> TableInfo:
        table = self.table
        seats = tuple(self._seat_info(seat) for seat in table.seats)
        game, options, terms = table.opened.game, table.opened.options, table.opened.terms
        spectators = self.audience.spectators
        return TableInfo(name, game, self.state, seats, options, terms, spectators, following)

    def _seat_info(self, seat: Seat) -> SeatInfo:
        sitter = self.table.sitters.get(seat, NOBODY)
        return SeatInfo(
            seat=seat,
            player=sitter.name,
            key=sitter.key,
            talk_key=sitter.talk_key,
            talk_signature=sitter.talk_signature,
            is_bot=sitter.is_bot,
            is_ready=sitter.is_bot or seat in self.ready,
            is_present=bool(self.audience.at(seat)),
            is_overdue=seat in self.overdue,
            is_replaced=seat in self.table.replaced,
            door=sitter.door,
        )
