"""A copy of a data folder, made as docs/hosting.md says while the server runs, is a server that goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from protocol.pace import Terms
from server.cluster import Site, open_node
from server.server import open_server
from tests.harness.loopback import HERE
from tests.harness.postgres import Postgres
from tests.waiting import until


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


async def test_a_dump_of_a_database_that_is_in_use_goes_on_in_another(
    url: str, database: Postgres, tmp_path: Path
) -> None:
    async with open_node(tmp_path / "data", HERE, 0, Site(url, "one", HERE)) as server:
        first = await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
        dump = database.dump(url)
        await server.lobby.open("rising_sun", ("koi", "lotus", "turtle"), {}, Terms())
    copy = database.new_database("copy")
    database.restore(copy, dump)

    async with open_node(tmp_path / "data", HERE, 0, Site(copy, "two", HERE)) as server:
        await until(lambda: server.lobby.runners)
        assert list(server.lobby.runners) == [first.name]
