"""A server in its own process that can be killed at every step.

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
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from protocol.invitation import Invitation
from server.door.connection import ClientConnection
from server.store.sqlite import SqliteStore
from server.tables.runner import TableRunner
from tests.harness.folders import ROOT
from tests.harness.loopback import a_server, new_table

IN_STORE = ("queued", "beginning", "written", "committing", "committed", "settling")
STEPS = (*IN_STORE, "carrying out", "carried out", "sending", "sent")


class Death(NamedTuple):
    """Where a server dies: at a step of its nth write."""

    write: int
    step: str


class KillableServer:
    """A server process with one table, which comes back on the same folder and port.

    Each is forked from one process that has everything loaded, and tells how the last one ended.
    """

    def __init__(self, data: Path, players: int) -> None:
        self._data = data
        self._players = players
        self._port = 0
        self._parent: Process | None = None
        self._pid = 0
        self._ended: asyncio.Future[int] | None = None
        self.invitations: list[Invitation] = []

    async def start(self, death: Death | None = None) -> None:
        self._parent = self._parent or await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.harness.killed_server", cwd=ROOT, stdin=PIPE, stdout=PIPE
        )
        assert self._parent.stdin is not None
        words = str(self._data), self._port, self._players, death
        self._parent.stdin.write(json.dumps(words).encode() + b"\n")
        ready = await self._hear()
        self._port, self._pid = ready["port"], ready["pid"]
        self.invitations = self.invitations or [Invitation.parse(text) for text in ready["invitations"]]
        self._ended = asyncio.ensure_future(self._hear())

    async def _hear(self) -> Any:
        assert self._parent is not None
        assert self._parent.stdout is not None
        return json.loads(await self._parent.stdout.readline())

    @property
    def is_running(self) -> bool:
        return self._ended is not None and not self._ended.done()

    async def killed(self) -> None:
        """Wait until it has been killed."""
        assert self._ended is not None
        code = await asyncio.shield(self._ended)
        assert code == -signal.SIGKILL, f"the server ended by itself, with {code}"

    async def kill(self) -> None:
        if self.is_running:
            with suppress(ProcessLookupError):  # it is about to be told
                os.kill(self._pid, signal.SIGKILL)
        await self.killed()

    async def aclose(self) -> None:
        if self.is_running:
            await self.kill()
        if self._parent is not None:
            assert self._parent.stdin is not None
            self._parent.stdin.close()
            await self._parent.wait()


# In the process that is killed ---------------------------------------------------------------


class Killer:
    """Kills this process at the first such step from the wanted write on.

    By then there may have been more writes: one message can tell of several.
    """

    def __init__(self, death: Death | None) -> None:
        self.is_armed = False
        self._death = death or Death(0, "")
        self._writes = 0

    def __call__(self, step: str) -> None:
        if self.is_armed:
            self._writes += step == IN_STORE[0]
            if self._writes >= self._death.write and step == self._death.step:
                os.kill(os.getpid(), signal.SIGKILL)


async def serve(data: Path, port: int, players: int, death: Death | None) -> None:
    """Be a server until killed."""
    killer = Killer(death)
    with ExitStack() as stack:
        stack.enter_context(patch.object(SqliteStore, "open", partial(SqliteStore.open, at=killer)))
        stack.enter_context(announced(TableRunner, "_commit", killer, "carrying out", "carried out"))
        stack.enter_context(announced(ClientConnection, "_flush", killer, "sending", "sent"))
        async with a_server(data, port) as server:
            invitations = [] if port else (await new_table(server, players)).invitations
            ways = [invitation.text() for invitation in invitations]
            ready = {"port": server.port, "pid": os.getpid(), "invitations": ways}
            os.write(1, json.dumps(ready).encode() + b"\n")
            killer.is_armed = True
            await asyncio.Event().wait()


def announced(kind: type, method: str, tell: Callable[[str], None], before: str, after: str) -> Any:
    """Make a method report when it begins and ends."""
    inside = getattr(kind, method)

    def watched(*args: Any) -> None:
        tell(before)
        inside(*args)
        tell(after)

    return patch.object(kind, method, watched)


def main() -> None:
    """Fork one server after the other, as told line by line."""
    for line in sys.stdin:
        if not os.fork():
            data, port, players, death = json.loads(line)
            sys.exit(asyncio.run(serve(Path(data), port, players, Death(*death) if death else None)))
        _, status = os.wait()
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
