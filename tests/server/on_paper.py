"""A lobby with guests of paper, and a clock that the tests turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from core.bots.levels import SteadyBot
from core.kinds import Seat, Viewer
from protocol.entries import Chose, Deed
from protocol.identity import Identity, PublicKey
from protocol.limits import Limits
from protocol.messages import NOTHING, Join, SetReady, Sync
from protocol.pace import Terms
from protocol.table.table import Table
from server.door.lobby import Lobby
from server.door.requests import HANDLERS
from server.store.interface import JournalStore
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from server.tables.timekeeper import Time
from tests.harness.hearing import sworn_at
from tests.harness.logs import stamps_in
from tests.harness.sealers import Due, Sealer, go_through, method_of
from tests.waiting import PATIENCE, until, whatever_is_ready

SEATS = ("koi", "lotus", "turtle")
HOUR = 3600.0


class Clock:
    """Time that passes only when told to, and then wakes those who wanted to be woken."""

    def __init__(self) -> None:
        self._seconds = 1_000_000.0
        self._timers: list[asyncio.TimerHandle] = []
        self._loop = asyncio.get_running_loop()

    @property
    def time(self) -> Time:
        return Time(lambda: self._seconds, lambda: round(self._seconds * 1000))

    def call_later(self, delay: float, callback: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(self._seconds + delay, callback, args, self._loop)
        self._timers.append(timer)
        return timer

    async def turn(self, seconds: float) -> None:
        end = self._seconds + seconds
        while due := [t for t in self._timers if not t.cancelled() and t.when() <= end]:
            timer = min(due, key=asyncio.TimerHandle.when)
            self._timers.remove(timer)
            self._seconds = max(self._seconds, timer.when())
            timer._run()  # noqa: SLF001 (what a loop does)
            await settle()
        self._seconds = end
        await settle()


async def settle() -> None:
    """Let everything under way happen, even what bots think in other threads; but not what we hold up."""
    await whatever_is_ready()
    while is_at_work():
        await until(lambda: not is_at_work())
        await whatever_is_ready()


def is_at_work() -> bool:
    return sum(map(is_of_server, asyncio.all_tasks())) > len(held_up)


def is_of_server(task: asyncio.Task[Any]) -> bool:
    return str(getattr(task.get_coro(), "__qualname__", "")).startswith(
        ("TableRunner.", "TableJournal.", "StandIns.")
    )


class Guest:
    """Somebody without a socket, who remembers what the server sent."""

    runner: TableRunner | None = None
    address = "127.0.0.1"

    def __init__(self, lobby: Lobby, identity: Identity) -> None:
        self.lobby = lobby
        self.identity = identity
        self.player: PublicKey = identity.public
        self.viewer: Viewer = None
        self.sent: list[bytes] = []
        self.dismissed = ""
        self.sealer = Sealer(identity, -1)  # of no seat yet
        self._dice = Random(1)

    def tell(self, message: bytes) -> None:
        self.sent.append(message)

    def dismiss(self, reason: str, *, is_final: bool) -> None:
        assert is_final
        self.dismissed = reason

    async def ask(self, method: str, params: Any = NOTHING) -> Any:
        if isinstance(params, Deed) and self.runner is not None:
            params = sworn_at(self.runner, self.identity, params)
        return await HANDLERS[method](self, params)

    async def join(self, runner: TableRunner, token: bytes | None = None, **wishes: Any) -> None:
        """Come to a table, with keys for what is sealed there."""
        await self.sit_down(runner, token, **wishes)
        if self.viewer is not None and not runner.table.rounds:
            await self.ask("do", self.sealer.keyed(runner.table))
            await self.ask("do", self.sealer.talk_keyed())

    async def sit_down(self, runner: TableRunner, token: bytes | None = None, **wishes: Any) -> None:
        name = self.identity.public.raw.hex()[:8]
        await self.ask("join", replace(Join(runner.name, name, token), **wishes))
        await self.ask("sync", Sync(0))
        if self.viewer is not None and self.sealer.seat != self.viewer:
            self.sealer = Sealer(self.identity, self.viewer)

    def leave(self) -> None:
        assert self.runner is not None
        self.runner.leave(self)
        self.runner = None

    @property
    def seat(self) -> Seat:
        assert self.viewer is not None
        return self.viewer

    async def perform(self, due: Due) -> None:
        await self.ask(method_of(due), due)

    async def choose(self) -> None:
        """Answer somehow, unseen if that is asked for."""
        assert self.runner is not None
        table = self.runner.table
        prompt = table.prompts[self.seat]
        line = table.game.line_of(prompt.decision.sample(self._dice))
        is_sealed = table.sealing is not None
        await self.ask(
            "do", self.sealer.sealed(table, line) if is_sealed else Chose(self.seat, prompt.number, line)
        )


class Stage:
    """A lobby over a real store, and what it takes to fill its tables."""

    def __init__(self, path: Path, clock: Clock, limits: Limits) -> None:
        self.store = SqliteStore.open(path)
        self.clock = clock
        self.lobby = Lobby(Identity.make(), self.store, limits, clock.time)

    def guest(self, identity: Identity | None = None) -> Guest:
        return Guest(self.lobby, identity or Identity.make())

    async def table(self, terms: Terms | None = None) -> TableRunner:
        return await self.lobby.open("rising_sun", SEATS, {}, terms or Terms(), "a seed")

    async def seated(self, runner: TableRunner) -> list[Guest]:
        guests = [self.guest() for _ in SEATS]
        for guest in guests:
            await guest.join(runner, await self.lobby.invite(runner))
        return guests

    async def begun(self, runner: TableRunner) -> list[Guest]:
        guests = await self.seated(runner)
        for guest in guests:
            await guest.ask("ready", SetReady(True))
        await go_through(runner.table, guests)
        return guests

    async def over(self) -> tuple[TableRunner, list[Guest]]:
        """Play a whole game."""
        runner = await self.table()
        guests = await self.begun(runner)
        await play_until(guests, lambda table: table.is_revealed)
        return runner, guests

    async def restart(self, runner: TableRunner, journal: JournalStore | None = None) -> TableRunner:
        """Take a table up again in another lobby, as if the server had been killed."""
        journal = journal or self.store
        self.lobby = Lobby(self.lobby.host, journal, self.lobby.limits, self.clock.time)
        await self.lobby.resume()
        return self.lobby.runners[runner.name]

    async def entries(self, runner: TableRunner) -> list[Any]:
        return [stamp.entry for stamp in stamps_in(await self.store.entries(runner.name))]

    async def aclose(self) -> None:
        await self.lobby.aclose()
        await self.store.aclose()


def asked(guests: list[Guest]) -> Guest:
    """Give who is asked now."""
    runner = guests[0].runner
    assert runner is not None
    return next(guest for guest in guests if guest.seat in runner.table.prompts)


async def alone(guests: list[Guest]) -> Guest:
    """Play on until somebody is asked alone; return who."""
    await play_until(guests, lambda table: len(table.prompts) == 1)
    return asked(guests)


async def play_until(guests: list[Guest], is_far_enough: Callable[[Table], bool]) -> None:
    """Play on somehow, through sealed rounds, too; a bot may play for others."""
    runner = guests[0].runner
    assert runner is not None
    while not is_far_enough(runner.table):
        assert not runner.table.is_over
        if any(guest.seat in runner.table.prompts for guest in guests):
            await asked(guests).choose()
        else:
            await go_through(runner.table, guests)
            await settle()


held_up: list[object] = []
"""The bots that think for as long as a test wants them to."""


class Enough(threading.Event):
    """The word for which bots wait."""

    def set(self) -> None:
        held_up.clear()
        super().set()


def slow_bots(monkeypatch: pytest.MonkeyPatch, is_hard: Callable[[Any], bool]) -> Enough:
    """Let bots think about what is hard for them until they are told to stop."""
    held_up.clear()
    enough, think = Enough(), SteadyBot.think

    def think_hard(bot: SteadyBot, view: Any, *rest: Any) -> Any:
        if is_hard(view) and not enough.is_set():
            held_up.append(bot)
            enough.wait(PATIENCE)
        return think(bot, view, *rest)

    monkeypatch.setattr(SteadyBot, "think", think_hard)
    return enough
