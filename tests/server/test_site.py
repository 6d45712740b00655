"""The tables of a site, of one server or of several nodes: each of them lists all, and leads to any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from client.local.known_hosts import WrongHostError
from client.seat.connection import RefusedError
from client.seat.visit import Visit, visiting
from protocol.entries import Access
from protocol.identity import Identity
from protocol.invitation import Address
from protocol.messages import TableInfo
from server import cluster
from server.door import lobby
from server.door.lobby import Club
from server.server import Server, open_server
from server.store import postgres_nodes
from server.store.interface import SilentStoreError
from server.store.postgres_nodes import Membership
from tests.harness.loopback import HERE, WIDE, admit
from tests.server.clubs import a_wish, all_leave, no_bots, opened, seated, to
from tests.server.sites import nodes
from tests.waiting import let_pass, patience, stop_time


@pytest.fixture(params=["file", "database"])
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[list[Server]]:
    """Run a server on a file, or three nodes on a database."""
    async with AsyncExitStack() as stack:
        if request.param == "file":
            servers = [await stack.enter_async_context(open_server(tmp_path / "data", HERE, 0, WIDE))]
        else:
            url = request.getfixturevalue("url")
            servers = await stack.enter_async_context(nodes(url, tmp_path, "a", "b", "c"))
        for server in servers:
            server.lobby.club = Club(lambda _: True, no_bots)
        yield servers


async def listed(server: Server, who: Identity | None = None) -> dict[str, TableInfo]:
    async with visiting(Address(HERE, server.port), who or Identity.make(), admit) as visit:
        return {info.table: info for info in await visit.tables()}


async def all_list(site: list[Server], looks: Any) -> None:
    """Wait until what each server lists looks as it should; what others say may be seconds old."""
    async with patience():
        for server in site:
            while not looks(await listed(server)):  # noqa: ASYNC110 (nobody would tell us)
                await asyncio.sleep(0.05)


async def test_every_server_of_a_site_lists_all_tables(site: list[Server]) -> None:
    names = {await opened(server, Identity.make(), a_wish(Access.ALL)) for server in site * 2}

    await all_list(site, lambda tables: tables.keys() == names)


async def test_every_server_sees_who_sits_down_and_that_a_table_closes(site: list[Server]) -> None:
    owner = Identity.make()
    table = await opened(site[0], owner, a_wish(Access.ALL))
    player = await seated(to(site[-1], table), "Aiko")
    await all_list(site, lambda tables: table in tables and "Aiko" in {s.player for s in tables[table].seats})
    await all_leave(player)
    async with visiting(Address(HERE, site[-1].port), owner, admit) as visit:
        assert (await visit.invite(table)).token is not None
        await visit.close(table)

    await all_list(site, lambda tables: table not in tables)


async def test_only_its_owner_closes_a_table_wherever_it_runs(site: list[Server]) -> None:
    table = await opened(site[0], Identity.make(), a_wish(Access.ALL))
    async with visiting(Address(HERE, site[-1].port), Identity.make(), admit) as visit:
        with pytest.raises(RefusedError, match="Only whoever opened"):
            await visit.close(table)
        with pytest.raises(RefusedError, match="There is no table"):
            await visit.close("nowhere")


async def test_of_too_many_tables_those_are_listed_that_somebody_wants_to_see(
    site: list[Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (lobby, postgres_nodes):
        monkeypatch.setattr(module, "MOST_TABLES", 3)
    owner = Identity.make()
    mine = await opened(site[0], owner, a_wish(Access.ALL))
    others = {await opened(site[-1], Identity.make(), a_wish(Access.ALL)) for _ in range(4)}
    await all_list(site, lambda tables: len(tables) == 3)
    found = await listed(site[0], owner)

    assert len(found) == 3
    assert mine in found
    assert found.keys() - {mine} < others


async def test_however_many_ask_the_database_is_asked_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Membership] = []

    async def count(node: Membership) -> list[TableInfo]:
        asked.append(node)
        return []

    monkeypatch.setattr(Membership, "tables_elsewhere", count)
    let_pass(0.0)  # so that the node goes by the clock we turn
    async with nodes(url, tmp_path, "a") as [server], patience():
        stop_time()
        await asyncio.gather(*(server.lobby.tables(b"") for _ in range(20)))
        assert len(asked) == 1
        let_pass(cluster.LISTING_SECONDS)
        await server.lobby.tables(b"")
        assert len(asked) == 2


async def test_nothing_is_written_while_no_table_changes(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[list[TableInfo]] = []

    async def count(_: Membership, infos: list[TableInfo]) -> None:
        said.append(infos)

    monkeypatch.setattr(Membership, "publish", count)
    async with nodes(url, tmp_path, "a") as [server], patience():
        node: Any = server.lobby.trouble.__self__  # type: ignore[attr-defined]
        server.lobby.club = Club(lambda _: True, no_bots)
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        for _ in range(3):
            await node._publish()  # noqa: SLF001

    looks = [infos for infos in said if infos]
    assert {info.table for infos in looks for info in infos} == {table}
    assert all(one != other for one, other in pairwise(looks))  # never told twice alike


async def test_what_another_version_says_about_its_tables_is_left_out(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        for server in (a, b):
            server.lobby.club = Club(lambda _: True, no_bots)
        known, strange = [await opened(a, Identity.make(), a_wish(Access.ALL)) for _ in range(2)]
        await all_list([b], lambda tables: len(tables) == 2)
        other = await asyncpg.connect(url)
        await other.execute(r"UPDATE listings SET info = '\x93'::bytea WHERE game = $1", strange)
        await other.close()

        await all_list([b], lambda tables: tables.keys() == {known})


async def test_a_database_that_says_nothing_holds_up_no_list(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silence(_: Membership) -> list[TableInfo]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(Membership, "tables_elsewhere", silence)
    async with nodes(url, tmp_path, "a") as [server], patience():
        server.lobby.club = Club(lambda _: True, no_bots)
        table = await opened(server, Identity.make(), a_wish(Access.ALL))

        assert list(await listed(server)) == [table]


async def test_a_database_that_is_away_is_not_taken_for_a_site_without_tables(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: Membership) -> list[TableInfo]:
        raise SilentStoreError("away")

    monkeypatch.setattr(Membership, "tables_elsewhere", away)
    async with nodes(url, tmp_path, "a") as [server], patience():
        for _ in range(2):
            with pytest.raises(RefusedError, match="nobody can say which tables there are"):
                await listed(server)


async def test_whoever_poses_as_another_node_is_told_nothing(tmp_path: Path) -> None:
    async def elsewhere(_: str) -> str:
        return f"{HERE}:{thief.port}"

    async with (
        open_server(tmp_path / "site", HERE, 0, WIDE) as server,
        open_server(tmp_path / "thief", HERE, 0, WIDE) as thief,
        visiting(Address(HERE, server.port), Identity.make(), admit) as visit,
        patience(),
    ):
        server.lobby.elsewhere = elsewhere
        assert isinstance(visit, Visit)
        with pytest.raises(WrongHostError):
            await visit.close("kyoto")
