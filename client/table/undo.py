"""What was taken back, and which choice a player would take back now."""

from __future__ import annotations

from collections.abc import Iterable

from client.seat.news import Heard
from core.kinds import ChoiceTakenBack, Seat
from protocol.entries import AskedBack, Chose, TookBack


def last_choice(story: Iterable[Heard], seat: Seat) -> int | None:
    """Return the prompt of a seat's last choice that still stands."""
    entries = (heard.entry for heard in reversed(standing(story)))
    made = (entry for entry in entries if isinstance(entry, Chose) and entry.seat == seat)
    return next((entry.prompt for entry in made), None)


def standing(story: Iterable[Heard]) -> list[Heard]:
    """Return what happened, without the choices that were taken back and their consequences."""
    told: list[Heard] = []
    asked = (-1, -1)
    for heard in story:
        entry = heard.entry
        if isinstance(entry, TookBack):
            del told[place_of(told, (entry.seat, entry.prompt))]
        elif isinstance(entry, AskedBack):
            asked = entry.seat, entry.prompt
        if any(isinstance(event, ChoiceTakenBack) for event in heard.events):
            del told[place_of(told, asked) :]
        told.append(heard)
    return told


def place_of(story: list[Heard], choice: tuple[Seat, int]) -> int:
    """Find a seat's last choice in answer to a prompt."""
    entries = ((place, heard.entry) for place, heard in enumerate(story))
    made = [(place, entry) for place, entry in entries if isinstance(entry, Chose)]
    return next(place for place, entry in reversed(made) if (entry.seat, entry.prompt) == choice)


def has_asked(story: Iterable[Heard], seat: Seat, prompt: int) -> bool:
    """Say whether the others were asked about that choice; nobody is asked twice."""
    asked = (heard.entry for heard in story if isinstance(heard.entry, AskedBack))
    return any((entry.seat, entry.prompt) == (seat, prompt) for entry in asked)
