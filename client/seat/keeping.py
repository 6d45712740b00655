"""What a player keeps of a finished game: its log, fetched from the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from msgspec.msgpack import Decoder

from client.seat.connection import RefusedError
from client.seat.player import Player
from client.seat.vault import Head
from client.texts import t
from protocol.chain import Chain, marks_of
from protocol.entries import Opened, Stamped, Written
from protocol.errors import UNREADABLE, ProtocolError
from protocol.fair import secrets_of
from protocol.logfile import Title, write_log
from protocol.table.table import journal_mark, next_journal

LOG: Final = "game.log"

stamped = Decoder(Stamped)


async def save_log(player: Player, folder: Path) -> Path:
    """Write the log of a finished game; raise if it is not of the game we saw."""
    path, (title, entries, is_ours) = folder / LOG, await get_log(player)
    await asyncio.to_thread(put_in_place, path, partial(write_log, title=title, entries=entries))
    if not is_ours:
        raise RefusedError(t("seat-log-other", path=str(path)))
    return path


async def get_log(player: Player) -> tuple[Title, list[Written], bool]:
    """Fetch the log of a finished game, and whether it is of the game we saw."""
    chain = player.mirror.table.chain
    head = Head(len(chain) - 1, chain.head)
    title, entries = await player.log()
    return title, entries, await asyncio.to_thread(leads_to, head, chain.game, entries)


def leads_to(head: Head, game: bytes, entries: Iterable[Written]) -> bool:
    """Say whether a journal has a link of the chain in its place, and whether the marks in its links fit it.

    The host itself hands the journal out, so marks that fit nothing are its doing; whoever gets the log from
    somebody else cannot tell.
    """
    chain, seed, journal = Chain(game), b"", b""
    with suppress(ProtocolError, *UNREADABLE):
        for written in entries:
            stamp = stamped.decode(written.data)
            if isinstance(stamp.entry, Opened):
                seed, _ = secrets_of(stamp.entry.seed)
            journal = next_journal(journal, stamp)
            public = stamp.entry.seen_by(None)
            if public is not None:
                if 0 < len(chain) <= head.seq and stamp.journal != journal_mark(seed, journal):
                    return False
                chain.add(chain.next_hash(stamp.at_ms, public, *marks_of(stamp)))
    return head.seq < len(chain) and chain.head_at(head.seq) == head.hash


def put_in_place(path: Path, put: Callable[[BinaryIO], object]) -> None:
    """Write a file beside its place first, so that half a file is never there."""
    part = Path(f"{path}.part")
    try:
        with part.open("wb") as file:
            put(file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
