"""Somebody who types to the line client and reads what it says, at a real table on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from client.plain.desk import Desk
from client.plain.lesson import teach
from client.plain.screen import Screen
from client.plain.session import hold_session
from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.journey import Way
from client.seat.news import Person
from client.table.lessons import Course
from protocol.identity import Identity
from protocol.invitation import Invitation
from tests.harness.loopback import WIDE, OpenTable, a_person, a_table, admit
from tests.waiting import patience, soon


class Typist:
    """Somebody with a keyboard and a screen."""

    def __init__(
        self,
        invitation: Invitation,
        name: str,
        identity: Identity | None = None,
        home: Path | None = None,
        *,
        is_watching: bool | None = None,
    ) -> None:
        self._invitation = invitation
        self.text = ""
        self.rings = 0
        self._seen = 0
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._written = asyncio.Event()
        is_watching = invitation.token is None if is_watching is None else is_watching
        self._person = Person(identity or Identity.make(), name, is_watching=is_watching, home=home)
        screen = Screen(self._write, is_terminal=True)
        self.desk = Desk(Way(invitation, self._person, admit, limits=WIDE), screen)
        self.session = asyncio.create_task(hold_session(self.desk, self._typed()))

    def _write(self, text: str) -> None:
        self.rings += text.count("\a")
        self.text += text.replace("\a", "")
        self._written.set()

    async def _typed(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            yield line

    async def type(self, line: str, answer: str = "") -> str:
        """Type a line and read on until there is an answer, if there will be one; return what was read."""
        self._lines.put_nowait(line)
        return await self.read(answer) if answer else ""

    async def read(self, wanted: str) -> str:
        while (found := self.text.find(wanted, self._seen)) < 0:
            self._written.clear()
            try:
                await soon(self._written.wait())
            except TimeoutError:
                pytest.fail(f"There is no '{wanted}' in:\n{self.text[self._seen :]}")
        start, self._seen = self._seen, self.text.index("\n", found) + 1
        return self.text[start : self._seen]

    def watched_by(self, name: str) -> Typist:
        """Let somebody watch the same table."""
        return Typist(replace(self._invitation, token=None), name)

    def elsewhere(self, *, is_watching: bool | None = None) -> Typist:
        """Let the same person come from another machine."""
        who = self._person
        return Typist(self._invitation, who.name, who.identity, is_watching=is_watching)

    async def close(self) -> int:
        self._lines.put_nowait(None)
        async with patience():
            return await self.session


async def typed(lines: Iterable[str]) -> AsyncIterator[str]:
    for line in lines:
        yield line


def taught(course: Course, lines: list[str]) -> list[str]:
    """Go through a course with these lines; return what is shown."""
    shown: list[str] = []
    asyncio.run(teach(course, Screen(shown.append), typed(lines)))
    return shown


@asynccontextmanager
async def bots(table: OpenTable, number: int) -> AsyncIterator[None]:
    """Have bots come to a table, and play."""

    def bot(seed: int) -> BotPlayer:
        return BotPlayer(table.invite(), admit, a_person(seed, is_bot=True), "random", Random(seed), WIDE)

    tasks = [asyncio.create_task(bot(seed).play()) for seed in range(number)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, RefusedError):  # after being sent away from a seat
                await task


@asynccontextmanager
async def three_people(folder: Path) -> AsyncIterator[tuple[Typist, Typist, Typist]]:
    """Seat three typists and begin."""
    async with a_table(folder) as table:
        typists = []
        for name, seat in zip(("Anna", "Ben", "Cleo"), ("Koi", "Lotus", "Turtle"), strict=True):
            typists.append(Typist(table.invite(), name))
            await typists[-1].read(f"You are {seat}.")
        anna, ben, cleo = typists
        for typist in typists:
            await typist.type("/ready", "is ready.")
        for typist in typists:
            await typist.read("Tea Ceremony: who do you want as an ally, or are you ready?")
        yield anna, ben, cleo
        for typist in typists:
            await typist.close()
