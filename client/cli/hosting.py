"""What commands that open a table share: its options, the host's bots, and being found."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

from client.seat.bot_player import BotPlayer
from client.seat.connection import LostError, RefusedError
from client.seat.news import Person
from client.texts import t
from client.texts.refusals import why
from core.bots.levels import BOTS
from core.catalog import game_named, game_names
from core.game import with_defaults
from core.kinds import InputError, Seat
from protocol.discovery import AnnouncedHost, TableListing, own_address_towards
from protocol.identity import Identity
from protocol.invitation import Address, InvitationError, host_key_hash
from protocol.pace import Absence, Terms, read_pace, read_span, usual_grace
from protocol.tls import TlsError
from server.lan_discovery import Announcer
from server.server import Server
from server.tables.runner import TableRunner

SOMEWHERE_ELSE = "192.0.2.1"  # an address nobody has; nothing is sent to it

LOOPBACK = "127.0.0.1"
HIGHEST_PORT = 65535
LEAVING = (LostError, RefusedError, TlsError)
BOT_NAMES = ("Kaede", "Matsu", "Sakura", "Take", "Ume")

log = logging.getLogger(__name__)


def add_table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--game", choices=game_names(), default=game_names()[0], help="which game (%(default)s)"
    )
    parser.add_argument("--clans", metavar="A,B,...", help="the clans or colours at the table (random)")
    parser.add_argument(
        *("--option", "-o"),
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as shrines=random, or for Shogun setup=draft and side=moon",
    )
    parser.add_argument(
        "--level", choices=BOTS, default="steady", help="how well the bots play (%(default)s)"
    )
    parser.add_argument(
        "--seed", default="", help="for random clans; in `play --watch` the same seed gives the same game"
    )


def add_seats_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, default=4, help="how many play, bots included (%(default)s)")
    parser.add_argument("--bots", type=int, default=0, help="how many of them are bots (%(default)s)")


def add_terms_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--pace",
        default="none",
        help="the clock: none; 90s or 3d a decision; 20m+30s, a bank plus time for each (%(default)s)",
    )
    parser.add_argument("--grace", help="how long a decision waits for a player who is not connected (2m)")
    parser.add_argument(
        "--absent",
        choices=[absence.value for absence in Absence],
        default=Absence.VOTE.value,
        help="when a player is away or out of time: wait, let a bot play, or hold a vote (%(default)s)",
    )
    parser.add_argument(
        "--own-machines",
        action="store_true",
        help="let nobody sit down through `jinmaku ssh` or `jinmaku web`",
    )


def port_in(text: str) -> int:
    if not (text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}")
    return int(text)


def place_in(text: str) -> str:
    """Check where to listen."""
    try:
        ip_address(text)
    except ValueError:
        raise ArgumentTypeError("where to listen is an address of this machine, and not a name") from None
    return text


def address_in(text: str) -> str:
    """Check an address that others are to be told; its port is only known when we listen."""
    try:
        Address.read(text)
    except InvitationError as error:
        raise ArgumentTypeError(why(error).rstrip(".")) from None
    return text


class WantedTable(NamedTuple):
    """The table somebody wants; a player alone has the first of its seats."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, str]
    terms: Terms
    seed: str

    @property
    def table(self) -> tuple[str, tuple[str, ...], dict[str, str], Terms]:
        """Return what a server needs; it draws its own chance, since a seed somebody knows is worthless."""
        return self.game, self.seats, self.options, self.terms


def wish_in(args: Namespace, seats: int, terms: Terms) -> WantedTable:
    names = seats_in(args, seats)
    options = with_defaults(game_named(args.game), options_in(args))
    return WantedTable(args.game, names, options, terms, args.seed)


def terms_in(args: Namespace) -> Terms:
    pace = read_pace(args.pace)
    grace = read_span(args.grace) if args.grace else usual_grace(pace)
    return Terms(pace, grace, Absence(args.absent), args.own_machines)


def terms_at(pace: str) -> Terms:
    """Give the usual terms with this clock."""
    clock = read_pace(pace)
    return Terms(clock, usual_grace(clock))


def options_in(args: Namespace) -> dict[str, str]:
    options = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"An option is written name=value, not '{text}'.")
        options[name] = value
    return options


def seats_in(args: Namespace, number: int) -> tuple[str, ...]:
    """Return the names of the seats in any order: those asked for, otherwise any."""
    dice = Random(args.seed) if args.seed else SystemRandom()  # noqa: S311 (a seed is asked for)
    if args.clans:
        names = args.clans.split(",")
        return tuple(dice.sample(names, len(names)))
    game = game_named(args.game)
    if number not in game.players:
        raise InputError(f"{game.name} is for {game.players[0]} to {game.players[-1]} players, not {number}.")
    return tuple(dice.sample(game.seat_names, number))


def with_own_seat(wish: WantedTable, name: str) -> WantedTable:
    """Put a seat first, replacing another one if it is not there yet."""
    others = [seat for seat in wish.seats if seat != name]
    return wish._replace(seats=(name, *others)[: len(wish.seats)])


def run_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a server on uvloop if it is installed (jinmaku[fast]), otherwise on asyncio's own loop."""
    run = import_module("uvloop").run if find_spec("uvloop") else asyncio.run
    run(work)


def stop_asked() -> asyncio.Event:
    """Return an event that ctrl-c or a polite kill sets; from now on they do nothing else."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    return stopped


# Bots --------------------------------------------------------------------------------------------


@contextmanager
def bots_at(
    server: Server, runner: TableRunner, seats: Sequence[Seat], level: str, data: Path
) -> Iterator[set[asyncio.Task[None]]]:
    """Bring bots along: new ones for free seats of a table, and those that sat there before."""
    tasks = {asyncio.get_running_loop().create_task(_bring_bots(server, runner, seats, level, data))}
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()


async def _bring_bots(
    server: Server, runner: TableRunner, seats: Sequence[Seat], level: str, data: Path
) -> None:
    async with asyncio.TaskGroup() as group:
        async for bot in seated_bots(server, runner, seats, level, data):
            group.create_task(_play_on(bot))


async def seated_bots(
    server: Server, runner: TableRunner, seats: Sequence[Seat], level: str, data: Path
) -> AsyncIterator[BotPlayer]:
    for place, seat in enumerate([*own_bots(server, runner), *seats]):
        token = await server.lobby.invite(runner) if seat in seats else None
        invitation = server.invitation(LOOPBACK, runner.name, token)
        sitter = runner.table.sitters.get(seat)
        own = level_of(sitter.name, level) if sitter is not None else level
        name = bot_name(place, own)
        home = data / "bots" / runner.table.game.seat_names[seat]
        person = Person(bot_identity(server, runner, seat), name, is_bot=True, seat=seat, home=home)
        bot = BotPlayer(invitation, lambda _: None, person, own, Random())  # noqa: S311
        await bot.sit_down()
        yield bot


class HouseBots:
    """The bots of all tables of a server; those whose game is over are forgotten."""

    def __init__(self, server: Server, data: Path) -> None:
        self._server = server
        self._data = data
        self._playing: set[asyncio.Task[None]] = set()

    async def bring(self, runner: TableRunner, seats: Sequence[Seat], level: str) -> None:
        """Let bots sit down at a table, and play on from there."""
        try:
            async for bot in seated_bots(self._server, runner, seats, level, self._data):
                task = asyncio.get_running_loop().create_task(_while_here(runner, _play_on(bot)))
                self._playing.add(task)
                task.add_done_callback(self._playing.discard)
        except LEAVING as error:
            log.warning("A bot cannot come to table %s: %s", runner.name, error)

    def dismiss(self) -> None:
        for task in self._playing:
            task.cancel()


def bot_name(place: int, level: str) -> str:
    """Name a bot so that everybody at the table can tell how it plays."""
    return f"{BOT_NAMES[place % len(BOT_NAMES)]} ({level})"


def level_of(name: str, usual: str) -> str:
    """Return how a bot of this name plays, also after a break."""
    return next((level for level in BOTS if name.endswith(f"({level})")), usual)


async def _play_on(bot: BotPlayer) -> None:
    try:
        await bot.play_on()
    except LEAVING as error:
        log.warning("A bot has left the table: %s", error)


async def _while_here(runner: TableRunner, work: Coroutine[Any, Any, None]) -> None:
    """Break off some work when its table has gone to another server, which brings its own bots."""
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(work)
        gone = group.create_task(runner.gone.wait())
        await asyncio.wait([playing, gone], return_when=asyncio.FIRST_COMPLETED)
        playing.cancel()
        gone.cancel()


def last_seats(runner: TableRunner, number: int, kept: str = "") -> list[Seat]:
    """Return the seats for bots if the others are for newcomers, and perhaps one for the host."""
    names = runner.table.game.seat_names
    free = [seat for seat in runner.free_seats() if names[seat] != kept]
    return free[len(free) - number :]


def bot_identity(server: Server, runner: TableRunner, seat: Seat) -> Identity:
    """Give a bot a key that the same host finds again after a restart."""
    return Identity.from_secret(server.lobby.host.derive("bot", runner.name.encode(), bytes([seat])))


def own_bots(server: Server, runner: TableRunner) -> list[Seat]:
    """Return where bots sit that this host has brought along."""
    return [seat for seat in runner.table.seats if _is_ours(server, runner, seat)]


def _is_ours(server: Server, runner: TableRunner, seat: Seat) -> bool:
    sitter = runner.table.sitters.get(seat)
    return sitter is not None and sitter.key == bot_identity(server, runner, seat).public.raw


# Several servers ---------------------------------------------------------------------------------


def cluster_module() -> Any:
    """Return what serves from a shared database, which needs a library others do without."""
    if find_spec("asyncpg") is None:
        raise InputError("A shared database needs jinmaku[cluster]: install the package with that extra.")
    return import_module("server.cluster")


# Being found -------------------------------------------------------------------------------------


def why_not(error: OSError, args: Namespace) -> str:
    if error.errno == errno.EADDRINUSE:
        return t("host-port-taken", port=str(args.port))
    if error.errno == errno.EADDRNOTAVAIL:
        return t("host-no-address", address=args.bind)
    return why(error)


def address_to_tell(bind: str) -> str:
    """Return the address under which others reach us."""
    if not ip_address(bind).is_unspecified:
        return bind
    try:
        return own_address_towards(SOMEWHERE_ELSE)
    except OSError:
        return LOOPBACK


@asynccontextmanager
async def announced(server: Server, bind: str) -> AsyncIterator[None]:
    """Announce the tables in the local network, if it can reach them."""
    announcer = Announcer(bind, AnnouncedHost(server.port, host_key_hash(server.lobby.host.public)))
    server.lobby.on_change = lambda: announcer.update(listings(server))
    await announcer.start()
    announcer.update(listings(server))
    try:
        yield
    finally:
        await announcer.stop()


def listings(server: Server) -> list[TableListing]:
    return [
        TableListing(s.name, s.table.opened.game, len(s.free_seats()), len(s.table.seats))
        for s in server.lobby.runners.values()
        if not s.table.is_over
    ]
