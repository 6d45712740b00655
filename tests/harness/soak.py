"""A server for hours: tables open and end, people come and go, and nothing it uses may grow.

Prints a line every minute: memory of the server, open files beyond its connections, how long answers took.
Finally it prints one JSON object: the slope of the memory by least squares, without the first part, and
whether answers stayed as fast as they were.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from asyncio import sleep
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import linear_regression, median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from client.seat.connection import LostError, RefusedError
from client.seat.news import Person
from client.seat.player import Player
from core.bots.courtesy import CourteousBot
from core.catalog import game_named, game_names
from protocol.invitation import Invitation
from protocol.messages import TableState
from protocol.tls import TlsError
from tests.harness.crowd import memory
from tests.harness.loopback import WIDE, a_person, admit, ignore
from tests.harness.nodes import Node
from tests.harness.nothing_lost import RememberingBot
from tests.harness.postgres import postgres
from tests.harness.rogue import DroppablePlayer

MINUTE = 60.0
WARMING = 0.2  # share of the time in which a server may still grow
LEAVING = 0.02  # chance that somebody is away for a while before an answer
AWAY_SECONDS = 8.0
WATCHING_SECONDS = 20.0
THINKING_SECONDS = 1.0
HELD = 2.0  # how many times as long answers may take in the end as in the beginning


class Minute(NamedTuple):
    """What the server was like, and its answers in seconds since the minute before."""

    hours: float
    megabytes: float
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
        while True:
            game = self._dice.choice(game_names())
            players = self._dice.choice(game_named(game).players)
            invitations = await self.server.open(game, players)
            guests = [
                Passer(self, way, a_person(number, is_bot=number == players - 1), Random(self._dice.random()))
                for number, way in enumerate(invitations)
            ]
            watching = asyncio.get_running_loop().create_task(self._watch(invitations[0]))
            await asyncio.gather(*(guest.play() for guest in guests))
            watching.cancel()
            self.counts["games"] += 1

    async def _watch(self, invitation: Invitation) -> None:
        """Look in at a table now and then."""
        to_watch = Invitation(invitation.address, invitation.game, invitation.host_key)
        while True:
            await sleep(self._dice.uniform(0, WATCHING_SECONDS))
            player = Player(to_watch, a_person(99, is_watching=True), admit, ignore, WIDE)
            with suppress(TlsError, LostError, RefusedError):
                await player.sit_down()
                try:
                    await sleep(self._dice.uniform(0, WATCHING_SECONDS))
                finally:
                    await player.leave()
            self.counts["visits"] += 1

    # What the system knows -------------------------------------------------------------------

    async def look(self) -> Minute:
        seen = await self.server.ask("look")
        files = files_of(self.server.pid) - seen["connections"]
        answers, self.answers = sorted(self.answers) or [0.0], []
        return Minute(
            hours=round((monotonic() - self._begun) / 3600, 3),
            megabytes=round(memory(self.server.pid, "Rss"), 1),
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
        slope, _ = linear_regression([m.hours for m in warm], [m.megabytes for m in warm])
        third = max(1, len(warm) // 3)
        early, late = (median(m.p99 for m in part) for part in (warm[:third], warm[-third:]))
        return {
            **self.counts,
            "answers": sum(m.answers for m in self.minutes),
            "MB": (warm[0].megabytes, warm[-1].megabytes),
            "MB an hour": round(slope, 2),
            "open files beyond connections": (min(m.files for m in warm), max(m.files for m in warm)),
            "p99 in the first third, s": early,
            "p99 in the last third, s": late,
            "held": late <= HELD * early,
        }


class PassingPlayer(DroppablePlayer):
    """Notes how long answers take."""

    soak: Soak

    async def _ask(self, method: str, params: Any) -> Any:
        is_here, begun = self.is_here, monotonic()
        answer = await super()._ask(method, params)
        if is_here and self.is_here:
            self.soak.answers.append(monotonic() - begun)
        return answer


class Passer(RememberingBot):
    """Somebody who thinks for a while, goes away now and then, and comes back."""

    def __init__(self, soak: Soak, invitation: Invitation, person: Person, dice: Random) -> None:
        super().__init__(invitation, person, dice)
        self.passing = PassingPlayer(invitation, person, admit, self._on_news, WIDE)
        self.passing.soak = self._soak = soak
        self._player = self.passing

    async def _answer_offers(self) -> bool:
        has_answered = await super(RememberingBot, self)._answer_offers()
        info = self.passing.mirror.info
        if info.state is TableState.OPEN and not info.seats[self.passing.seat].is_ready:
            await self.passing.ready()
        return has_answered

    async def _answer_question(self, bot: CourteousBot) -> None:
        if self.passing.mirror.prompt is not None:
            await sleep(self._dice.uniform(0, THINKING_SECONDS))
            if self._dice.random() < LEAVING:
                await self._be_away()
        await super()._answer_question(bot)

    async def _be_away(self) -> None:
        if self.passing.is_here:
            self.passing.drop()
            await sleep(self._dice.uniform(0, AWAY_SECONDS))
            self.passing.come_back()
            self._soak.counts["absences"] += 1


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
