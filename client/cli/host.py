"""`jinmaku host`: run a server with a table on this machine."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from client.cli.hosting import (
    LOOPBACK,
    HouseBots,
    WantedTable,
    add_seats_arguments,
    add_table_arguments,
    add_terms_arguments,
    address_in,
    address_to_tell,
    announced,
    cluster_module,
    last_seats,
    own_bots,
    place_in,
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
from client.seat.news import heard_of, introduced
from client.signs import for_drawing
from client.table.bot_talk import words_in
from client.table.sentences import sentences_of
from client.table.words import settings_of
from client.texts import t
from core.catalog import game_named, game_names
from core.kinds import InputError
from protocol.entries import Said
from protocol.identity import BadKeyError, KeyFileError, PublicKey
from protocol.invitation import DEFAULT_PORT, Invitation, token_hash
from protocol.limits import Limits
from protocol.messages import Item, TableState
from server.door.housekeeping import seldom_searched
from server.door.lobby import INVITATION_MS, Club, Lobby
from server.logbook import enter
from server.operations import log_in, own_version, watched
from server.server import Server, open_server
from server.store.interface import StoreError
from server.tables.runner import TableRunner

HELP = "Run a server with a table and print the invitations to it. You can stop and restart it at any time."
log = logging.getLogger(__name__)

OPENERS = ("host", "members", "everyone")
SECONDS_TO_READ_THE_END = 5.0
MOST_WAITS = 12


def add_arguments(parser: ArgumentParser) -> None:
    add_table_arguments(parser)
    add_seats_arguments(parser)
    add_terms_arguments(parser)
    parser.add_argument(
        "--bind",
        type=place_in,
        default=LOOPBACK,
        help="where to listen: this machine only (%(default)s), or 0.0.0.0 for all its networks",
    )
    parser.add_argument(
        "--port", type=port_in, default=DEFAULT_PORT, help="the port (%(default)s); 0 picks a free one"
    )
    parser.add_argument(
        "--address",
        metavar="HOST[:PORT]",
        type=address_in,
        help="the address to put into invitations, and its port if that is not --port",
    )
    parser.add_argument("--data", type=Path, help="the folder of the server's key and tables")
    parser.add_argument(
        "--store", metavar="URL", help="postgresql://..., a database that several servers share"
    )
    parser.add_argument("--node", help="this server's name among those that share the database")
    parser.add_argument(
        "--open-tables",
        choices=OPENERS,
        default="host",
        help="who may open tables while the server runs: you, the members, or everyone (%(default)s)",
    )
    parser.add_argument(
        "--members", metavar="FILE", type=Path, help="the members' keys, one identity.pub per line"
    )
    parser.add_argument(
        "--table",
        action=BooleanOptionalAction,
        default=True,
        help="open a table at the start, unless one is waiting to continue",
    )
    parser.add_argument(
        "--metrics",
        type=port_in,
        metavar="PORT",
        help="serve /health and /metrics on this port, to this machine only",
    )
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        help="log on stderr all that happens, in sentences or as JSON; otherwise only what is wrong",
    )
    parser.add_argument(
        "--new", action="store_true", help="open a new table even if others are waiting to continue"
    )
    parser.add_argument("--once", action="store_true", help="stop when the game is over")
    parser.add_argument(
        "--qr",
        action=BooleanOptionalAction,
        default=False,
        help="draw an invitation as a QR code, and the next one when somebody sits down",
    )
    parser.add_argument(
        "--announce",
        action=BooleanOptionalAction,
        default=True,
        help="let `jinmaku find` see the table",
    )


def run(args: Namespace) -> int:
    log_in(args.log_format)
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
    wish = wish_in(args, args.seats, terms_in(args))
    if not 0 <= args.bots <= len(wish.seats):
        raise InputError(f"There are only {len(wish.seats)} seats for {args.bots} bots.")
    async with AsyncExitStack() as stack:
        data, player = args.data or default_data(), own_public_key(default_home())
        limits = read_record(Config.of(default_home()), "limits", Limits)
        may_open = openers_in(args, player)
        load_games()
        stack.enter_context(seldom_searched())
        server = await stack.enter_async_context(serving(args, data, limits, player.raw))
        stopped = stop_asked()
        bots = HouseBots(server, data)
        stack.callback(bots.dismiss)

        async def furnish(runner: TableRunner, number: int, level: str = "") -> None:
            if runner.table.owner:
                tell(line_about(runner))
            else:
                await print_all_of(runner, number)
            await bots.bring(runner, last_seats(runner, number), level or args.level)

        async def print_all_of(runner: TableRunner, number: int) -> None:
            runner.on_item = show
            invitations = await invite(server, runner, args, number)
            if args.qr:
                runner.on_item = QrCodes(runner, invitations).after

        enter_start(server, args)
        await resume_or_open(server.lobby, wish, args, furnish)
        server.lobby.on_taken_up = partial(furnish, number=0)
        server.lobby.club = Club(may_open, furnish)
        if not args.once:
            tell(*lines_about_house(server, args))
            server.lobby.on_again = lambda before, runner: furnish(runner, len(own_bots(server, before)))
        if args.metrics is not None:
            await show_metrics(stack, server, args.metrics)
        if args.announce:
            await stack.enter_async_context(announced(server, args.bind))
        await until_over(stopped, list(server.lobby.runners.values()) if args.once else None)
        enter("stopping", tables=len(server.lobby.runners), connections=len(server.listener.connections))
    enter("stopped")


def enter_start(server: Server, args: Namespace) -> None:
    """Say in the logbook who we are; the address of a database stays out of it, for it has a password."""
    address = str(server.link(args.address or address_to_tell(args.bind)).address)
    facts = {"version": own_version(), "address": address, "tables": len(server.lobby.runners)}
    if args.store is None:
        enter("started", store="sqlite", **facts)
    else:
        enter("node-started", store="postgresql", node=args.node, **facts)


async def resume_or_open(
    lobby: Lobby, wish: WantedTable, args: Namespace, furnish: Callable[[TableRunner, int], Awaitable[None]]
) -> None:
    """Go on with the tables that are there; open a new one if there are none, or if one is wanted."""
    old = list(lobby.runners.values())
    for runner in old:
        await furnish(runner, 0)
    if args.new or (args.table and not old):
        await furnish(await lobby.open(*wish.table), args.bots)


async def show_metrics(stack: AsyncExitStack, server: Server, wanted: int) -> None:
    try:
        port = await stack.enter_async_context(watched(server, wanted))
    except OSError:
        raise InputError(t("host-metrics-taken", port=str(wanted))) from None
    tell(t("host-metrics", address=f"http://{LOOPBACK}:{port}"))


def load_games() -> None:
    """Load all games before anybody plays, who would wait for it."""
    for name in game_names():
        game_named(name)


def serving(
    args: Namespace, data: Path, limits: Limits, player: bytes
) -> AbstractAsyncContextManager[Server]:
    """Open a server of its own, or one of several that share a database."""
    if args.store is None:
        if args.node is not None:
            raise InputError("--node names a server among those that share a database, so it needs --store.")
        return open_server(data, args.bind, args.port, limits, player)
    if args.node is None:
        raise InputError("--store needs --node, a name for this server among the others.")
    cluster = cluster_module()
    site = cluster.Site(args.store, args.node, args.address or address_to_tell(args.bind))
    opened: AbstractAsyncContextManager[Server] = cluster.open_node(
        data, args.bind, args.port, site, limits, player
    )
    return opened


def openers_in(args: Namespace, host: PublicKey) -> Callable[[PublicKey], bool]:
    """Say who may open tables; the list of members is read whenever somebody wants to."""
    if args.open_tables == "members" and args.members is None:
        raise InputError("--open-tables members needs --members, a file with their keys.")
    if args.members is not None and args.open_tables != "members":
        raise InputError("--members lists who may open tables, so it needs --open-tables members.")
    if args.members is not None:
        members_in(args.members)  # so that anything wrong with it is said now

    def may_open(player: PublicKey) -> bool:
        if args.open_tables == "everyone" or player == host:
            return True
        try:
            return args.open_tables == "members" and player in members_in(args.members)
        except InputError as error:
            log.warning("Only the host can open tables: %s", error)
            return False

    return may_open


def members_in(path: Path) -> list[PublicKey]:
    """Read keys as OpenSSH writes them, one a line, each perhaps with a name after it."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        raise InputError(f"There is no file {path}. Make one with a key per line; it may be empty.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no list of keys, but something else than text.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    return [
        member_in(path, number, line)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]


def member_in(path: Path, number: int, line: str) -> PublicKey:
    try:
        return PublicKey.parse(" ".join(line.split()[:2]))
    except BadKeyError as error:
        raise InputError(f"{path}, line {number}, is not a member's key: {error}") from None


async def until_over(stopped: asyncio.Event, runners: list[TableRunner] | None) -> None:
    """Wait for somebody to stop the server, or for the end of the games at certain tables."""
    waits: list[Any] = [stopped.wait()]
    if runners is not None:
        waits.append(all_read(runners))
    tasks = [asyncio.get_running_loop().create_task(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    tell(t("host-stopping"))


async def all_read(runners: list[TableRunner]) -> None:
    """Wait until all games are over and everybody has left or had time to read the end."""
    for runner in runners:
        await runner.finished.wait()
    for runner in runners:
        await left_or_quiet(runner)


async def left_or_quiet(runner: TableRunner) -> None:
    """Wait until everybody has left, or nothing more is said: bots tell their thoughts at the end."""
    for _ in range(MOST_WAITS):
        heard = runner.table.seq
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_READ_THE_END):
                await runner.settled.wait()
        if runner.settled.is_set() or runner.table.seq == heard:
            return


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
    yield line_about(runner)
    yield t("host-key", key=server.lobby.host.public.fingerprint)
    if invitations:
        yield t("club-invitations")
    yield from (f"  jinmaku join '{invitation.text()}'" for invitation in invitations)
    yield t("club-to-watch")
    yield f"  jinmaku join --watch '{to_watch.text()}'"


def line_about(runner: TableRunner) -> str:
    info = runner.info()
    message = "host-goes-on" if info.state is TableState.RUNNING else "host-waits"
    return t(message, table=runner.name, settings=settings_of(info))


def lines_about_house(server: Server, args: Namespace) -> Iterator[str]:
    """Say how to find this server, and who may open tables on it."""
    link = server.link(args.address or address_to_tell(args.bind)).text()
    yield t(f"host-more-{args.open_tables}")
    yield f"  jinmaku open '{link}'"
    yield f"  jinmaku tables '{link}'"


class QrCodes:
    """Draws one invitation at a time, so that they do not push each other off the screen."""

    def __init__(self, runner: TableRunner, invitations: list[Invitation]) -> None:
        self._unused = invitations
        self._shown: Invitation | None = None
        self._draw(runner)

    def after(self, runner: TableRunner, item: Item) -> None:
        """Tell what happened; if that used up the code on the screen, draw the next."""
        show(runner, item)
        self._draw(runner)

    def _draw(self, runner: TableRunner) -> None:
        self._unused = [invitation for invitation in self._unused if is_good(runner, invitation)]
        if not self._unused or self._unused[0] is self._shown:
            return
        self._shown = self._unused[0]
        lines = [*drawing_of(self._shown), t("host-code", number=len(self._unused))]
        print("\n".join(lines), flush=True, file=for_drawing())


def is_good(runner: TableRunner, invitation: Invitation) -> bool:
    token = invitation.token
    return token is not None and token_hash(token) in runner.invited(INVITATION_MS)


def drawing_of(invitation: Invitation) -> list[str]:
    try:
        return picture(invitation.text())
    except UndrawableError as error:
        return [t("host-code-later", reason=str(error), command=f"jinmaku qr '{invitation.text()}'")]


def show(runner: TableRunner, item: Item) -> None:
    """Print what everybody at the table may know."""
    table = runner.table
    heard = introduced(heard_of(table.game, item), table)
    if isinstance(heard.entry, Said):
        heard = heard._replace(words=words_in(table, heard.entry))
    tell(*sentences_of(table.game, heard, None))
