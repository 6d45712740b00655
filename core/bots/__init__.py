"""The bots there are, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from core.bots.base import Bot
from core.bots.courteous_bot import CourteousBot
from core.bots.greedy_bot import GreedyBot
from core.bots.random_bot import RandomBot
from core.game import Game
from core.kinds import InputError

__all__ = ["BOTS", "Bot", "CourteousBot", "bot_named"]

BOTS: Final[Mapping[str, Callable[[Game, Random], Bot]]] = {
    "greedy": GreedyBot,
    "random": RandomBot,
}


def bot_named(name: str, game: Game, dice: Random) -> Bot:
    """Make a bot; all it does by chance comes from the dice handed in."""
    if name not in BOTS:
        msg = f"There is no bot '{name}'; there is {', '.join(BOTS)}."
        raise InputError(msg)
    return BOTS[name](game, dice)
