"""The catalog of games: each is a folder of `core/games`, loaded on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Final

from core.game import Game
from core.kinds import InputError

PACKAGE: Final = "core.games"
FIRST: Final = ("rising_sun", "shogun", "ninjato")
"""Heads every list of games; the others follow by name."""


def game_names() -> tuple[str, ...]:
    there = {module.name for module in iter_modules(import_module(PACKAGE).__path__)}
    return (*FIRST, *sorted(there.difference(FIRST)))


@cache
def game_named(name: str) -> Game:
    if name not in game_names():
        msg = f"There is no game '{name}'; there is {', '.join(game_names())}."
        raise InputError(msg)
    game: Game = import_module(f"{PACKAGE}.{name}").GAME
    return game


def rulebook(name: str) -> str:
    """Return the numbered rules of a game."""
    return files(f"{PACKAGE}.{name}").joinpath("rules.md").read_text("utf-8")
