"""`jinmaku host`: run a server with a table on this machine."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from client.cli.hosting import (
    LOOPBACK,
    add_table_arguments,
    add_terms_arguments,
    address_to_tell,
    announced,
    bots_at,
    last_seats,
    own_bots,
    port_in,
    run_loop,
    stop_asked,
    terms_in,
    why_not,
    wish_in,
)
from client.cli.printing import BAD_INPUT, complain, tell
from client.local.config import Config, ConfigError, read_record
from client.local.home import default_data, default_home, own_public_key
from client.qr import UndrawableError, picture
from client.seat.news import heard_of
from client.signs import for_drawing
from client.table.sentences import sentences_of
from client.table.words import settings_of
from core.game import Game
from core.kinds import InputError
from protocol.identity import KeyFileError
from protocol.invitation import DEFAULT_PORT, Invitation, token_hash
from protocol.limits import Limits
from protocol.messages import Item, TableState
from server.door.lobby import INVITATION_MS
from server.server import Server, open_server
from server.store.interface import StoreError
from server.tables.runner import TableRunner

HELP = "Run a server with a table and print the invitations to it; stop it and start it again at any time."
SECONDS_TO_READ_THE_END = 5.0


def add_arguments(parser: ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument("--seats", type=int, default=4, help="how many play, bots included (%(default)s)")
    parser.add_argument("--bots", type=int, default=0, help="how many of them are bots (%(default)s)")
    add_terms_arguments(parser)
    parser.add_argument(
        "--bind",
        default=LOOPBACK,
        help="where to listen (%(default)s): 127.0.0.1 is this machine alone, 0.0.0.0 is everywhere",
    )
    parser.add_argument(
        "--port", type=port_in, default=DEFAULT_PORT, help="the port (%(default)s); 0 is any free one"
    )
    parser.add_argument("--address", help="the name or address to write into invitations")
    parser.add_argument("--data", type=Path, help="the folder of the server's key and tables")
    parser.add_argument("--new", action="store_true", help="open a new table even where others wait to go on")
    parser.add_argument("--once", action="store_true", help="stop when the game is over")
    parser.add_argument(
        "--qr",
        action=BooleanOptionalAction,
        default=False,
        help="draw an invitation as a QR code, and the next when somebody has sat down",
    )
    parser.add_argument(
        "--announce",
        action=BooleanOptionalAction,
        default=True,
        help="tell `jinmaku find` of the table",
    )


def run(args: Namespace) -> int:
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    try:
        run_loop(host(args))
    except (InputError, ValueError, ConfigError) as error:
        return complain("host", error, BAD_INPUT)
    except OSError as error:
        return complain("host", why_not(error, args))
    except (StoreError, KeyFileError) as error:
        return complain("host", error)
    return 0


async def host(args: Namespace) -> None:
    ip_address(args.bind)
    wish = wish_in(args, args.seats, terms_in(args))
    if not 0 <= args.bots <= len(wish.seats):
        raise InputError(f"There are {len(wish.seats)} seats for {args.bots} bots.")
    async with AsyncExitStack() as stack:
        data, player = args.data or default_data(), own_public_key(default_home())
        limits = read_record(Config.of(default_home()), "limits", Limits)
        server = await stack.enter_async_context(open_server(data, args.bind, args.port, limits, player.raw))
        stopped, old = stop_asked(), list(server.lobby.runners.values())
        new = [await server.lobby.open(*wish.table)] if args.new or not old else []

        async def furnish(runner: TableRunner, bots: int) -> None:
            runner.on_item = partial(show, runner.table.game)
            invitations = await invite(server, runner, args, bots)
            if args.qr:
                runner.on_item = QrCodes(runner, invitations).after
            stack.enter_context(bots_at(server, runner, last_seats(runner, bots), args.level, data))

        for runner in [*old, *new]:
            await furnish(runner, args.bots if runner in new else 0)
        if not args.once:
            server.lobby.on_again = lambda before, runner: furnish(runner, len(own_bots(server, before)))
        if args.announce:
            await stack.enter_async_context(announced(server, args.bind))
        await until_over([*old, *new], stopped, once=args.once)


async def until_over(runners: list[TableRunner], stopped: asyncio.Event, *, once: bool) -> None:
    """Wait for whoever stops the server, or for the end of the games."""
    waits: list[Any] = [stopped.wait()]
    if once:
        waits.append(all_read(runners))
    tasks = [asyncio.get_running_loop().create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    print("The server stops.", flush=True)


async def all_read(runners: list[TableRunner]) -> None:
    """Wait until all games are over and everybody has left or had time to read the end."""
    for runner in runners:
        await runner.finished.wait()
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS_TO_READ_THE_END):
            for runner in runners:
                await runner.settled.wait()


# What is printed ---------------------------------------------------------------------------------


async def invite(server: Server, runner: TableRunner, args: Namespace, bots: int) -> list[Invitation]:
    people = len(runner.free_seats()) - bots
    address = args.address or address_to_tell(args.bind)
    tokens = [await server.lobby.invite(runner) for _ in range(people)]
    invitations = [server.invitation(address, runner.name, token) for token in tokens]
    to_watch = server.invitation(address, runner.name)
    tell(*lines_for(server, runner, invitations, to_watch))
    return invitations


def lines_for(
    server: Server, runner: TableRunner, invitations: list[Invitation], to_watch: Invitation
) -> Iterator[str]:
    info = runner.info()
    verb = "goes on" if info.state is TableState.RUNNING else "waits for players"
    yield f"Table {runner.name} {verb}: {settings_of(info)}"
    yield f"Host key {server.lobby.host.public.fingerprint}"
    if invitations:
        yield "Invitations, one for each player, good for a day:"
    yield from (f"  jinmaku join '{invitation.text()}'" for invitation in invitations)
    yield "To watch:"
    yield f"  jinmaku join --watch '{to_watch.text()}'"


class QrCodes:
    """Draws one invitation at a time, so that they do not push each other off the screen."""

    def __init__(self, runner: TableRunner, invitations: list[Invitation]) -> None:
        self._runner = runner
        self._unused = invitations
        self._shown: Invitation | None = None
        self._draw()

    def after(self, item: Item) -> None:
        """Tell what happened; should the code on the screen be used up by it, draw the next."""
        show(self._runner.table.game, item)
        self._draw()

    def _draw(self) -> None:
        self._unused = list(filter(self._is_good, self._unused))
        if not self._unused or self._unused[0] is self._shown:
            return
        self._shown, *more = self._unused
        words = f"One of {len(self._unused)} invitations" if more else "The last invitation"
        lines = [*drawing_of(self._shown), f"{words} that nobody has used yet."]
        print("\n".join(lines), flush=True, file=for_drawing())

    def _is_good(self, invitation: Invitation) -> bool:
        token = invitation.token
        return token is not None and self._runner.is_invited(token_hash(token), INVITATION_MS)


def drawing_of(invitation: Invitation) -> list[str]:
    try:
        return picture(invitation.text())
    except UndrawableError as error:
        return [f"{error} Then type: jinmaku qr '{invitation.text()}'"]


def show(game: Game, item: Item) -> None:
    """Print what everybody at the table may know."""
    tell(*sentences_of(game, heard_of(game, item), None))
