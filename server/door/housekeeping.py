"""What a server that stays up does every minute, so that what it keeps does not grow.

Games that are over leave its memory, tables that nobody comes to are closed, and what the rules have cached
is dropped: for a server a cold cache costs milliseconds, while full ones would take tens of megabytes.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from ctypes import CDLL
from typing import Final

from core.kinds import RulesError
from core.remembering import cached_answers, clear_caches
from protocol.entries import Closed
from server.door.lobby import Lobby
from server.tables.runner import TableRunner

SECONDS_BETWEEN: Final = 60.0
MOST_CACHED: Final = 5_000
"""Answers of the rules, about two megabytes."""
DAY_MS: Final = 24 * 60 * 60 * 1000

log = logging.getLogger(__name__)


async def keep_house(lobby: Lobby) -> None:
    """Tidy up until cancelled."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        try:
            await tidy_up(lobby)
        except Exception:
            log.exception("The server could not tidy up; it will try again.")


async def tidy_up(lobby: Lobby) -> None:
    await lobby.clear_away()
    oldest = lobby.time.now_ms() - lobby.limits.waiting_days * DAY_MS
    for runner in list(lobby.runners.values()):
        if (since := runner.waits_since_ms()) is not None and since < oldest:
            await _close(lobby, runner)
    if cached_answers() > MOST_CACHED:
        clear_caches()
    give_back_memory()


def give_back_memory() -> None:
    """Have glibc return free memory, which it would otherwise keep in ever smaller pieces."""
    with suppress(AttributeError):
        CDLL(None).malloc_trim(0)


async def _close(lobby: Lobby, runner: TableRunner) -> None:
    try:
        await runner.submit(Closed())
    except RulesError as error:  # it is about to begin, or cannot be written to just now
        log.info("Table %s is not closed: %s", runner.name, error)
    else:
        log.info("Table %s is closed: nobody came.", runner.name)
        await lobby.forget(runner, "expired")
