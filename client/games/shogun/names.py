"""The names of Shogun's things, by their numbers, in the language in use."""

from __future__ import annotations

from typing import Final

from client.texts import t
from core.games.shogun.board import (
    BUILDINGS,
    CHEST_CARDS,
    EVENTS,
    NO_CARD,
    PHASES,
    PLACES,
    PROVINCES,
    REGIONS,
    SEASONS,
    SEAT_NAMES,
    SPECIAL_NAMES,
)
from core.kinds import Seat

COLOURS: Final = ("#ff6b75", "#8fc1e6", "#ffd980", "#aab1bb", "#c987df", "#57c27a")
"""Of the seats on a dark ground, and last the peasants'."""
CUBE: Final = "■"


def clan(seat: Seat) -> str:
    return t(f"clan-{SEAT_NAMES[seat]}") if seat >= 0 else t("nobody")


def short_clan(seat: Seat) -> str:
    return t(f"clan-{SEAT_NAMES[seat]}.short")


def letter(seat: Seat) -> str:
    return t(f"clan-{SEAT_NAMES[seat]}.letter")


def province(number: int) -> str:
    return t(f"province-{PROVINCES[number]}")


def short_region(number: int) -> str:
    return t(f"region-{REGIONS[number]}.short")


def place(number: int) -> str:
    """Name a place of the planning board: an action or the bid."""
    return t(f"action-{PLACES[number]}")


def short_place(number: int) -> str:
    return t(f"action-{PLACES[number]}.short")


def special(number: int) -> str:
    return t(f"special-{SPECIAL_NAMES[number]}")


def short_special(number: int) -> str:
    return t(f"special-{SPECIAL_NAMES[number]}.short")


def event(number: int) -> str:
    return t(f"event-{EVENTS[number].id}")


def short_event(number: int) -> str:
    return t(f"event-{EVENTS[number].id}.short")


def building(kind: int) -> str:
    return t(f"building-{BUILDINGS[kind]}")


def card(number: int) -> str:
    if number == NO_CARD:
        return t("plan-nothing")
    if number in CHEST_CARDS:
        return t("plan-chest", number=CHEST_CARDS.index(number))
    return province(number)


def season(number: int) -> str:
    return t(f"season-{SEASONS[number]}")


def phase(number: int) -> str:
    return t(f"phase-{PHASES[number]}")
