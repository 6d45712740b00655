"""`jinmaku join`: sit down at a table, or watch one."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path

from client.cli.fetching import fetch_game, recall_game
from client.cli.player import (
    BAD_FILES,
    add_player_arguments,
    ask_password,
    invitation_in,
    login_name,
    own_lines,
    own_screen,
)
from client.cli.printing import BAD_INPUT, complain
from client.cli.screens import show_table
from client.local.home import default_home, own_identity
from client.local.known_hosts import admit_host_of
from client.plain.session import sit_at
from client.seat.connection import RefusedError, calling
from client.seat.journey import JOIN_ERRORS, Way, remembering
from client.seat.news import Person
from core.catalog import game_named
from core.game import seat_named
from core.kinds import InputError, Seat
from protocol.identity import Identity
from protocol.invitation import Invitation
from protocol.messages import TableInfo

HELP = "Join the table an invitation leads to, or watch it."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("invitation", metavar="INVITE", type=invitation_in, help="table://...")
    add_player_arguments(parser)
    parser.add_argument("--seat", help="the seat you would like, such as koi")
    parser.add_argument("--watch", action="store_true", help="watch without a seat")
    parser.add_argument("--password", action="store_true", help="ask for the table's password")
    parser.add_argument("--home", type=Path, help="the folder of your identity and known tables")


def run(args: Namespace) -> int:
    args.password = ask_password() if args.password else None
    try:
        if not args.plain:
            return show_table(args.home, "join", partial(_way, args))
        return asyncio.run(_join(args))
    except InputError as error:
        return complain("join", error, BAD_INPUT)
    except asyncio.CancelledError:  # nobody reads any more
        return 0
    except (*JOIN_ERRORS, *BAD_FILES) as error:
        return complain("join", error)


async def _join(args: Namespace) -> int:
    return await sit_at(partial(_way, args), own_screen(), own_lines())


@asynccontextmanager
async def _way(args: Namespace) -> AsyncIterator[Way]:
    home = args.home or default_home()
    identity, admit = own_identity(home), admit_host_of(args.invitation, home)
    seat = None
    if args.seat is not None and not args.watch:
        seat = await _seat_wished(args.invitation, identity, home, args.seat)
    name = args.name or login_name()
    person = Person(identity, name, is_watching=args.watch, seat=seat, home=home, password=args.password)
    with nullcontext() if args.watch else remembering(home, args.invitation, name):
        yield Way(args.invitation, person, admit, fetch=fetch_game, recall=recall_game)


async def _seat_wished(invitation: Invitation, identity: Identity, home: Path, name: str) -> Seat:
    """Find the number of a seat: its name means something only in the game of that table."""
    async with calling(invitation.address, identity, admit_host_of(invitation, home)) as connection:
        tables: tuple[TableInfo, ...] = await connection.request("tables")
    for table in tables:
        if table.table == invitation.game:
            return seat_named(game_named(table.game), name.lower())
    raise RefusedError(f"There is no table {invitation.game} here.")
