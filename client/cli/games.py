"""`jinmaku games`: every game you have a seat in, at every host you know."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from client.cli.player import BAD_FILES
from client.cli.printing import BAD_INPUT, complain, tell
from client.columns import in_columns
from client.local.config import ConfigError
from client.local.home import default_home, own_identity
from client.local.known_hosts import KnownTablesError
from client.local.settings import NoticeSettings, read_settings
from client.seat.messengers import call
from client.seat.own_games import own_games
from client.signs import for_drawing
from client.table.lookout import Attention, Lookout, stand_of
from client.table.own_games import HostAnswer, OwnGame, cells_of, headings, in_order
from client.texts import t
from core.catalog import game_named
from core.kinds import InputError
from protocol.pace import read_span, write_span

HELP = (
    "List every game you have a seat in, at every host you know, those waiting for you first. "
    "A host that does not answer within four seconds is named and left out. "
    "With --watch, it keeps asking, and notifies you "
    "when it is your turn, your time is running out or a game ends."
)
LEAST_SECONDS: Final = 10
LONG_AGO: Final = float("-inf")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs (see docs/hosting.md)")
    parser.add_argument("--watch", action="store_true", help="keep asking, and send notices")
    parser.add_argument("--every", type=_span, default=60, help="how often to ask with --watch (1m)")
    parser.add_argument("--home", type=Path, help="the folder of your identity and known tables")


def run(args: Namespace) -> int:
    home = args.home or default_home()
    try:
        asyncio.run(watch(home, args.every) if args.watch else show(home, is_for_programs=args.json))
    except ConfigError as error:
        return complain("games", error, BAD_INPUT)
    except (KnownTablesError, *BAD_FILES) as error:
        return complain("games", error)
    return 0


# Once ----------------------------------------------------------------------------------------


async def show(home: Path, *, is_for_programs: bool) -> None:
    answers = [answer async for answer in answers_at(home, is_quiet=is_for_programs)]
    games = in_order(game for answer in answers for game in answer.games)
    silences = [answer.silence for answer in answers if answer.silence]
    if is_for_programs:
        print(json.dumps({"games": list(map(facts_of, games)), "silent": silences}))
    else:
        tell(*(rows_of(games) if games else [t("games-none")]), *silences)


async def answers_at(home: Path, *, is_quiet: bool) -> AsyncIterator[HostAnswer]:
    """Ask all hosts, and report the progress."""
    calls, answered = own_games(home), 0
    async for answer in calls.answers:
        answered += 1
        if sys.stderr.isatty() and not is_quiet:
            print(t("games-asking", answered=answered, hosts=calls.hosts), file=sys.stderr)
        yield answer


def rows_of(games: Sequence[OwnGame]) -> Iterator[str]:
    """Return a table of the games, and below each the way there."""
    heading, *rows = in_columns([headings(), *map(cells_of, games)])
    yield heading
    for game, row in zip(games, rows, strict=True):
        yield row
        yield f"  jinmaku join '{game.invitation.text()}'"


def facts_of(game: OwnGame) -> dict[str, Any]:
    """Return what programs may want to know about a game."""
    own = game.own
    return {
        "game": own.info.game,
        "table": own.info.table,
        "host": str(game.invitation.address),
        "state": own.info.state.value,
        "seat": seat_name(game, own.seat),
        "waits_for_you": game.waits_for_me,
        "waited_for": [seat_name(game, seat) for seat in own.waited_for],
        "left_ms": own.remaining_ms,
        "invitation": game.invitation.text(),
    }


def seat_name(game: OwnGame, seat: int) -> str:
    """Name a seat as the game does; in a game we do not know, by its number."""
    try:
        return game_named(game.own.info.game).seat_names[seat]
    except (InputError, IndexError):
        return str(seat)


# Again and again -----------------------------------------------------------------------------


async def watch(home: Path, seconds: int) -> None:
    """Ask all hosts every now and then, and call the player; ends when the player ends it."""
    notices, lookout, identify = read_settings(home).notices, Lookout(), cache(own_identity)
    tell(t("notice-watching", hosts=own_games(home).hosts, every=write_span(seconds)))
    silent: set[str] = set()
    while True:
        answers = [answer async for answer in own_games(home, identify).answers]
        for game in (game for answer in answers for game in answer.games):
            await call_for(game, lookout, notices)
        silences = {answer.silence for answer in answers if answer.silence}
        tell(*sorted(silences - silent))
        silent = silences
        await asyncio.sleep(seconds)


async def call_for(game: OwnGame, lookout: Lookout, notices: NoticeSettings) -> None:
    """Call the player if a game wants it; at a table where their client sits, that client does it."""
    now = time.monotonic()
    is_there = game.seat.is_present
    words = lookout.look(stand_of(game), Attention(now if is_there else LONG_AGO, is_there), now)
    if words:
        tell(words, *await call(words, notices, steer))


def steer(sequence: str) -> None:
    if sys.stdout.isatty():
        print(sequence, end="", flush=True, file=for_drawing())


def _span(text: str) -> int:
    try:
        seconds = read_span(text)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None
    if seconds < LEAST_SECONDS:
        raise ArgumentTypeError(f"at least {LEAST_SECONDS}s")
    return seconds
