"""The limits of connections do in every situation what a plain list of visitors and debts says."""

from __future__ import annotations

import tracemalloc
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.limits import KIB, Limits
from server.door.connection_limits import ConnectionLimits

LIMITS = Limits(
    connections=5,
    connections_per_address=3,
    strangers_per_address=2,
    address_rate=0.5,
    address_burst=4,
    mistake_cost=2,
)
addresses = st.sampled_from(["192.0.2.1", "192.0.2.2", "192.0.2.3"])


class Visitor(NamedTuple):
    """Somebody inside."""

    address: str
    is_stranger: bool


class DoorkeeperMachine(RuleBasedStateMachine):
    """Visitors come, are recognised, leave and are fined, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.keeper = ConnectionLimits(LIMITS)
        self.inside: list[Visitor] = []
        self.savings: dict[str, float] = {}  # at the moment `self.now`

    def has_room(self, address: str) -> bool:
        same = [visitor for visitor in self.inside if visitor.address == address]
        return (
            len(self.inside) < LIMITS.connections
            and len(same) < LIMITS.connections_per_address
            and sum(visitor.is_stranger for visitor in same) < LIMITS.strangers_per_address
            and self.savings.get(address, LIMITS.address_burst) >= 1
        )

    @rule(address=addresses)
    def come(self, address: str) -> None:
        expected = self.has_room(address)
        assert self.keeper.admit(address, self.now) is expected
        if expected:
            self.inside.append(Visitor(address, is_stranger=True))

    @precondition(lambda self: any(visitor.is_stranger for visitor in self.inside))
    @rule(data=st.data())
    def prove_who_they_are(self, data: st.DataObject) -> None:
        visitor = data.draw(st.sampled_from([v for v in self.inside if v.is_stranger]))
        self.keeper.recognise(visitor.address)
        self.inside[self.inside.index(visitor)] = visitor._replace(is_stranger=False)

    @precondition(lambda self: self.inside)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        visitor = data.draw(st.sampled_from(self.inside))
        self.keeper.leave(visitor.address, is_stranger=visitor.is_stranger)
        self.inside.remove(visitor)

    @precondition(lambda self: self.inside)
    @rule(data=st.data())
    def make_a_mistake(self, data: st.DataObject) -> None:
        address = data.draw(st.sampled_from(self.inside)).address
        self.keeper.fine(address, self.now)
        left = self.savings.get(address, LIMITS.address_burst) - LIMITS.mistake_cost
        self.savings[address] = max(0.0, left)

    @rule(quarters=st.integers(1, 40))
    def wait(self, quarters: int) -> None:
        """Time passes, in steps that add up without rounding."""
        self.now += quarters / 4
        earned = quarters / 4 * LIMITS.address_rate
        self.savings = {a: min(LIMITS.address_burst, s + earned) for a, s in self.savings.items()}

    @invariant()
    def whoever_is_admitted_and_leaves_changes_nothing(self) -> None:
        for address in ("192.0.2.1", "192.0.2.9"):
            assert self.keeper.admit(address, self.now) is self.has_room(address)
            if self.has_room(address):
                self.keeper.leave(address, is_stranger=True)

    def teardown(self) -> None:
        """When all have gone and time has passed, there is room as on the first day."""
        for visitor in self.inside:
            self.keeper.leave(visitor.address, is_stranger=visitor.is_stranger)
        later = self.now + 100
        crowd = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.3"]
        assert all(self.keeper.admit(address, later) for address in crowd)
        assert not self.keeper.admit("192.0.2.4", later)


TestDoorkeeper = DoorkeeperMachine.TestCase
TestDoorkeeper.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)


def test_fines_of_many_addresses_are_forgotten_once_they_are_paid() -> None:
    """What is remembered does not grow with the number of addresses that ever erred."""
    keeper = ConnectionLimits(LIMITS)
    tracemalloc.start()
    for number in range(5000):
        keeper.fine(f"198.51.100.{number}", number * 1.0)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert grown < 16 * KIB


def test_a_fined_address_is_let_in_again_after_the_time_it_takes_to_earn_one_token() -> None:
    keeper = ConnectionLimits(LIMITS)
    for _ in range(3):
        keeper.fine("192.0.2.1", 0.0)

    assert not keeper.admit("192.0.2.1", 1.75)
    assert keeper.admit("192.0.2.1", 2.0)
