"""A store that does not keep up: nobody adds to what waits, and nobody pays for the time."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from server.store.backlog import LATE_SECONDS, Backlog
from server.store.postgres import PostgresStore
from tests.waiting import soon, until


def test_clocks_stand_from_when_a_write_is_late_until_it_is_done() -> None:
    now = [0.0]
    backlog = Backlog(lambda: now[0])
    backlog.wait_since(0.0)
    now[0] = LATE_SECONDS
    assert (backlog.delay, backlog.stood_still()) == (0.0, 0.0)
    now[0] = 3.0
    assert backlog.delay > 0
    assert backlog.stood_still() == pytest.approx(3.0 - LATE_SECONDS)
    backlog.wait_since(1.0)  # the next one was late already while that one was: no time counts twice
    now[0] = 4.0
    backlog.wait_since(None)
    now[0] = 9.0

    assert backlog.delay == 0
    assert backlog.stood_still() == pytest.approx(4.0 - LATE_SECONDS)


async def test_a_database_that_is_held_up_is_late_until_it_goes_on(url: str) -> None:
    store = await PostgresStore.open(url, "here")
    other: Any = await asyncpg.connect(url)
    try:
        await store.create("kyoto", b"")
        async with other.transaction():
            await other.execute("SELECT 1 FROM games FOR UPDATE")
            writing = asyncio.ensure_future(store.append("kyoto", 0, b"a"))
            await until(lambda: store.backlog.delay)
        assert await soon(writing) == 0
        await until(lambda: not store.backlog.delay)

        assert store.backlog.stood_still() > 0
    finally:
        await other.close()
        await store.aclose()
