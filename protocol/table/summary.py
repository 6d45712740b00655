"""A table as everybody may see it: what its entries say, and what its host says about this moment."""

from __future__ import annotations

from protocol.entries import SatDown
from protocol.messages import SeatInfo, SeatNow, TableInfo, TableNow, TableState
from protocol.table.public import PublicTable

NOBODY = SatDown(0, "", b"")


def summary_of(name: str, table: PublicTable, now: TableNow) -> TableInfo:
    """Sum up a table; who sits there, with which keys and by which door, comes from sworn entries alone."""
    here = {row.seat: row for row in now.seats}
    seats = tuple(seat_of(table, here.get(seat) or SeatNow(seat)) for seat in table.seats)
    opened, state = table.opened, state_of(table, is_frozen=now.is_frozen)
    return TableInfo(
        name,
        opened.game,
        state,
        seats,
        opened.options,
        opened.terms,
        now.spectators,
        now.next,
        table.access,
        table.owner,
    )


def state_of(table: PublicTable, *, is_frozen: bool) -> TableState:
    if is_frozen:
        return TableState.FROZEN
    if table.is_closed:
        return TableState.OVER
    if not table.has_begun:
        return TableState.OPEN
    return TableState.OVER if table.is_revealed else TableState.RUNNING


def seat_of(table: PublicTable, now: SeatNow) -> SeatInfo:
    sitter = table.sitters.get(now.seat, NOBODY)
    return SeatInfo(
        seat=now.seat,
        player=sitter.name,
        key=sitter.key,
        is_bot=sitter.is_bot,
        is_ready=sitter.is_bot or now.is_ready,
        is_present=now.is_present,
        is_overdue=now.is_overdue,
        is_replaced=now.seat in table.replaced,
        door=sitter.door,
    )
