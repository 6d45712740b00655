"""A PostgreSQL with standbys that commits wait for, one of which can be promoted."""

from __future__ import annotations

import shutil
from asyncio import sleep, to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

from tests.harness.postgres import USER, Postgres, free_port, own_folder

NAMES = ("a", "b", "c")
RECEIVED = "SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn"
WAITED_FOR = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"


class Replicas:
    """Three databases, one of which takes writes; each commit is on a second one before it counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.all = {name: Postgres(own_folder(folder, name), free_port()) for name in NAMES}
        self.primary = self._dead = NAMES[0]

    async def start(self) -> None:
        first = self.all[self.primary]
        first.make()
        first.start()
        for name in NAMES[1:]:
            self._copy(name)
        first.set(**self._waiting())
        await self.until_waited_for(2)

    def _waiting(self) -> dict[str, str]:
        others = ", ".join(name for name in NAMES if name != self.primary)
        return {"synchronous_standby_names": f"'ANY 1 ({others})'"}

    def _following(self, name: str) -> dict[str, str]:
        port = self.all[self.primary].port
        return {"primary_conninfo": f"'host=127.0.0.1 port={port} user={USER} application_name={name}'"}

    def _copy(self, name: str) -> None:
        """Make a database a standby of the primary, from scratch."""
        standby, port = self.all[name], self.all[self.primary].port
        shutil.rmtree(standby.folder)
        own_folder(self._folder, name)
        way = "-h", "127.0.0.1", "-p", str(port), "-U", USER
        standby.run("pg_basebackup", *way, "-D", str(standby.folder), "-c", "fast", "-X", "stream")
        (standby.folder / "standby.signal").touch()
        standby.start(**self._following(name))

    async def until_waited_for(self, number: int) -> None:
        """Wait until commits can wait for this many standbys, of which one is enough."""
        connection = await asyncpg.connect(self.all[self.primary].url)
        try:
            found = 0
            while found < number:
                found = await connection.fetchval(WAITED_FOR)
        finally:
            await connection.close()

    async def fail_over(self, after: float) -> None:
        """Kill the primary; after a while promote the most advanced standby, and let the other follow."""
        self._dead, standbys = self.primary, [name for name in NAMES if name != self.primary]
        await to_thread(self.all[self._dead].stop, "immediate")
        await sleep(after)
        received = {name: await self._received(name) for name in standbys}
        self.primary = max(standbys, key=lambda name: received[name])
        (other,) = (name for name in standbys if name != self.primary)
        await to_thread(self.all[self.primary].control, "promote", "-w")
        await to_thread(self.all[self.primary].set, **self._waiting())
        await to_thread(self.all[other].set, **self._following(other))
        await self.until_waited_for(1)

    async def rebuild(self) -> None:
        """Bring back the one that was killed, as a standby."""
        await to_thread(self._copy, self._dead)
        await self.until_waited_for(2)

    async def _received(self, name: str) -> int:
        connection = await asyncpg.connect(self.all[name].url)
        try:
            return int(await connection.fetchval(RECEIVED))
        finally:
            await connection.close()

    def stop(self) -> None:
        for server in self.all.values():
            if (server.folder / "postmaster.pid").exists():
                server.stop("immediate")


@contextmanager
def replicas() -> Iterator[Replicas]:
    with TemporaryDirectory(prefix="jinmaku-pg-") as name:
        found = Replicas(Path(name))
        try:
            yield found
        finally:
            found.stop()
