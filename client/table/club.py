"""A server's tables in words, and what somebody who looks in can do with each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from client.harmless import harmless
from client.table.wording import game_title
from client.table.words import pace_words
from client.texts import t
from protocol.entries import Access
from protocol.messages import SeatInfo, TableInfo, TableState

RANKS: Final = {TableState.OPEN: 0, TableState.RUNNING: 1, TableState.FROZEN: 2, TableState.OVER: 3}


class Wish(Enum):
    """What can be done with a table; each has its words in the message club-do-NAME."""

    BACK = "back"  # to one's own seat
    SIT = "sit"
    PASSWORD = "password"  # noqa: S105 (sit down with it)
    INVITED = "invited"  # sit down with an invitation
    WATCH = "watch"
    INVITE = "invite"  # somebody else
    CLOSE = "close"


def sorted_tables(tables: Iterable[TableInfo]) -> list[TableInfo]:
    """Put tables with free seats first; nobody sees finished ones here."""
    rows = (info for info in tables if info.state is not TableState.OVER)
    return sorted(rows, key=lambda info: (RANKS[info.state], not free_in(info), info.game, info.table))


def free_in(info: TableInfo) -> int:
    return sum(not row.player for row in info.seats)


def table_words(info: TableInfo, key: bytes) -> str:
    """Say in a line what is played at a table, by whom, and how to get a seat."""
    return t(
        "club-table",
        table=harmless(info.table),
        game=game_title(info.game),
        state=state_words(info),
        clock=pace_words(info.terms.pace),
        people=", ".join(people_at(info, key)) or t("club-nobody"),
    )


def state_words(info: TableInfo) -> str:
    if info.state is not TableState.OPEN:
        return t(f"club-state-{info.state.value}")
    free, seats = free_in(info), len(info.seats)
    return t(f"club-open-{info.access.value}", free=free, seats=seats)


def people_at(info: TableInfo, key: bytes) -> Iterator[str]:
    for row in info.seats:
        if row.player:
            yield t("you") if row.key == key else harmless(row.player)


def seat_of(info: TableInfo, key: bytes) -> SeatInfo | None:
    return next((row for row in info.seats if row.key == key), None)


def wishes_at(info: TableInfo, key: bytes) -> Iterator[Wish]:
    """List what somebody can do with a table, the likeliest first."""
    is_waiting = info.state is TableState.OPEN
    if seat_of(info, key) is not None:
        yield Wish.BACK
    elif is_waiting and free_in(info):
        yield from {Access.ALL: (Wish.SIT,), Access.PASSWORD: (Wish.PASSWORD,)}.get(info.access, ())
        yield Wish.INVITED
    yield Wish.WATCH
    if is_waiting and info.owner == key:
        yield from (Wish.INVITE, Wish.CLOSE)
