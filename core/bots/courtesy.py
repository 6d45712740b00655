"""Bots among people: they always have an answer, and where all are asked at once they let people go first."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from core.bots.kinds import UNTIED, AnyView, Bot, Stance, Thinker, Thought
from core.bots.word import bargains_of
from core.game import Game
from core.kinds import Choice, Seat, Step


class UnfailingBot:
    """Asks the first of some bots; where one fails, that is told and the next one answers."""

    def __init__(self, tell: Callable[[str], object], *bots: Thinker) -> None:
        self._tell = tell
        self._bots = bots

    def choose(self, view: AnyView) -> Choice:
        return self.think(view).choice

    def think(self, view: AnyView, stance: Stance = UNTIED) -> Thought:
        *bots, last = self._bots
        for bot in bots:
            try:
                return bot.think(view, stance)
            except Exception:  # noqa: BLE001 (whatever it is, the table goes on)
                self._tell("A bot could not think")
        return last.think(view, stance)


class CourteousBot:
    """Asks a bot what the manners of the game leave of a question, and keeps back what is too early."""

    def __init__(self, game: Game, bot: Bot) -> None:
        bargains = bargains_of(game)
        self._manners = bargains.manners if bargains else None
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
