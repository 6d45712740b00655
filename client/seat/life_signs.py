"""When each seat last gave a sign of life, by our own clock.

What the host says about time is only its word. So nobody is called away before the terms allow it without our
noticing, and a player who is called away while their client is here says so.
"""

from __future__ import annotations

from client.seat.news import Heard
from core.kinds import Seat
from protocol.pace import PerDecision, Terms, Untimed
from protocol.table.absence import LastAnswers

LATE_MS = 1000


class LifeSigns:
    """What was heard live, and when."""

    def __init__(self, terms: Terms) -> None:
        self._pace = terms.pace
        self._answers = LastAnswers(terms)
        self._asked: tuple[int | None, float] = None, 0.0  # which question we are asked, and since when

    def hear(self, heard: Heard, prompt: int | None, now: float) -> None:
        """Take in what happened just now, and what we are asked after it."""
        if prompt != self._asked[0]:
            self._asked = prompt, now
        self._answers.note(heard.entry, int(1000 * now))

    def is_too_early(self, seat: Seat, now: float) -> bool:
        """Say whether the terms would have given a seat more time; news may be a little late."""
        slack = LATE_MS + self._answers.patience_ms // 10
        return self._answers.is_too_early(seat, int(1000 * now), slack)

    def have_we_time(self, remaining_ms: int | None, now: float) -> bool:
        """Say whether we, who are here, could still answer in time."""
        if isinstance(self._pace, PerDecision):
            return now - self._asked[1] < 0.9 * self._pace.seconds
        return isinstance(self._pace, Untimed) or remaining_ms != 0
