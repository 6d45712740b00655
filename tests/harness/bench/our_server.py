"""Our own server as a contestant (see contestants.py): our_server.py FOLDER [--bare] [--uvloop].

Besides its port it prints that of a desk, where the program with the seats asks for what people would do at
the server's keyboard: `open TABLES` returns the name and the tokens of each, `forget` clears everything away.
With --store it is one of several on a database. With --bare, for comparison only, there is no TLS and a
commit does not wait for the disk.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from core.catalog import game_named
from protocol.identity import save_identity
from protocol.pace import Terms
from protocol.private_files import make_folder
from server.cluster import Site, open_node
from server.door.connection import ClientConnection, ConnectionReports
from server.door.housekeeping import seldom_searched
from server.door.lobby import Lobby
from server.door.requests import HANDLERS
from server.server import open_server
from server.store.interface import GameState
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import connect, prepare, writer
from tests.harness.bench.measuring import run
from tests.harness.logs import HOST
from tests.harness.loopback import GAME, HERE, WIDE

received = memoryview(bytearray(8 * 1024))


class Open(NamedTuple):
    """A server that listens, and the hash of its TLS key."""

    lobby: Lobby
    port: int
    spki: bytes


@asynccontextmanager
async def whole_house(folder: Path) -> AsyncIterator[Open]:
    """Open the server as it is."""
    async with open_server(folder, HERE, 0, WIDE) as server:
        yield Open(server.lobby, server.port, server.listener.tls.spki)


@asynccontextmanager
async def shared_house(folder: Path, store: str, node: str) -> AsyncIterator[Open]:
    """Open one of several servers that share a database, and a key that is no secret."""
    make_folder(folder)
    save_identity(HOST, folder / "host_key")
    async with open_node(folder, HERE, 0, Site(store, node, HERE), WIDE) as server:
        yield Open(server.lobby, server.port, server.listener.tls.spki)


@asynccontextmanager
async def bare_house(folder: Path) -> AsyncIterator[Open]:
    """Also open a server that hands its connections to the socket as they are."""
    async with whole_house(folder) as (whole, _, spki):
        store = relaxed_store(folder / "bare.sqlite")
        lobby = Lobby(whole.host, store, WIDE, whole.time)
        door = ConnectionReports(lambda _: None, lambda _: True, lambda: None, lambda: None)
        server = await asyncio.get_running_loop().create_server(
            lambda: BareConnection(lobby, spki, HANDLERS, door), HERE, 0, backlog=WIDE.backlog
        )
        yield Open(lobby, server.sockets[0].getsockname()[1], spki)
        server.close()
        await lobby.aclose()
        await store.aclose()


def relaxed_store(path: Path) -> SqliteStore:
    """Open a store that survives a crash of the program, not of the machine."""
    prepare(path)
    writing = writer(path)
    writing.execute("PRAGMA synchronous = NORMAL")
    return SqliteStore(writing, connect(path, "ro"))


class BareConnection(ClientConnection, asyncio.BufferedProtocol):
    """A connection that receives as the TLS pipe does; asyncio takes a fresh 256 KiB for every read."""

    def get_buffer(self, sizehint: int) -> memoryview[int]:  # noqa: ARG002
        return received

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(received[:nbytes]))


class Desk:
    """Where tables are made."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while words := (await reader.readline()).split():
            if words[0] == b"open":
                answer = [await self._new_table() for _ in range(int(words[1]))]
            else:
                answer = await self._forget()
            writer.write(json.dumps(answer).encode() + b"\n")
        writer.close()

    async def _new_table(self) -> tuple[str, list[str]]:
        runner = await self._lobby.open(GAME, game_named(GAME).seat_names, {}, Terms())
        return runner.name, [(await self._lobby.invite(runner)).hex() for _ in runner.table.seats]

    async def _forget(self) -> list[tuple[str, list[str]]]:
        await self._lobby.aclose()
        names = list(self._lobby.runners)
        self._lobby.runners.clear()
        await asyncio.gather(*(self._lobby.journal.close_game(name, GameState.OVER) for name in names))
        return []


async def main(server: AbstractAsyncContextManager[Open]) -> None:
    async with AsyncExitStack() as stack:
        stack.enter_context(seldom_searched())
        lobby, port, spki = await stack.enter_async_context(server)
        desk = await asyncio.start_server(Desk(lobby).attend, HERE, 0)
        words = {
            "port": port,
            "desk": desk.sockets[0].getsockname()[1],
            "host": lobby.host.public.raw.hex(),
            "spki": spki.hex(),
        }
        print(json.dumps(words), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        desk.close()


if __name__ == "__main__":
    parser = ArgumentParser(description="Run our server to be measured.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--uvloop", action="store_true")
    parser.add_argument("--store")
    parser.add_argument("--node", default="one")
    args = parser.parse_args()
    if args.store:
        run(main(shared_house(args.folder / "data", args.store, args.node)), with_uvloop=args.uvloop)
    else:
        run(main((bare_house if args.bare else whole_house)(args.folder)), with_uvloop=args.uvloop)
