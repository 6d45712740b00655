"""Whoever loses the connection as a game ends comes back once more, to stand by its story."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from client.seat.bot_player import BotPlayer
from client.seat.news import Changed, News, Person
from protocol.messages import TableState
from protocol.pace import Terms
from server.server import open_server
from tests.client.played import QUICK, SEATS, identity
from tests.waiting import patience


class Unlucky(BotPlayer):
    """Loses the connection on hearing of the end, once."""

    has_lost_it = False

    def _on_news(self, news: News) -> None:
        if isinstance(news, Changed) and news.info.state is TableState.OVER and not self.has_lost_it:
            self.has_lost_it = True
            connection = self._player._connection  # noqa: SLF001
            assert connection is not None
            connection._transport.abort()  # noqa: SLF001
        super()._on_news(news)


async def test_all_stand_by_a_game_that_ended_with_a_lost_connection(tmp_path: Path) -> None:
    async with open_server(tmp_path, "127.0.0.1", 0, QUICK) as server:
        runner = await server.lobby.open("rising_sun", SEATS, {}, Terms())
        players = []
        for number in range(3):
            kind = Unlucky if number == 1 else BotPlayer
            invitation = server.invitation("127.0.0.1", runner.name, await server.lobby.invite(runner))
            person = Person(identity(number), f"Player {number}")
            players.append(kind(invitation, lambda _: None, person, "random", Random(number), QUICK))
            await players[-1].sit_down()
        async with patience():
            await asyncio.gather(*(player.play_on() for player in players))

        assert runner.table.signed_off == {0, 1, 2}
