"""Moves of Rising Sun, as tests write them down."""

from __future__ import annotations

from core.catalog import game_named
from core.kinds import Choice


def move(line: str) -> Choice:
    return game_named("rising_sun").choice_of(line)
