"""An idle visitor is warned and has to go: nobody gets to keep a place behind a door for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

WARNING_SECONDS: Final = 300.0


class Idleness(NamedTuple):
    """How long nobody may touch a key, and how long before the end they are warned; in seconds."""

    limit: float
    warning: float

    @classmethod
    def of(cls, limit: float) -> Idleness:
        return cls(limit, min(WARNING_SECONDS, limit / 2))


USUAL: Final = Idleness.of(2 * 60 * 60.0)


class Hourglass:
    """Runs while no key is touched; every touch resets it."""

    def __init__(self, idleness: Idleness, warn: Callable[[], None], tire: Callable[[], None]) -> None:
        self._idleness = idleness
        self._warn = warn
        self._tire = tire
        self._clock: asyncio.TimerHandle | None = None

    def turn(self) -> None:
        self.stop()
        self._run(self._idleness.limit - self._idleness.warning, self._run_out)

    def stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()

    def _run_out(self) -> None:
        self._warn()
        self._run(self._idleness.warning, self._tire)

    def _run(self, seconds: float, then: Callable[[], None]) -> None:
        self._clock = asyncio.get_running_loop().call_later(max(0.0, seconds), then)
