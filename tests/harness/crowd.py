"""Many friends at once at the door for SSH, with the ssh of this system, each of them at a table.

Prints one JSON object: seconds until all see their table, memory of a session and of the door itself, and
how busy all of it is while nobody does anything.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from argparse import ArgumentParser
from asyncio.subprocess import PIPE
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from client.doors.terminal import Size, Terminal
from client.doors.visitor import visitor_with
from client.local.last_table import remember_table
from protocol.entries import Door
from protocol.identity import Identity, save_identity
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.pace import Terms
from server.server import Server, open_server

HERE = "127.0.0.1"
CLANS = ("koi", "turtle", "lotus", "dragonfly", "bonsai")
LIMITS = Limits(connections=512, connections_per_address=512, strangers_per_address=512)
SEATED = b"I am ready"
PATIENCE = 300.0
SECONDS_OF_REST = 10.0
MEGABYTE = 1024 * 1024


async def crowd(folder: Path, sessions: int) -> dict[str, Any]:
    async with open_server(folder / "server", HERE, 0, LIMITS) as server:
        invitations = [await invite(server, number) for number in range(sessions)]
        async with door(folder / "ssh", server.port, sessions) as (process, port):
            keys = [key_of_friend(folder, number, invitations[number]) for number in range(sessions)]
            began = monotonic()
            friends = await asyncio.gather(*(come(folder, key, port) for key in keys))
            seconds = monotonic() - began
            clients = children_of(process)
            before = busy(clients)
            await asyncio.sleep(SECONDS_OF_REST)
            work = (busy(clients) - before) / SECONDS_OF_REST
            report = {
                "sessions": len(clients),
                "seconds until all are at their table": round(seconds, 1),
                "MB of a session (PSS)": round(mean(memory(client, "Pss") for client in clients), 1),
                "MB of a session (RSS)": round(mean(memory(client, "Rss") for client in clients), 1),
                "MB of the door (RSS)": round(memory(process, "Rss"), 1),
                "cores kept busy by all at rest": round(work, 3),
            }
            await asyncio.gather(*(friend.hang_up() for friend in friends))
            return report


tables: list[Any] = []


async def invite(server: Server, number: int) -> Invitation:
    """Give a free seat, of a new table where the last one is full."""
    if number % len(CLANS) == 0:
        tables.append(await server.lobby.open("rising_sun", CLANS, {}, Terms()))
    return server.invitation(HERE, tables[-1].name, await server.lobby.invite(tables[-1]))


@asynccontextmanager
async def door(data: Path, server: int, sessions: int) -> AsyncIterator[tuple[int, str]]:
    """Open a door; give the number of its process, and its port."""
    room = "--sessions", str(sessions), "--per-address", str(sessions)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "client", "ssh", "--port", "0", "--data", str(data)),
        *("--server", f"{HERE}:{server}", *room),
        stdout=PIPE,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            if line.strip().startswith(b"ssh -p"):
                yield process.pid, line.split()[2].decode()
                break
    finally:
        process.terminate()
        await process.communicate()


def key_of_friend(folder: Path, number: int, invitation: Invitation) -> Path:
    """Make a key, and let its owner have been on the way to a table when the line was cut."""
    identity, path = Identity.make(), folder / f"key{number}"
    save_identity(identity, path)
    visitor = visitor_with(b64decode(identity.public.text.split()[1]), "", Door.SSH, folder / "ssh")
    visitor.settle()
    remember_table(visitor.home, invitation)
    return path


async def come(folder: Path, key: Path, port: str) -> Terminal:
    """Come in with the ssh of this system, and wait until the table is to be seen."""
    settings = ("IdentitiesOnly=yes", "StrictHostKeyChecking=no", f"UserKnownHostsFile={folder / 'known'}")
    options = [word for setting in settings for word in ("-o", setting)]
    terminal, seen, said = Terminal(), asyncio.Event(), bytearray()

    def read(data: bytes) -> None:
        said.extend(data)
        if SEATED in said:
            seen.set()

    terminal.on_output = read
    command = ["ssh", "-F", "none", *options, "-i", str(key), "-p", port, f"{key.name}@{HERE}"]
    await terminal.start(command, {**os.environ, "TERM": "xterm-256color"}, folder, Size(120, 40))
    await asyncio.wait_for(seen.wait(), PATIENCE)
    return terminal


# What the system knows ---------------------------------------------------------------------------


def children_of(process: int) -> list[int]:
    return [int(text) for text in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def memory(process: int, kind: str) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{kind}:")) / MEGABYTE


def busy(processes: list[int]) -> float:
    """Give the seconds of work that processes have done so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / ticks


def main() -> None:
    parser = ArgumentParser(description="Let many friends come in over SSH at once.")
    parser.add_argument("--sessions", type=int, default=20)
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(crowd(Path(folder), args.sessions)), indent=2))


if __name__ == "__main__":
    main()
