"""Games in a PostgreSQL database that several servers share; each game has one owner at a time.

Theory of operation. A game's row says who owns it and in which epoch. Whoever takes a game over raises its
epoch, and an append carries the epoch in which its writer came by the game: one statement moves the head of
exactly those games whose owner, epoch and head are as the writer thinks, and inserts the entries of exactly
those. A server that was given up for dead and comes back therefore writes nothing, however late it is. Time
(`nodes.seen`, by the database's clock) only says when others may try; it never keeps a game safe.

So a write is done, or refused with nothing changed, or the game is lost and its table must go without a word.
That nobody knows, because the connection broke, is dealt with in `postgres_connection.py`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any, Final, TypeVar

import asyncpg
from msgspec import Struct

from protocol.logfile import hash_of_beginning
from server.store.backlog import Backlog
from server.store.interface import (
    GameState,
    LostGameError,
    NotAllowedError,
    SilentStoreError,
    StoredEntry,
    StoredGame,
    StoreError,
    WrongSequenceError,
    chain,
    part,
    tell,
)
from server.store.postgres_connection import (
    BROKEN,
    Connection,
    SureConnection,
    Work,
    check_address,
    check_used,
    connect,
    hosts_in,
    prepare,
    said_by,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

APPEND: Final = """
WITH wanted AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bytea[])
        AS w (game, epoch, seq, at_ms, data, hash)),
moved AS (
    UPDATE games SET head = w.seq, head_hash = w.hash, changed_ms = greatest(changed_ms, w.at_ms)
    FROM wanted w
    WHERE id = w.game AND owner = $1 AND games.epoch = w.epoch AND head = w.seq - 1 AND state = 'running'
    RETURNING id)
INSERT INTO entries SELECT game, seq, at_ms, data, hash FROM wanted JOIN moved ON id = game RETURNING game
"""
LISTED: Final = "SELECT id, header, state, head, created_ms, changed_ms FROM games"
ENTRIES: Final = "SELECT seq, at_ms, data, hash FROM entries WHERE game = $1 AND seq >= $2 ORDER BY seq"
IN_A_PART: Final = 64
"""Entries that are read at a time where only some are wanted."""

MOST_AT_ONCE: Final = 256
MOST_WAITING: Final = 1024
"""Writes that wait; whoever comes then with another is asked to come back."""
READERS: Final = 4
READ_SECONDS: Final = 10.0
CLOSING_SECONDS: Final = 5.0


class Held(Struct):
    """A game that this node owns, as far as it is written."""

    epoch: int
    head: int
    head_hash: bytes


class Append(Struct):
    """An entry to write, the same bytes as often as it takes."""

    since: float
    outcome: asyncio.Future[int]
    held: Held | None  # the claim under which it was asked for; under a later one it must not be written
    game: str
    seq: int
    at_ms: int
    data: bytes


class Other(Struct):
    """Anything else to write, and who is to know of it before anything more is written."""

    since: float
    outcome: asyncio.Future[Any]
    work: Work[Any]
    note: Callable[[Any], object]


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def unnoted(_: object) -> None:
    """Let something be written that nobody else has to know of."""


async def as_it_is(_: Connection) -> None:
    """Leave a connection as it is; nothing that reads changes its settings."""


class PostgresStore:
    """A JournalStore in a database, for the node of this name."""

    def __init__(self, url: str, node: str, clock: Callable[[], int] = now_ms) -> None:
        self.node = node
        self._url = url
        self._clock = clock
        self.held: dict[str, Held] = {}
        self._sure = SureConnection(url)
        self._reading: asyncpg.Pool[asyncpg.Record] | None = None
        self._pulse: asyncpg.Pool[asyncpg.Record] | None = None
        self.backlog = Backlog()
        self._waiting: list[Append | Other] = []
        self._wake = asyncio.Event()
        self._is_writing = False
        self._is_closed = False
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, node: str, clock: Callable[[], int] = now_ms) -> PostgresStore:
        """Connect as a node, and make the tables where there are none."""
        store = cls(url, node, clock)
        await store._connect(prepare)
        return store

    @classmethod
    async def visit(cls, url: str) -> PostgresStore:
        """Connect as no node, and leave the tables as they are."""
        store = cls(url, "")
        await store._connect(check_used)
        return store

    async def _connect(self, look: Work[None]) -> None:
        check_address(self._url)
        try:
            await look(await self._sure.connected())
            self._reading = await pool_of(self._url, READERS)
            self._pulse = await pool_of(self._url, 1)
        except StoreError:
            await self.aclose()
            raise
        except (*BROKEN, asyncpg.PostgresError, ValueError) as error:
            await self.aclose()
            place = hosts_in(self._url)
            raise StoreError(f"The database at {place} cannot be used: {said_by(error)}.") from error
        self._writer = asyncio.get_running_loop().create_task(self._write_on())

    async def aclose(self) -> None:
        """Finish what waits, then take no more; a database that does not answer is not waited for."""
        self._is_closed = True
        self._wake.set()
        if self._writer is not None:
            await asyncio.wait({self._writer}, timeout=CLOSING_SECONDS)
        self._sure.close()
        if self._writer is not None:
            await self._writer
        for pool in (self._reading, self._pulse):
            if pool is not None:
                pool.terminate()

    def drop(self) -> None:
        """Own nothing any more, and cut what may be stuck."""
        self.held.clear()
        self._sure.drop()

    # What a server needs ---------------------------------------------------------------------

    async def create(self, game_id: str, header: bytes) -> None:
        now = self._clock()
        await self.write(
            lambda connection: self._create(connection, game_id, header, now),
            lambda held: self.held.setdefault(game_id, held),
        )

    async def append(self, game_id: str, expected_seq: int, entry: bytes) -> int:
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[int] = loop.create_future()
        words = game_id, expected_seq, self._clock(), entry
        self._enqueue(Append(loop.time(), outcome, self.held.get(game_id), *words))
        return await outcome

    async def close_game(self, game_id: str, state: GameState) -> None:
        assert state is not GameState.RUNNING
        held = self.held.get(game_id)
        await self.write(
            lambda connection: self._close(connection, game_id, state, held),
            lambda _: self.held.pop(game_id, None) if state is GameState.OVER else None,
        )

    async def reopen_game(self, game_id: str) -> None:
        """Let a frozen game go on, wherever; a person has looked at it."""
        await self.write(lambda connection: _set_state(connection, game_id, GameState.RUNNING, self._clock()))

    async def entries(self, game_id: str, from_seq: int = 0, size: float = inf) -> list[StoredEntry]:
        async def read(connection: Connection) -> list[StoredEntry]:
            previous, rows = await _hash_before(connection, game_id, from_seq), []
            left = size
            async for row in connection.cursor(ENTRIES, game_id, from_seq, prefetch=IN_A_PART):
                rows.append(row)
                left -= len(row[2])
                if left <= 0:
                    break
            return list(part(chain(rows, from_seq, previous), size))

        return await self._read(read)

    async def games(self) -> list[StoredGame]:
        rows = await self._read(lambda connection: connection.fetch(f"{LISTED} ORDER BY created_ms, id"))
        return list(map(_listed, rows))

    async def game(self, game_id: str) -> StoredGame | None:
        row = await self._read(lambda connection: connection.fetchrow(f"{LISTED} WHERE id = $1", game_id))
        return _listed(row) if row is not None else None

    # Reading ---------------------------------------------------------------------------------

    async def ask(self, query: str, *arguments: Any) -> asyncpg.Record | None:
        """Ask for one row, within bounds of time; what this writes is not waited for by anybody."""
        rows = await self.ask_all(query, *arguments)
        return rows[0] if rows else None

    async def ask_all(self, query: str, *arguments: Any) -> list[asyncpg.Record]:
        return await self._use(self._reading, lambda connection: connection.fetch(query, *arguments))

    async def beat(self, query: str, *arguments: Any) -> asyncpg.Record | None:
        """Ask for one row on a connection of its own, however many others want to read."""
        return await self._use(self._pulse, lambda connection: connection.fetchrow(query, *arguments))

    async def _read(self, work: Work[T]) -> T:
        """Read from one moment of the database."""

        async def in_one_moment(connection: Connection) -> T:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await work(connection)

        return await self._use(self._reading, in_one_moment)

    async def _use(self, pool: asyncpg.Pool[asyncpg.Record] | None, work: Work[T]) -> T:
        """Do something that nobody waits for too long; a connection that says nothing is cut."""
        if self._is_closed or pool is None:
            raise StoreError("The store is closed.")
        try:
            async with asyncio.timeout(READ_SECONDS):
                connection: Any = await pool.acquire()
                try:
                    return await work(connection)
                except (TimeoutError, asyncio.CancelledError):
                    connection.terminate()
                    raise
                finally:
                    await pool.release(connection)
        except (*BROKEN, asyncpg.PostgresError) as error:
            raise SilentStoreError(f"The database does not answer: {said_by(error)}.") from error

    # Writing ---------------------------------------------------------------------------------

    async def write(self, work: Work[T], note: Callable[[T], object] = unnoted) -> T:
        """Do some work; it is durable when this returns, and noted before anything else is written."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()
        self._enqueue(Other(loop.time(), outcome, work, note))
        return await outcome

    def _enqueue(self, request: Append | Other) -> None:
        if self._is_closed:
            raise StoreError("The store is closed.")
        if not self._is_writing and not self._waiting:
            self.backlog.wait_since(request.since)
        self._waiting.append(request)
        self.backlog.is_full = len(self._waiting) >= MOST_WAITING
        self._wake.set()

    async def _write_on(self) -> None:
        """Write whatever waits, until the store is closed; nobody can cancel it."""
        while not self._is_closed or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                self._is_writing = True
                await self._write(self._next_batch())
                self._is_writing = False
                self.backlog.wait_since(self._waiting[0].since if self._waiting else None)
                self.backlog.is_full = len(self._waiting) >= MOST_WAITING

    def _next_batch(self) -> Sequence[Append | Other]:
        """Take what can be written at once: an entry each of many games, or one other thing."""
        first = self._waiting[0]
        if isinstance(first, Other):
            del self._waiting[0]
            return [first]
        batch: dict[str, Append] = {}
        for request in self._waiting[:MOST_AT_ONCE]:
            if isinstance(request, Other) or request.game in batch:
                break
            batch[request.game] = request
        del self._waiting[: len(batch)]
        return list(batch.values())

    async def _write(self, batch: Sequence[Append | Other]) -> None:
        """Write a batch, and tell everybody what came of it; one that fails is tried again one by one."""
        try:
            outcomes = await self._sure.until_known(partial(self._carry_out, batch))
        except Exception as error:  # noqa: BLE001 (whatever happens, nobody waits for ever)
            if len(batch) > 1:
                for request in batch:
                    await self._write([request])
                return
            outcomes = [refusal(error)]
        for request, outcome in zip(batch, outcomes, strict=True):
            tell(request.outcome, self._noted(request, outcome))

    async def _carry_out(self, batch: Sequence[Append | Other], connection: Connection) -> list[Any]:
        """Append to many games at once and say of each the number or what is in the way; or do one thing."""
        if isinstance(batch[0], Other):
            return [await batch[0].work(connection)]
        requests = [request for request in batch if isinstance(request, Append)]
        rows = [row for request in requests if (row := self._row_of(request)) is not None]
        columns = map(list, zip(*rows, strict=True))
        done = {row[0] for row in await connection.fetch(APPEND, self.node, *columns)} if rows else set()
        return [
            request.seq if request.game in done else await self._explained(connection, request)
            for request in requests
        ]

    def _noted(self, request: Append | Other, outcome: Any) -> Any:
        """Remember what is safe now, before anybody hears of it."""
        if isinstance(request, Append) and self.held.get(request.game) is not request.held:
            return lost(request.game)
        if isinstance(outcome, Exception):
            return outcome
        if isinstance(request, Other):
            request.note(outcome)
            return outcome
        held = self.held.get(request.game)
        if held is not None and request.seq == held.head + 1:
            entry = StoredEntry(request.seq, request.at_ms, held.head_hash, request.data)
            held.head, held.head_hash = request.seq, entry.hash
        return request.seq

    def _row_of(self, request: Append) -> tuple[Any, ...] | None:
        held = self.held.get(request.game)
        if held is None or held is not request.held or request.seq != held.head + 1:
            return None
        entry = StoredEntry(request.seq, request.at_ms, held.head_hash, request.data)
        return request.game, held.epoch, request.seq, request.at_ms, request.data, entry.hash

    async def _explained(self, connection: Connection, request: Append) -> int | StoreError:
        """Say why an entry was not taken, or that it is there already."""
        row = await connection.fetchrow(
            "SELECT state, head, owner, epoch FROM games WHERE id = $1", request.game
        )
        if row is None:
            return NotAllowedError(f"There is no game {request.game}.")
        state, head, owner, epoch = row
        held = self.held.get(request.game)
        is_ours = held is not None and (owner, epoch) == (self.node, held.epoch)
        if not is_ours and state != GameState.OVER.value:  # nobody owns one that is over
            self.held.pop(request.game, None)
            return lost(request.game)
        if 0 <= request.seq <= head and await _has(connection, request):
            return request.seq
        if request.seq != head + 1:
            return WrongSequenceError(request.game, request.seq, head + 1)
        return NotAllowedError(f"Game {request.game} is {state}.")

    async def _close(self, connection: Connection, game_id: str, state: GameState, held: Held | None) -> None:
        """Close a game, which only its owner may; that it is closed already is nobody's mistake."""
        query = "SELECT state, owner, epoch FROM games WHERE id = $1 FOR UPDATE"
        row = await connection.fetchrow(query, game_id)
        is_ours = row is not None and held is not None and row[1:] == (self.node, held.epoch)
        if row is not None and row[0] != state.value and not is_ours:
            raise lost(game_id)
        await _set_state(connection, game_id, state, self._clock())

    async def _create(self, connection: Connection, game_id: str, header: bytes, now: int) -> Held:
        root = hash_of_beginning(game_id, now, header)
        await connection.execute(
            "INSERT INTO games VALUES ($1, $2, $3, $4, 'running', $3, -1, $4, $5, 1) ON CONFLICT DO NOTHING",
            *(game_id, header, now, root, self.node),
        )
        row = await connection.fetchrow(
            "SELECT header, epoch, head, head_hash FROM games WHERE id = $1", game_id
        )
        if row is None or row[0] != header:
            raise NotAllowedError(f"There is another game {game_id} already.")
        return Held(*row[1:])


async def pool_of(url: str, most: int) -> asyncpg.Pool[asyncpg.Record]:
    pool: asyncpg.Pool[asyncpg.Record] = await asyncpg.create_pool(
        url, min_size=0, max_size=most, connect=connect, reset=as_it_is
    )
    return pool


def lost(game: str) -> LostGameError:
    return LostGameError(f"Another server runs game {game} now.")


def refusal(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    log.error("A write failed.", exc_info=error)
    return StoreError(f"The write failed: {said_by(error)}.")


def _listed(row: asyncpg.Record) -> StoredGame:
    name, header, state, *numbers = row
    return StoredGame(name, header, GameState(state), *numbers)


async def _has(connection: Connection, request: Append) -> bool:
    query = "SELECT data FROM entries WHERE game = $1 AND seq = $2"
    return bool(await connection.fetchval(query, request.game, request.seq) == request.data)


async def _hash_before(connection: Connection, game_id: str, seq: int) -> bytes:
    root: bytes | None = await connection.fetchval("SELECT root FROM games WHERE id = $1", game_id)
    if root is None:
        raise NotAllowedError(f"There is no game {game_id}.")
    query = "SELECT hash FROM entries WHERE game = $1 AND seq = $2"
    found: bytes | None = await connection.fetchval(query, game_id, seq - 1)
    return root if found is None else found


async def _set_state(connection: Connection, game_id: str, state: GameState, now: int) -> None:
    found = await connection.fetchval("SELECT state FROM games WHERE id = $1 FOR UPDATE", game_id)
    if found is None:
        raise NotAllowedError(f"There is no game {game_id}.")
    if found == state.value:
        return
    if found == GameState.OVER.value:
        raise NotAllowedError(f"Game {game_id} is over.")
    query = "UPDATE games SET state = $2, changed_ms = greatest(changed_ms, $3) WHERE id = $1"
    await connection.execute(query, game_id, state.value, now)
