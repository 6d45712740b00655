"""The lobby of a visitor, as `jinmaku ssh` and `jinmaku web` start it: one process for each.

It leads to the tables of one server and to games against bots; nothing in it opens anything to others. A
visitor who was cut off from a table is back there at once.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import sys
import termios
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from client.cli.fetching import fetch_game, recall_game
from client.cli.player import login_name
from client.local.home import default_home, own_identity
from client.local.known_hosts import WrongHostError
from client.local.last_table import forget_table, last_table
from client.seat.connection import calling
from client.seat.journey import JOIN_ERRORS, Journey, Way, remembering
from client.seat.news import Person
from client.seat.visit import Visit, visiting
from client.table.lobby import Doors, Hosted, NewTable
from client.texts import t
from client.tui.app import VisitorApp
from client.tui.terminal import LEAST_COLUMNS, LEAST_ROWS
from protocol.discovery import FoundTable, TableListing
from protocol.entries import Door
from protocol.handshake import OURS
from protocol.identity import PublicKey
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.messages import TableInfo, TableState

ROWS: Final = ("here", "join", "learn", "play", "rules", "settings", "quit")
MEGABYTE: Final = 1024 * 1024
MOST: Final = {
    resource.RLIMIT_AS: 1024 * MEGABYTE,
    resource.RLIMIT_CPU: 4 * 60 * 60,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_FSIZE: 256 * MEGABYTE,
    resource.RLIMIT_CORE: 0,
}
"""How much of the host's machine one visitor can use up."""
MORE_TASKS: Final = 256
"""How many processes and threads the host's user may have beyond those there are when a visitor comes."""
BAD_TERMINAL = 1


def main(argv: Sequence[str] | None = None) -> int:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # until there is a screen to warn on
    args = get_args(argv)
    for what, most in {**MOST, resource.RLIMIT_NPROC: own_tasks() + MORE_TASKS}.items():
        limit(what, most)
    if args.door is Door.SSH:
        take_terminal()
        columns, rows = os.get_terminal_size(sys.stdin.fileno())
        if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
            least = f"{LEAST_COLUMNS}x{LEAST_ROWS}"
            print(t("door-small", columns=columns, rows=rows, least=least))
            return BAD_TERMINAL
    app = VisitorApp(default_home(), ways_of(args, default_home()), args.warning)
    app.run(mouse=not args.no_mouse)
    return int(app.return_code or 0)


def get_args(argv: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("jinmaku")
    parser.add_argument("--door", type=Door, required=True)
    parser.add_argument("--server", type=Address.parse, required=True)
    parser.add_argument("--no-mouse", action="store_true")
    parser.add_argument("--warning", type=float, default=300.0)
    return parser.parse_args(argv)


def own_tasks() -> int:
    """Count the processes and threads of this user, as far as this system shows them."""
    own = os.getuid()
    tasks = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            tasks += len(list((process / "task").iterdir())) if process.stat().st_uid == own else 0
    return tasks


def limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):  # not every system has every limit
        resource.setrlimit(what, (least, least))


def take_terminal() -> None:
    """Make the terminal ours, so that we are told its size and its end."""
    with suppress(OSError):
        fcntl.ioctl(sys.stdin.fileno(), termios.TIOCSCTTY, 0)


# Ways --------------------------------------------------------------------------------------------


def ways_of(args: Namespace, home: Path) -> Doors:
    def play(opening: NewTable) -> Journey:
        """Play against bots; imported late, since it brings a server into memory."""
        journey: Journey = import_module("client.cli.lobby").doors_of(home).play(opening)
        return journey

    def join(invitation: Invitation, is_watching: bool) -> Journey:  # noqa: FBT001
        here = replace(invitation, address=args.server)
        return lambda: going(here, home, args.door, is_watching=is_watching)

    async def open_here(visit: Visit, opening: NewTable) -> Hosted:
        hosted: Hosted = await import_module("client.cli.lobby").open_there(visit, opening, join)
        return hosted

    def host(_: NewTable) -> Any:
        raise AssertionError("a visitor's lobby does not lead there")

    last = last_table(home)
    return Doors(
        play,
        join,
        host,
        lambda _: tables_of(args.server, home),
        visit=lambda _: visiting(args.server, own_identity(home), lambda _: None),
        open=open_here,
        servers=lambda: [args.server],
        rows=ROWS,
        warning=t("door-warning"),
        first=join(last, False) if last is not None else None,
    )


@asynccontextmanager
async def going(
    invitation: Invitation, home: Path, door: Door, *, is_watching: bool = False
) -> AsyncIterator[Way]:
    """Go to a table; a visitor who does not leave it on purpose is led there again the next time."""
    person = Person(own_identity(home), login_name(), is_watching=is_watching, home=home, door=door)
    with remembering(home, invitation, person.name):
        yield Way(invitation, person, partial(admit, invitation), fetch=fetch_game, recall=recall_game)
    forget_table(home)


def admit(invitation: Invitation, host: PublicKey) -> None:
    """Admit the host the invitation names; which server is behind the door is its keeper's business."""
    if not invitation.names(host):
        raise WrongHostError(t("door-other-host"))


async def tables_of(server: Address, home: Path) -> list[FoundTable]:
    """List the tables of the server the door leads to, and a game of one's own."""
    seen: list[PublicKey] = []
    try:
        async with calling(server, own_identity(home), seen.append) as connection:
            tables: tuple[TableInfo, ...] = await connection.request("tables")
    except JOIN_ERRORS:
        return []
    return [
        FoundTable(server, host_key_hash(seen[0]), OURS.highest, listing(table))
        for table in tables
        if table.state in (TableState.OPEN, TableState.RUNNING)
    ]


def listing(table: TableInfo) -> TableListing:
    free = sum(not row.player for row in table.seats)
    return TableListing(table.table, table.game, free, len(table.seats))


if __name__ == "__main__":
    sys.exit(main())
