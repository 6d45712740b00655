"""The limits of connections do in every situation what a plain list of visitors and debts says."""

from __future__ import annotations

import tracemalloc

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.limits import KIB, Limits, neighbourhood
from server.door.connection_limits import MOST_HOMES, Admission, ConnectionLimits, Crowd

LIMITS = Limits(
    connections=6,
    connections_per_player=2,
    connections_per_address=2,
    strangers=4,
    strangers_per_address=2,
    address_rate=0.5,
    address_burst=4,
    mistake_cost=2,
)
ADDRESSES = ["192.0.2.1", "192.0.2.2", "192.0.2.3"]
KEYS = [b"one", b"two", b"three"]
SEATED = KEYS[:2]


class DoorkeeperMachine(RuleBasedStateMachine):
    """Visitors come, say who they are, leave and are fined, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.keeper = ConnectionLimits(LIMITS)
        self.inside: list[Admission] = []
        self.savings: dict[str | bytes, float] = {}  # at the moment `self.now`
        self.homes: dict[bytes, str] = {}

    def of(self, crowd: Crowd, address: str = "") -> list[Admission]:
        return [one for one in self.inside if one.crowd is crowd and address in ("", one.address)]

    def can_pay(self, whom: str | bytes) -> bool:
        return self.savings.get(whom, LIMITS.address_burst) >= 1

    @rule(address=st.sampled_from(ADDRESSES), is_silent=st.booleans())
    def come(self, address: str, is_silent: bool) -> None:  # noqa: FBT001
        newcomer = Admission(self.keeper, lambda: self.now)
        newcomer.is_silent = is_silent
        known = len(self.of(Crowd.GUEST)) + len(self.of(Crowd.PLAYER))
        is_welcome = self.can_pay(address) or address in self.homes.values()
        here, strangers = self.of(Crowd.STRANGER, address), self.of(Crowd.STRANGER)
        has_room = len(here) < LIMITS.strangers_per_address and len(strangers) < LIMITS.strangers

        is_in = newcomer.begin(address, lambda: self.inside.remove(newcomer))

        if known >= LIMITS.connections or not is_welcome:
            assert not is_in
        elif has_room or any(one.is_silent for one in here[1:]):
            assert is_in
        self.inside += [newcomer] * is_in
        assert len(self.of(Crowd.STRANGER, address)) <= LIMITS.strangers_per_address
        assert len(self.of(Crowd.STRANGER)) <= LIMITS.strangers

    @precondition(lambda self: self.of(Crowd.STRANGER))
    @rule(data=st.data(), key=st.sampled_from(KEYS))
    def say_who_they_are(self, data: st.DataObject, key: bytes) -> None:
        visitor = data.draw(st.sampled_from(self.of(Crowd.STRANGER)))
        guests, here = self.of(Crowd.GUEST), self.of(Crowd.GUEST, visitor.address)
        has_seat = key in SEATED
        has_room = has_seat or (len(guests) < 3 and len(here) < LIMITS.connections_per_address)
        expected = self.can_pay(key) and has_room
        assert visitor.recognise(key, has_seat=has_seat) is expected
        if not expected:
            visitor.end()
            self.inside.remove(visitor)
        elif has_seat:
            self.homes[key] = visitor.address

    @precondition(lambda self: self.inside)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        visitor = data.draw(st.sampled_from(self.inside))
        visitor.end()
        self.inside.remove(visitor)

    @precondition(lambda self: self.inside)
    @rule(data=st.data())
    def make_a_mistake(self, data: st.DataObject) -> None:
        visitor = data.draw(st.sampled_from(self.inside))
        visitor.fine()
        whom = visitor.key or visitor.address
        self.savings[whom] = max(0.0, self.savings.get(whom, LIMITS.address_burst) - LIMITS.mistake_cost)

    @rule(quarters=st.integers(1, 40))
    def wait(self, quarters: int) -> None:
        """Time passes, in steps that add up without rounding."""
        self.now += quarters / 4
        earned = quarters / 4 * LIMITS.address_rate
        self.savings = {a: min(LIMITS.address_burst, s + earned) for a, s in self.savings.items()}

    @invariant()
    def guests_leave_room_for_players_who_have_not_too_many_connections(self) -> None:
        assert len(self.of(Crowd.GUEST)) <= LIMITS.connections // 2
        for key in SEATED:
            assert sum(one.key == key for one in self.of(Crowd.PLAYER)) <= LIMITS.connections_per_player

    def teardown(self) -> None:
        for visitor in self.inside:
            visitor.end()
        assert self.keeper.is_empty


TestDoorkeeper = DoorkeeperMachine.TestCase
TestDoorkeeper.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


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

    assert not Admission(keeper, lambda: 1.75).begin("192.0.2.1", lambda: None)
    assert Admission(keeper, lambda: 2.0).begin("192.0.2.1", lambda: None)


def test_one_network_of_ipv6_counts_as_one_address() -> None:
    assert (
        neighbourhood("2001:db8:1:2::1") == neighbourhood("2001:db8:1:2:ffff::9%eth0") == "2001:db8:1:2::/64"
    )
    assert neighbourhood("2001:db8:1:3::1") != neighbourhood("2001:db8:1:2::1")
    assert neighbourhood("::ffff:192.0.2.7") == neighbourhood("192.0.2.7") == "192.0.2.7"


def test_addresses_of_players_who_have_not_come_for_long_are_forgotten() -> None:
    keeper = ConnectionLimits(Limits())
    for number in range(3 * MOST_HOMES):
        one = Admission(keeper, lambda: 0.0)
        assert one.begin("192.0.2.1", lambda: None)
        assert one.recognise(number.to_bytes(4, "big"), has_seat=True)
        one.end()

    assert len(keeper._homes) == MOST_HOMES  # noqa: SLF001
