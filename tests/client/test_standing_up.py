"""Giving a seat back before a game begins, at real servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.seat.connection import RefusedError
from client.seat.player import Player
from protocol.messages import TableState
from tests.harness.loopback import a_table, guest
from tests.waiting import until


async def test_who_stands_up_can_sit_down_elsewhere_at_the_same_table(tmp_path: Path) -> None:
    async with a_table(tmp_path / "server") as table:
        invitation, person = table.invite(), guest(tmp_path)
        table.invitations.insert(0, invitation)
        player = await table.seat(person._replace(seat=0), Player)
        await player.stand_up()
        await player.leave()
        assert table.runner.free_seats() == [0, 1, 2]
        table.invitations.insert(0, invitation)
        again = await table.seat(person._replace(seat=2), Player)

        assert again.seat == 2
        await again.leave()


async def test_once_the_game_has_begun_a_seat_stays_with_its_player_who_plays_on(tmp_path: Path) -> None:
    async with a_table(tmp_path / "server") as table:
        players = [await table.seat(guest(tmp_path, number), Player) for number in range(3)]
        for player in players:
            await player.ready()
        first = players[0]
        await until(lambda: first.mirror.info.state is TableState.RUNNING)
        with pytest.raises(RefusedError, match="seat"):
            await first.stand_up()
        for player in players:
            await player.choose(player.mirror.game.choice_of("ready"))
        await until(lambda: first.mirror.view is not None and first.mirror.view.phase > 0)

        assert not first.gone.done()
        for player in players:
            await player.leave()
