"""What commands that look in at a server share: which one, and as whom."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

from client.cli.player import invitation_in
from client.cli.printing import BAD_INPUT, complain
from client.local.home import NoHomeError, default_home, own_identity
from client.local.known_hosts import admit_host_at, admit_host_of
from client.seat.journey import JOIN_ERRORS
from client.seat.visit import Visit, visiting
from client.texts.refusals import why
from core.kinds import InputError
from protocol.invitation import Address, Invitation, InvitationError, ServerLink

Place: TypeAlias = Invitation | ServerLink | Address
TROUBLE = (*JOIN_ERRORS, NoHomeError)


def add_server_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "server",
        metavar="SERVER",
        type=server_in,
        help="table://HOST#hk=..., or HOST[:PORT] of a server you have been to",
    )
    add_home_argument(parser)


def add_own_table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", type=invitation_in, help="table://..., any link to it")
    add_home_argument(parser)


def add_home_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--home", type=Path, help="the folder of your identity and known tables")


def server_in(text: str) -> Place:
    try:
        return read_server(text)
    except InvitationError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None


def read_server(text: str) -> Place:
    """Read the link of a server or of one of its tables, or just the address of a known one."""
    if "://" in text:
        return ServerLink.parse(text)
    return Address.read(text)


def visit_to(server: Place, home: Path) -> AbstractAsyncContextManager[Visit]:
    if isinstance(server, Address):
        return visiting(server, own_identity(home), admit_host_at(server, home))
    return visiting(server.address, own_identity(home), admit_host_of(server, home))


def run_visit(
    command: str, server: Place, args: Namespace, work: Callable[[Visit, Namespace], Awaitable[None]]
) -> int:
    """Look in at a server and do something there, or say in a line why not."""

    async def go() -> None:
        async with visit_to(server, args.home or default_home()) as visit:
            await work(visit, args)

    try:
        asyncio.run(go())
    except InputError as error:
        return complain(command, error, BAD_INPUT)
    except TROUBLE as error:
        return complain(command, error)
    return 0
