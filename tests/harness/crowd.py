"""Many friends at once at the door for SSH, with this system's ssh, each of them at a table.

Prints one JSON object: seconds until everybody sees their table, memory of a session and of the door itself,
and how busy all of it is while nobody does anything.
"""

from __future__ import annotations

import asyncio
import json
import os
from argparse import ArgumentParser
from base64 import b64decode
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from client.doors.terminal import Size, Terminal
from client.doors.visitor import SEATED as SEATED_HERE
from client.doors.visitor import visitor_with
from client.local.last_table import remember_table
from protocol.entries import Door
from protocol.identity import Identity, save_identity
from protocol.invitation import Invitation
from tests.harness.doors import an_ssh_door, ssh_command
from tests.harness.loopback import a_server, new_table
from tests.waiting import patience

SEATS = 5
SEATED = b"I'm ready"
SECONDS_OF_REST = 10.0
MEGABYTE = 1024 * 1024


async def crowd(folder: Path, sessions: int) -> dict[str, Any]:
    room = "--sessions", str(sessions), "--per-address", str(sessions)
    async with a_server(folder / "server") as server, an_ssh_door(folder, server.port, *room) as door:
        tables = [await new_table(server, SEATS) for _ in range(0, sessions, SEATS)]
        invitations = [invitation for table in tables for invitation in table.invitations][:sessions]
        keys = [key_of_friend(folder, number, invitation) for number, invitation in enumerate(invitations)]
        began = monotonic()
        friends = await asyncio.gather(*(come(ssh_command(door, key, name=key.name), folder) for key in keys))
        seconds = monotonic() - began
        clients = door.children()
        before = busy(clients)
        await asyncio.sleep(SECONDS_OF_REST)
        work = (busy(clients) - before) / SECONDS_OF_REST
        report = {
            "sessions": len(clients),
            "seconds until all are at their table": round(seconds, 1),
            "MB of a session (PSS)": round(mean(memory(client, "Pss") for client in clients), 1),
            "MB of a session (RSS)": round(mean(memory(client, "Rss") for client in clients), 1),
            "MB of the door (RSS)": round(memory(door.pid, "Rss"), 1),
            "cores kept busy by all at rest": round(work, 3),
        }
        await asyncio.gather(*(friend.hang_up() for friend in friends))
        return report


def key_of_friend(folder: Path, number: int, invitation: Invitation) -> Path:
    """Make a key whose owner was on the way to a table when the line was cut."""
    identity, path = Identity.make(), folder / f"key{number}"
    save_identity(identity, path)
    visitor = visitor_with(b64decode(identity.public.text.split()[1]), "", Door.SSH, folder / "ssh")
    visitor.settle()
    (visitor.home / SEATED_HERE).touch()
    remember_table(visitor.home, invitation)
    return path


async def come(command: list[str], folder: Path) -> Terminal:
    """Come in with this system's ssh, and wait until the table is visible."""
    terminal, seen, said = Terminal(), asyncio.Event(), bytearray()

    def read(data: bytes) -> None:
        said.extend(data)
        if SEATED in said:
            seen.set()

    terminal.on_output = read
    await terminal.start(command, {**os.environ, "TERM": "xterm-256color"}, folder, Size(120, 40))
    async with patience():
        await seen.wait()
    return terminal


# What the system knows ---------------------------------------------------------------------------


def memory(process: int, kind: str) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{kind}:")) / MEGABYTE


def busy(processes: list[int]) -> float:
    """Return the seconds of work that processes have done so far."""
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
