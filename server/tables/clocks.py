"""The clocks of a table: whose time runs, how much is left, and who ran out.

No time is read here: callers bring `now` along, in seconds, from a clock that never goes back. Internally
time is whole milliseconds, so that charges add up exactly.

A seat has up to three clocks. *Decision time* and *bank* run while the seat owes a decision, here or away.
*Absence* runs while the seat owes a decision and is away. What could be abused to win time:

- Leaving and coming back. The decision goes on; the absences of one decision add up, so ten short ones use up
  the grace as one long one does. A player who is away again after that is reported at once.
- Having the question changed, by a gift for instance. A question is new only to a seat that owed none before:
  under another number its time goes on.
- Taking back an answer. The decision is then open as if it had never been answered: its clock has run all the
  while, and the increment is gone.
- Being replaced by a bot, and coming back. What the player had spent until then is charged.
- Running into the red. A bank never goes below zero, and an answer that came too late still earns its
  increment; but the overrun was reported.

Only charges last: after a restart `charge`, `reopen` and `exempt`, called for the journal's entries in order,
restore the banks. The time run on a decision that was still open is forgotten, and nobody pays for the time
the server was down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from core.kinds import Seat
from protocol.messages import ClockFace
from protocol.pace import Bank, PerDecision, Terms

What: TypeAlias = Literal["time", "away"]


class Expiry(NamedTuple):
    """Something ran out: the seat's time, or the patience with its absence."""

    seat: Seat
    what: What


class Charge(NamedTuple):
    """A decision that was paid for, and the bank before that."""

    spent: int
    bank: int


@dataclass
class OpenDecision:
    """A decision that a seat owes: since when, and how long the seat was away in the meantime."""

    number: int
    since: int
    away: int = 0
    told: set[What] = field(default_factory=set)


class Clocks:
    """The clocks of all seats of one table; everybody is away at first."""

    def __init__(self, terms: Terms, seats: Iterable[Seat]) -> None:
        self._pace = terms.pace
        self._grace = terms.grace * 1000
        self._seats = tuple(seats)
        bank = terms.pace.seconds * 1000 if isinstance(terms.pace, Bank) else 0
        self._banks = dict.fromkeys(self._seats, bank)
        self._charges: dict[Seat, list[Charge]] = {seat: [] for seat in self._seats}
        self._answered = dict.fromkeys(self._seats, 0)  # when each last answered
        self._reopened: dict[Seat, int] = {}
        self._open: dict[Seat, OpenDecision] = {}
        self._here: set[Seat] = set()
        self._bots: frozenset[Seat] = frozenset()
        self._then: int | None = None
        self._elapsed = 0  # milliseconds since the start; `since` and `answered` count in these

    # What happens ----------------------------------------------------------------------------

    def asked(self, now: float, numbers: Mapping[Seat, int]) -> None:
        """Tell after every change which seats owe a decision, and under which numbers."""
        self._run(now)
        self._open = {
            seat: self._question(seat, number) for seat, number in numbers.items() if seat not in self._bots
        }

    def _question(self, seat: Seat, number: int) -> OpenDecision:
        question = self._open.get(seat)
        if question is None:
            return OpenDecision(number, self._elapsed - self._reopened.get(seat, 0))
        if question.number != number:
            question.number = number
            question.told.clear()
        return question

    def came(self, now: float, seat: Seat) -> None:
        self._run(now)
        self._here.add(seat)
        if seat in self._open:
            self._open[seat].told.discard("away")

    def went(self, now: float, seat: Seat) -> None:
        self._run(now)
        self._here.discard(seat)

    def exempt(self, seats: Iterable[Seat]) -> None:
        """Tell which seats bots play, which have no clock, and call `asked` after that.

        A player whom a bot replaces is charged first for what was spent; otherwise the bank would be whole
        again.
        """
        self._bots = frozenset(seats)
        for seat in self._bots:
            self._open.pop(seat, None)
            self._charges[seat].clear()

    def _run(self, now: float) -> None:
        """Advance everything that runs to now."""
        then, self._then = self._then, round(now * 1000)
        if then is None:
            return
        passed = self._then - then
        self._elapsed += passed
        for seat, question in self._open.items():
            if seat not in self._here:
                question.away += passed

    # What is paid ----------------------------------------------------------------------------

    def spent(self, now: float, seat: Seat) -> int:
        """Return the milliseconds to charge for an answer given now."""
        self._run(now)
        return self._elapsed - self._open[seat].since if seat in self._open else 0

    def charge(self, seat: Seat, ms: int) -> None:
        """Let a seat pay for the decision it answered; a bot pays nothing and earns nothing."""
        self._open.pop(seat, None)
        self._reopened.pop(seat, None)
        if seat in self._bots:
            return
        self._charges[seat].append(Charge(ms, self._banks[seat]))
        self._answered[seat] = self._elapsed
        if isinstance(self._pace, Bank):
            self._banks[seat] = max(0, self._banks[seat] - ms) + self._pace.increment * 1000

    def since(self, now: float, seat: Seat) -> int:
        """Return the milliseconds since a seat's last answer, which it has to pay for if it takes it back."""
        self._run(now)
        return self._elapsed - self._answered[seat]

    def can_reopen(self, now: float, seat: Seat) -> bool:
        """Say whether a seat would have time left if it took back its last answer."""
        since = self.since(now, seat)
        if not self._charges[seat]:
            return True
        spent, bank = self._charges[seat][-1]
        allowed = self._allowed(bank)
        return allowed is None or spent + since < allowed

    def reopen(self, seat: Seat, ms: int) -> None:
        """Undo the last charge of a seat that took its answer back, `ms` after it was given."""
        if seat in self._bots or not self._charges[seat]:
            return
        spent, self._banks[seat] = self._charges[seat].pop()
        self._reopened[seat] = spent + ms
        self._answered[seat] = self._elapsed - spent - ms
        self._open.pop(seat, None)

    # What is left ----------------------------------------------------------------------------

    def remaining(self, now: float, seat: Seat) -> int | None:
        """Return the milliseconds a seat has left; None if nothing is counted."""
        self._run(now)
        if seat in self._bots or (isinstance(self._pace, PerDecision) and seat not in self._open):
            return None
        allowed = self._allowed(self._banks[seat])
        return None if allowed is None else max(0, allowed - self.spent(now, seat))

    def _allowed(self, bank: int) -> int | None:
        """Return the most that one decision may take."""
        if isinstance(self._pace, PerDecision):
            return self._pace.seconds * 1000
        return bank if isinstance(self._pace, Bank) else None

    def _left(self, seat: Seat) -> dict[What, int]:
        """Return what runs against a seat that owes a decision and has not been reported."""
        question = self._open[seat]
        left: dict[What, int] = {}
        allowed = self._allowed(self._banks[seat])
        if allowed is not None and "time" not in question.told:
            left["time"] = allowed - self._elapsed + question.since
        if seat not in self._here and "away" not in question.told:
            left["away"] = self._grace - question.away
        return left

    def next_deadline(self) -> float | None:
        """Return the moment to ask what expired, if nothing changes before."""
        left = [ms for seat in self._open for ms in self._left(seat).values()]
        if self._then is None or not left:
            return None
        return (self._then + max(0, min(left))) / 1000

    def expired(self, now: float) -> list[Expiry]:
        """Tell what ran out: time once for each prompt, absence once for each prompt and each departure."""
        self._run(now)
        over = [
            Expiry(seat, what)
            for seat in sorted(self._open)
            for what, left in self._left(seat).items()
            if left <= 0
        ]
        for seat, what in over:
            self._open[seat].told.add(what)
        return over

    def faces(self, now: float) -> tuple[ClockFace, ...]:
        return tuple(self._face(now, seat) for seat in self._seats)

    def _face(self, now: float, seat: Seat) -> ClockFace:
        running = seat in self._open
        return ClockFace(seat, self.remaining(now, seat), running, seat not in self._here | self._bots)
