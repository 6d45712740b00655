"""A real door in its own process, a table behind it, and friends with this system's ssh."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from client.seat.bot_player import BotPlayer
from protocol.pace import Terms
from protocol.table import proposals
from server.tables.runner import TableRunner
from tests.harness import loopback
from tests.harness.at_battle import begun
from tests.harness.folders import ROOT
from tests.harness.loopback import HERE, a_person
from tests.harness.pane import Pane
from tests.waiting import patience

PLANTED = "a word that only the host knows"


# The table ---------------------------------------------------------------------------------------


class Table(NamedTuple):
    """A table with two bots and a free seat."""

    runner: TableRunner
    port: int
    invitation: str


@asynccontextmanager
async def a_table(folder: Path, terms: Terms | None = None) -> AsyncIterator[Table]:
    """Open a table whose game begins with a battle."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(proposals, "start", begun))
        table = await stack.enter_async_context(loopback.a_table(folder / "server", terms=terms))
        for seat in (1, 2):
            bot = await table.seat_bot(a_person(seat, is_bot=True, seat=seat), seat, BotPlayer)
            stack.callback(asyncio.create_task(bot.play_on()).cancel)
        yield Table(table.runner, table.server.port, table.invite().text())


def children_of(process: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def shown_of(process: int, what: str) -> list[str]:
    """Read what the system shows of a process."""
    path = Path(f"/proc/{process}/{what}")
    return path.read_text().rstrip("\0").split("\0") if path.exists() else []


# The door ----------------------------------------------------------------------------------------


class OwnDoor(NamedTuple):
    """A door in this process, so that its clock is ours."""

    said: str


class Door(NamedTuple):
    """A door that is open."""

    process: asyncio.subprocess.Process
    said: str  # when it was opened
    data: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def children(self) -> list[int]:
        """List the clients that run behind it."""
        return children_of(self.pid)

    def homes(self) -> list[Path]:
        folder = self.data / "visitors"
        return sorted(folder.iterdir()) if folder.exists() else []

    async def close(self) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        async with patience():
            await self.process.wait()


@asynccontextmanager
async def a_door(kind: str, data: Path, server: int, last_line: str, *options: str) -> AsyncIterator[Door]:
    """Open a door to a server on this machine; its announcement ends with such a line."""
    command = "-m", "client", kind, "--port", "0", "--data", str(data), "--server", f"{HERE}:{server}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JINMAKU_PLANTED": PLANTED}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, *options, cwd=ROOT, env=environment, stdin=DEVNULL, stdout=PIPE
    )
    assert process.stdout is not None
    said = ""
    async with patience():
        while not re.search(last_line, said):
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
    door = Door(process, said, data)
    try:
        yield door
    finally:
        await door.close()


@asynccontextmanager
async def an_ssh_door(folder: Path, server: int = 1, *options: str) -> AsyncIterator[Door]:
    async with a_door("ssh", folder / "ssh", server, "Only this machine", *options) as door:
        yield door


# Friends -----------------------------------------------------------------------------------------


def make_key(folder: Path, name: str) -> Path:
    path = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], check=True)
    return path


def ssh_command(door: Door | OwnDoor, key: Path, *options: str, name: str = "Aiko") -> list[str]:
    """Return a friend's command line in which their own settings play no part."""
    found = re.search(r"ssh -p (\d+) NAME@(\S+)", door.said)
    assert found
    settings = {
        "IdentitiesOnly": "yes",
        "IdentityAgent": "none",
        "UserKnownHostsFile": str(key.parent / "known_hosts"),
        "StrictHostKeyChecking": "accept-new",
        "BatchMode": "yes",
    }
    wanted = [word for setting, value in settings.items() for word in ("-o", f"{setting}={value}")]
    return ["ssh", "-F", "none", *wanted, "-i", str(key), "-p", found[1], *options, f"{name}@{found[2]}"]


async def run(command: list[str]) -> tuple[int, str]:
    """Run a command without a terminal to its end; return its exit code and everything it said."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=DEVNULL, stdout=PIPE, stderr=subprocess.STDOUT
    )
    async with patience():
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


class Friend:
    """Somebody at a terminal of their own."""

    def __init__(self, folder: Path, name: str) -> None:
        self._pane = Pane(folder / f"tmux-{name}")

    async def come(self, command: list[str], columns: int = 80, rows: int = 24) -> None:
        """Type a command into a shell, which comes back afterwards."""
        shell = f"{shlex.join(command)}; echo the end: $?; exec cat"
        await asyncio.to_thread(self._pane.open, shell, ROOT, columns, rows)

    async def type(self, *keys: str) -> None:
        await asyncio.to_thread(self._pane.type, *keys)

    async def see(self, pattern: str) -> str:
        return await asyncio.to_thread(self._pane.until, pattern)

    async def screen(self) -> str:
        return await asyncio.to_thread(self._pane.text)

    async def resize(self, columns: int, rows: int) -> None:
        await asyncio.to_thread(self._pane.resize, columns, rows)

    async def modes(self) -> str:
        """Say whether the alternate screen, the mouse, the cursor and line wrapping are on."""
        flags = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}"
        return (await asyncio.to_thread(self._pane.tmux, "display-message", "-p", flags)).strip()

    async def cut(self) -> None:
        """Break the line: ssh is gone without a word to the other side."""
        shell = await asyncio.to_thread(self._pane.tmux, "list-panes", "-F", "#{pane_pid}")
        for process in children_of(int(shell)):
            os.kill(process, signal.SIGKILL)

    async def join(self, invitation: str) -> None:
        """Type an invitation in the lobby, and be ready."""
        await self.see("Join by invitation")
        await self.type("2")
        await self.see("table://")
        await self.type("-l", invitation)
        await self.type("Enter")
        await self.see("I'm ready")
        await self.type("r")

    async def close(self) -> None:
        await asyncio.to_thread(self._pane.close)


@asynccontextmanager
async def a_friend(folder: Path, name: str = "Aiko") -> AsyncIterator[Friend]:
    for program in ("tmux", "ssh"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    friend = Friend(folder, name)
    try:
        yield friend
    except Exception as error:
        error.add_note(f"What {name} sees:\n{await friend.screen()}")
        raise
    finally:
        await friend.close()
