"""A server looks for garbage seldom, but it does."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from server import garbage
from server.garbage import NEVER, seldom_searched
from tests.waiting import until


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
    monkeypatch.setattr(garbage, "SHORTEST_PAUSE", 0.01)
    monkeypatch.setattr(garbage, "SHARE_OF_TIME", 1.0)
    with seldom_searched():
        trace = ref(Ring())
        await until(lambda: trace() is None)
