"""The bot that takes whatever comes up."""

from __future__ import annotations

from random import Random

from core.bots.base import AnyView
from core.game import Game
from core.kinds import Choice


class RandomBot:
    """Samples the decision; never does what it is not asked for, such as giving gifts."""

    def __init__(self, _game: Game, dice: Random) -> None:
        self.dice = dice

    def choose(self, view: AnyView) -> Choice:
        assert view.decision is not None
        return view.decision.sample(self.dice)
