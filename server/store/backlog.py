"""How long writes wait for a store: whether it takes more, and for how long the clocks of players stand."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable
from math import inf
from typing import Final

LATE_SECONDS: Final = 0.2
"""A write that waits longer holds up those who play."""
COME_BACK_SECONDS: Final = 0.5
BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""Bounds, in seconds, by which finished writes are counted."""


class Backlog:
    """Knows the oldest write that is not done yet; whoever writes tells when that changes."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or asyncio.get_running_loop().time
        self._late_from = inf
        self._stood = 0.0
        self.is_full = False
        self.is_failing = False  # the last write failed, whatever it was
        self.counts = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0

    def waited(self, seconds: float) -> None:
        """Count an entry that is durable now."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def wait_since(self, oldest: float | None) -> None:
        """Note since when the oldest write waits, if there is one."""
        self._stood += self._late()
        self._late_from = inf if oldest is None else max(oldest + LATE_SECONDS, self._now())

    def _late(self) -> float:
        return max(0.0, self._now() - self._late_from)

    @property
    def delay(self) -> float:
        """In how many seconds to come back with more to write; none while the store keeps up."""
        return COME_BACK_SECONDS if self.is_full or self._late() else 0.0

    def stood_still(self) -> float:
        """Give the seconds in which nobody could get anything written, so that nobody pays for them."""
        return self._stood + self._late()
