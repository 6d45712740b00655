"""Many games, some of them at the same time: what happened in them, and how to replay what failed."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple


class Setup(NamedTuple):
    """How a game is played."""

    seed: int
    players: int


def add_arguments(parser: ArgumentParser, games: int, what: str) -> None:
    parser.add_argument("--games", type=int, default=games, help=f"{what} (%(default)s)")
    parser.add_argument("--players", type=int, default=0, help="default: 3, 4 and 5 in turn")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")


def setups(args: Namespace) -> Iterator[Setup]:
    return (Setup(args.seed + n, args.players or 3 + n % 3) for n in range(args.games))


class Campaign:
    """Plays games, and counts what happens."""

    def __init__(self, at_once: int = 1, every: int = 10) -> None:
        self._counts = Counter[str]()
        self._failures: list[str] = []
        self._every = every
        self._start = time.monotonic()
        self._longest = 0.0
        self._places = asyncio.Semaphore(at_once)

    async def play(self, command: str, game: Callable[[], Coroutine[Any, Any, Counter[str]]]) -> None:
        """Play one game; this command would play it again."""
        async with self._places:
            start = time.monotonic()
            try:
                self._counts += await game() + Counter(games=1)
            except Exception:  # noqa: BLE001  whatever goes wrong is what we are looking for
                traceback.print_exc()
                self._failures.append(command)
            self._longest = max(self._longest, time.monotonic() - start)
        games = self._counts["games"] + len(self._failures)
        if games % self._every == 0:
            far = f"{games} games, {len(self._failures)} failures, {self._seconds:.0f} s"
            print(far, file=sys.stderr, flush=True)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._start

    def end(self) -> int:
        """Print what happened as JSON; return the exit code."""
        times = {"longest": round(self._longest, 1), "seconds": round(self._seconds, 1)}
        counts = dict(sorted(self._counts.items()))
        print(json.dumps({**counts, **times, "failures": self._failures}, indent=2))
        return 1 if self._failures else 0
