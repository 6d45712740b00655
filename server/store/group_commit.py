"""One writer for a store: what is asked for in the same moment becomes durable in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from server.store.interface import StoreError, tell

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]
"""Checks, then writes: it raises a StoreError only before it has changed anything."""
Hook: TypeAlias = Callable[[str], None]
"""Told the name of every step of a commit, as it is reached."""

QUICK_SECONDS = 0.002  # a commit slower than that would hold up the loop for longer than a thread costs
WRITES_BETWEEN_CHECKPOINTS = 400
SYNC_FAILURES = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}


class Write(Struct):
    """A piece of work and who waits for it."""

    work: Work[Any]
    outcome: asyncio.Future[Any]


class Writer:
    """Commits a lone request where it stands, and several together in a thread of their own."""

    def __init__(self, connection: sqlite3.Connection, at: Hook) -> None:
        self._connection = connection
        self._at = at
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[Write] = []
        self._is_busy = False
        self._seconds = 0.0
        self._writes = 0
        self._is_closed = False
        self._breakage = ""

    async def write(self, work: Work[T]) -> T:
        """Do the work; it is durable when this returns."""
        if self._is_closed:
            raise StoreError("The store is closed.")
        result: T = await self._enqueue(work)
        return result

    async def aclose(self) -> None:
        """Finish what waits, then take no more."""
        if self._is_closed:
            return
        last = self._enqueue(lambda _: None)
        self._is_closed = True
        with suppress(StoreError):
            await last
        self._thread.shutdown()
        self._connection.close()

    def _enqueue(self, work: Work[Any]) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        request = Write(work, loop.create_future())
        self._waiting.append(request)
        self._at("queued")
        if not self._is_busy:
            self._is_busy = True
            loop.call_soon(self._flush)
        return request.outcome

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, []
        if len(batch) == 1 and self._seconds < QUICK_SECONDS:
            self._settle(batch, partial(self._commit, batch))
        else:
            done = asyncio.get_running_loop().run_in_executor(self._thread, self._commit, batch)
            done.add_done_callback(lambda done: self._settle(batch, done.result))

    def _settle(self, batch: list[Write], outcomes: Callable[[], list[Any]]) -> None:
        found: list[Any] = [StoreError("A fault of the server broke the write off.")] * len(batch)
        try:
            found = outcomes()
        finally:  # whatever happens, nobody waits for ever
            for request, outcome in zip(batch, found, strict=True):
                self._at("settling")
                tell(request.outcome, outcome)
            self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        if self._writes >= WRITES_BETWEEN_CHECKPOINTS:
            self._writes = 0
            done = loop.run_in_executor(self._thread, self._checkpoint)
            done.add_done_callback(lambda _: self._go_on())
        elif self._waiting:
            loop.call_soon(self._flush)
        else:
            self._is_busy = False

    def _checkpoint(self) -> None:
        with suppress(sqlite3.Error):  # the log is as durable as the tables; the next one will do it
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _commit(self, batch: list[Write]) -> list[Any]:
        """Give each request's result or error; a group that fails is tried again one by one."""
        if self._breakage:
            return [StoreError(self._breakage) for _ in batch]
        start = time.perf_counter()
        try:
            return self._transaction(batch)
        except sqlite3.Error as error:
            failure = self._explain(error)
        finally:
            self._seconds = time.perf_counter() - start
            self._writes += len(batch)
        if len(batch) == 1:
            return [failure]
        return [outcome for request in batch for outcome in self._commit([request])]

    def _explain(self, error: sqlite3.Error) -> StoreError:
        """After a failed sync nobody knows what is on the disk, and a second one may say yes to nothing."""
        if getattr(error, "sqlite_errorcode", None) in SYNC_FAILURES:
            self._breakage = f"The disk failed to keep what was written ({error}); open the store again."
        return StoreError(self._breakage or f"The write failed: {error}.")

    def _transaction(self, batch: list[Write]) -> list[Any]:
        self._at("beginning")
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [self._attempt(request.work) for request in batch]
            self._at("committing")
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._at("committed")
        return outcomes

    def _attempt(self, work: Work[Any]) -> Any:
        try:
            result = work(self._connection)
        except StoreError as refusal:
            return refusal
        self._at("written")
        return result
