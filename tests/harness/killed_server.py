"""What a siege needs: a server that can be killed at every step, and a gate that cuts connections.

Run as a module, this is the server that is killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from core.catalog import game_named
from protocol.invitation import Address, Invitation
from protocol.limits import Limits
from protocol.pace import Terms
from server.door.connection import ClientConnection
from server.door.lobby import Lobby
from server.server import Server, open_server
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.harness.folders import ROOT

HERE = "127.0.0.1"
GAME = "rising_sun"
AGES = 1e6
WIDE = Limits(
    connections=500,
    connections_per_address=500,
    strangers_per_address=500,
    tls_handshake_time=AGES,
    authentication_time=AGES,
    frame_time=AGES,
    idle_time=AGES,
    drain_time=AGES,
    request_rate=1e6,
    request_burst=10**6,
    identity_request_rate=1e6,
    byte_rate=1e9,
    chat_rate=1e6,
    chat_burst=10**6,
)
IN_STORE = ("queued", "beginning", "written", "committing", "committed", "settling")
STEPS = (*IN_STORE, "carrying out", "carried out", "sending", "sent")


class Lost(Exception):  # noqa: N818
    """Something was lost or doubled."""


# A server to be killed -----------------------------------------------------------------------


class Mine(NamedTuple):
    """Where a server dies: at this step of the so-manieth thing that it writes."""

    write: int
    step: str


class Fortress:
    """A server process."""

    def __init__(self, data: Path, players: int) -> None:
        self._data = data
        self._players = players
        self._port = 0
        self._process: Process | None = None
        self.invitations: list[Invitation] = []

    async def rise(self, mine: Mine | None = None) -> None:
        """Start, on the same folder and port as before."""
        command = ["-m", "tests.harness.killed_server", str(self._data), str(self._port), str(self._players)]
        if mine is not None:
            command += [str(mine.write), mine.step]
        self._process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=PIPE)
        assert self._process.stdout is not None
        ready = json.loads(await self._process.stdout.readline())
        self._port = ready["port"]
        self.invitations = self.invitations or [Invitation.parse(text) for text in ready["invitations"]]

    @property
    def is_standing(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def fall(self) -> None:
        """Wait until it has been killed."""
        assert self._process is not None
        code = await self._process.wait()
        if code != -signal.SIGKILL:
            raise Lost(f"the server ended by itself, with {code}")

    async def kill(self) -> None:
        """Kill it, but not by `Process.kill`, which may take the exit code away from who waits for it."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        await self.fall()

    async def aclose(self) -> None:
        if self.is_standing:
            await self.kill()


async def serve(data: Path, port: int, players: int, mine: Mine | None) -> None:
    """Be a server until killed."""
    at = Fuse(mine)
    with ExitStack() as stack:
        stack.enter_context(patch.object(SqliteStore, "open", partial(SqliteStore.open, at=at)))
        lay(stack, at, TableRunner, "_commit", ("carrying out", "carried out"))
        lay(stack, at, ClientConnection, "_flush", ("sending", "sent"))
        async with open_server(data, HERE, port, WIDE) as server:
            invitations = [] if port else await open_table(server, players)
            os.write(1, json.dumps({"port": server.port, "invitations": invitations}).encode() + b"\n")
            at.is_lit = True
            await asyncio.Event().wait()


async def open_table(server: Server, players: int) -> list[str]:
    runner = await new_table(server.lobby, players)
    return [invitation.text() for invitation in await invite(server, runner)]


async def new_table(lobby: Lobby, players: int, game: str = GAME) -> TableRunner:
    return await lobby.open(game, game_named(game).seat_names[:players], {}, Terms())


async def invite(server: Server, runner: TableRunner) -> list[Invitation]:
    return [
        server.invitation(HERE, runner.name, await server.lobby.invite(runner)) for _ in runner.table.seats
    ]


class Fuse:
    """Kills the process at the first step of its mine's kind after its write.

    By then there may have been more writes: what is sent may tell of several at once.
    """

    def __init__(self, mine: Mine | None) -> None:
        self.is_lit = False
        self._mine = mine or Mine(0, "")
        self._writes = 0

    def __call__(self, step: str) -> None:
        if self.is_lit:
            self._writes += step == IN_STORE[0]
            if self._writes >= self._mine.write and step == self._mine.step:
                os.kill(os.getpid(), signal.SIGKILL)


def lay(stack: ExitStack, at: Callable[[str], None], kind: type, method: str, steps: tuple[str, str]) -> None:
    """Have a method tell when it is entered and left."""
    inside = getattr(kind, method)

    def watched(*args: Any) -> None:
        at(steps[0])
        inside(*args)
        at(steps[1])

    stack.enter_context(patch.object(kind, method, watched))


# A gate before a server ----------------------------------------------------------------------


class Cut(NamedTuple):
    """A place to cut: after so many pieces of data, of the last of which only a part goes through."""

    pieces: int
    part: float


class Gate:
    """Hands on all that passes until it is told to cut; what is cut is gone for both sides."""

    def __init__(self, port: int, next_cut: Callable[[], Cut | None] = lambda: None) -> None:
        self._port = port
        self.next_cut = next_cut
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._cut: Cut | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_shut = False
        self.passed = 0
        self.cuts = 0

    async def open(self) -> int:
        self._server = await asyncio.start_server(self._enter, HERE, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def cut_after(self, cut: Cut | None) -> None:
        """Count from now on."""
        self.passed, self._cut = 0, cut

    def slam(self) -> None:
        """Cut everything that is open."""
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def aclose(self) -> None:
        assert self._server is not None
        self._server.close()
        self.slam()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, on = await asyncio.open_connection(HERE, 0 if self.is_shut else self._port)
        except OSError:
            writer.transport.abort()
            return
        if self._cut is None:
            self.cut_after(self.next_cut())
        self._open |= {writer, on}
        for source, sink in ((reader, on), (there, writer)):
            task = asyncio.get_running_loop().create_task(self._hand_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(2**16):
                self.passed += 1
                if self._cut is not None and self.passed > self._cut.pieces:
                    sink.write(data[: round(len(data) * self._cut.part)])
                    await asyncio.sleep(0)
                    self._cut = None
                    self.cuts += 1
                    self.slam()
                    return
                sink.write(data)
        sink.close()


def through(port: int, invitation: Invitation) -> Invitation:
    """Lead an invitation through a gate."""
    return replace(invitation, address=Address(HERE, port))


def main() -> None:
    data, port, players, *mine = sys.argv[1:]
    where = Mine(int(mine[0]), mine[1]) if mine else None
    asyncio.run(serve(Path(data), int(port), int(players), where))


if __name__ == "__main__":
    main()
