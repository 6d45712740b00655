"""What is left of a game on one's own server: the log that proves it, and the record that people read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client.cli.log import put_in_place, title_of
from client.cli.record import record_of
from client.journey import JourneyError
from core.records import InputError
from server.house import House
from server.steward import Steward
from server.store import StoreError

LOG, RECORD = "game.log", "record.txt"


async def keep_game(house: House, steward: Steward, folder: Path) -> list[Path]:
    """Write a game that is over as `jinmaku log` and `jinmaku record` would; give the files."""
    if not steward.table.is_revealed:
        raise JourneyError("The log of a game can be written when it is over.")
    journal, log, record = house.lobby.journal, folder / LOG, folder / RECORD
    try:
        games = {game.id: game for game in await journal.games()}
        entries = await journal.entries(steward.name)
        await asyncio.to_thread(put_in_place, log, title_of(games[steward.name]), entries)
        record.write_text(await asyncio.to_thread(record_of, log), "utf-8")
    except (InputError, StoreError) as error:
        raise JourneyError(str(error)) from None
    return [log, record]
