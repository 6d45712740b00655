"""The limits of a club's server: how many tables and for how long, and how many guesses at a password."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.seat.connection import RefusedError
from protocol.entries import Access
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import TableNamed
from server.door.connection import ClientConnection
from server.door.housekeeping import DAY_MS, tidy_up
from server.server import Server
from tests.server.by_hand import exceeds, fits
from tests.server.clubs import PASSWORD, a_club, a_visit, a_wish, all_leave, opened, seated, to
from tests.waiting import soon, until


@fits("tables_per_owner")
@exceeds("tables_per_owner")
async def test_one_person_has_so_many_tables_and_no_more(tmp_path: Path) -> None:
    owner = Identity.make()
    async with a_club(tmp_path, Limits(tables_per_owner=2)) as server:
        tables = [await opened(server, owner, a_wish(Access.ALL)) for _ in range(2)]
        with pytest.raises(RefusedError, match="Only 2 tables of the same owner"):
            await opened(server, owner, a_wish(Access.ALL))
        await opened(server, Identity.make(), a_wish(Access.ALL))
        async with a_visit(server, owner) as connection:
            await connection.request("close", TableNamed(tables[0]))

        assert await opened(server, owner, a_wish(Access.ALL))


@fits("invitations")
@exceeds("invitations")
async def test_a_table_has_so_many_unused_invitations_and_no_more(tmp_path: Path) -> None:
    """Each stays in its journal and in memory; whoever may open tables could ask for them all day."""
    owner = Identity.make()
    async with a_club(tmp_path, Limits(invitations=2)) as server:
        table = TableNamed(await opened(server, owner, a_wish(Access.INVITED)))
        async with a_visit(server, owner) as connection:
            for _ in range(2):
                await connection.request("invite", table)
            with pytest.raises(RefusedError, match="enough unused invitations"):
                await connection.request("invite", table)


@fits("tables_per_address")
@exceeds("tables_per_address")
async def test_one_address_has_so_many_tables_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fresh key is no help, nor is another address of the same network; others are not kept out."""

    async def opened_from(address: str, owner: Identity) -> str:
        monkeypatch.setattr(ClientConnection, "address", address)
        return await opened(server, owner, a_wish(Access.ALL))

    owner = Identity.make()
    async with a_club(tmp_path, Limits(tables_per_address=2)) as server:
        first = await opened_from("2001:db8:1:2::1", owner)
        await opened_from("2001:db8:1:2::2", Identity.make())
        with pytest.raises(RefusedError, match="Only 2 tables from the same network address"):
            await opened_from("2001:db8:1:2::3", Identity.make())
        assert await opened_from("2001:db8:1:3::1", Identity.make())
        async with a_visit(server, owner) as connection:
            await connection.request("close", TableNamed(first))

        assert await opened_from("2001:db8:1:2::3", Identity.make())


@fits("tables")
@exceeds("tables")
async def test_a_house_takes_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with a_club(tmp_path, Limits(tables=3)) as server:
        for _ in range(3):
            await opened(server, Identity.make(), a_wish(Access.ALL))
        with pytest.raises(RefusedError, match="no room for another table"):
            await opened(server, Identity.make(), a_wish(Access.ALL))


async def test_two_who_ask_at_once_do_not_both_get_the_last_table(tmp_path: Path) -> None:
    async with a_club(tmp_path, Limits(tables=1)) as server:
        wishes = [opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD)) for _ in range(3)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)

        assert [isinstance(answer, RefusedError) for answer in answers].count(False) == 1
        assert len(server.lobby.runners) == 1


@fits("password_burst", "password_rate")
@exceeds("password_burst", "password_rate")
async def test_wrong_passwords_are_tried_only_so_often(tmp_path: Path) -> None:
    """Even with another key each time; and in the meantime not even the right one is accepted from there."""
    limits = Limits(password_burst=3, password_rate=1e-6, address_burst=10**6)
    async with a_club(tmp_path, limits) as server:
        table = await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD))
        for guess in ("first guess", "second guess", "third guess"):
            with pytest.raises(RefusedError, match="not this table's password"):
                await seated(to(server, table), "Mallory", guess)
        with pytest.raises(RefusedError, match="Too many wrong passwords"):
            await seated(to(server, table), "Mallory", PASSWORD)


async def test_right_passwords_cost_nothing(tmp_path: Path) -> None:
    limits = Limits(password_burst=1, password_rate=1e-6)
    async with a_club(tmp_path, limits) as server:
        table = await opened(server, Identity.make(), a_wish(Access.PASSWORD, PASSWORD))
        players = [await seated(to(server, table), name, PASSWORD) for name in ("Aiko", "Ben", "Chie")]

        await all_leave(*players)


# Tables that wait --------------------------------------------------------------------------------


class Calendar:
    """The time of day of a whole house, which we turn."""

    def __init__(self, server: Server) -> None:
        time = server.lobby.time
        self.days = 0.0
        self._now_ms = time.now_ms
        server.lobby.time = time._replace(now_ms=self)

    def __call__(self) -> int:
        return self._now_ms() + round(self.days * DAY_MS)


@fits("waiting_days")
@exceeds("waiting_days")
async def test_a_table_that_nobody_comes_to_is_closed_after_a_while(tmp_path: Path) -> None:
    async with a_club(tmp_path, Limits(waiting_days=3)) as server:
        calendar = Calendar(server)
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        player = await seated(to(server, table), "Aiko")
        calendar.days = 2.9
        await tidy_up(server.lobby)
        assert table in server.lobby.runners
        calendar.days = 3.1
        await tidy_up(server.lobby)

        assert await soon(player.gone) == (
            "Nobody new has come to this table for a long time, so the server has closed it."
        )
        assert table not in server.lobby.runners
        await player.leave()


async def test_a_table_stays_open_as_long_as_somebody_comes_now_and_then(tmp_path: Path) -> None:
    async with a_club(tmp_path, Limits(waiting_days=3)) as server:
        calendar = Calendar(server)
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        calendar.days = 2.9
        await server.lobby.invite(server.lobby.runners[table])
        player = await seated(to(server, table), "Aiko")
        calendar.days = 5.8
        await tidy_up(server.lobby)
        assert table in server.lobby.runners
        await player.say("Is anybody coming?")
        calendar.days = 8.7
        await tidy_up(server.lobby)
        assert table in server.lobby.runners
        await server.lobby.invite(server.lobby.runners[table])  # which is no sign of life
        calendar.days = 8.9
        await tidy_up(server.lobby)

        assert table not in server.lobby.runners
        await player.leave()


async def test_a_game_that_has_begun_is_never_closed_for_being_slow(tmp_path: Path) -> None:
    async with a_club(tmp_path, Limits(waiting_days=3)) as server:
        calendar = Calendar(server)
        table = await opened(server, Identity.make(), a_wish(Access.ALL))
        players = [await seated(to(server, table), name) for name in ("Aiko", "Ben", "Chie")]
        await asyncio.gather(*(player.ready() for player in players))
        await until(lambda: server.lobby.runners[table].table.has_begun)
        calendar.days = 400
        await tidy_up(server.lobby)

        assert table in server.lobby.runners
        await all_leave(*players)
