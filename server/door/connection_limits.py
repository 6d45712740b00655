"""How many connections may come in, from where, and which addresses have misbehaved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from protocol.limits import Limits, TokenBucket


class ConnectionLimits:
    """Counts connections by address; a stranger has not proven an identity yet."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._inside: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._purses: dict[str, TokenBucket] = {}

    def admit(self, address: str, now: float) -> bool:
        """Let a stranger in if there is room; whoever was let in has to leave again."""
        limits, purse = self._limits, self._purses.get(address)
        if (
            self._inside.total() >= limits.connections
            or self._inside[address] >= limits.connections_per_address
            or self._strangers[address] >= limits.strangers_per_address
            or (purse is not None and purse.delay(now) > 0)
        ):
            return False
        self._inside[address] += 1
        self._strangers[address] += 1
        return True

    def recognise(self, address: str) -> None:
        """Note that a stranger has proven an identity."""
        self._strangers -= Counter({address: 1})

    def leave(self, address: str, *, is_stranger: bool) -> None:
        self._inside -= Counter({address: 1})
        if is_stranger:
            self._strangers -= Counter({address: 1})

    def fine(self, address: str, now: float) -> None:
        """Make an address pay for a mistake; without anything left it is not let in for a while."""
        self._forgive(now)
        limits = self._limits
        fresh = TokenBucket(limits.address_rate, limits.address_burst, now)
        self._purses.setdefault(address, fresh).fine(now, limits.mistake_cost)

    def _forgive(self, now: float) -> None:
        """Forget addresses that have paid, so that memory does not grow."""
        full = self._limits.address_burst
        self._purses = {a: purse for a, purse in self._purses.items() if purse.delay(now, full) > 0}


class Admission:
    """One connection as the limits see it.

    It does not hold the connection, which holds it: so a connection that is gone is freed at once, without
    the collector.
    """

    def __init__(self, limits: ConnectionLimits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._now = now
        self._address = ""
        self._is_stranger = True

    def begin(self, address: str) -> bool:
        """Ask to be let in."""
        self._address = address
        return self._limits.admit(address, self._now())

    def recognise(self) -> None:
        self._is_stranger = False
        self._limits.recognise(self._address)

    def fine(self) -> None:
        self._limits.fine(self._address, self._now())

    def end(self) -> None:
        self._limits.leave(self._address, is_stranger=self._is_stranger)
