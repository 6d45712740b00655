"""What several tests of the server are given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from protocol.limits import Limits
from tests.server.on_paper import Clock, Stage
from tests.server.stores import Opening, in_a_database, in_a_file


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return time that the test turns."""
    clock = Clock()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", clock.call_later)
    return clock


@pytest.fixture
def limits() -> Limits:
    return Limits(games_per_identity=2)


@pytest.fixture
async def stage(tmp_path: Path, clock: Clock, limits: Limits) -> AsyncIterator[Stage]:
    async with aclosing(Stage(tmp_path / "store", clock, limits)) as stage:
        yield stage


@pytest.fixture(params=["file", "database"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """Open a store of either kind."""
    if request.param == "file":
        return in_a_file(tmp_path / "games" / "store.sqlite")
    return in_a_database(request.getfixturevalue("url"))
