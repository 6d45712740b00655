"""The names of Shogun's things, by their numbers, in the language in use."""

from __future__ import annotations

from typing import Final

from client.table.wording import naming
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

CUBE: Final = "■"

short_clan = naming("clan", SEAT_NAMES, ".short")
region = naming("region", REGIONS)
letter = naming("clan", SEAT_NAMES, ".letter")
province = naming("province", PROVINCES)
place = naming("action", PLACES)  # of the planning board: an action or the bid
short_place = naming("action", PLACES, ".short")
special = naming("special", SPECIAL_NAMES)
short_special = naming("special", SPECIAL_NAMES, ".short")
event = naming("event", [card.id for card in EVENTS])
short_event = naming("event", [card.id for card in EVENTS], ".short")
building = naming("building", BUILDINGS)
season = naming("season", SEASONS)
phase = naming("phase", PHASES)


def clan(seat: Seat) -> str:
    return t(f"clan-{SEAT_NAMES[seat]}") if seat >= 0 else t("nobody")


def card(number: int) -> str:
    if number == NO_CARD:
        return t("plan-nothing")
    if number in CHEST_CARDS:
        return t("plan-chest", number=CHEST_CARDS.index(number))
    return province(number)
