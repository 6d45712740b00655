"""What is left of a game on one's own server: the log that proves it, a record to read, and its past."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from client.cli.log import put_in_place, stamped, title_of
from client.cli.record import record_of
from client.cli.replay import past_in, past_of, short_heading
from client.journey import JourneyError
from client.tui.doors import Kept
from client.tui.keepsakes import games_of
from client.tui.past import Past
from core.records import InputError
from protocol.logfile import Title, read_log
from server.house import House
from server.steward import Steward
from server.store import Entry, StoreError

LOG, RECORD = "game.log", "record.txt"


async def keep_game(house: House, steward: Steward, folder: Path) -> list[Path]:
    """Write a game that is over as `jinmaku log` and `jinmaku record` would; give the files."""
    log, record = folder / LOG, folder / RECORD
    try:
        await asyncio.to_thread(put_in_place, log, *await journal_of(house, steward))
        record.write_text(await asyncio.to_thread(record_of, log), "utf-8")
    except (InputError, StoreError) as error:
        raise JourneyError(str(error)) from None
    return [log, record]


async def recall_game(house: House, steward: Steward, home: Path) -> Past:
    """Live again through a game that is over."""
    try:
        title, entries = await journal_of(house, steward)
        story = [stamped.decode(entry.data) for entry in entries]
        return await asyncio.to_thread(past_of, title, story, home)
    except (InputError, StoreError) as error:
        raise JourneyError(str(error)) from None


async def journal_of(house: House, steward: Steward) -> tuple[Title, list[Entry]]:
    if not steward.table.is_revealed:
        raise JourneyError("The log of a game can be written when it is over.")
    journal = house.lobby.journal
    games = {game.id: game for game in await journal.games()}
    return title_of(games[steward.name]), await journal.entries(steward.name)


def kept_games(home: Path) -> list[Kept]:
    """List the games whose logs were saved, the newest first."""
    logs = sorted(titles_in(home), key=lambda log: log[0].created_ms, reverse=True)
    return [Kept(short_heading(title), partial(past_in, path, home)) for title, path in logs]


def titles_in(home: Path) -> Iterator[tuple[Title, Path]]:
    for path in games_of(home).glob(f"*/{LOG}"):
        with suppress(InputError, OSError), path.open("rb") as file:
            yield read_log(file)[0], path
