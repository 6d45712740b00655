"""A whole server: its data folder, its key, its tables and its listener."""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from protocol.identity import Identity, load_identity, save_identity
from protocol.invitation import Address, Invitation, ServerLink, host_key_hash
from protocol.limits import Limits
from protocol.private_files import make_folder
from protocol.tls import server_tls
from server.door.housekeeping import keep_house, keep_thawing
from server.door.listener import Listener
from server.door.lobby import Lobby
from server.store.interface import JournalStore, StoreError
from server.store.sqlite import SqliteStore
from server.tables.timekeeper import Time

GOODBYE = "stops"
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine sleeps, if it can


class Server(NamedTuple):
    """A server that listens."""

    lobby: Lobby
    listener: Listener
    port: int

    def invitation(self, address: str, table: str, token: bytes | None = None) -> Invitation:
        """Write an invitation as somebody at that address has to use it."""
        return self.link(address).table(table, token, map(Address.parse, self.lobby.nodes))

    def link(self, address: str) -> ServerLink:
        """Write how somebody finds this server at that address, whose port may be another than ours."""
        return ServerLink(Address.read(address, self.port), host_key_hash(self.lobby.host.public))


@asynccontextmanager
async def open_server(
    data: Path, bind: str, port: int, limits: Limits | None = None, player: bytes = b""
) -> AsyncIterator[Server]:
    """Listen for as long as the context lasts; everything that matters is in the data folder.

    `player` is the key the host plays with, if it plays: what it seals must not depend on the server.
    """
    host = host_identity(data)
    async with AsyncExitStack() as stack:
        stack.callback(os.close, lock_folder(data))
        store = SqliteStore.open(data / "tables.sqlite")
        lobby = await lobby_with(stack, host, store, limits, player)
        stack.callback(asyncio.get_running_loop().create_task(store.keep_trying()).cancel)
        await lobby.resume()
        yield await listening(stack, lobby, data, bind, port)


async def lobby_with(
    stack: AsyncExitStack, host: Identity, store: JournalStore, limits: Limits | None, player: bytes
) -> Lobby:
    """Make a lobby that the stack closes, and its store after it."""
    stack.push_async_callback(store.aclose)
    clock = Time(_now, TimeOfDay())
    lobby = Lobby(host, store, limits or Limits(), clock, player)
    stack.push_async_callback(lobby.aclose)
    return lobby


async def listening(stack: AsyncExitStack, lobby: Lobby, data: Path, bind: str, port: int) -> Server:
    """Let people in until the stack closes."""
    listener = Listener(lobby, server_tls(lobby.host, data / "host_key"))
    bound = await listener.start(bind, port)
    stack.push_async_callback(listener.aclose, GOODBYE)
    for chores in (keep_house, keep_thawing):
        stack.callback(asyncio.get_running_loop().create_task(chores(lobby)).cancel)
    return Server(lobby, listener, bound)


class TimeOfDay:
    """The time of day in milliseconds. If the clock is set back it still goes on, never slower."""

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = lambda: time.clock_gettime_ns(STEADY),
    ) -> None:
        self._wall, self._steady = wall, steady
        self._lead = wall() - steady()

    def __call__(self) -> int:
        steady = self._steady()
        self._lead = max(self._lead, self._wall() - steady)
        return (steady + self._lead) // 1_000_000


def _now() -> float:
    return asyncio.get_running_loop().time()


def lock_folder(data: Path) -> int:
    """Keep other servers away from a folder until the descriptor is closed, or we are killed."""
    lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(
            f"Another server is using {data}. If it is a game of yours, leave that first."
        ) from None
    return lock


def is_locked(data: Path) -> bool:
    """Say whether a server uses a folder now."""
    if not data.exists():
        return False
    try:
        os.close(lock_folder(data))
    except StoreError:
        return True
    return False


def host_identity(data: Path) -> Identity:
    """Return the key of this host, a new one the first time."""
    make_folder(data)
    path = data / "host_key"
    if not path.exists():
        save_identity(Identity.make(), path)
    return load_identity(path)
