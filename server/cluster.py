"""One node among several: it stays alive for the others, takes over what nobody runs, and gives away.

A table changes hands in this order: its owner finishes what is under way, the database says who has it next,
and only then its guests are sent away, so that they find it where they are sent. Whoever comes in between is
asked to come back in a moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import cycle
from math import inf
from pathlib import Path
from typing import NamedTuple

from core.kinds import RulesError
from protocol.errors import BusyError
from protocol.invitation import Address
from protocol.limits import Limits
from protocol.messages import MOST_NODES, TableInfo
from server.door.lobby import Lobby
from server.logbook import enter
from server.server import Server, host_identity, listening, lobby_with
from server.store.interface import DamagedStoreError, GameState, SilentStoreError, StoreError
from server.store.postgres import PostgresStore
from server.store.postgres_nodes import (
    DEAD_SECONDS,
    GIVING_UP_SECONDS,
    RENEWAL_SECONDS,
    LostNodeError,
    Membership,
    NodeListing,
    check_host,
    drain,
    list_nodes,
)
from server.tables.runner import TableRunner

__all__ = ["ClusterNode", "PostgresStore", "Site", "drain", "list_nodes", "open_node"]

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""So often a node looks for games that nobody runs; what is handed over waits no longer than that."""
SOON_SECONDS = 0.3
"""Who comes while a table changes hands is asked to come back after that."""
LISTING_SECONDS = 1.0
"""So long a list of the tables elsewhere is good, and so long it may take."""
LEAVING_SECONDS = 30.0


class Site(NamedTuple):
    """A database that several servers share, and who this one is among them."""

    store: str  # its address
    node: str
    address: str  # where players reach this node; without a port, the one it listens on
    patience: float = DEAD_SECONDS + 1  # with an earlier node of this name that may be dead


@asynccontextmanager
async def open_node(
    data: Path, bind: str, port: int, site: Site, limits: Limits | None = None, player: bytes = b""
) -> AsyncIterator[Server]:
    """Be a server of a site for as long as the context lasts; the folder holds the key of the site.

    Raises LostNodeError out of the context if another node has taken the name of this one.
    """
    host = host_identity(data)
    async with AsyncExitStack() as stack:
        store = await PostgresStore.open(site.store, site.node)
        lobby = await lobby_with(stack, host, store, limits, player)
        await check_host(store, host.public.raw)
        server = await listening(stack, lobby, data, bind, port)
        node = ClusterNode(lobby, store, str(Address.read(site.address, server.port)))
        await node.start(site.patience)
        stack.push_async_callback(node.aclose)
        async with node.watching():
            yield server


class ClusterNode:
    """Keeps a lobby in step with what the database says this node owns."""

    def __init__(
        self, lobby: Lobby, store: PostgresStore, address: str, now: Callable[[], float] | None = None
    ) -> None:
        self._lobby = lobby
        self._store = store
        self._membership = Membership(store, address)
        self._now = now or asyncio.get_running_loop().time
        self._renewed = self._now()
        self._others: tuple[NodeListing, ...] = ()
        self._wanted: set[str] = set()  # tables that somebody has asked for here and nobody runs
        self._unfit: set[str] = set()  # those of ours that cannot be taken up
        self._is_wanted = asyncio.Event()  # somebody waits for a table that is ours to take up
        self._tasks: list[asyncio.Task[None]] = []
        self._furnishing: set[asyncio.Task[None]] = set()
        self._published: dict[str, TableInfo] = {}  # what the others can know of our tables
        self._listed: list[TableInfo] = []  # the tables of the others
        self._listed_at = -inf
        self._is_listed = False  # the database answered when it was last asked
        self._listing = asyncio.Lock()
        lobby.elsewhere = self._elsewhere
        lobby.tables_elsewhere = self._tables_elsewhere
        lobby.trouble = self._trouble

    async def start(self, patience: float = 0.0) -> None:
        """Come in among the others, and take up what is ours to run."""
        await self._register(patience)
        self._renewed = self._now()
        with suppress(SilentStoreError):  # then soon
            await self._look_at_others()
            await self._take_over()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._stay_alive()), loop.create_task(self._look_around())]

    async def _register(self, patience: float) -> None:
        """Wait for an earlier node of our name to be taken for dead, but not for one that lives."""
        end = self._now() + patience
        while not await self._membership.register():
            if self._now() > end:
                raise StoreError(f"A node named {self._store.node} is running already. Choose another name.")
            await asyncio.sleep(LOOK_SECONDS)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """End what goes on in the context if this node is none any more."""
        outside = asyncio.current_task()
        assert outside is not None
        lost: list[BaseException] = []

        def end(task: asyncio.Task[None]) -> None:
            error = None if task.cancelled() else task.exception()
            if error is not None:
                lost.append(error)
                outside.cancel()

        for task in self._tasks:
            task.add_done_callback(end)
        try:
            yield
        except asyncio.CancelledError:
            if not lost:
                raise
            outside.uncancel()
            raise lost[0] from None

    async def aclose(self) -> None:
        """Give all tables away and go."""
        self._lobby.is_draining = True
        ours = [*self._tasks, *self._furnishing]
        for task in ours:
            task.cancel()
        await asyncio.gather(*ours, return_exceptions=True)
        try:
            async with asyncio.timeout(LEAVING_SECONDS):
                await self._look_at_others()
                await self._give_away()
                await self._membership.leave()
        except (StoreError, TimeoutError):
            await self._store.aclose()  # or the tables would wait for a database that is gone

    # Staying alive ---------------------------------------------------------------------------

    async def _stay_alive(self) -> None:
        while True:
            asked = self._now()
            left = self._renewed + GIVING_UP_SECONDS - asked
            try:
                async with asyncio.timeout(min(RENEWAL_SECONDS, max(LOOK_SECONDS, left))):
                    self._lobby.is_draining = await self._membership.renew()
            except LostNodeError:
                self._give_up()
                raise
            except (StoreError, TimeoutError) as error:
                if self._now() - self._renewed >= GIVING_UP_SECONDS and self._lobby.runners:
                    log.warning("The database cannot be reached, so all tables are closed here: %s", error)
                    self._give_up()
                await asyncio.sleep(LOOK_SECONDS)
            else:
                self._renewed = asked
                with suppress(StoreError, TimeoutError):  # to know less for a moment is no reason to stop
                    await self._look_at_site()
                await asyncio.sleep(max(LOOK_SECONDS, asked + RENEWAL_SECONDS - self._now()))

    async def _look_at_site(self) -> None:
        """See who else is there, and which of our tables others have taken over."""
        async with asyncio.timeout(RENEWAL_SECONDS):
            await self._look_at_others()
            self._drop(await self._membership.lost())
            await self._publish()

    async def _look_at_others(self) -> None:
        nodes = await list_nodes(self._store)
        self._others = tuple(node for node in nodes if node.is_alive and node.name != self._store.node)
        self._lobby.know_nodes(tuple(node.address for node in self._others[:MOST_NODES]))

    def _staying(self) -> Iterator[NodeListing]:
        return (node for node in self._others if not node.is_draining)

    async def _publish(self) -> None:
        """Tell the others how our tables look, if that has changed."""
        looks = {name: runner.info() for name, runner in self._lobby.runners.items()}
        if looks != self._published:
            changed = [info for name, info in looks.items() if info != self._published.get(name)]
            await self._membership.publish(changed)
            self._published = looks

    async def _tables_elsewhere(self) -> list[TableInfo]:
        """List the tables of the others; however many ask, the database is asked once in a while."""
        async with self._listing:
            if self._now() >= self._listed_at + LISTING_SECONDS:
                self._is_listed = False
                with suppress(StoreError, TimeoutError):
                    async with asyncio.timeout(LISTING_SECONDS):
                        self._listed = await self._membership.tables_elsewhere()
                        self._is_listed = True
                self._listed_at = self._now()
        if not (self._is_listed or self._listed or self._lobby.runners):
            raise RulesError("tables-unknown")
        return self._listed

    def _give_up(self) -> None:
        """Close all tables at once and say nothing to anybody: others run them now, or will."""
        self._store.drop()
        for name in list(self._lobby.runners):
            self._lobby.abandon(name)

    def _drop(self, lost: list[str]) -> None:
        """Let go of tables that others have taken over while we could not be reached."""
        for name in lost:
            enter("table-lost", table=name)
            self._store.held.pop(name, None)
            self._lobby.abandon(name)

    def _trouble(self) -> str:
        is_cut_off = self._now() - self._renewed >= GIVING_UP_SECONDS
        return "The database cannot be reached." if is_cut_off else ""

    # Games changing hands --------------------------------------------------------------------

    async def _look_around(self) -> None:
        while True:
            try:
                if self._lobby.is_draining:
                    await self._give_away()
                elif self._now() - self._renewed < GIVING_UP_SECONDS:
                    await self._take_over()
            except StoreError as error:
                log.warning("No table can change hands now: %s", error)
            self._is_wanted.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._is_wanted.wait()

    async def _take_over(self) -> None:
        while claimed := await self._membership.claim(self._wanted):
            for name in sorted(claimed, key=self._wanted.__contains__, reverse=True):
                await self._take_up(name)

    async def _take_up(self, name: str) -> None:
        """Run a table that is ours now; if it cannot be read at this moment, it is claimed once more.

        While we read its journal we may have to give it up and claim it again; then there must not be two
        who run it, one of them behind the other.
        """
        self._wanted.discard(name)
        claim = self._store.held.get(name)
        if claim is None:
            return
        try:
            await self._lobby.take_up(name)
        except DamagedStoreError:
            log.exception("Table %s cannot be taken up; its journal is left as it is.", name)
        except StoreError:
            self._store.held.pop(name, None)
            raise
        if self._store.held.get(name) is not claim:
            self._lobby.abandon(name)
            return
        runner = self._lobby.runners.get(name)
        if runner is None:
            self._unfit.add(name)
            return
        enter("table-taken-over", table=name, node=self._store.node)
        if self._lobby.on_taken_up is not None:
            task = asyncio.get_running_loop().create_task(self._furnish(runner, self._lobby.on_taken_up))
            self._furnishing.add(task)
            task.add_done_callback(self._furnishing.discard)

    async def _furnish(self, runner: TableRunner, bring: Callable[[TableRunner], Awaitable[None]]) -> None:
        """Bring what belongs to a table; players need not wait for it, nor the next table."""
        with suppress(RulesError):  # it may be full, or gone again
            await bring(runner)

    async def _give_away(self) -> None:
        """Hand tables over one by one, each to the next of those who stay."""
        heirs = cycle([node.name for node in self._staying()] or [None])
        names = list(self._lobby.runners)
        for name in names:
            runner = await self._lobby.release(name)
            heir = next(heirs)
            await self._membership.hand_over(name, heir)
            runner.abandon()
            enter("table-handed-over", table=name, node=self._store.node, to=heir or "whoever takes it")
        if names:
            enter("drained", node=self._store.node, tables=len(names))
        for name in self._unfit & self._store.held.keys():
            await self._membership.hand_over(name, None)

    async def _elsewhere(self, name: str) -> str | None:
        """Give the address of the node that runs a table; raises BusyError where none does for a moment."""
        try:
            async with asyncio.timeout(RENEWAL_SECONDS):
                found = await self._membership.where(name)
        except (SilentStoreError, TimeoutError):
            raise BusyError(SOON_SECONDS) from None
        if found is None:
            return None
        if found.state != GameState.RUNNING.value or name in self._unfit:
            return next((node.address for node in self._staying()), None) if self._lobby.is_draining else None
        if found.owner == self._store.node or found.address is None:
            if name in self._lobby.runners:
                return None
            self._wanted.add(name)
            if found.owner == self._store.node:
                self._is_wanted.set()
            raise BusyError(SOON_SECONDS)
        return found.address
