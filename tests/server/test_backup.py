"""A copy of a data folder, made as docs/hosting.md says while the server runs, is a server that goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from protocol.pace import Terms
from server.server import open_server


def back_up(data: Path, copy: Path) -> None:
    """Copy the journal as `sqlite3 tables.sqlite ".backup ..."` does, and the rest as it is."""
    ours = shutil.ignore_patterns("tables.sqlite*", "lock")
    shutil.copytree(data, copy, ignore=ours)
    with (
        closing(sqlite3.connect(data / "tables.sqlite")) as journal,
        closing(sqlite3.connect(copy / "tables.sqlite")) as target,
    ):
        journal.backup(target)


async def test_a_copy_of_a_running_server_goes_on_elsewhere(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with open_server(data, "127.0.0.1", 0) as server:
        first = await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        back_up(data, copy)
        await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        host = server.lobby.host.public

    async with open_server(copy, "127.0.0.1", 0) as server:
        assert list(server.lobby.runners) == [first.name]
        assert server.lobby.host.public == host
