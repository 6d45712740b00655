"""`jinmaku join`: sit down at a table, or watch one."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from getpass import getuser
from pathlib import Path
from unicodedata import normalize

from client.cli.fetching import fetch_game, recall_game
from client.cli.printing import BAD_INPUT, broken, complain
from client.cli.screens import show_table
from client.local.home import NoHomeError, default_home, own_identity
from client.local.known_hosts import admit_host_of
from client.local.last_table import remembering
from client.plain.screen import Lines, Screen
from client.plain.session import sit_at
from client.seat.connection import RefusedError, connect
from client.seat.journey import JOIN_ERRORS, Way
from client.seat.news import Person
from client.seat.vault import VaultError
from client.signs import for_drawing
from client.texts.refusals import why
from core.catalog import game_named
from core.game import seat_named
from core.kinds import InputError, PhrasedError, Seat
from protocol.identity import Identity, KeyFileError
from protocol.invitation import Invitation, InvitationError
from protocol.limits import NAME_LENGTH
from protocol.messages import TableInfo
from protocol.names import check_name
from protocol.private_files import PrivateFileError

HELP = "Go to the table an invitation leads to."
BAD_FILES = (NoHomeError, VaultError, KeyFileError, PrivateFileError, OSError)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("invitation", metavar="INVITE", type=invitation_in, help="table://...")
    add_player_arguments(parser)
    parser.add_argument("--seat", help="the seat you would like, such as koi")
    parser.add_argument("--watch", action="store_true", help="watch without a seat")
    parser.add_argument("--home", type=Path, help="the folder of your identity and known tables")


def add_player_arguments(parser: ArgumentParser) -> None:
    add_plain_argument(parser)
    parser.add_argument("--name", type=player_name, help="what the others call you (your login name)")


def add_plain_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--plain",
        action=BooleanOptionalAction,
        default=False,
        help="line by line, for screen readers and scripts",
    )


def run(args: Namespace) -> int:
    try:
        if not args.plain:
            return show_table(args.home, "join", partial(_way, args))
        return asyncio.run(_join(args))
    except InputError as error:
        return complain("join", error, BAD_INPUT)
    except asyncio.CancelledError:  # nobody reads along any more
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
    person = Person(identity, name, is_watching=args.watch, seat=seat, home=home)
    with nullcontext() if args.watch else remembering(home, args.invitation, name):
        yield Way(args.invitation, person, admit, fetch=fetch_game, recall=recall_game)


def own_screen() -> Screen:
    session = asyncio.current_task()
    assert session is not None

    def write(text: str) -> None:
        try:
            lines = "\n".join(map(broken, text.split("\n")))
            print(lines, end="", flush=True, file=for_drawing())  # a screen has seen to what is in it
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            session.cancel()

    return Screen(write, is_terminal=sys.stdout.isatty())


def own_lines() -> Lines:
    return Lines(sys.stdin.fileno())


async def _seat_wished(invitation: Invitation, identity: Identity, home: Path, name: str) -> Seat:
    """Find the number of a seat: its name means something only in the game of that table."""
    connection = await connect(invitation.address, identity, admit_host_of(invitation, home))
    try:
        tables: tuple[TableInfo, ...] = await connection.request("tables")
    finally:
        connection.close()
        await asyncio.wait([connection.lost])
    for table in tables:
        if table.table == invitation.game:
            return seat_named(game_named(table.game), name.lower())
    raise RefusedError(f"There is no table {invitation.game} here.")


def invitation_in(text: str) -> Invitation:
    try:
        return Invitation.parse(text)
    except InvitationError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None


def player_name(text: str) -> str:
    name = normalize("NFC", text).strip()
    try:
        check_name(name)
    except PhrasedError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None
    if len(name) > NAME_LENGTH:
        raise ArgumentTypeError(f"a name has at most {NAME_LENGTH} characters")
    return name


def login_name() -> str:
    try:
        return player_name(getuser())
    except (KeyError, OSError, ArgumentTypeError):
        raise InputError("Your login name is no name for a table; give one with --name.") from None
