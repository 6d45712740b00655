"""A bot among people: where all are asked at once it lets them have their say."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from core.bots.base import Bot
from core.game import Game
from core.kinds import Choice, Seat, Step


class CourteousBot:
    """Asks a bot what the manners of the game leave of a question, and keeps back what is too early."""

    def __init__(self, game: Game, bot: Bot) -> None:
        self._manners = game.manners
        self._bot = bot
        self._agenda: tuple[Step, ...] = ()
        self._said: set[Choice] = set()  # since the agenda is what it is

    def choose(self, view: Any, people: Collection[Seat]) -> Choice | None:
        """Answer the decision in the view; None: not before people have acted."""
        if self._manners is None:
            return self._bot.choose(view)
        if view.agenda != self._agenda:
            self._agenda, self._said = view.agenda, set()
        decision = self._manners.question(view, people, self._said)
        choice = self._bot.choose(replace(view, decision=decision))
        if self._manners.is_too_early(view, people, choice):
            return None
        self._said.add(choice)
        return choice
