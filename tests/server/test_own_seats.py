"""Somebody asks a server where they sit, and hears no more than they would at those tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client.seat.connection import connect
from client.seat.news import Person
from client.seat.player import Player
from client.seat.sitting import scene_of
from protocol.identity import Identity
from protocol.limits import Limits
from protocol.messages import MOST_OWN_SEATS, NOTHING, OwnSeats, TableState
from protocol.pace import PerDecision, Terms
from server.server import Server
from tests.harness.loopback import HERE, OpenTable, a_person, a_server, admit, new_table
from tests.waiting import until

THREE_DAYS = 3 * 86_400


async def seats_of(server: Server, identity: Identity) -> OwnSeats:
    connection = await connect(server.invitation(HERE, "any").address, identity, admit, Limits())
    try:
        told: OwnSeats = await connection.request("seats", NOTHING)
        return told
    finally:
        connection.close()
        await asyncio.wait([connection.lost])


async def begun(table: OpenTable, *people: Person) -> list[Player]:
    """Let a game begin."""
    players = [await table.seat(person, Player) for person in people]
    for player in players:
        await player.ready()
    await until(lambda: any(player.mirror.prompt is not None for player in players))
    return players


async def test_everybody_hears_of_their_own_seats_alone(tmp_path: Path) -> None:
    anna, ben = Person(Identity.make(), "Anna"), Person(Identity.make(), "Ben")
    async with a_server(tmp_path) as server:
        one, two = await new_table(server), await new_table(server, game="ninjato")
        sitters = [await one.seat(anna, Player), await two.seat(anna, Player), await two.seat(ben, Player)]

        of_anna, of_ben = await seats_of(server, anna.identity), await seats_of(server, ben.identity)

        assert [(own.info.table, own.seat) for own in of_anna.seats] == [(one.name, 0), (two.name, 0)]
        assert [(own.info, own.seat) for own in of_ben.seats] == [(of_anna.seats[1].info, 1)]
        assert all(own.info.state is TableState.OPEN and own.waited_for == () for own in of_anna.seats)
        assert await seats_of(server, Identity.make()) == OwnSeats(())
        for sitter in sitters:
            await sitter.leave()


async def test_what_waits_is_what_one_would_see_at_the_table(tmp_path: Path) -> None:
    async with a_server(tmp_path) as server:
        table = await new_table(server, terms=Terms(PerDecision(THREE_DAYS)), seed="a seed")
        players = await begun(table, *map(a_person, range(3)))
        for player in players:
            (own,) = (await seats_of(server, player.person.identity)).seats
            mirror, is_asked = player.mirror, own.seat in own.waited_for

            assert (own.seat, own.prompt) == (mirror.seat, mirror.prompt)
            assert own.waited_for == scene_of(mirror).waited_for != ()
            assert is_asked == (own.prompt is not None) == (own.remaining_ms is not None)
            assert 0 < (own.remaining_ms or 1) <= 1000 * THREE_DAYS
            assert own.info.seats[own.seat].is_present
        for player in players:
            await player.leave()


async def test_games_that_are_over_make_room_for_others(tmp_path: Path) -> None:
    anna = Person(Identity.make(), "Anna")
    async with a_server(tmp_path) as server:
        tables = [await new_table(server, game="ninjato") for _ in range(MOST_OWN_SEATS + 1)]
        for table in tables:
            await (await table.seat(anna, Player)).leave()
        over = tables[0].runner.table
        over.position = over.position._replace(state=over.game.new_game((0, 1), {}))
        over.state.agenda.clear()

        told = [own.info.table for own in (await seats_of(server, anna.identity)).seats]

        assert told == [table.name for table in tables[1:]]
