"""The clocks of a table, with anything happening in any order, against a model."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from protocol.entries import Chose, Replaced, Returned, TookBack
from protocol.messages import ClockFace
from protocol.pace import Absence, Bank, Pace, PerDecision, Terms, Untimed
from protocol.table.absence import LastAnswers
from server.tables.clocks import Clocks

SEATS = (0, 1, 2)
GRACE = 2000
seats = st.sampled_from(SEATS)


class Owed:
    """A decision in the model: since when it runs, and its absences."""

    def __init__(self, number: int, start: int) -> None:
        self.number = number
        self.start = start
        self.absent = 0


class ClocksMachine(RuleBasedStateMachine):
    """A decision has had *now minus start*; one taken back has its old start."""

    @initialize(
        pace=st.sampled_from([Untimed(), PerDecision(3), Bank(5, 2), Bank(4, 0)]),
        start=st.integers(0, 10**12),
    )
    def begin(self, pace: Pace, start: int) -> None:
        self.pace = pace
        self.ms = start  # the wall clock
        self.run = 0
        self.number = 0
        self.journal: list[tuple[str, int, int]] = []
        self.latest = dict.fromkeys(SEATS, 0)  # when, on that clock, the last answer was given that stands
        self.carried: dict[int, int] = {}
        self.owed: dict[int, Owed] = {}
        self.here: set[int] = set()
        self.bots: set[int] = set()
        self.comings = dict.fromkeys(SEATS, 0)
        self.reported: set[tuple[int, str, int, int]] = set()
        self.clocks = Clocks(Terms(pace, GRACE // 1000), SEATS)
        self.answers = LastAnswers(Terms(pace, GRACE // 1000, Absence.BOT))

    @property
    def now(self) -> float:
        return self.ms / 1000

    def ask(self, numbers: dict[int, int]) -> None:
        """Tell both: the same number, another one, or none at all."""
        for seat in SEATS:
            if seat not in numbers or seat in self.bots:
                self.owed.pop(seat, None)
            elif seat in self.owed:
                self.owed[seat].number = numbers[seat]
            else:
                self.owed[seat] = Owed(numbers[seat], self.run - self.carried.get(seat, 0))
        self.clocks.asked(self.now, numbers)

    def fresh(self) -> int:
        self.number += 1
        return self.number

    def numbers(self) -> dict[int, int]:
        return {seat: owed.number for seat, owed in self.owed.items()}

    def spent(self, seat: int) -> int:
        return self.run - self.owed[seat].start

    def paid(self, seat: int) -> list[int]:
        paid: list[int] = []
        for what, who, ms in self.journal:
            if who == seat and what == "charge":
                paid.append(ms)
            elif who == seat and what == "reopen":
                paid.pop()
        return paid

    def takeable(self, seat: int) -> int:
        """Return how many answers can be taken back: those since a bot had the seat."""
        changes = [what for what, who, _ in self.journal if who == seat]
        since = changes[len(changes) - changes[::-1].index("bot") :] if "bot" in changes else changes
        return since.count("charge") - since.count("reopen")

    def bank(self, seat: int) -> int:
        """Return what the journal alone says."""
        assert isinstance(self.pace, Bank)
        bank = self.pace.seconds * 1000
        for ms in self.paid(seat):
            bank = max(0, bank - ms) + self.pace.increment * 1000
        return bank

    def allowed(self, seat: int) -> int | None:
        if isinstance(self.pace, Bank):
            return self.bank(seat)
        return self.pace.seconds * 1000 if isinstance(self.pace, PerDecision) else None

    def due(self) -> set[tuple[int, str, int, int]]:
        """Return everything that has run out, reported or not."""
        due = set()
        for seat, owed in self.owed.items():
            allowed = self.allowed(seat)
            if allowed is not None and self.spent(seat) >= allowed:
                due.add((seat, "time", owed.number, 0))
            if seat not in self.here and owed.absent >= GRACE:
                due.add((seat, "away", owed.number, self.comings[seat]))
        return due

    @rule(ms=st.integers(0, 1500))
    def wait(self, ms: int) -> None:
        self.ms += ms
        self.run += ms
        for seat, owed in self.owed.items():
            owed.absent += 0 if seat in self.here else ms

    @rule(keep=st.sets(seats), renew=st.sets(seats))
    def change(self, keep: set[int], renew: set[int]) -> None:
        kept = {seat: number for seat, number in self.numbers().items() if seat in keep}
        self.ask(kept | {seat: self.fresh() for seat in sorted(renew)})

    @precondition(lambda self: self.owed)
    @rule(data=st.data(), again=st.booleans())
    def answer(self, data: st.DataObject, again: bool) -> None:  # noqa: FBT001
        seat = data.draw(st.sampled_from(sorted(self.owed)))
        self.pay(seat)
        self.answers.note(Chose(seat, 0, ""), self.ms)
        self.ask(self.numbers() | ({seat: self.fresh()} if again else {}))

    def pay(self, seat: int) -> None:
        ms = self.clocks.spent(self.now, seat)
        assert ms == self.spent(seat)
        self.clocks.charge(seat, ms)
        self.journal.append(("charge", seat, ms))
        self.owed.pop(seat)
        self.latest[seat] = self.run
        self.carried.pop(seat, None)

    @rule(seat=seats)
    def take_back(self, seat: int) -> None:
        if not self.takeable(seat) or seat in self.bots:
            return
        start = self.latest[seat] - self.paid(seat)[-1]
        ms = self.clocks.since(self.now, seat)
        self.clocks.reopen(seat, ms)
        self.journal.append(("reopen", seat, ms))
        self.answers.note(TookBack(seat, 0), self.ms)
        self.latest[seat] = start
        self.carried[seat] = self.run - start
        self.owed.pop(seat, None)
        self.ask(self.numbers() | {seat: self.fresh()})

    @rule(seat=seats)
    def come(self, seat: int) -> None:
        self.comings[seat] += seat not in self.here
        self.here.add(seat)
        self.clocks.came(self.now, seat)

    @rule(seat=seats)
    def go(self, seat: int) -> None:
        self.here.discard(seat)
        self.clocks.went(self.now, seat)

    @rule(seat=seats)
    def change_bot(self, seat: int) -> None:
        numbers = self.numbers()
        if seat in self.owed:
            self.pay(seat)
        self.bots ^= {seat}
        self.journal.append(("bot", seat, 0))
        self.clocks.exempt(self.bots)
        self.answers.note(Replaced(seat) if seat in self.bots else Returned(seat), self.ms)
        self.ask(numbers | {seat: self.fresh()})

    @rule()
    def look(self) -> None:
        due = self.due() - self.reported
        expired = self.clocks.expired(self.now)
        assert expired == sorted(expired, key=lambda expiry: (expiry.seat, expiry.what != "time"))
        assert {(seat, what) for seat, what in expired} == {(seat, what) for seat, what, *_ in due}
        assert len(expired) == len(due)
        self.reported |= due
        for seat, _ in expired:  # a host that keeps the terms is never taken for one that does not
            assert not self.answers.is_too_early(seat, self.ms, 0)

    @rule()
    def sleep_until_the_deadline(self) -> None:
        """Nothing is due before, something is then."""
        self.look()
        deadline = self.clocks.next_deadline()
        if deadline is None:
            return
        self.wait(round(deadline * 1000) - self.ms - 1)
        assert self.clocks.expired(self.now) == []
        self.wait(1)
        assert self.due() - self.reported
        self.look()

    @rule(down=st.integers(0, 10**9))
    def restart(self, down: int) -> None:
        """All that is left is the journal."""
        numbers = self.numbers()
        self.ms += down
        self.clocks = Clocks(Terms(self.pace, GRACE // 1000), SEATS)
        bots: set[int] = set()
        for what, seat, ms in self.journal:
            if what == "bot":
                bots ^= {seat}
                self.clocks.exempt(bots)
            else:
                {"charge": self.clocks.charge, "reopen": self.clocks.reopen}[what](seat, ms)
        self.here, self.owed = set(), {}
        self.latest = {seat: self.run - self.carried.get(seat, 0) for seat in SEATS}
        self.reported.clear()
        self.ask(numbers)

    @invariant()
    def faces_are_those_of_the_model(self) -> None:
        for seat, face in zip(SEATS, self.clocks.faces(self.now), strict=True):
            if isinstance(self.pace, Untimed) or seat in self.bots:
                left = None
            elif isinstance(self.pace, Bank):
                left = max(0, self.bank(seat) - (self.spent(seat) if seat in self.owed else 0))
            else:
                left = max(0, self.pace.seconds * 1000 - self.spent(seat)) if seat in self.owed else None
            is_away = seat not in self.here and seat not in self.bots
            assert face == ClockFace(seat, left, seat in self.owed, is_away)

    @invariant()
    def nobody_pays_for_more_than_has_passed(self) -> None:
        for seat in SEATS:
            assert sum(self.paid(seat)) <= self.run


ClocksMachine.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestClocksMachine = ClocksMachine.TestCase
