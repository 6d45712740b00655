"""Stores of every kind for the same tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from server.store.interface import JournalStore
from server.store.postgres import PostgresStore
from server.store.sqlite import SqliteStore, now_ms

Clock = Callable[[], int]


class Opening(Protocol):
    """Opens the same store again and again."""

    async def __call__(self, clock: Clock = now_ms) -> JournalStore: ...


def in_a_file(path: Path) -> Opening:
    async def opened(clock: Clock = now_ms) -> JournalStore:
        return SqliteStore.open(path, clock)

    return opened


def in_a_database(url: str, node: str = "here") -> Opening:
    async def opened(clock: Clock = now_ms) -> JournalStore:
        return await PostgresStore.open(url, node, clock)

    return opened
