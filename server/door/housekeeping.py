"""What a server that stays up does now and then, so that what it keeps does not grow.

Games that are over leave its memory, tables that nobody comes to are closed, and what the rules have cached
is dropped: for a server a cold cache costs milliseconds, while full ones would take tens of megabytes.

Almost everything is let go as soon as nobody refers to it; only what refers to itself has to be looked for,
by a search through everything alive. Python begins one whenever a quarter more is there than last time, and
with a dozen tables it keeps everybody waiting for a tenth of a second. So a server searches seldom, and the
more seldom the longer it takes.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL
from time import perf_counter
from typing import Final

from core.kinds import RulesError
from core.remembering import cached_answers, clear_caches
from protocol.entries import Closed
from server.door.lobby import Lobby
from server.store.interface import StoreError
from server.tables.runner import TableRunner

SECONDS_BETWEEN: Final = 60.0
SECONDS_TO_THAW: Final = 2.0
"""So often it looks whether frozen tables can go on."""
MOST_CACHED: Final = 5_000
"""Answers of the rules, about two megabytes."""
DAY_MS: Final = 24 * 60 * 60 * 1000
SEARCH_SHARE: Final = 0.001
"""Searches for garbage take no more of the time than this."""
SHORTEST_PAUSE: Final = 60.0
NEVER: Final = 1_000_000_000

log = logging.getLogger(__name__)


async def keep_house(lobby: Lobby) -> None:
    """Tidy up until cancelled."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        try:
            await tidy_up(lobby)
        except Exception:
            log.exception("The server could not tidy up; it will try again.")


async def keep_thawing(lobby: Lobby) -> None:
    """Let tables go on that froze on a full disk, once there is room; until cancelled."""
    while True:
        await asyncio.sleep(SECONDS_TO_THAW)
        try:
            await lobby.thaw()
        except (StoreError, RulesError) as error:  # it fails again
            log.info("A frozen table stays so for now: %s", error)
        except Exception:
            log.exception("A frozen table could not be taken up; the server will try again.")


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
        await lobby.forget(runner, "expired")


# Garbage -------------------------------------------------------------------------------------


@contextmanager
def seldom_searched() -> Iterator[None]:
    """Let this process search for old garbage only now and then, and never for what is there already."""
    gc.freeze()
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    searching = asyncio.get_running_loop().create_task(search())
    try:
        yield
    finally:
        searching.cancel()
        gc.set_threshold(young, middle, old)


async def search() -> None:
    """Search until cancelled."""
    pause = SHORTEST_PAUSE
    while True:
        await asyncio.sleep(pause)
        begun = perf_counter()
        gc.collect()
        pause = max(SHORTEST_PAUSE, (perf_counter() - begun) / SEARCH_SHARE)
