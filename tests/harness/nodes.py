"""Servers in processes of their own, which open tables when they are told to.

Run as a module, this is such a server: a line comes in, `open GAME PLAYERS` or `look`, and an answer in JSON
goes out.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from asyncio.subprocess import PIPE, Process
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from core.kinds import RulesError
from protocol.invitation import Invitation
from server.cluster import Site, open_node
from server.door.housekeeping import seldom_searched
from server.server import Server
from server.store.interface import StoreError
from tests.harness.folders import ROOT
from tests.harness.loopback import HERE, WIDE, a_server, new_table
from tests.waiting import patience


class Node:
    """A server process that comes back on the same folder and port; with a store it is one of several."""

    def __init__(
        self, data: Path, name: str = "", store: str = "", port: int = 0, address: str = HERE
    ) -> None:
        self.name = name
        self._words = [str(data), "--name", name, "--store", store, "--address", address]
        self._port = port
        self._process: Process | None = None
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Start it, as often as it takes: its database may be away just now."""
        while True:
            with suppress(ConnectionError):
                return await self._start()

    async def _start(self) -> None:
        words = ["-m", "tests.harness.nodes", *self._words, "--port", str(self._port)]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=ROOT, stdin=PIPE, stdout=PIPE
        )
        self._port = (await self._hear())["port"]

    async def _hear(self) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise ConnectionError(f"node {self.name} has ended")
        return json.loads(line)

    async def ask(self, words: str) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        async with self._asking:
            self._process.stdin.write(f"{words}\n".encode())
            return await self._hear()

    async def open(self, game: str, players: int) -> list[Invitation]:
        answer = await self.ask(f"open {game} {players}")
        if "error" in answer:
            raise ConnectionError(answer["error"])
        return [Invitation.parse(text) for text in answer]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def send(self, number: signal.Signals) -> None:
        """Send a signal by the id of the process: its own methods may take the exit code away."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal that ends it, and return the exit code."""
        assert self._process is not None
        self.send(number)
        async with patience():
            return await self._process.wait()

    async def aclose(self) -> None:
        if self.is_running:
            self.send(signal.SIGCONT)
            await self.end()


# In the process of its own ---------------------------------------------------------------------------


def serving(args: Namespace) -> AbstractAsyncContextManager[Server]:
    if not args.store:
        return a_server(args.data, args.port)
    return open_node(args.data, HERE, args.port, Site(args.store, args.name, args.address), WIDE)


async def answer(server: Server, verb: str, *words: str) -> Any:
    if verb == "open":
        table = await new_table(server, int(words[1]), words[0])
        return [invitation.text() for invitation in table.invitations]
    runners = server.lobby.runners.values()
    connections = len(server.listener.connections)
    return {"tables": len(runners), "connections": connections, "blocks": sys.getallocatedblocks()}


async def tried(server: Server, *words: str) -> Any:
    """Answer, or say why not: the server may be under attack."""
    try:
        return await answer(server, *words)
    except (StoreError, RulesError) as error:
        return {"error": str(error)}


async def serve(args: Namespace) -> None:
    """Be a server until killed, or asked to stop."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    reader = await lines_in()
    async with AsyncExitStack() as stack:
        stack.enter_context(seldom_searched())
        server = await stack.enter_async_context(serving(args))
        say({"port": server.port})
        stop = loop.create_task(stopped.wait())
        while not stopped.is_set():
            line = loop.create_task(reader.readline())
            await asyncio.wait([line, stop], return_when=asyncio.FIRST_COMPLETED)
            if line.done() and not line.result():
                return  # nobody is left to ask
            if line.done():
                say(await tried(server, *line.result().decode().split()))
            line.cancel()


async def lines_in() -> asyncio.StreamReader:
    """Return what comes in at the standard input."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    return reader


def say(words: Any) -> None:
    os.write(sys.stdout.fileno(), json.dumps(words).encode() + b"\n")


def main() -> None:
    parser = ArgumentParser(description="Be a server that opens tables when told to.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--name", default="")
    parser.add_argument("--store", default="")
    parser.add_argument("--address", default=HERE)
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
