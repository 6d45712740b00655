"""The games there are, by name; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from core.game import Game
from core.kinds import InputError

NAMES = ("rising_sun", "shogun", "ninjato")


def game_named(name: str) -> Game:
    if name not in NAMES:
        msg = f"There is no game '{name}'; there is {', '.join(NAMES)}."
        raise InputError(msg)
    game: Game = import_module(f"core.games.{name}").GAME
    return game
