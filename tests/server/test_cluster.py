"""Several servers on one database: tables change hands, and players come along by themselves."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Connected, News
from client.seat.player import Player
from client.seat.visit import visiting
from protocol.entries import Access, Said
from protocol.identity import Identity
from protocol.invitation import Address
from protocol.messages import TableState
from protocol.table.verify import Judgement, verify
from server import cluster
from server.cluster import Site, open_node
from server.door import lobby
from server.door.lobby import Club, Lobby
from server.server import Server
from server.store import postgres, postgres_nodes
from server.store.interface import GameState, LostGameError, SilentStoreError, StoredEntry, StoreError
from server.store.postgres import READERS, PostgresStore
from server.store.postgres_connection import Connection
from server.store.postgres_nodes import LostNodeError, Membership, drain, list_nodes
from server.tables.runner import TableRunner
from tests.harness.gates import Gate, open_gate
from tests.harness.logs import stamps_in
from tests.harness.loopback import HERE, a_person, admit, guest, new_table
from tests.harness.nothing_lost import check_by_entries, impatient, remembering_bots
from tests.server.clubs import a_wish, no_bots, opened
from tests.server.sites import nodes
from tests.waiting import patience, until


def behind(gate: Gate, url: str) -> str:
    """Lead an address of a database through a gate."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{parts.username}@{HERE}:{gate.port}").geturl()


async def test_a_table_is_handed_over_in_mid_game_and_its_players_follow(url: str, tmp_path: Path) -> None:
    with impatient():
        async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
            table = await new_table(a)
            bots = [await table.seat_bot(guest(tmp_path, n), n, BotPlayer) for n in range(3)]
            store = a.lobby.journal
            assert isinstance(store, PostgresStore)
            games = asyncio.gather(*(bot.play_on() for bot in bots))
            await until(lambda: table.runner.table.state is not None)
            async with a.lobby.runners[table.name]._turn:  # noqa: SLF001 (nothing happens there meanwhile)
                await drain(store, "a")
                await until(lambda: a.lobby.is_draining)
            await until(lambda: table.name in b.lobby.runners)
            assert table.name not in a.lobby.runners
            await games
            await b.lobby.runners[table.name].settled.wait()
            entries = stamps_in(await store.entries(table.name))

    assert len(entries) > 100


async def test_who_looks_at_the_end_of_a_game_follows_its_table(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        table = await new_table(a)
        bots = [await table.seat_bot(guest(tmp_path, n), n, BotPlayer) for n in range(3)]
        heard: list[News] = []
        player = await table.seat(a_person(4, is_watching=True), Player, heard.append)
        await asyncio.gather(*(bot.play_on() for bot in bots))
        await until(lambda: player.mirror.info.state is TableState.OVER)
        heard.clear()
        store = a.lobby.journal
        assert isinstance(store, PostgresStore)
        await drain(store, "a")
        await until(lambda: any(isinstance(news, Connected) for news in heard) or player.gone.done())

        assert not player.gone.done()
        assert table.name in b.lobby.runners
        await player.leave()


async def test_who_comes_to_the_wrong_node_is_sent_to_the_right_one(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        table = await new_table(a)
        token = table.invite().token
        assert token is not None
        way = b.invitation(HERE, table.name, token)
        player = await table._replace(invitations=[way]).seat(guest(tmp_path), Player)

        assert table.runner.seat_of(player.person.identity.public.raw) == player.seat
        await player.leave()


async def test_what_a_visitor_is_told_about_a_table_names_all_nodes(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        here, there = (Address(HERE, server.port) for server in (a, b))
        table = await new_table(a)
        await until(lambda: a.lobby.nodes == (str(there),))
        async with visiting(here, guest(tmp_path).identity, admit) as visit:
            assert visit.table(table.name).ways == (here, there)


async def test_players_hear_of_a_node_that_comes_while_they_play(url: str, tmp_path: Path) -> None:
    """Who sat down while theirs was alone would otherwise wait for it, whoever runs their table now."""
    async with nodes(url, tmp_path, "a") as (a,), patience():
        table = await new_table(a)
        player = await table.seat(guest(tmp_path), Player)
        assert not a.lobby.nodes
        async with nodes(url, tmp_path, "b") as (b,):
            await until(lambda: Address(HERE, b.port) in player._addresses)  # noqa: SLF001
        await player.leave()


async def test_a_node_that_was_given_up_for_dead_writes_nothing(url: str) -> None:
    old, new = await PostgresStore.open(url, "old"), await PostgresStore.open(url, "new")
    try:
        await Membership(old, "x:1").register()
        await Membership(new, "y:1").register()
        await old.create("kyoto", b"")
        await old.append("kyoto", 0, b"a")
        await old.write(
            lambda connection: connection.execute("UPDATE nodes SET seen = 'epoch' WHERE name = 'old'")
        )
        assert await Membership(new, "y:1").claim() == ["kyoto"]
        with pytest.raises(LostGameError, match="kyoto"):
            await old.append("kyoto", 1, b"late")
        assert await new.append("kyoto", 1, b"b") == 1

        assert [entry.data for entry in await new.entries("kyoto")] == [b"a", b"b"]
    finally:
        await old.aclose()
        await new.aclose()


async def test_a_node_that_is_taken_for_dead_takes_nothing(url: str) -> None:
    """After the database was away all look dead, and would take from each other what they have just taken."""
    async with AsyncExitStack() as stack:
        here, there = [
            await stack.enter_async_context(aclosing(await PostgresStore.open(url, name)))
            for name in ("here", "there")
        ]
        ours = Membership(here, "x:1")
        await ours.register()
        await here.create("kyoto", b"")
        await here.append("kyoto", 0, b"a")
        await here.write(lambda connection: connection.execute("UPDATE nodes SET seen = 'epoch'"))

        assert await Membership(there, "y:1").claim() == []
        here.drop()
        assert await ours.claim() == []
        await ours.renew()
        assert await ours.claim() == ["kyoto"]


async def test_a_node_that_vanishes_in_the_middle_of_a_write_keeps_no_game_locked(url: str) -> None:
    async with open_gate(urlsplit(url).port or 5432) as gate, patience(), AsyncExitStack() as stack:
        old = await stack.enter_async_context(aclosing(await PostgresStore.open(behind(gate, url), "old")))
        new = await stack.enter_async_context(aclosing(await PostgresStore.open(url, "new")))
        heir = Membership(new, "y:1")
        await heir.register()
        await old.create("kyoto", b"")
        await old.append("kyoto", 0, b"a")

        async def vanish(connection: Connection) -> None:
            await connection.fetchrow("SELECT id FROM games FOR UPDATE")
            gate.fall_silent()

        writing = asyncio.ensure_future(old.write(vanish))
        await until(lambda: gate.is_silent)
        while not await heir.claim():  # noqa: ASYNC110 (nobody would tell us)
            await asyncio.sleep(0.05)

        assert await new.append("kyoto", 1, b"b") == 1
        writing.cancel()


async def test_a_write_from_before_all_games_were_given_up_is_lost_even_if_its_game_is_over(url: str) -> None:
    async with open_gate(urlsplit(url).port or 5432) as gate, patience(), AsyncExitStack() as stack:
        old = await stack.enter_async_context(aclosing(await PostgresStore.open(behind(gate, url), "old")))
        new = await stack.enter_async_context(aclosing(await PostgresStore.open(url, "new")))
        heir = Membership(new, "y:1")
        await heir.register()
        await old.create("kyoto", b"")
        await old.append("kyoto", 0, b"a")
        gate.fall_silent()
        late = asyncio.ensure_future(old.append("kyoto", 1, b"late"))
        await until(lambda: old._is_writing)  # noqa: SLF001
        await heir.claim()
        await new.append("kyoto", 1, b"b")
        await new.append("kyoto", 2, b"c")
        await new.close_game("kyoto", GameState.OVER)
        old.drop()
        gate.slam()
        gate.speak()

        with pytest.raises(LostGameError):
            await late


async def test_a_node_stays_alive_however_many_others_want_to_read(url: str) -> None:
    async with aclosing(await PostgresStore.open(url, "n")) as store, patience():
        membership = Membership(store, "x:1")
        await membership.register()
        reading = [asyncio.ensure_future(store.ask("SELECT pg_sleep(1000)")) for _ in range(3 * READERS)]
        await until(lambda: store._reading is not None and not store._reading.get_idle_size())  # noqa: SLF001

        assert not await membership.renew()
        for each in reading:
            each.cancel()


async def test_a_node_that_does_not_hear_about_the_others_keeps_its_tables(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silence(_: object) -> list[str]:
        raise SilentStoreError("nothing")

    async with nodes(url, tmp_path, "a") as (a,), patience():
        monkeypatch.setattr(Membership, "lost", silence)
        node: Any = a.lobby.trouble.__self__  # type: ignore[attr-defined]
        before = node._renewed  # noqa: SLF001
        await until(lambda: node._renewed > before)  # noqa: SLF001

        assert not a.lobby.trouble()


async def test_a_table_given_up_while_its_journal_is_read_is_not_run_twice(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with nodes(url, tmp_path, "a") as (a,), patience():
        table, store = await new_table(a), store_of(a)
        node: Any = a.lobby.trouble.__self__  # type: ignore[attr-defined]
        read, ran = store.entries, [table.runner]

        async def entries(name: str) -> list[StoredEntry]:
            found = await read(name)
            if len(ran) == 1:
                node._give_up()  # noqa: SLF001
            return found

        def add(runner: TableRunner) -> TableRunner:
            ran.append(runner)
            return Lobby._add(a.lobby, runner)  # noqa: SLF001

        monkeypatch.setattr(store, "entries", entries)
        monkeypatch.setattr(a.lobby, "_add", add)
        node._give_up()  # noqa: SLF001
        await until(lambda: len(ran) == 3 and table.name in a.lobby.runners)

        assert [runner.gone.is_set() for runner in ran] == [True, True, False]


async def test_a_late_write_of_the_past_does_not_end_a_table_that_was_taken_up_again(
    url: str, tmp_path: Path
) -> None:
    async with nodes(url, tmp_path, "a") as (a,), patience():
        old = (await new_table(a)).runner
        node: Any = a.lobby.trouble.__self__  # type: ignore[attr-defined]
        node._give_up()  # noqa: SLF001
        await until(lambda: old.name in a.lobby.runners)
        old.on_lost(old)

        assert not a.lobby.runners[old.name].gone.is_set()


async def test_a_write_that_waited_while_its_game_was_claimed_again_is_not_written(url: str) -> None:
    async with aclosing(await PostgresStore.open(url, "n")) as store, patience():
        await store.create("kyoto", b"")
        await store.append("kyoto", 0, b"a")
        claimed = asyncio.Event()

        async def wait(_: Connection) -> None:
            await claimed.wait()

        before = asyncio.ensure_future(store.write(wait))
        late = asyncio.ensure_future(store.append("kyoto", 1, b"late"))
        await until(lambda: store._is_writing and store._waiting)  # noqa: SLF001
        store.held["kyoto"] = replace(store.held["kyoto"])  # as a claim does after all games were given up
        claimed.set()
        await before
        with pytest.raises(LostGameError):
            await late

        assert await store.append("kyoto", 1, b"b") == 1


async def test_two_nodes_of_one_name_are_refused(url: str) -> None:
    one, two = await PostgresStore.open(url, "n"), await PostgresStore.open(url, "n")
    try:
        await Membership(one, "x:1").register()
        assert not await Membership(two, "y:1").register()

        assert [(node.name, node.address, node.is_alive) for node in await list_nodes(one)] == [
            ("n", "x:1", True)
        ]
    finally:
        await one.aclose()
        await two.aclose()


# What goes wrong ---------------------------------------------------------------------------------


async def forget_node(store: PostgresStore, name: str) -> None:
    """Let a node look as if it had not been heard of for long, as one that was stopped."""
    query = "UPDATE nodes SET seen = 'epoch' WHERE name = $1"
    await store.write(lambda connection: connection.execute(query, name))


def store_of(server: Server) -> PostgresStore:
    store = server.lobby.journal
    assert isinstance(store, PostgresStore)
    return store


async def test_what_is_done_while_a_table_changes_hands_is_neither_lost_nor_refused(
    url: str, tmp_path: Path
) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        table = await new_table(a)
        player = await table.seat(guest(tmp_path), Player)
        await table.runner.aclose()  # as a node does first
        saying = asyncio.ensure_future(player.say("Is anybody here?"))
        await drain(store_of(a), "a")
        await saying
        said = [stamp.entry for stamp in stamps_in(await store_of(b).entries(table.name))]

        assert table.name in b.lobby.runners
        assert [entry.words for entry in said if isinstance(entry, Said)] == ["Is anybody here?"]
        await player.leave()


async def test_a_node_that_was_away_lets_go_of_what_others_have_taken(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
        table = await new_table(a)
        player = await table.seat(guest(tmp_path), Player)
        async with table.runner._turn:  # noqa: SLF001 (it does nothing that would show it the truth)
            while table.name not in b.lobby.runners:
                await forget_node(store_of(b), "a")
                await asyncio.sleep(0.05)
            await until(lambda: table.name not in a.lobby.runners)
        await until(lambda: b.lobby.runners[table.name]._audience.at(player.seat))  # noqa: SLF001

        assert not player.gone.done()
        await player.leave()


async def test_who_comes_when_nobody_runs_a_table_waits_for_it(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a") as (a,), patience():
        table = await new_table(a)
        gone = a.lobby.release(table.name)
        await gone
        store_of(a).held.clear()
        player = await table.seat(guest(tmp_path), Player)

        assert a.lobby.runners[table.name] is not table.runner
        await player.leave()


async def test_a_node_whose_name_another_has_taken_ends(url: str, tmp_path: Path) -> None:
    async def robbed() -> None:
        async with nodes(url, tmp_path, "a"), aclosing(await PostgresStore.open(url, "a")) as other:
            while not await Membership(other, "y:1").register():
                await forget_node(other, "a")
            await asyncio.Event().wait()

    async with patience():
        with pytest.raises(LostNodeError, match="Another node is called a now"):
            await robbed()


async def test_a_node_waits_for_one_of_its_name_that_has_died_but_not_for_one_that_lives(
    url: str, tmp_path: Path
) -> None:
    site = Site(url, "a", HERE, patience=0)
    async with aclosing(await PostgresStore.open(url, "a")) as store:
        await Membership(store, "x:1").register()
        with pytest.raises(StoreError, match=r"A node named a is running already\. Choose another name\."):
            async with open_node(tmp_path / "a", HERE, 0, site):
                pass
        await forget_node(store, "a")
        async with open_node(tmp_path / "a", HERE, 0, site) as server:
            assert [node.name for node in await list_nodes(store_of(server))] == ["a"]


async def test_a_node_ends_though_its_database_has_fallen_silent_in_mid_game(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LEAVING_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "CLOSING_SECONDS", 0.2)
    async with open_gate(urlsplit(url).port or 5432) as gate, patience():
        async with nodes(behind(gate, url), tmp_path, "a") as (a,):
            table = await new_table(a)
            bots = [await table.seat_bot(guest(tmp_path, n), n, BotPlayer) for n in range(3)]
            games = asyncio.gather(*(bot.play_on() for bot in bots), return_exceptions=True)
            await until(lambda: table.runner.table.state is not None)
            gate.fall_silent()
            await until(table.runner._turn.locked)  # noqa: SLF001 (a write waits for the database)
        games.cancel()


async def test_nobody_waits_long_to_hear_that_no_table_can_be_opened_without_the_database(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        open_gate(urlsplit(url).port or 5432) as gate,
        patience(),
        nodes(behind(gate, url), tmp_path, "a") as (a,),
    ):
        a.lobby.club = Club(lambda _: True, no_bots)
        await opened(a, Identity.make(), a_wish(Access.ALL))
        gate.fall_silent()
        with monkeypatch.context() as hurried:
            hurried.setattr(lobby, "ANSWER_SECONDS", 0.1)
            with pytest.raises(RefusedError, match="database is not answering"):
                await opened(a, Identity.make(), a_wish(Access.ALL))
        gate.speak()
        await until(lambda: not a.lobby.journal.backlog.delay)
        await opened(a, Identity.make(), a_wish(Access.ALL))

        assert len(a.lobby.runners) == 2


async def test_a_node_with_another_key_is_refused(url: str, tmp_path: Path) -> None:
    async with nodes(url, tmp_path, "a"):
        with pytest.raises(StoreError, match="not the one of the site"):
            async with open_node(tmp_path / "b", HERE, 0, Site(url, "b", HERE)):
                pass


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_clock_of_the_database_that_jumps_costs_no_move(url: str, tmp_path: Path, hours: int) -> None:
    """All nodes look dead to each other for a moment, and tables may change hands; that is all."""
    with impatient():
        async with nodes(url, tmp_path, "a", "b") as (a, b), patience():
            table = await new_table(a)
            bots = remembering_bots(table.invitations)
            await asyncio.gather(*(bot.sit_down() for bot in bots))
            games = asyncio.gather(*(bot.play_on() for bot in bots))
            await until(lambda: table.runner.table.state is not None)
            store = b.lobby.journal
            assert isinstance(store, PostgresStore)
            for _ in range(2):
                await store.ask("UPDATE nodes SET seen = seen - make_interval(hours => $1)", hours)
                await bots[0].hear_more(20)
            await games
            entries = stamps_in(await store.entries(table.name))

    assert check_by_entries(entries, bots).is_over
    assert verify(entries).judgement is Judgement.FAIR


async def test_a_clock_of_the_database_that_was_set_back_keeps_no_dead_node_alive(url: str) -> None:
    async with aclosing(await PostgresStore.open(url, "n")) as store:
        await Membership(store, "x:1").register()
        await store.write(
            lambda connection: connection.execute("UPDATE nodes SET seen = now() + interval '1 hour'")
        )

        assert [node.is_alive for node in await list_nodes(store)] == [False]


async def test_a_game_that_is_new_is_not_taken_over_by_its_own_node(url: str) -> None:
    async with aclosing(await PostgresStore.open(url, "n")) as store:
        membership = Membership(store, "x:1")
        await membership.register()
        games = [f"game {number}" for number in range(5)]
        creating = asyncio.gather(*(store.create(game, b"") for game in games))
        claimed = await membership.claim()
        await creating
        await asyncio.gather(*(store.append(game, 0, b"a") for game in games))

        assert claimed == await membership.claim() == []


async def test_a_node_that_lost_a_game_cannot_close_it(url: str) -> None:
    old, new = await PostgresStore.open(url, "old"), await PostgresStore.open(url, "new")
    try:
        await old.create("kyoto", b"")
        await old.append("kyoto", 0, b"a")
        heir = Membership(new, "y:1")
        await heir.register()
        assert await heir.claim() == ["kyoto"]  # nobody called old has ever come in
        for state in (GameState.OVER, GameState.FROZEN):
            with pytest.raises(LostGameError):
                await old.close_game("kyoto", state)
        await new.close_game("kyoto", GameState.OVER)
        await old.close_game("kyoto", GameState.OVER)  # which it is

        assert [game.state for game in await old.games()] == [GameState.OVER]
    finally:
        await old.aclose()
        await new.aclose()


async def test_games_that_are_wanted_are_taken_over_first(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_nodes, "MOST_AT_ONCE", 1)
    old, new = await PostgresStore.open(url, "old"), await PostgresStore.open(url, "new")
    try:
        for name in ("edo", "kyoto", "nara"):
            await old.create(name, b"")
            await old.append(name, 0, b"a")
        membership = Membership(new, "y:1")
        await membership.register()

        assert await membership.claim({"edo"}) == ["edo"]
        assert await membership.claim({"kyoto"}) == ["kyoto"]
    finally:
        await old.aclose()
        await new.aclose()
