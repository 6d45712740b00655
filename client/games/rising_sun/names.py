"""The names of Rising Sun's things, by their numbers, in the language in use."""

from __future__ import annotations

from client.log.rising_sun import card, clan, counted, kami, mandate, province, season
from client.log.words import listed as log_listed
from client.texts import t
from core.games.rising_sun.board import CLANS, KAMI, PHASES, PIECES
from core.games.rising_sun.cards import NAMES
from core.kinds import Seat

__all__ = [
    "card",
    "card_id",
    "clan",
    "count",
    "kami",
    "letter",
    "listed",
    "mandate",
    "one",
    "phase",
    "piece",
    "province",
    "season",
    "short_clan",
    "short_kami",
]


def short_clan(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}.short")


def letter(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}.letter")


def short_kami(number: int) -> str:
    return t(f"kami-{KAMI[number]}.short")


def piece(number: int) -> str:
    return t(f"piece-{PIECES[number]}")


def one(number: int) -> str:
    """Name one piece inside a sentence."""
    return t(f"piece-{PIECES[number]}.one")


def count(number: int, how_many: int) -> str:
    if how_many == 1:
        return piece(number)
    return counted(how_many, t(f"piece-{PIECES[number]}.many"))


def phase(number: int) -> str:
    return t(f"phase-{PHASES[number]}")


def listed(words: list[str]) -> str:
    """Write a list as people do."""
    return log_listed(words) if words else ""


def card_id(number: int) -> str:
    return NAMES[number]
