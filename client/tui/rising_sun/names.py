"""The names of Rising Sun's things, by their numbers, in the language in use."""

from __future__ import annotations

from client.texts import t
from core.games.rising_sun.board import CLANS, KAMI, MANDATES, PHASES, PIECES, PROVINCES, SEASONS
from core.games.rising_sun.cards import NAMES
from core.records import Seat


def clan(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}")


def short_clan(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}.short")


def letter(seat: Seat) -> str:
    return t(f"clan-{CLANS[seat]}.letter")


def province(place: int) -> str:
    return t(f"province-{PROVINCES[place]}")


def kami(number: int) -> str:
    return t(f"kami-{KAMI[number]}")


def short_kami(number: int) -> str:
    return t(f"kami-{KAMI[number]}.short")


def mandate(tile: int) -> str:
    return t(f"mandate-{MANDATES[tile]}")


def piece(number: int) -> str:
    return t(f"piece-{PIECES[number]}")


def one(number: int) -> str:
    """Name one piece inside a sentence."""
    return t(f"piece-{PIECES[number]}.one")


def count(number: int, how_many: int) -> str:
    if how_many == 1:
        return piece(number)
    return t("count-of", number=how_many, things=t(f"piece-{PIECES[number]}.many"))


def card(number: int) -> str:
    return t(f"card-{NAMES[number]}")


def season(number: int) -> str:
    return t(f"season-{SEASONS[number]}")


def phase(number: int) -> str:
    return t(f"phase-{PHASES[number]}")


def listed(words: list[str]) -> str:
    """Write a list as people do."""
    if len(words) <= 1:
        return "".join(words)
    return t("list", rest=", ".join(words[:-1]), last=words[-1])


def card_id(number: int) -> str:
    return NAMES[number]
