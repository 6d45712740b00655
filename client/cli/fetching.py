"""What is left of a game on its server, whoever has that: got from there, as all who played can."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from typing import Final

from client.seat.connection import RefusedError
from client.seat.keeping import get_log, save_log, stamped
from client.seat.player import Player
from client.table.past import Past
from client.texts import t

RECORD: Final = "record.txt"


async def fetch_game(player: Player, folder: Path) -> list[Path]:
    """Write a game that is over as `jinmaku log` and `jinmaku record` of its host would; give the files."""
    log = await save_log(player, folder)
    return [log, await asyncio.to_thread(write_record, log)]


async def recall_game(player: Player, home: Path) -> Past:
    """Live again through a game that is over, if it is the one that we saw."""
    title, entries, is_ours = await get_log(player)
    if not is_ours:
        raise RefusedError(t("seat-log-not-ours"))
    story = [stamped.decode(written.data) for written in entries]
    past: Past = await asyncio.to_thread(import_module("client.cli.past").past_of, title, story, home)
    return past


def write_record(log: Path) -> Path:
    """Write the record of a log beside it; only who does has what a server knows in memory."""
    record = log.with_name(RECORD)
    record.write_text(import_module("client.cli.record").text_of(log), "utf-8")
    return record
