"""`jinmaku play`: a game alone against bots, on a server of one's own; or only to watch."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

from client.cli.fetching import fetch_game, recall_game
from client.cli.hosting import LOOPBACK, WantedTable, add_table_arguments, bots_at, wish_in, with_own_seat
from client.cli.player import BAD_FILES, add_player_arguments, login_name, own_lines, own_screen
from client.cli.printing import BAD_INPUT, complain, tell
from client.cli.screens import has_terminal, show_table
from client.local.home import default_home, own_identity
from client.plain.session import sit_at
from client.seat.journey import JOIN_ERRORS, Fork, JourneyError, Way
from client.seat.news import Person
from client.table.past import Past
from client.table.sentences import event_sentence
from client.table.wording import seat_title
from client.texts import t
from core.bots.levels import bot_named
from core.bots.whole_games import PlayedTurn, play_game
from core.catalog import game_named
from core.game import Game, seat_named
from core.kinds import InputError, Seat
from protocol.limits import Limits
from protocol.pace import Absence, Terms
from server.server import Server, is_locked, open_server
from server.store.interface import GameState, StoreError
from server.store.sqlite import games_in
from server.tables.runner import TableRunner

HELP = "Play alone against bots; an unfinished game continues."
ALONE = Terms(absence=Absence.WAIT)
FOR_ONE = Limits(games_per_identity=10_000)  # nobody else is kept waiting by games broken off
SECONDS_TO_CLOSE = 2.0


def add_arguments(parser: ArgumentParser) -> None:
    add_table_arguments(parser)
    parser.add_argument("--players", type=int, default=4, help="how many play, you included (%(default)s)")
    parser.add_argument("--seat", help="what you would like to play, such as koi")
    add_player_arguments(parser)
    parser.add_argument("--new", action="store_true", help="start a new game even if one is unfinished")
    parser.add_argument("--watch", action="store_true", help="watch the bots play alone")
    parser.add_argument("--home", type=Path, help="the folder of your identity and games")


def run(args: Namespace) -> int:
    try:
        wish = own_wish(args)
        if args.watch:
            show_game(wish, args.level)
            return 0
        if not args.plain and not has_terminal():
            complain("play", t("terminal-bots-alone"))
            show_game(wish, args.level)
            return 0
        if not args.plain:
            return show_table(args.home, "play", partial(own_table, args, wish))
        return asyncio.run(play(args, wish))
    except InputError as error:
        return complain("play", error, BAD_INPUT)
    except asyncio.CancelledError:  # nobody reads along any more
        return 0
    except BrokenPipeError:
        raise
    except (*JOIN_ERRORS, *BAD_FILES) as error:
        return complain("play", error)


def own_wish(args: Namespace) -> WantedTable:
    wish = wish_in(args, args.players, ALONE)
    if not args.seat:
        return wish
    seat_named(game_named(wish.game), args.seat)
    if args.clans and args.seat not in wish.seats:
        raise InputError(f"There is no {args.seat} among {args.clans}.")
    return with_own_seat(wish, args.seat)


# Against bots ------------------------------------------------------------------------------------


async def play(args: Namespace, wish: WantedTable) -> int:
    return await sit_at(partial(own_table, args, wish), own_screen(), own_lines())


@asynccontextmanager
async def own_table(args: Namespace, wish: WantedTable) -> AsyncIterator[Way]:
    """Open a server with a table and bots for one player, for as long as that one stays."""
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
    """Give the way to a seat of a table whose other seats are for bots."""
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
    """Wait a little for a server that was left just now: who plays again is faster than it closes."""
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
    """Name the games that their player left before they were over, the last one first."""
    with suppress(StoreError):
        games = games_in(home / "play" / "tables.sqlite")
        left = [game for game in games if game.state is GameState.RUNNING]
        newest_first = sorted(left, key=lambda game: game.changed_ms, reverse=True)
        return list(dict.fromkeys(game.header.decode() for game in newest_first))
    return []


# To watch ----------------------------------------------------------------------------------------


def show_game(wish: WantedTable, level: str) -> None:
    game, seed = game_named(wish.game), wish.seed or token_hex(4)
    seats = sorted(seat_named(game, name) for name in wish.seats)
    bots = {seat: bot_named(level, game, Random(f"{seed} {seat}")) for seat in seats}  # noqa: S311

    def follow(turn: PlayedTurn) -> None:
        tell(*filter(None, (event_sentence(game, event, None) for event in turn.events)))

    options = ", ".join(f"{name}: {value}" for name, value in wish.options.items())
    tell(t("watch-seed-options", seed=seed, options=options) if options else t("watch-seed", seed=seed))
    _, state = play_game(game, bots, wish.options, seed, follow)
    tell("", *final_table(game, state))


def final_table(game: Game, state: Any) -> list[str]:
    """List the scores, best first."""
    scores = sorted(game.score(state).items(), key=lambda row: (row[0] not in state.winners, -row[1]))
    width = max(len(seat_title(game, seat)) for seat, _ in scores)
    rows = [(seat, f"{seat_title(game, seat):{width}} {score:4}") for seat, score in scores]
    return [t("watch-winner", row=row) if seat in state.winners else row for seat, row in rows]
