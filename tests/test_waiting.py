"""A test that waits for what never comes says how things stand; and time can pass in a moment."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.waiting import LONG_PATIENCE, fast_forward, let_pass, patience, stop_time, until


class Shelf:
    """Something that does not describe itself."""

    def __init__(self) -> None:
        self.books = ["Genji"]


async def forever() -> None:
    await asyncio.Event().wait()


async def test_what_never_comes_is_a_failure_that_says_how_things_stand() -> None:
    shelf, under_way = Shelf(), asyncio.create_task(forever())

    with pytest.raises(TimeoutError) as caught:
        await until(lambda: not shelf.books, seconds=0.01)
    under_way.cancel()

    told = str(caught.value)
    assert "shelf = Shelf with {'books': ['Genji']}" in told
    assert "in forever" in told


async def test_a_long_time_passes_in_a_moment() -> None:
    then = asyncio.get_running_loop().time()
    sleeper = asyncio.create_task(asyncio.sleep(1_000_000))
    await asyncio.sleep(0)
    let_pass(600_000)
    await asyncio.sleep(0)
    assert not sleeper.done()

    let_pass(600_000)
    await sleeper
    assert asyncio.get_running_loop().time() - then > 1_000_000


async def test_who_hangs_is_told_what_is_under_way() -> None:
    with pytest.raises(TimeoutError) as caught:
        async with patience(seconds=0.01):
            await asyncio.gather(forever(), forever())

    assert any("in forever" in note for note in caught.value.__notes__)


async def test_nobody_loses_patience_because_the_clock_is_turned() -> None:
    async with patience():
        let_pass(2 * LONG_PATIENCE)
        await asyncio.sleep(0)


async def test_time_flies_until_something_has_come() -> None:
    then = asyncio.get_running_loop().time()
    await fast_forward(asyncio.sleep(10_000), step=100)

    assert 10_000 <= asyncio.get_running_loop().time() - then < 11_000


async def test_time_that_is_stopped_passes_only_when_it_is_let() -> None:
    stop_time()
    sleeper = asyncio.create_task(asyncio.sleep(0.001))
    await asyncio.to_thread(time.sleep, 0.01)
    assert not sleeper.done()

    let_pass(0.002)
    await sleeper
