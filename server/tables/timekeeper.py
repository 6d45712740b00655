"""The time at one table: whose clock runs, who is overdue, and when to look again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from core.kinds import RulesError, Seat
from protocol.entries import AnyEntry, Chose, Returned, Succeeded, TookBack
from protocol.messages import ClockFace
from protocol.pace import Untimed
from protocol.round_records import Committed
from protocol.table.table import Table
from server.tables.clocks import Clocks, Expiry


class Time(NamedTuple):
    """Where to look up the time: a clock that never goes back, and the one on the wall."""

    now: Callable[[], float]
    now_ms: Callable[[], int]


class Timekeeper:
    """Keeps the clocks of a table."""

    def __init__(self, table: Table, time: Time, on_expiry: Callable[[list[Expiry]], None]) -> None:
        self.overdue: set[Seat] = set()
        self._table = table
        self._time = time
        self._on_expiry = on_expiry
        self._is_timed = not isinstance(table.opened.terms.pace, Untimed)
        self._clocks = Clocks(table.opened.terms, table.seats)
        self._alarm: asyncio.TimerHandle | None = None

    # What happens ----------------------------------------------------------------------------

    def note(self, entry: AnyEntry) -> None:
        """Charge the answering seat once; after anything but a choice, see which seats bots play now."""
        if isinstance(entry, (Chose, Committed, Returned, Succeeded)):
            self.overdue.discard(entry.seat)
        if isinstance(entry, Committed) and entry.revision:
            return  # it has been paid for
        if isinstance(entry, (Chose, Committed)):
            self._clocks.charge(entry.seat, entry.spent)
        elif isinstance(entry, TookBack):
            self._clocks.reopen(entry.seat, entry.since)
        else:
            self._clocks.exempt(self._table.bots)

    def look_ahead(self) -> None:
        """Start the clocks of those who are asked."""
        numbers = {seat: prompt.number for seat, prompt in self._table.prompts.items()}
        self._clocks.asked(self._time.now(), numbers)
        self._set_alarm()

    def came(self, seat: Seat) -> None:
        now = self._time.now()
        self._clocks.came(now, seat)
        if self._clocks.remaining(now, seat) != 0:
            self.overdue.discard(seat)
        self._set_alarm()

    def went(self, seat: Seat) -> None:
        self._clocks.went(self._time.now(), seat)
        self._set_alarm()

    def rest(self) -> None:
        """Let no clock run any more: nobody can answer."""
        self._clocks.asked(self._time.now(), {})
        self.stop()

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_alarm(self) -> None:
        self.stop()
        deadline = self._clocks.next_deadline()
        if deadline is not None and self._table.state is not None and not self._table.is_over:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.0, deadline - self._time.now()), self._ring)

    def _ring(self) -> None:
        expired = self._clocks.expired(self._time.now())
        if expired:
            self._on_expiry(expired)
        self._set_alarm()

    # What is asked ---------------------------------------------------------------------------

    def spent(self, seat: Seat) -> int:
        return self._clocks.spent(self._time.now(), seat)

    def since(self, seat: Seat) -> int:
        """Return the time since a seat's last choice, if there is enough left to take that back."""
        now = self._time.now()
        if self._is_timed and not self._clocks.can_reopen(now, seat):
            raise RulesError("no-time-to-take-back")
        return self._clocks.since(now, seat)

    def faces(self) -> tuple[ClockFace, ...]:
        if not self._is_timed:
            return ()
        return self._clocks.faces(self._time.now())
