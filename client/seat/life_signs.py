"""When each seat last gave a sign of life, by our own clock.

What the host says about time is only its word. So nobody is called away before the terms allow it without our
noticing, and a player who is called away while their client is here says so.
"""

from __future__ import annotations

from client.seat.news import Heard
from core.kinds import ChoiceTakenBack, Seat
from protocol.entries import Chose, Replaced, Returned, TookBack
from protocol.pace import PerDecision, Terms, Untimed
from protocol.parties import patience_ms
from protocol.round_records import Committed


class LifeSigns:
    """What was heard live, and when."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._chose_at: dict[Seat, float] = {}
        self._asked: tuple[int | None, float] = None, 0.0  # which question we are asked, and since when

    def hear(self, heard: Heard, prompt: int | None, now: float) -> None:
        """Take in what happened just now; what gives a seat old time back makes us forget when it chose."""
        entry = heard.entry
        if prompt != self._asked[0]:
            self._asked = prompt, now
        if any(isinstance(event, ChoiceTakenBack) for event in heard.events):
            self._chose_at.clear()
        elif isinstance(entry, (TookBack, Returned)):
            self._chose_at.pop(entry.seat, None)
        elif isinstance(entry, (Chose, Committed)):
            self._chose_at[entry.seat] = now

    def is_too_early(self, entry: Replaced, now: float) -> bool:
        """Say whether the terms would have given this seat more time; news may be a little late."""
        since = self._chose_at.get(entry.seat)
        return since is not None and now - since < 0.9 * patience_ms(self._terms) / 1000 - 1

    def have_we_time(self, remaining_ms: int | None, now: float) -> bool:
        """Say whether we, who are here, could still answer in time."""
        pace = self._terms.pace
        if isinstance(pace, PerDecision):
            return now - self._asked[1] < 0.9 * pace.seconds
        return isinstance(pace, Untimed) or remaining_ms != 0
