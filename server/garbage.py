"""When a server looks for garbage.

Almost everything is let go as soon as nobody refers to it; only what refers to itself has to be looked for,
by a search through everything alive. Python begins one whenever a quarter more is there than last time, and
with a dozen tables it keeps everybody waiting for a tenth of a second. So a server searches seldom, and the
more seldom the longer it takes.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

SHARE_OF_TIME: Final = 0.001
SHORTEST_PAUSE: Final = 60.0
NEVER: Final = 1_000_000_000


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
        pause = max(SHORTEST_PAUSE, (perf_counter() - begun) / SHARE_OF_TIME)
