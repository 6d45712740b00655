"""A player who loses the connection as a game ends comes back once more, to sign its story."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client.seat.bot_player import BotPlayer
from client.seat.news import News, TableChanged
from protocol.messages import TableState
from tests.harness.loopback import a_person, a_table
from tests.waiting import patience


class Unlucky(BotPlayer):
    """Loses the connection on hearing of the end, once."""

    has_lost_it = False

    def _on_news(self, news: News) -> None:
        if isinstance(news, TableChanged) and news.info.state is TableState.OVER and not self.has_lost_it:
            self.has_lost_it = True
            connection = self._player._connection  # noqa: SLF001
            assert connection is not None
            connection._transport.abort()  # noqa: SLF001
        super()._on_news(news)


async def test_all_stand_by_a_game_that_ended_with_a_lost_connection(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        people = [a_person(number) for number in range(3)]
        bots = [
            await table.seat_bot(person, number, Unlucky if number == 1 else BotPlayer)
            for number, person in enumerate(people)
        ]
        async with patience():
            await asyncio.gather(*(bot.play_on() for bot in bots))

        assert table.runner.table.signed_off == {0, 1, 2}
