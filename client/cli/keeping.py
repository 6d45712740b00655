"""The games that were saved at their end, to look back at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from client.cli.replay import past_in, short_heading
from client.local.saved_games import games_of
from client.seat.keeping import LOG
from client.table.lobby import Kept
from core.kinds import InputError
from protocol.logfile import Title, read_log


def kept_games(home: Path) -> list[Kept]:
    """List the games whose logs were saved, the newest first."""
    logs = sorted(titles_in(home), key=lambda log: log[0].created_ms, reverse=True)
    return [Kept(short_heading(title), partial(past_in, path, home)) for title, path in logs]


def titles_in(home: Path) -> Iterator[tuple[Title, Path]]:
    for path in games_of(home).glob(f"*/{LOG}"):
        with suppress(InputError, OSError), path.open("rb") as file:
            yield read_log(file)[0], path
