"""Who may come in: how many connections there are, from where, and who has misbehaved."""

from __future__ import annotations

from collections import Counter

from protocol.limits import Limits, TokenBucket


class ConnectionLimits:
    """Counts connections by address; a stranger has not proven yet who they are."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._inside: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._purses: dict[str, TokenBucket] = {}

    def admit(self, address: str, now: float) -> bool:
        """Let a stranger in if there is room; everybody let in has to leave."""
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
        """Tell that a stranger has proven who they are."""
        self._strangers -= Counter({address: 1})

    def leave(self, address: str, *, is_stranger: bool) -> None:
        self._inside -= Counter({address: 1})
        if is_stranger:
            self._strangers -= Counter({address: 1})

    def fine(self, address: str, now: float) -> None:
        """Make an address pay for a mistake; who has nothing left is not let in for a while."""
        self._forgive(now)
        limits = self._limits
        fresh = TokenBucket(limits.address_rate, limits.address_burst, now)
        self._purses.setdefault(address, fresh).fine(now, limits.mistake_cost)

    def _forgive(self, now: float) -> None:
        """Forget those who have paid, so that what is remembered does not grow."""
        full = self._limits.address_burst
        self._purses = {a: purse for a, purse in self._purses.items() if purse.delay(now, full) > 0}
