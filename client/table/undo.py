"""Which choice a player would take back now."""

from __future__ import annotations

from collections.abc import Iterable

from client.seat.news import Heard
from core.kinds import ChoiceTakenBack, Seat
from protocol.entries import AskedBack, Chose, TookBack


def last_choice(story: Iterable[Heard], seat: Seat) -> int | None:
    """Give the prompt of the last choice of a seat that still stands."""
    made: list[tuple[Seat, int]] = []
    asked = (-1, -1)
    for heard in story:
        entry = heard.entry
        if isinstance(entry, Chose):
            made.append((entry.seat, entry.prompt))
        elif isinstance(entry, TookBack):
            made.remove((entry.seat, entry.prompt))
        elif isinstance(entry, AskedBack):
            asked = entry.seat, entry.prompt
        if any(isinstance(event, ChoiceTakenBack) for event in heard.events):
            del made[made.index(asked) :]
    return next((prompt for maker, prompt in reversed(made) if maker == seat), None)


def has_asked(story: Iterable[Heard], seat: Seat, prompt: int) -> bool:
    """Say whether the others were asked about that choice; nobody is asked twice."""
    asked = (heard.entry for heard in story if isinstance(heard.entry, AskedBack))
    return any((entry.seat, entry.prompt) == (seat, prompt) for entry in asked)
