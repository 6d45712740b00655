"""Laying a shuriken on the board."""

from __future__ import annotations

from core.games.ninjato.events import ShurikenPlaced
from core.games.ninjato.state import State
from core.records import Seat


def place_shuriken(state: State, seat: Seat, location: int) -> None:
    """Nothing is in its way: a location holds any number (NJ-4.5)."""
    state.placed += ((seat, location),)
    state.events.append(ShurikenPlaced(seat, location))
