"""People who come to a table and go away now and then, and one who does so in a process of its own.

Run as a module, this is such a player: an invitation comes in on a line, and out go the seconds that each
answer of the server took, and `OVER` after the game. Nobody else thinks in that process, so these are the
seconds a player waits.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio import sleep
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import Any, Final

from client.seat.news import Person
from core.bots.courtesy import CourteousBot
from protocol.invitation import Invitation
from protocol.messages import TableState
from tests.harness.folders import ROOT
from tests.harness.loopback import WIDE, a_person, admit
from tests.harness.nodes import lines_in
from tests.harness.nothing_lost import RememberingBot
from tests.harness.rogue import DroppablePlayer

LEAVING: Final = 0.02  # chance that somebody is away for a while before an answer
AWAY_SECONDS: Final = 8.0
THINKING_SECONDS: Final = 1.0
OVER: Final = b"over\n"


def unnoted(_: float) -> None:
    """Let an answer take as long as it may."""


class PassingPlayer(DroppablePlayer):
    """Notes how long answers take."""

    note: Callable[[float], None]

    async def _ask(self, method: str, params: Any) -> Any:
        is_here, begun = self.is_here, monotonic()
        answer = await super()._ask(method, params)
        if is_here and self.is_here:
            self.note(monotonic() - begun)
        return answer


class Passer(RememberingBot):
    """Somebody who thinks for a while, goes away now and then, and comes back."""

    def __init__(
        self, invitation: Invitation, person: Person, dice: Random, note: Callable[[float], None] = unnoted
    ) -> None:
        super().__init__(invitation, person, dice)
        self._player = self.passing = PassingPlayer(invitation, person, admit, self._on_news, WIDE)
        self.passing.note = note
        self.absences = 0

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
            self.absences += 1


class PasserApart:
    """A passer in a process of its own."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def play(self, invitation: Invitation, note: Callable[[float], None]) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{invitation.text()}\n".encode())
        async for line in self._process.stdout:
            if line == OVER:
                return
            note(float(line))
        raise ConnectionError("a player's process has ended")


@asynccontextmanager
async def passer_apart() -> AsyncIterator[PasserApart]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, cwd=ROOT, stdin=PIPE, stdout=PIPE
    )
    try:
        yield PasserApart(process)
    finally:
        process.kill()
        await process.wait()


# In the process of its own ---------------------------------------------------------------------------


def say(seconds: float) -> None:
    os.write(sys.stdout.fileno(), f"{seconds:.6f}\n".encode())


async def play_on() -> None:
    """Play at one table after the other, until nobody is left to ask, be it in the middle of a game."""
    lines = await lines_in()
    line = await lines.readline()
    while line:
        playing = asyncio.ensure_future(play_at(line))
        following = asyncio.ensure_future(lines.readline())
        await asyncio.wait([playing, following], return_when=asyncio.FIRST_COMPLETED)
        if following.done():
            return
        await playing
        os.write(sys.stdout.fileno(), OVER)
        line = await following


async def play_at(line: bytes) -> None:
    await Passer(Invitation.parse(line.decode().strip()), a_person(0), Random(line), say).play()


if __name__ == "__main__":
    asyncio.run(play_on())
