"""A server that stays up keeps nothing in memory that is over."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from client.seat.player import Player
from core.remembering import cached, cached_answers
from server.door import housekeeping, lobby
from server.door.housekeeping import NEVER, seldom_searched, tidy_up
from tests.harness.loopback import a_person, a_server, new_table, play_at
from tests.waiting import until


@asynccontextmanager
async def without_searches() -> AsyncIterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def test_nothing_of_a_game_that_is_over_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does anybody have to look for it: the search would keep all other tables waiting."""
    monkeypatch.setattr(lobby, "MOST_ENDED", 0)
    async with without_searches(), a_server(tmp_path / "data") as server:
        table = await new_table(server)
        await play_at(table, tmp_path)
        kept: list[Any] = [table.runner, table.runner.table, table.runner.chain]
        traces = [ref(each) for each in [*kept, *server.listener.connections]]
        del table, kept
        await until(lambda: not server.listener.connections)
        await tidy_up(server.lobby)
        await until(lambda: not any(trace() for trace in traces))

        assert not server.lobby.runners


async def test_whoever_looks_at_many_old_games_does_not_fill_the_memory_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_ENDED", 0)
    async with a_server(tmp_path / "data") as server:
        tables = [await new_table(server) for _ in range(2)]
        for number, table in enumerate(tables):
            await play_at(table, tmp_path / str(number))
        await tidy_up(server.lobby)
        for table in tables:
            watcher = await table.seat(a_person(9, is_watching=True), Player)
            assert table.name in server.lobby.runners
            await watcher.leave()
            await until(lambda: not server.listener.connections)

        assert list(server.lobby.runners) == [tables[-1].name]


async def test_caches_of_the_rules_are_cleared_when_they_have_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubled = cached(64)(lambda number: 2 * number)
    async with a_server(tmp_path) as server:
        few = cached_answers()
        monkeypatch.setattr(housekeeping, "MOST_CACHED", few + 10)
        assert [doubled(number) for number in range(10)] == list(range(0, 20, 2))
        await tidy_up(server.lobby)
        assert cached_answers() >= few + 10
        assert doubled(10) == 20
        await tidy_up(server.lobby)

        assert cached_answers() == 0


class Ring:
    """Something that refers to itself, so only a search finds out that nobody needs it."""

    def __init__(self) -> None:
        self.me = self


async def test_no_search_through_everything_begins_by_itself() -> None:
    usual = gc.get_threshold()
    with seldom_searched():
        assert gc.get_threshold() == (*usual[:2], NEVER)
    assert gc.get_threshold() == usual


async def test_what_refers_to_itself_is_found_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "SHORTEST_PAUSE", 0.01)
    monkeypatch.setattr(housekeeping, "SEARCH_SHARE", 1.0)
    with seldom_searched():
        trace = ref(Ring())
        await until(lambda: trace() is None)
