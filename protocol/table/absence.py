"""When each seat last answered: who just did cannot have been away for as long as the terms say.

A client counts by its own clock, whoever checks a log by the times in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.kinds import ChoiceTakenBack, Event, Seat
from protocol.entries import AnyEntry, Chose, Returned, TookBack
from protocol.pace import Terms
from protocol.parties import patience_ms
from protocol.round_records import Committed


class LastAnswers:
    """The last answer of each seat, in milliseconds."""

    def __init__(self, terms: Terms) -> None:
        self.patience_ms = patience_ms(terms)
        self._answered: dict[Seat, int] = {}

    def note(self, entry: AnyEntry, events: Iterable[Event], at_ms: int) -> None:
        """Go on with what happened; a seat that gets old time back may be out of it at any moment."""
        if any(isinstance(event, ChoiceTakenBack) for event in events):
            self._answered.clear()
        elif isinstance(entry, (TookBack, Returned)):
            self._answered.pop(entry.seat, None)
        elif isinstance(entry, (Chose, Committed)):
            self._answered[entry.seat] = at_ms

    def is_too_early(self, seat: Seat, at_ms: int, slack_ms: int) -> bool:
        """Say whether the terms would have given a seat more time, by more than some slack."""
        since = self._answered.get(seat)
        return since is not None and at_ms - since < self.patience_ms - slack_ms
