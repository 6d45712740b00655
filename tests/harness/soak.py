"""A server for hours: tables open and end, people come and go, and nothing it uses may grow.

Prints a line every minute: memory of the server, open files beyond its connections, how long answers took.
What the system counts as memory grows for hours while free memory between pieces in use falls into ever
smaller parts; the blocks that Python has in use grow only if something is kept.
At each table one player is a process of its own, and only its answers are timed: the others think in this
process, and would wait for each other rather than for the server.
Finally it prints one JSON object: the slopes of both by least squares, without the first part, and whether
answers stayed as fast as they were.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from asyncio import sleep
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import linear_regression, median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from client.seat.connection import LostError, RefusedError
from client.seat.player import Player
from core.catalog import game_named, game_names
from protocol.invitation import Invitation
from protocol.tls import TlsError
from tests.harness.crowd import memory
from tests.harness.loopback import WIDE, a_person, admit, ignore
from tests.harness.nodes import Node
from tests.harness.passers import Passer, PasserApart, passer_apart
from tests.harness.postgres import postgres

MINUTE = 60.0
WARMING = 0.2  # share of the time in which a server may still grow
WATCHING_SECONDS = 20.0
HELD = 2.0  # how many times as long answers may take in the end as in the beginning


class Minute(NamedTuple):
    """What the server was like, and its answers in seconds since the minute before."""

    hours: float
    megabytes: float  # as the system counts, with what is free between pieces in use
    kiloblocks: int  # pieces of memory that Python has in use, in thousands
    files: int  # beyond those of connections
    tables: int
    answers: int
    p50: float
    p99: float


class Soak:
    """Keeps tables busy."""

    def __init__(self, server: Node, dice: Random) -> None:
        self.server = server
        self.counts = Counter[str]()
        self.answers: list[float] = []
        self.minutes: list[Minute] = []
        self._dice = dice
        self._begun = monotonic()

    # Those who play --------------------------------------------------------------------------

    async def keep_playing(self) -> None:
        """Play one game after the other at a table, forever."""
        async with passer_apart() as apart:
            while True:
                await self._play(apart)

    async def _play(self, apart: PasserApart) -> None:
        game = self._dice.choice(game_names())
        players = self._dice.choice(game_named(game).players)
        first, *others = await self.server.open(game, players)
        guests = [
            Passer(way, a_person(number, is_bot=way is others[-1]), Random(self._dice.random()))
            for number, way in enumerate(others, 1)
        ]
        watching = asyncio.get_running_loop().create_task(self._watch(first))
        timed = apart.play(first, self.answers.append)
        await asyncio.gather(timed, *(guest.play() for guest in guests))
        watching.cancel()
        self.counts["games"] += 1
        self.counts["absences"] += sum(guest.absences for guest in guests)

    async def _watch(self, invitation: Invitation) -> None:
        """Look in at a table now and then."""
        to_watch = Invitation(invitation.address, invitation.game, invitation.host_key)
        while True:
            await sleep(self._dice.uniform(0, WATCHING_SECONDS))
            player = Player(to_watch, a_person(99, is_watching=True), admit, ignore, WIDE)
            with suppress(TlsError, LostError, RefusedError):
                try:
                    await player.sit_down()
                    await sleep(self._dice.uniform(0, WATCHING_SECONDS))
                finally:
                    await player.leave()
            self.counts["visits"] += 1

    # What the system knows -------------------------------------------------------------------

    async def look(self) -> Minute:
        seen = await self.server.ask("look")
        files = files_of(self.server.pid) - seen["connections"]
        answers = sorted(self.answers) or [0.0]
        self.answers.clear()
        return Minute(
            hours=round((monotonic() - self._begun) / 3600, 3),
            megabytes=round(memory(self.server.pid, "Rss"), 1),
            kiloblocks=round(seen["blocks"] / 1000),
            files=files,
            tables=seen["tables"],
            answers=len(answers),
            p50=round(answers[len(answers) // 2], 4),
            p99=round(answers[len(answers) * 99 // 100], 4),
        )

    async def watch(self, hours: float) -> None:
        while monotonic() - self._begun < hours * 3600:
            await sleep(min(MINUTE, hours * 3600 / 10))
            self.minutes.append(await self.look())
            print(*(f"{name} {value}" for name, value in self.minutes[-1]._asdict().items()), flush=True)

    def report(self) -> dict[str, Any]:
        warm = self.minutes[int(len(self.minutes) * WARMING) :]
        half, third = len(warm) // 2, max(1, len(warm) // 3)
        early, late = (median(m.p99 for m in part) for part in (warm[:third], warm[-third:]))
        return {
            **self.counts,
            "answers": sum(m.answers for m in self.minutes),
            "MB": (warm[0].megabytes, warm[-1].megabytes),
            "MB an hour": slope((m.hours, m.megabytes) for m in warm),
            "MB an hour in the last half": slope((m.hours, m.megabytes) for m in warm[half:]),
            "1000 blocks": (warm[0].kiloblocks, warm[-1].kiloblocks),
            "1000 blocks an hour": slope((m.hours, m.kiloblocks) for m in warm),
            "open files beyond connections": (min(m.files for m in warm), max(m.files for m in warm)),
            "p99 in the first third, s": early,
            "p99 in the last third, s": late,
            "held": late <= HELD * early,
        }


def slope(points: Iterable[tuple[float, float]]) -> float:
    """Say how steep the line through the points is, by least squares."""
    return round(linear_regression(*zip(*points, strict=True)).slope, 2)


def files_of(process: int) -> int:
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


# The run ---------------------------------------------------------------------------------------------


@contextmanager
def store_of(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        yield ""
        return
    with postgres() as database:
        yield database.url


@asynccontextmanager
async def a_node(store: str) -> AsyncIterator[Node]:
    with TemporaryDirectory() as folder:
        async with aclosing(Node(Path(folder) / "data", "one", store)) as node:
            await node.start()
            yield node


async def soak(args: Namespace) -> int:
    with store_of(args.store) as store:
        async with a_node(store) as node:
            run = Soak(node, Random(args.seed))
            tables = [asyncio.ensure_future(run.keep_playing()) for _ in range(args.tables)]
            watching = asyncio.ensure_future(run.watch(args.hours))
            done, _ = await asyncio.wait([watching, *tables], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # tables play forever, so one that has ended has failed
            for task in tables:
                task.cancel()
            await asyncio.wait(tables)
    report = run.report()
    print(json.dumps({"store": args.store, "hours": args.hours, **report}, indent=2))
    return 0 if report["held"] else 1


def main() -> int:
    parser = ArgumentParser(description="Let a server run for hours while tables and people come and go.")
    parser.add_argument("--hours", type=float, default=1.0, help="for how long (%(default)s)")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite", help="(%(default)s)")
    parser.add_argument("--tables", type=int, default=6, help="at the same time (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    return asyncio.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
