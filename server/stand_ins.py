"""Bots that play for those who are not there, from the view of the seat they stand in for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random

from core.bots import Bot, bot_named
from core.records import RulesError, Seat
from protocol.entries import AnyEntry, Chose
from server.conductor import Conductor
from server.table import Table

LEVEL = "greedy"

log = logging.getLogger(__name__)


class StandIns:
    """One bot for each seat that needs one; it thinks beside the loop."""

    def __init__(
        self,
        table: Table,
        conductor: Conductor,
        submit: Callable[[AnyEntry], Awaitable[None]],
        on_answer: Callable[[Seat], Awaitable[None]],
    ) -> None:
        self._table = table
        self._conductor = conductor
        self._submit = submit
        self._on_answer = on_answer
        self._bots: dict[Seat, Bot] = {}
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    def play(self, seat: Seat) -> None:
        """Answer what the seat is asked now, and go on for as long as it is replaced."""
        if self._is_asked(seat) and seat not in self._thinking:
            self._thinking[seat] = asyncio.get_running_loop().create_task(self._think(seat))

    async def _think(self, seat: Seat) -> None:
        try:
            while seat in self._table.replaced and self._is_asked(seat):
                await self._answer(seat)
                await self._on_answer(seat)
        except RulesError as error:
            log.info("The answer for seat %d is not wanted: %s", seat, error)
        finally:
            del self._thinking[seat]

    async def _answer(self, seat: Seat) -> None:
        table, game = self._table, self._table.game
        bot = self._bots.setdefault(seat, bot_named(LEVEL, game, Random()))  # noqa: S311
        prompt = table.prompts[seat].number
        choice = await asyncio.to_thread(bot.choose, table.view_for(seat))
        if not self._is_asked(seat) or table.prompts[seat].number != prompt:
            return
        line = game.line_of(choice)
        if table.round is None:
            await self._submit(Chose(seat, prompt, line))
        else:
            await self._submit(self._conductor.seal_for(seat, line))

    def _is_asked(self, seat: Seat) -> bool:
        """Who was replaced after a sealed round had been opened is passed over in it."""
        table = self._table
        can_answer = table.sealing is None or self._conductor.is_ours(seat)
        return seat in table.prompts and can_answer

    async def aclose(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
