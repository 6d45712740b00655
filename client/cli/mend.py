"""`jinmaku mend`: check whether the games of a server are sound, and let those go on that can."""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from itertools import count
from pathlib import Path

from client.cli.printing import complain, tell
from client.local.home import default_data
from client.texts import t
from core.kinds import InputError
from server.server import lock_folder
from server.store.interface import DamagedStoreError, GameState, StoreError, game_among
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import salvage

HELP = (
    "Check the games that a server on this machine keeps. If its file is damaged, what is intact goes into "
    "a new one, and the damaged one is kept beside it."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="the folder of the server's key and tables")
    parser.add_argument(
        "--thaw", metavar="GAME", help="let a frozen table continue when the server starts again"
    )


def run(args: Namespace) -> int:
    data = args.data or default_data()
    path = data / "tables.sqlite"
    if not path.exists():
        return complain("mend", t("log-nowhere", path=str(data)))
    try:
        with alone_in(data):
            mend(path)
            asyncio.run(look(path, args.thaw))
    except (InputError, StoreError, OSError) as error:
        return complain("mend", error)
    return 0


@contextmanager
def alone_in(data: Path) -> Iterator[None]:
    """Keep servers away in the meantime."""
    lock = lock_folder(data)
    try:
        yield
    finally:
        os.close(lock)


def mend(path: Path) -> None:
    """Replace a damaged file by its sound part."""
    try:
        asyncio.run(SqliteStore.open(path).aclose())
    except DamagedStoreError as error:
        tell(str(error))
    else:
        return
    new, old = path.with_name("tables.new"), free_place(path)
    new.unlink(missing_ok=True)
    salvage(path, new)
    for ending in ("", "-wal", "-shm"):
        file = Path(f"{path}{ending}")
        if file.exists():
            file.rename(f"{old}{ending}")
    new.rename(path)
    tell(t("mend-rescued", path=str(old)))


def free_place(path: Path) -> Path:
    places = (path.with_name(f"tables.damaged-{number}") for number in count(1))
    return next(place for place in places if not place.exists())


async def look(path: Path, thaw: str | None) -> None:
    """Tell how the games are, and let one go on."""
    async with aclosing(SqliteStore.open(path)) as store:
        if thaw is not None:
            game = game_among(await store.games(), thaw)
            if game.state is not GameState.FROZEN:
                raise InputError(t("mend-not-frozen", table=game.id))
            await store.reopen_game(game.id)
            tell(t("mend-thawed", table=game.id))
        games = await store.games()
    tell(t("mend-intact", number=len(games)))
    for game in games:
        if game.state is GameState.FROZEN:
            tell(t("mend-frozen", table=game.id, entries=game.last_seq + 1))
