"""A table of one's own against bots, on a server that runs for as long as its player stays."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from client.cli.fetching import fetch_game, recall_game
from client.cli.hosting import LOOPBACK, WantedTable, bots_at, wish_in, with_own_seat
from client.cli.player import login_name
from client.local.home import default_home, own_identity
from client.seat.journey import Fork, Journey, JourneyError, Way
from client.seat.news import Person
from client.table.lobby import NewTable
from client.table.past import Past
from core.game import seat_named
from core.kinds import Seat
from protocol.limits import Limits
from protocol.pace import Absence, Terms
from server.server import Server, is_locked, open_server
from server.store.interface import GameState, StoreError
from server.store.sqlite import games_in
from server.tables.runner import TableRunner

ALONE = Terms(absence=Absence.WAIT)
FOR_ONE = Limits(games_per_identity=10_000)  # games broken off keep nobody else waiting
SECONDS_TO_CLOSE = 2.0


def wish_of(opening: NewTable, terms: Terms) -> WantedTable:
    options = [f"{name}={value}" for name, value in opening.options]
    args = Namespace(game=opening.game, clans=None, option=options, seed="")
    wish = wish_in(args, opening.players, terms)
    return with_own_seat(wish, opening.seat) if opening.seat else wish


def journey_alone(args: Namespace, opening: NewTable) -> Journey:
    """Return the way to a table against bots, set up as wished in the lobby."""
    wished = {"game": opening.game, "new": opening.is_new, "level": opening.level}
    anew = Namespace(**{**vars(args), **wished})
    return lambda: own_table(anew, wish_of(opening, ALONE))


@asynccontextmanager
async def own_table(args: Namespace, wish: WantedTable) -> AsyncIterator[Way]:
    """Open a server with a table and bots for one player, for as long as that player stays."""
    identity = own_identity(home_of(args))
    player = identity.public.raw
    async with own_house(home_of(args), player) as server:
        old = [] if args.new else broken_off(server, wish.game, player)
        runner = old[-1] if old else await server.lobby.open(*wish.table)
        seat = runner.seat_of(player) if old else seat_named(runner.table.game, wish.seats[0])
        async with among_bots(args, server, runner, seat) as way:
            yield way


def forking(args: Namespace) -> Fork:
    """Let games against bots begin where others were."""
    return lambda past, seq, seat: partial(forked_table, args, past, seq, seat)


@asynccontextmanager
async def forked_table(args: Namespace, past: Past, seq: int, seat: Seat) -> AsyncIterator[Way]:
    """Open such a server with a table that goes on from a place in the log of a game."""
    write = import_module("client.cli.record").text_until
    record = await asyncio.to_thread(write, past.entries, seq)
    async with own_house(home_of(args), own_identity(home_of(args)).public.raw) as server:
        runner = await server.lobby.fork(record, ALONE)
        async with among_bots(args, server, runner, seat) as way:
            yield way


@asynccontextmanager
async def among_bots(
    args: Namespace, server: Server, runner: TableRunner, seat: Seat | None
) -> AsyncIterator[Way]:
    """Return the way to a seat of a table whose other seats are for bots."""
    home = home_of(args)
    identity = own_identity(home)
    token = await server.lobby.invite(runner) if runner.free_seats() else None
    invitation = server.invitation(LOOPBACK, runner.name, token)
    person = Person(identity, args.name or login_name(), seat=seat, home=home)
    others = [free for free in runner.free_seats() if free != seat]
    with bots_at(server, runner, others, args.level, home / "play"):
        way = Way(invitation, person, lambda _: None, begins_by_itself=True)
        again = partial(rematch, args, runner, identity.public.raw)
        yield way._replace(fetch=fetch_game, recall=recall_game, fork=forking(args), again=again)


def home_of(args: Namespace) -> Path:
    return args.home or default_home()


@asynccontextmanager
async def own_house(home: Path, player: bytes) -> AsyncIterator[Server]:
    """Open a server for one player; say in the client's terms what keeps it from opening."""
    data = home / "play"
    try:
        await one_before_closed(data)
        async with open_server(data, LOOPBACK, 0, FOR_ONE, player) as server:
            yield server
    except StoreError as error:
        raise JourneyError(str(error)) from None


async def one_before_closed(data: Path) -> None:
    """Wait a little for a server that was just left: playing again is faster than closing it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS_TO_CLOSE):
            while is_locked(data):  # noqa: ASYNC110 (a lock on a file tells nobody that it is free)
                await asyncio.sleep(0.01)


def rematch(args: Namespace, runner: TableRunner, player: bytes) -> AbstractAsyncContextManager[Way]:
    """Play again what was played at a table, with everybody in the same seat."""
    opened, seat = runner.table.opened, runner.seat_of(player)
    assert seat is not None
    wish = WantedTable(opened.game, opened.seats, dict(opened.options), opened.terms, "")
    anew = Namespace(**{**vars(args), "new": True})
    return own_table(anew, with_own_seat(wish, runner.table.game.seat_names[seat]))


def broken_off(server: Server, game: str, player: bytes) -> list[TableRunner]:
    tables = [runner for runner in server.lobby.runners.values() if not runner.table.is_over]
    own = [runner for runner in tables if runner.seat_of(player) is not None]
    return [runner for runner in own if runner.table.game.name == game]


def games_broken_off(home: Path) -> list[str]:
    """Name the games their player left before they were over, the last one first."""
    with suppress(StoreError):
        games = games_in(home / "play" / "tables.sqlite")
        left = [game for game in games if game.state is GameState.RUNNING]
        newest_first = sorted(left, key=lambda game: game.changed_ms, reverse=True)
        return list(dict.fromkeys(game.header.decode() for game in newest_first))
    return []
