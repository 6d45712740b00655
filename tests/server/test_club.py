"""A club's server: tables opened, joined, left and closed while it runs, over real connections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from client.seat.bot_player import BotPlayer
from client.seat.connection import RefusedError
from client.seat.news import Person
from client.seat.player import Player
from protocol import session
from protocol.entries import Access, Closed, Owned, Said
from protocol.handshake import Versions, client_hello
from protocol.identity import Identity
from protocol.invitation import token_hash
from protocol.messages import Invitations, InvitedTo, OpenTable, TableInfo, TableNamed, TableState
from protocol.pace import Terms
from server.door.requests import invitations_to
from server.server import open_server
from server.store.interface import GameState
from tests.harness.logs import identity, log_of
from tests.harness.loopback import HERE, WIDE, a_server, admit, guest, ignore, new_table
from tests.harness.verdicts import found_by_both
from tests.independent.verifier import FAIR
from tests.server.clubs import PASSWORD, SEATS, a_club, a_visit, a_wish, all_leave, opened, seated, to
from tests.waiting import patience, until

# Opening and joining -----------------------------------------------------------------------------


async def test_a_member_opens_a_table_others_find_it_and_play_begins(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.PASSWORD, PASSWORD))
        async with a_visit(server, Identity.make()) as connection:
            listed: tuple[TableInfo, ...] = await connection.request("tables")
        players = [await seated(to(server, table), name, PASSWORD) for name in ("Aiko", "Ben", "Chie")]
        for player in players:
            await player.ready()
        await until(lambda: all(player.mirror.info.state is TableState.RUNNING for player in players))

        assert [(row.table, row.access, row.owner) for row in listed] == [
            (table, Access.PASSWORD, owner.public.raw)
        ]
        assert players[0].mirror.info.owner == owner.public.raw  # as the signed story tells it
        await all_leave(*players)


async def test_who_waits_can_talk(tmp_path: Path) -> None:
    """The room where players wait is the table itself: what is said there is in its story."""
    async with a_club(tmp_path) as server:
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        aiko, ben = await seated(to(server, table), "Aiko"), await seated(to(server, table), "Ben")
        await aiko.say("Shall we wait for Chie?")
        await until(lambda: any(isinstance(heard.entry, Said) for heard in ben.mirror.story))
        await until(lambda: len(ben.mirror.table.talk_keys) == 2)
        await ben.say("Only a little.", (aiko.seat,))
        await until(lambda: sum(isinstance(heard.entry, Said) for heard in aiko.mirror.story) == 2)

        words = [heard.words for heard in aiko.mirror.story if isinstance(heard.entry, Said)]
        assert words == ["Shall we wait for Chie?", "Only a little."]
        await all_leave(aiko, ben)


async def test_only_the_password_opens_a_table_with_one(tmp_path: Path) -> None:
    async with a_club(tmp_path) as server:
        table = await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD))
        with pytest.raises(RefusedError, match="has a password"):
            await seated(to(server, table), "Aiko")
        with pytest.raises(RefusedError, match="not this table's password"):
            await seated(to(server, table), "Aiko", "open sesame")

        await all_leave(await seated(to(server, table), "Aiko", PASSWORD))


async def test_only_an_invitation_leads_to_a_table_of_the_invited(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.INVITED))
        with pytest.raises(RefusedError, match="need an invitation"):
            await seated(to(server, table), "Aiko", PASSWORD)
        async with a_visit(server, Identity.make()) as stranger:
            with pytest.raises(RefusedError, match="Only whoever opened"):
                await stranger.request("invite", TableNamed(table))
        async with a_visit(server, owner) as connection:
            invited: InvitedTo = await connection.request("invite", TableNamed(table))

        await all_leave(await seated(to(server, table, invited.token), "Aiko"))


async def test_who_has_used_which_invitation_is_told_to_the_owner_and_to_nobody_else(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server, a_visit(server, owner) as connection:
        table = TableNamed(await opened(server, owner, a_wish(Access.INVITED)))
        tokens = [(await connection.request("invite", table)).token for _ in range(2)]
        used, unused = map(token_hash, tokens)
        aiko = await seated(to(server, table.table, tokens[0]), "Aiko")
        watcher = Player(
            to(server, table.table), Person(Identity.make(), "Ben", is_watching=True), admit, ignore, WIDE
        )
        await watcher.sit_down()
        told: Invitations = await connection.request("invitations", table)

        assert {one.token: one.seat for one in told.invitations} == {used: aiko.seat, unused: None}
        for other in (aiko, watcher):
            assert await other.invitations() is None
            heard = [msgspec.msgpack.encode(each.entry) for each in other.mirror.story]
            assert heard
            assert not any(token in entry for entry in heard for token in (*tokens, used, unused))
        async with a_visit(server, Identity.make()) as stranger:
            with pytest.raises(RefusedError, match="Only whoever opened"):
                await stranger.request("invitations", table)

        await aiko.stand_up()
        told = await connection.request("invitations", table)
        assert {one.token: one.seat for one in told.invitations} == {used: None, unused: None}
        await all_leave(aiko, watcher)


class Counted(list[Any]):
    """Counts how often it is gone through."""

    looks = 0

    def __iter__(self) -> Iterator[Any]:
        self.looks += 1
        return super().__iter__()


async def test_however_many_invitations_there_are_the_journal_is_looked_through_once(tmp_path: Path) -> None:
    """Otherwise an owner could keep a server busy with a long journal and many invitations."""
    async with a_server(tmp_path) as server:
        table = await new_table(server, 5)
        past = table.runner._story.past = Counted(table.runner._story.past)  # noqa: SLF001

        assert len(list(invitations_to(table.runner))) == 5
        assert past.looks == 1


async def test_what_an_older_program_says_and_hears_has_stayed_the_same(tmp_path: Path) -> None:
    """A client of version 6 is greeted in version 6, and asks for nothing that version 6 does not have."""
    older = Versions(6, 6)
    async with a_club(tmp_path) as server:
        owner = Identity.make()
        with patch.object(session, "client_hello", partial(client_hello, older)):
            async with a_visit(server, owner) as connection:
                assert connection.version == 6
                table = TableNamed(await opened(server, owner, a_wish(Access.INVITED)))
                invited: InvitedTo = await connection.request("invite", table)
            aiko = await seated(to(server, table.table, invited.token), "Aiko")

            assert await aiko.invitations() is None
            assert aiko.seat is not None
            await all_leave(aiko)


async def test_who_stands_up_leaves_the_seat_to_whoever_likes(tmp_path: Path) -> None:
    async with a_club(tmp_path) as server:
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        players = [await seated(to(server, table), name) for name in ("Aiko", "Ben", "Chie")]
        with pytest.raises(RefusedError, match="All seats are taken"):
            await seated(to(server, table), "Dai")
        await players[1].stand_up()
        dai = await seated(to(server, table), "Dai")

        assert dai.seat == 1
        await all_leave(*players, dai)


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (OpenTable("rising_sun", ("koi",)), "players"),
        (OpenTable("chess", SEATS), "chess"),
        (OpenTable("rising_sun", ("koi", "koi", "lotus")), "a different clan"),
        (OpenTable("rising_sun", ("koi", "lotus", "crane")), "crane"),
        (OpenTable("rising_sun", SEATS, (("set", "golden"),)), "set"),
        (OpenTable("shogun", ("red", "blue", "yellow"), (("side", "moon"),)), "draft"),
        (OpenTable("rising_sun", SEATS, bots=3), "2 bots"),
        (OpenTable("rising_sun", SEATS, level="godlike"), "godlike"),
        (OpenTable("rising_sun", SEATS, access=Access.PASSWORD), "6 characters"),
        (OpenTable("rising_sun", SEATS, (), Terms(), 0, "", Access.PASSWORD, "short"), "6 characters"),
        (OpenTable("rising_sun", SEATS, password=PASSWORD), "only for a table that asks for one"),
        (a_wish(Access.PASSWORD, ""), "at least 6 characters"),
        (a_wish(Access.PASSWORD, "x" * 65), "at most 64 characters"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(tmp_path: Path, wish: OpenTable, why: str) -> None:
    async with a_club(tmp_path) as server:
        with pytest.raises(RefusedError, match=why):
            await opened(server, Identity.make(), wish)

        assert not server.lobby.runners


# Who may -----------------------------------------------------------------------------------------


async def test_nobody_opens_tables_unless_the_host_says_so(tmp_path: Path) -> None:
    async with open_server(tmp_path / "data", HERE, 0, WIDE) as server:
        with pytest.raises(RefusedError, match="may not open"):
            await opened(server, Identity.make(), a_wish(Access.ALL))


async def test_only_members_open_tables_where_members_are_named(tmp_path: Path) -> None:
    member = Identity.make()
    async with a_club(tmp_path, members=(member,)) as server:
        with pytest.raises(RefusedError, match="may not open"):
            await opened(server, Identity.make(), a_wish(Access.ALL))

        assert await opened(server, member, a_wish(Access.ALL)) in server.lobby.runners


# The proof ---------------------------------------------------------------------------------------


async def a_game_of_whoever_likes(folder: Path) -> bytes:
    async with a_club(folder) as server:
        table = await opened(server, identity(0), a_wish(Access.ALL))
        guests = [guest(folder, number) for number in range(3)]
        bots = [BotPlayer(to(server, table), admit, who, "random", Random(1), WIDE) for who in guests]
        for bot in bots:
            await bot.sit_down()
        async with patience():
            await asyncio.gather(*(bot.play_on() for bot in bots))
            await server.lobby.runners[table].settled.wait()
    return await log_of(folder, table)


async def test_both_verifiers_know_tables_that_people_open(tmp_path: Path) -> None:
    log = await a_game_of_whoever_likes(tmp_path)

    assert found_by_both(log, tmp_path) == (FAIR, None)


# Passwords ---------------------------------------------------------------------------------------


async def test_nothing_that_is_kept_or_told_gives_a_password_away(tmp_path: Path) -> None:
    async with a_club(tmp_path) as server:
        table = await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD))
        aiko = await seated(to(server, table), "Aiko", PASSWORD)
        [owned] = [heard.entry for heard in aiko.mirror.story if isinstance(heard.entry, Owned)]
        [kept] = [server.lobby.runners[table].table.owned]
        await aiko.leave()

    assert owned.password == b""
    assert kept is not None
    assert len(kept.password) == 32
    for path in (tmp_path / "data").rglob("*"):
        assert not path.is_file() or PASSWORD.encode() not in path.read_bytes()


async def test_two_tables_with_one_password_are_kept_differently(tmp_path: Path) -> None:
    async with a_club(tmp_path) as server:
        tables = [await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD)) for _ in range(2)]
        kept = {server.lobby.runners[table].table.owned for table in tables}

        assert len({owned.password for owned in kept if owned is not None}) == 2


# Closing -----------------------------------------------------------------------------------------


async def test_an_owner_closes_a_table_that_waits_and_all_are_told(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.ALL))
        aiko = await seated(to(server, table), "Aiko")
        async with a_visit(server, Identity.make()) as stranger:
            with pytest.raises(RefusedError, match="Only whoever opened"):
                await stranger.request("close", TableNamed(table))
        async with a_visit(server, owner) as connection:
            await connection.request("close", TableNamed(table))
            left: tuple[TableInfo, ...] = await connection.request("tables")
        async with patience():
            why = await aiko.gone

        assert why == "The table was closed before its game began."
        assert isinstance(aiko.mirror.story[-1].entry, Closed)
        assert left == ()
        with pytest.raises(RefusedError, match="no table"):
            await seated(to(server, table), "Ben")
        await aiko.leave()


async def test_a_closed_table_stays_closed_after_a_restart(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.ALL))
        async with a_visit(server, owner) as connection:
            await connection.request("close", TableNamed(table))
    async with a_club(tmp_path) as server:
        games = {game.id: game.state for game in await server.lobby.journal.games()}
        with pytest.raises(RefusedError, match="no table"):
            await seated(to(server, table), "Ben")

        assert games == {table: GameState.OVER}


async def test_a_table_is_not_closed_once_its_game_has_begun(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.ALL))
        players = [await seated(to(server, table), name) for name in ("Aiko", "Ben", "Chie")]
        for player in players:
            await player.ready()
        await until(lambda: all(player.mirror.info.state is TableState.RUNNING for player in players))
        async with a_visit(server, owner) as connection:
            with pytest.raises(RefusedError, match="game has begun"):
                await connection.request("close", TableNamed(table))

        assert table in server.lobby.runners
        await all_leave(*players)


async def test_owner_password_and_access_survive_a_restart(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path) as server:
        table = await opened(server, owner, a_wish(Access.PASSWORD, PASSWORD))
    async with a_club(tmp_path) as server:
        with pytest.raises(RefusedError, match="not this table's password"):
            await seated(to(server, table), "Aiko", "another one")
        aiko = await seated(to(server, table), "Aiko", PASSWORD)
        async with a_visit(server, owner) as connection:
            await connection.request("close", TableNamed(table))
        await aiko.leave()
