"""Several nodes of one site."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from server.cluster import Site, open_node
from server.server import Server
from tests.harness.loopback import HERE, WIDE


@asynccontextmanager
async def nodes(url: str, folder: Path, *names: str) -> AsyncIterator[list[Server]]:
    """Start nodes of one site; each has its own folder with the key of whichever was the first."""
    async with AsyncExitStack() as stack:
        servers: list[Server] = []
        for name in names:
            data = folder / name
            _take_key(folder, data)
            site = Site(url, name, HERE)
            servers.append(await stack.enter_async_context(open_node(data, HERE, 0, site, WIDE)))
        yield servers


def _take_key(folder: Path, data: Path) -> None:
    for key in [*folder.glob("*/host_key")][:1]:
        data.mkdir(0o700)
        shutil.copy2(key, data)
