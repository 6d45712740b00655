"""A whole server: its data folder, its key, its tables and its listener."""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from protocol.identity import Identity, load_identity, save_identity
from protocol.invitation import Address, Invitation, host_key_hash
from protocol.limits import Limits
from protocol.private_files import make_folder
from protocol.tls import server_tls
from server.door.listener import Listener
from server.door.lobby import Lobby
from server.store.interface import StoreError
from server.store.sqlite import SqliteStore
from server.tables.timekeeper import Time

GOODBYE = "stops"


class Server(NamedTuple):
    """A server that listens."""

    lobby: Lobby
    listener: Listener
    port: int

    def invitation(self, address: str, table: str, token: bytes | None = None) -> Invitation:
        """Write an invitation as somebody at that address has to use it."""
        host = host_key_hash(self.lobby.host.public)
        return Invitation(Address(address, self.port), table, host, token)


@asynccontextmanager
async def open_server(
    data: Path, bind: str, port: int, limits: Limits | None = None, player: bytes = b""
) -> AsyncIterator[Server]:
    """Listen for as long as the context lasts; all that matters is in the data folder.

    `player` is the key with which the host plays, if at all: what it seals must not depend on the server.
    """
    host = host_identity(data)
    async with AsyncExitStack() as stack:
        stack.callback(os.close, lock_folder(data))
        store = SqliteStore.open(data / "tables.sqlite")
        stack.push_async_callback(store.aclose)
        clock = Time(_now, lambda: time.time_ns() // 1_000_000)
        lobby = Lobby(host, store, limits or Limits(), clock, player)
        stack.push_async_callback(lobby.aclose)
        await lobby.resume()
        listener = Listener(lobby, server_tls(host, data / "host_key"))
        bound = await listener.start(bind, port)
        stack.push_async_callback(listener.aclose, GOODBYE)
        yield Server(lobby, listener, bound)


def _now() -> float:
    return asyncio.get_running_loop().time()


def lock_folder(data: Path) -> int:
    """Keep other servers away from a folder until the descriptor is closed, or we are killed."""
    lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(f"Another server is using {data}.") from None
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
    """Give the key of this host, a new one the first time."""
    make_folder(data)
    path = data / "host_key"
    if not path.exists():
        save_identity(Identity.make(), path)
    return load_identity(path)
