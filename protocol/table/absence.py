"""When each seat last answered: somebody who just did cannot have been away for as long as the terms require.

A client counts by its own clock, a verifier by the times in the log.
"""

from __future__ import annotations

from core.kinds import Seat
from protocol.entries import AnyEntry, Chose, Returned, TookBack
from protocol.pace import Terms
from protocol.parties import patience_ms
from protocol.round_records import Committed


class LastAnswers:
    """Each seat's answers that stand, in milliseconds.

    The next question cannot have come before the last of them, so its time runs from there at the earliest. A
    player who takes an answer back has the old question again, with its old time; but that came after the
    answer before. What others take back by consent gives nobody old time.
    """

    def __init__(self, terms: Terms) -> None:
        self.patience_ms = patience_ms(terms)
        self._answered: dict[Seat, list[int]] = {}

    def note(self, entry: AnyEntry, at_ms: int) -> None:
        """Take in what happened; a player who comes back may be out of time at any moment."""
        if isinstance(entry, Returned):
            self._answered.pop(entry.seat, None)
        elif isinstance(entry, TookBack):
            del self._answered.get(entry.seat, [])[-1:]
        elif isinstance(entry, (Chose, Committed)):
            self._answered.setdefault(entry.seat, []).append(at_ms)

    def is_too_early(self, seat: Seat, at_ms: int, slack_ms: int) -> bool:
        """Say whether the terms would have given a seat more time, by more than some slack."""
        answers = self._answered.get(seat, [])
        return bool(answers) and at_ms - answers[-1] < self.patience_ms - slack_ms
