"""Bots that play for absent players, from the view of the seat they stand in for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from random import Random
from typing import Any

from core.bots.character import Character
from core.bots.courtesy import CourteousBot, UnfailingBot
from core.bots.levels import bot_named
from core.deals import Standing
from core.game import Game
from core.kinds import Choice, RulesError, Seat
from protocol.entries import AnyEntry, Chose, Returned, Succeeded
from protocol.oaths import locked
from protocol.round_records import Committed, RoundSet
from protocol.table.table import Table
from server.tables.sealed_rounds import SealedRounds

LEVELS = ("steady", "random")
"""Of stand-ins: the next one answers if one fails."""
TEMPERAMENT = "honest"

log = logging.getLogger(__name__)


class StandIn:
    """A bot that keeps the word of the player it stands in for, and makes no deals in that player's name."""

    def __init__(self, game: Game) -> None:
        bots = [bot_named(level, game, Random()) for level in LEVELS]  # noqa: S311
        self._character = Character(game, UnfailingBot(log.exception, *bots), TEMPERAMENT, Random())  # noqa: S311
        self._bot = CourteousBot(game, self._character)

    def choose(
        self, seat: Seat, view: Any, deals: Sequence[Standing], people: Collection[Seat]
    ) -> Choice | None:
        try:
            self._character.hear(seat, deals, ())
            return self._bot.choose(view, people)
        except Exception:  # whatever it is, the table goes on
            log.exception("A stand-in could not decide")
            choice: Choice = view.decision.sample(Random())  # noqa: S311
            return choice


class StandIns:
    """One bot for each seat that needs one; it thinks beside the loop."""

    def __init__(
        self,
        table: Table,
        rounds: SealedRounds,
        submit: Callable[[AnyEntry, Callable[[], bool]], Awaitable[None]],
    ) -> None:
        self._table = table
        self._rounds = rounds
        self._submit = submit
        self._bots: dict[Seat, StandIn] = {}
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._lent: set[Seat] = set()  # for one answer
        self._answered: set[Seat] = set()  # of those, after it

    # Seats that are only lent ----------------------------------------------------------------

    def lend(self, seat: Seat) -> None:
        """Take a seat for one answer only: its player was out of time."""
        self._lent.add(seat)

    def note(self, entry: AnyEntry) -> None:
        """See whether a seat has been answered for, or passed over."""
        if isinstance(entry, (Chose, Committed)):
            self._answered |= self._lent & {entry.seat}
        elif isinstance(entry, Succeeded):
            self._lent.discard(entry.seat)
            self._answered.discard(entry.seat)
        elif isinstance(entry, RoundSet):
            self._answered |= self._lent.intersection(entry.missing)

    def next_entry(self) -> Returned | None:
        """Give a lent seat back before anything else happens, since it may be asked again."""
        if not self._answered:
            return None
        seat = self._answered.pop()
        self._lent.discard(seat)
        return Returned(seat)

    # Answers ---------------------------------------------------------------------------------

    def play(self, seat: Seat) -> None:
        """Answer the seat's question if that is up to us, and go on for as long as it is."""
        if self._is_asked(seat) and seat not in self._thinking:
            self._thinking[seat] = asyncio.get_running_loop().create_task(self._think(seat))

    async def _think(self, seat: Seat) -> None:
        try:
            while self._is_asked(seat) and await self._answer(seat):
                pass
        except RulesError as error:
            log.info("The answer for seat %d is not wanted: %s", seat, error)
        finally:
            del self._thinking[seat]

    async def _answer(self, seat: Seat) -> bool:
        """Say whether there may be more to answer now; a bot that waits for people is asked again later."""
        table, game = self._table, self._table.game
        bot = self._bots.setdefault(seat, StandIn(game))
        seq, prompt = table.seq, table.prompts[seat].number
        view, deals, people = table.view_for(seat), table.deals.seen_by(seat), self._people_before(seat)
        choice = await asyncio.to_thread(bot.choose, seat, view, deals, people)
        if choice is None:
            return table.seq != seq

        def is_wanted() -> bool:
            return self._is_asked(seat) and table.prompts[seat].number == prompt

        if is_wanted():
            line, is_sealed = game.line_of(choice), table.round is not None
            entry = self._rounds.seal_for(seat, line) if is_sealed else locked(Chose(seat, prompt, line))
            await self._submit(entry, is_wanted)
        return True

    def _people_before(self, seat: Seat) -> tuple[Seat, ...]:
        """Name the players a bot lets go first; for a player out of time it answers at once."""
        return () if seat in self._lent else self._table.people

    def _is_asked(self, seat: Seat) -> bool:
        """Say whether a seat is asked something that a bot has to answer.

        A seat replaced after a sealed round was opened is passed over in it; for a player who comes back
        after that, a bot plays until it is over.
        """
        table = self._table
        is_ours = self._rounds.is_ours(seat) if table.sealing is not None else seat in table.replaced
        return is_ours and seat in table.prompts

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()

    async def aclose(self) -> None:
        self.stop()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
