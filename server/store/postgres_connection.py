"""A connection on which a write is repeated until it is known to be done, here and on the standbys.

The trap: a commit waits for a standby, and one that is cancelled meanwhile is kept all the same, with nothing
but a warning. So a commit is never cancelled and has no limit of time; whoever gives up cuts the connection.
When it breaks, or such a warning came, nobody knows what became of the write. Then it is simply made again,
which changes nothing if it is there already. Each such look also writes something, so that its own commit
waits for the standbys, and with it all that came before.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit, urlunsplit

import asyncpg
from asyncpg.exceptions import InternalClientError

from server.store.interface import LostGameError, StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Work: TypeAlias = Callable[[Connection], Awaitable[T]]
"""Checks and writes inside a transaction; doing it once more changes nothing."""

NO_PRIMARY: Final = (
    "None of the hosts match the target attribute requirement <SessionAttribute.read_write: 'read-write'>"
)
SAID_BETTER: Final = {
    "unexpected connection_lost() call": "it closes the connection at once",
    NO_PRIMARY: "it can only be read, as a standby can",
}
"""What the library says to its authors."""
CONNECT_SECONDS: Final = 3.0
PAUSE_SECONDS: Final = 0.2
BETWEEN_STATEMENTS_SECONDS: Final = 5.0
"""A node that vanishes in the middle of a transaction keeps its games locked for so long, and no longer:
less than it takes others to notice, so that they find them free."""
KEEPALIVE: Final = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""So that the database does not keep the connections of nodes that are gone."""
BROKEN: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is shut down, or somebody cancelled the statement
    asyncpg.InsufficientResourcesError,  # its disk is full, or too many are connected
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # a standby: the primary is elsewhere now
    InternalClientError,  # standbys only, until one is promoted; or the library trips over a lost connection
)
"""The database cannot be written to at present, or nobody knows what became of a write: try again."""


async def connect(url: str, **settings: Any) -> Connection:
    """Connect to the one of the hosts in the address that takes writes; a silent one holds up no other."""
    *others, last = each_host(url)
    for one in others:
        try:
            return await _connect(one, settings)
        except BROKEN:
            continue
    return await _connect(last, settings)


async def _connect(url: str, settings: dict[str, Any]) -> Connection:
    settings = {**settings, "server_settings": {**KEEPALIVE, **settings.get("server_settings", {})}}
    connection: Connection = await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, target_session_attrs="read-write", **settings
    )
    return connection


def check_address(url: str) -> None:
    """Refuse what is no address of a database, before a library says so in its own words."""
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        raise StoreError("The address of the database has a bracket without its counterpart.") from None
    if scheme not in ("postgresql", "postgres"):
        raise StoreError("The address of a database begins with postgresql://.")
    try:
        _ = [urlsplit(one).port for one in each_host(url)]
    except ValueError:
        raise StoreError(f"{hosts_in(url)} is no place of a database: a port is a number.") from None


def hosts_in(url: str) -> str:
    """Name the hosts in an address, without the account and its password."""
    return urlsplit(url).netloc.rpartition("@")[2] or "the usual place"


def each_host(url: str) -> list[str]:
    """Cut an address of several hosts into addresses of one."""
    parts = urlsplit(url)
    account, at, hosts = parts.netloc.rpartition("@")
    return [urlunsplit(parts._replace(netloc=f"{account}{at}{host}")) for host in hosts.split(",")]


class SureConnection:
    """Connects when it must, and as often."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None
        self._is_doubtful = False  # what was written last may not have reached the standbys
        self._is_warned = False
        self._trouble = ""  # what was in the way of the last write
        self._is_closed = False

    def close(self) -> None:
        """Give up on whatever is under way."""
        self._is_closed = True
        self.drop()

    def drop(self) -> None:
        """Cut the connection without a word; the next write makes another."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    @property
    def _is_alive(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def connected(self) -> Connection:
        if self._connection is None:
            # No limit of time for a command: to give up on a commit would be to guess.
            idle = f"{BETWEEN_STATEMENTS_SECONDS * 1000:.0f}"
            settings = {"synchronous_commit": "on", "idle_in_transaction_session_timeout": idle}
            self._connection = await connect(self._url, server_settings=settings)
            self._connection.add_log_listener(self._on_notice)
        return self._connection

    async def until_known(self, work: Work[T]) -> T:
        """Do some work as often as it takes to know that it is done, here and on the standbys."""
        while True:
            self._is_warned = False
            try:
                connection = await self.connected()
                async with connection.transaction():
                    if self._is_doubtful:
                        await connection.execute("UPDATE jinmaku SET looks = looks + 1")
                    result = await work(connection)
                if not self._is_warned:
                    self._is_doubtful = False
                    self._tell("")
                    return result
            except BROKEN as error:
                if self._is_alive and isinstance(error, asyncpg.InterfaceError):
                    raise  # it comes from how we use the library
                self._tell(said_by(error))
            self._is_doubtful = True
            self.drop()
            if self._is_closed:
                raise LostGameError("The store is closed, and nobody knows what became of the last write.")
            await asyncio.sleep(PAUSE_SECONDS)

    def _tell(self, trouble: str) -> None:
        """Log what is in the way of writing when that changes, not at every try."""
        if trouble and trouble != self._trouble:
            log.warning("The database cannot be written to: %s.", trouble)
        elif self._trouble and not trouble:
            log.warning("The database can be written to again.")
        self._trouble = trouble

    def _on_notice(self, _: Any, notice: Any) -> None:
        """A commit that stopped waiting for its standby says so in a warning and reports success."""
        if notice.severity_en == "WARNING":
            log.warning("The database warns: %s", notice.message)
            self._is_warned = True


def said_by(error: BaseException) -> str:
    """Say what a library or the system says, without its number and its full stop."""
    number = error.errno if isinstance(error, OSError) else None
    words = os.strerror(number) if number and number > 0 else getattr(error, "strerror", "") or str(error)
    words = (words or type(error).__name__).partition("\n")[0].rstrip(".")
    return SAID_BETTER.get(words, words)


# The tables --------------------------------------------------------------------------------------


SCHEMA: Final = (
    """
CREATE TABLE jinmaku (schema integer NOT NULL, looks bigint NOT NULL, host bytea);
CREATE TABLE nodes (name text PRIMARY KEY, life text NOT NULL, address text NOT NULL,
    is_draining boolean NOT NULL, seen timestamptz NOT NULL);
CREATE VIEW living AS SELECT name, address, is_draining FROM nodes
    WHERE seen BETWEEN now() - interval '8 seconds' AND now() + interval '8 seconds';
CREATE TABLE games (id text PRIMARY KEY, header bytea NOT NULL, created_ms bigint NOT NULL,
    root bytea NOT NULL, state text NOT NULL CHECK (state IN ('running', 'over', 'frozen')),
    changed_ms bigint NOT NULL, head bigint NOT NULL, head_hash bytea NOT NULL,
    owner text, epoch bigint NOT NULL);
CREATE INDEX games_running ON games (owner) WHERE state = 'running';
CREATE TABLE entries (game text NOT NULL REFERENCES games (id), seq bigint NOT NULL, at_ms bigint NOT NULL,
    data bytea NOT NULL, hash bytea NOT NULL, PRIMARY KEY (game, seq));
INSERT INTO jinmaku VALUES (0, 0);
""",
    """
CREATE TABLE listings (game text PRIMARY KEY REFERENCES games (id),
    waits boolean NOT NULL, info bytea NOT NULL);
""",
)
"""What each version has added to the one before; the database knows how many of these it has taken."""


async def prepare(connection: Connection) -> None:
    """Make sure that the tables are there and that this version knows them."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('jinmaku'))")  # two may be the first
        version = await version_in(connection)
        for step in SCHEMA[version:]:
            await connection.execute(step)
        if version < len(SCHEMA):
            await connection.execute("UPDATE jinmaku SET schema = $1", len(SCHEMA))


async def check_used(connection: Connection) -> None:
    """Refuse a database without our tables, for somebody who is not to make them."""
    if not await version_in(connection):
        raise StoreError("No server has used this database yet.")


async def version_in(connection: Connection) -> int:
    """Say how many versions the tables have taken, 0 if there are none; refuse more than we know."""
    if await connection.fetchval("SELECT to_regclass('jinmaku')") is None:
        return 0
    version: int = await connection.fetchval("SELECT schema FROM jinmaku")
    if version > len(SCHEMA):
        raise StoreError(
            f"A later version of Jinmaku has used this database, with schema {version}; this version knows"
            f" schema {len(SCHEMA)}, so update it."
        )
    return version
