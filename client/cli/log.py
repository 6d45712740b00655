"""`jinmaku log`: list the games of a server, and write one as a log."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from client.cli.printing import BAD_INPUT, complain, tell
from client.local.home import default_data
from client.seat.keeping import put_in_place
from client.texts import t
from core.kinds import InputError
from protocol.entries import AnyEntry, Began, Revealed, SatDown, Stamped, StoodUp, Written
from protocol.logfile import Title, write_log
from server.store.interface import GameState, StoredEntry, StoredGame, StoreError, game_among
from server.store.sqlite import SqliteStore

HELP = "List the games a server on this machine keeps, or save the log of a finished one."
HEADINGS = ("TABLE", "GAME", "STATE", "ENTRIES", "STARTED", "CHANGED", "PLAYERS")
OPEN = "open"
UNFINISHED = (OPEN, GameState.RUNNING.value)

stamped = msgspec.msgpack.Decoder(Stamped)


class GameRow(Struct, frozen=True):
    """A game in the list."""

    table: str
    game: str
    players: list[str]
    state: str
    entries: int
    started: str
    changed: str


class LogRefusedError(Exception):
    """There is such a game, but its log cannot be written."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="the table; its first few characters are enough"
    )
    parser.add_argument("--data", metavar="DIR", type=Path, help="the folder of the server's key and tables")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to save it (GAME.log); - is standard output"
    )
    parser.add_argument("--json", action="store_true", help="list the games as JSON")


def run(args: Namespace) -> int:
    path = (args.data or default_data()) / "tables.sqlite"
    if not path.exists():
        return complain("log", t("log-nowhere", path=str(path.parent)))
    try:
        asyncio.run(log(path, args))
    except InputError as error:
        return complain("log", error, BAD_INPUT)
    except (LogRefusedError, StoreError) as error:
        return complain("log", error)
    except msgspec.MsgspecError as error:
        return complain("log", t("log-otherwise", path=str(path), reason=str(error)))
    return 0


async def log(path: Path, args: Namespace) -> None:
    async with aclosing(SqliteStore.open(path)) as store:
        games = await store.games()
        if args.game is None:
            show([row_of(game, await store.entries(game.id)) for game in games], is_json=args.json)
        else:
            game = game_among(games, args.game)
            entries = await store.entries(game.id)
            if state_of(game, happened_in(entries)) in UNFINISHED:
                raise LogRefusedError(t("log-going-on", game=game.id))
            put(game, entries, args.output or f"{game.id}.log")


# The list ----------------------------------------------------------------------------------------


def row_of(game: StoredGame, entries: list[StoredEntry]) -> GameRow:
    story = happened_in(entries)
    sitters: dict[int, str] = {}
    for entry in story:
        if isinstance(entry, SatDown):
            sitters[entry.seat] = entry.name
        elif isinstance(entry, StoodUp):
            sitters.pop(entry.seat, None)
    return GameRow(
        game.id,
        game.header.decode(),
        [sitters[seat] for seat in sorted(sitters)],
        state_of(game, story),
        len(entries),
        date(game.created_ms),
        date(game.changed_ms),
    )


def happened_in(entries: Sequence[StoredEntry]) -> list[AnyEntry]:
    return [stamped.decode(entry.data).entry for entry in entries]


def state_of(game: StoredGame, story: Sequence[AnyEntry]) -> str:
    """Say how far a game is; over once nothing is hidden, though everybody may still sit and talk."""
    kinds, state = set(map(type, story)), game.state
    if state is GameState.RUNNING and Revealed in kinds:
        state = GameState.OVER
    return OPEN if state is GameState.RUNNING and Began not in kinds else str(state.value)


def date(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d %H:%M}"


def show(rows: Sequence[GameRow], *, is_json: bool) -> None:
    if is_json:
        print(json.dumps(msgspec.to_builtins(rows), indent=2))  # in ASCII, whatever names are in it
    elif not rows:
        tell(t("log-no-games"))
    else:
        print("\n".join(aligned([HEADINGS, *map(cells_of, rows)])))


def cells_of(row: GameRow) -> tuple[str, ...]:
    players = ", ".join(row.players) or "nobody"
    return row.table, row.game, row.state, str(row.entries), row.started, row.changed, players


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


# A log -------------------------------------------------------------------------------------------


def title_of(game: StoredGame) -> Title:
    return Title(game.id, game.header.decode(), game.created_ms)


def put(game: StoredGame, entries: list[StoredEntry], output: str) -> None:
    title = title_of(game)
    if output == "-":
        put_into(sys.stdout.buffer, title, entries)
        return
    try:
        put_log(Path(output), title, entries)
    except OSError as error:
        raise LogRefusedError(t("log-unwritten", path=output, reason=str(error.strerror))) from None
    tell(t("log-written", path=output, entries=len(entries)))


def put_log(path: Path, title: Title, entries: list[StoredEntry]) -> None:
    put_in_place(path, partial(put_into, title=title, entries=entries))


def put_into(file: BinaryIO, title: Title, entries: list[StoredEntry]) -> None:
    last = write_log(file, title, (Written(entry.at_ms, entry.data) for entry in entries))
    assert last == entries[-1].hash
    file.flush()
