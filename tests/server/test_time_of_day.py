"""A wall clock that jumps, or that of another machine: what happens at a table is dated in order."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from protocol.limits import Limits
from protocol.pace import Terms
from server.door.lobby import Lobby
from server.server import TimeOfDay
from server.store.sqlite import SqliteStore
from server.tables.timekeeper import Time
from tests.harness.logs import HOST, stamps_in

SEATS = ("koi", "lotus", "turtle")
MS = 1_000_000


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(-(10**9), 10**9))))
def test_time_never_goes_back_nor_slower_than_it_passes(steps: list[tuple[int, int]]) -> None:
    """Each step lets time pass, and sets the clock forward or back."""
    passed, wall = [0], [10**12]
    clock = TimeOfDay(lambda: wall[0] * MS, lambda: passed[0] * MS)
    for elapsed, jump in steps:
        before = clock()
        passed[0] += elapsed
        wall[0] += elapsed + jump

        assert clock() - before >= elapsed
        assert clock() >= wall[0]


async def test_a_table_goes_on_from_its_last_moment_under_a_clock_that_is_behind(tmp_path: Path) -> None:
    now = [10_000]
    time = Time(lambda: 0.0, lambda: now[0])
    async with aclosing(SqliteStore.open(tmp_path / "store")) as store:
        first = Lobby(HOST, store, Limits(), time)
        runner = await first.open("rising_sun", SEATS, {}, Terms())
        await first.invite(runner)
        await first.aclose()
        now[0] = 4_000
        second = Lobby(HOST, store, Limits(), time)
        await second.resume()
        await second.invite(second.runners[runner.name])
        now[0] = 4_700
        await second.invite(second.runners[runner.name])
        await second.aclose()

        assert [stamp.at_ms for stamp in stamps_in(await store.entries(runner.name))] == [
            *(10_000, 10_000),
            *(10_000, 10_700),
        ]
