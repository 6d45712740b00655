"""`jinmaku` alone: the lobby, from which every table can be reached."""

from __future__ import annotations

import asyncio
import errno
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from client.cli.fetching import fetch_game, recall_game
from client.cli.flags import defaults_of
from client.cli.hosting import (
    LOOPBACK,
    address_to_tell,
    announced,
    bots_at,
    last_seats,
    terms_at,
)
from client.cli.own_table import forking, games_broken_off, journey_alone, wish_of
from client.cli.past import past_in, short_heading
from client.cli.player import login_name, own_lines, own_screen
from client.cli.printing import BAD_INPUT, complain
from client.cli.screens import show_lobby
from client.cli.servers import read_server, visit_to
from client.local.config import Config, ConfigError, read_record
from client.local.home import data_in, default_home, has_played, own_identity, own_public_key
from client.local.kept import games_of
from client.local.known_hosts import KnownTablesError, addresses_in, admit_host_of
from client.local.last_table import last_table, name_at
from client.plain.lobby import LineLobby
from client.plain.session import sit_at
from client.seat.find import find
from client.seat.journey import Journey, Way, inviting, remembering, seated_at
from client.seat.keeping import LOG
from client.seat.news import Person
from client.seat.own_games import own_games
from client.seat.visit import Visit
from client.table.lobby import Doors, Hosted, Kept, NewTable
from client.table.own_games import HostCalls, no_answers
from core.catalog import game_named
from core.game import seat_named
from core.kinds import InputError, Seat
from protocol.entries import Access
from protocol.invitation import Invitation
from protocol.limits import Limits
from protocol.logfile import Title, read_log
from protocol.messages import OpenTable
from protocol.private_files import PrivateFileError, check_folder
from server.server import Server, open_server
from server.tables.runner import TableRunner

EVERYWHERE = "0.0.0.0"  # noqa: S104 (asked for: a table for the local network)


def run(named: Path | None, *, plain: bool | None) -> int:
    home = named or default_home()
    check_folder(home)  # every way out of the lobby needs it
    try:
        doors, is_plain = doors_of(home), defaults_of("play", home).plain if plain is None else plain
    except ConfigError as error:
        return complain("", error, BAD_INPUT)
    return stay_in_lines(doors) if is_plain else show_lobby(home, doors)


def stay_in_lines(doors: Doors) -> int:
    async def stay() -> None:
        await LineLobby(doors, sit_at, own_screen(), own_lines()).stay()

    with suppress(asyncio.CancelledError):  # nobody reads any more
        asyncio.run(stay())
    return 0


def doors_of(home: Path) -> Doors:
    """Put the ways out of the lobby together; they know what was set for the corresponding commands."""
    as_player, as_host = defaults_of("play", home), defaults_of("host", home)

    def join(invitation: Invitation, is_watching: bool) -> Journey:  # noqa: FBT001
        if is_watching:
            return lambda: going(invitation, as_player, is_watching=True)
        return lambda: returning(invitation, as_player)

    host = partial(hosting, player=as_player, args=as_host)
    return Doors(
        partial(journey_alone, as_player),
        join,
        host,
        find,
        visit=lambda text: visit_to(read_server(text), home),
        open=partial(open_there, join=join),
        servers=partial(addresses_in, home),
        last=partial(last_table, home),
        broken_off=partial(broken_off, home),
        is_first=not has_played(home),
        games=partial(calls_to_hosts, home),
        kept=partial(kept_games, home),
        fork=forking(as_player),
    )


def broken_off(home: Path) -> list[NewTable]:
    games = ((name, game_named(name).players[0]) for name in games_broken_off(home))
    return [NewTable(name, players, players - 1, is_new=False) for name, players in games]


async def open_there(visit: Visit, opening: NewTable, join: Callable[[Invitation, bool], Journey]) -> Hosted:
    """Open a table on a server; return invitations for the others, and one's own way there."""
    game, seats, options, terms = wish_of(opening, terms_at(opening.pace)).table
    bots = opening.bots, opening.level
    asked = OpenTable(game, seats, tuple(options.items()), terms, *bots, opening.access, opening.password)
    table = await visit.open(asked)
    guests = opening.players - opening.bots if opening.access is Access.INVITED else 1
    own, *others = [await visit.invite(table) for _ in range(guests)]
    way = join(own, False)
    if opening.seat:
        way = seated_at(way, seat_named(game_named(game), opening.seat))
    invitations = [invitation.text() for invitation in others]
    return Hosted(invitations, inviting(way, invitations))


class HostSite(NamedTuple):
    """Where a house is: how others reach it, and the folder of its tables."""

    address: str
    data: Path


class Host:
    """Opens tables of one kind in a house, one after the other."""

    def __init__(
        self, server: Server, opening: NewTable, player: Namespace, site: HostSite, stack: AsyncExitStack
    ) -> None:
        self._server = server
        self._opening = opening
        self._player = player
        self._site = site
        self._stack = stack
        server.lobby.on_again = self._furnish

    async def open(self) -> Hosted:
        """Open a table with its bots; return invitations for the others, and one's own way there."""
        server, opening = self._server, self._opening
        runner = await server.lobby.open(*wish_of(opening, terms_at(opening.pace)).table)
        tokens = [await server.lobby.invite(runner) for _ in range(opening.players - opening.bots)]
        self._bring_bots(runner)
        own, here = server.invitation(LOOPBACK, runner.name, tokens[0]), self._site.address
        guests = [server.invitation(here, runner.name, token).text() for token in tokens[1:]]
        return Hosted(guests, inviting(self.way_to(own), guests))

    async def _furnish(self, _: TableRunner, following: TableRunner) -> None:
        self._bring_bots(following)

    def _bring_bots(self, runner: TableRunner) -> None:
        opening = self._opening
        seats = last_seats(runner, opening.bots, opening.seat)
        self._stack.enter_context(bots_at(self._server, runner, seats, opening.level, self._site.data))

    def way_to(self, invitation: Invitation) -> Journey:
        """Return the host's way to a table of this house."""

        @asynccontextmanager
        async def own() -> AsyncIterator[Way]:
            async with going(invitation, self._player) as way:
                person = way.person._replace(seat=self._own_seat())
                yield way._replace(person=person, follow=self.way_to)

        return own

    def _own_seat(self) -> Seat | None:
        opening = self._opening
        return seat_named(game_named(opening.game), opening.seat) if opening.seat else None


@asynccontextmanager
async def going(
    invitation: Invitation, player: Namespace, *, is_watching: bool = False
) -> AsyncIterator[Way]:
    home: Path = player.home
    name = name_at(home, invitation) or player.name or login_name()
    person = Person(own_identity(home), name, is_watching=is_watching, home=home)
    yield Way(invitation, person, admit_host_of(invitation, home), fetch=fetch_game, recall=recall_game)


@asynccontextmanager
async def returning(invitation: Invitation, player: Namespace) -> AsyncIterator[Way]:
    """Go to a table so that the way back to it is known."""
    async with going(invitation, player) as way:
        with remembering(player.home, invitation, way.person.name):
            yield way


@asynccontextmanager
async def hosting(opening: NewTable, player: Namespace, args: Namespace) -> AsyncIterator[Hosted]:
    """Run a server with a new table for as long as its host stays."""
    bind = EVERYWHERE if opening.is_for_lan else LOOPBACK
    async with AsyncExitStack() as stack:
        data, key = args.data or data_in(player.home), own_public_key(player.home)
        limits = read_record(Config.of(player.home), "limits", Limits)
        port = args.port if opening.is_for_lan else 0
        server = await stack.enter_async_context(open_house_near(data, bind, port, limits, key.raw))
        address = (args.address if opening.is_for_lan else None) or address_to_tell(bind)
        host = Host(server, opening, player, HostSite(address, data), stack)
        hosted = await host.open()
        if opening.is_for_lan and args.announce:
            await stack.enter_async_context(announced(server, bind))
        yield hosted


@asynccontextmanager
async def open_house_near(
    data: Path, bind: str, port: int, limits: Limits, player: bytes
) -> AsyncIterator[Server]:
    """Listen at the port firewalls are open for or, if it is taken, at any other."""
    async with AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(open_server(data, bind, port, limits, player))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            server = await stack.enter_async_context(open_server(data, bind, 0, limits, player))
        yield server


def calls_to_hosts(home: Path) -> HostCalls:
    """Ask all hosts for one's games; if the file of hosts cannot be read, there is nobody to ask."""
    try:
        return own_games(home)
    except (KnownTablesError, PrivateFileError):
        return HostCalls(0, no_answers())


def kept_games(home: Path) -> list[Kept]:
    """List the games whose logs were saved, the newest first."""
    logs = sorted(titles_in(home), key=lambda log: log[0].created_ms, reverse=True)
    return [Kept(short_heading(title), partial(past_in, path, home)) for title, path in logs]


def titles_in(home: Path) -> Iterator[tuple[Title, Path]]:
    for path in games_of(home).glob(f"*/{LOG}"):
        with suppress(InputError, OSError), path.open("rb") as file:
            yield read_log(file)[0], path
