"""A table as all may see it: who sits there, who is ready, who is away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from core.records import Seat
from protocol.entries import SatDown
from protocol.messages import SeatInfo, TableInfo, TableState
from protocol.table.table import Table
from server.tables.audience import Audience

NOBODY = SatDown(0, "", b"")


@dataclass(frozen=True)
class TableSummary:
    """What a look at a table shows now."""

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

    def summary(self) -> tuple[Any, ...]:
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
