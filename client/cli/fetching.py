"""A finished game on its server: fetched from there, as all its players can."""

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
    """Write a finished game as its host's `jinmaku log` and `jinmaku record` would; return the files."""
    log = await save_log(player, folder)
    return [log, await asyncio.to_thread(write_record, log)]


async def recall_game(player: Player, home: Path) -> Past:
    """Replay a finished game, if it is the one we saw."""
    title, entries, is_ours = await get_log(player)
    if not is_ours:
        raise RefusedError(t("seat-log-not-ours"))
    story = [stamped.decode(written.data) for written in entries]
    past: Past = await asyncio.to_thread(import_module("client.cli.past").past_of, title, story, home)
    return past


def write_record(log: Path) -> Path:
    """Write the record of a log beside it; imported late, since it brings a server into memory."""
    record = log.with_name(RECORD)
    record.write_text(import_module("client.cli.record").text_of(log), "utf-8")
    return record
