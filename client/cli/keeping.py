"""What is left of a game on one's own server: the log that proves it, and the record that people read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client.cli.fetching import write_record
from client.cli.log import put_log, title_of
from client.journey import JourneyError
from client.keeping import LOG
from core.records import InputError
from server.house import House
from server.steward import Steward
from server.store import StoreError


async def keep_game(house: House, steward: Steward, folder: Path) -> list[Path]:
    """Write a game that is over as `jinmaku log` and `jinmaku record` would; give the files."""
    if not steward.table.is_revealed:
        raise JourneyError("The log of a game can be written when it is over.")
    journal, log = house.lobby.journal, folder / LOG
    try:
        game, entries = await journal.game(steward.name), await journal.entries(steward.name)
        assert game is not None
        await asyncio.to_thread(put_log, log, title_of(game), entries)
        return [log, await asyncio.to_thread(write_record, log)]
    except (InputError, StoreError) as error:
        raise JourneyError(str(error)) from None
