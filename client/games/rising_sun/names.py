"""The names of Rising Sun's things, by their numbers, in the language in use."""

from __future__ import annotations

from client.table.wording import among, naming
from client.table.wording import listed as log_listed
from client.texts import t
from core.games.rising_sun.board import CLANS, KAMI, MANDATES, PHASES, PIECES, PROVINCES, SEASONS
from core.games.rising_sun.cards import NAMES

clan = naming("clan", CLANS)
clan_among = among(clan)
province = naming("province", PROVINCES)
card = naming("card", NAMES)
kami = naming("kami", KAMI)
mandate = naming("mandate", MANDATES)
season = naming("season", SEASONS)
short_clan = naming("clan", CLANS, ".short")
letter = naming("clan", CLANS, ".letter")
power = naming("clan", CLANS, ".power")
short_kami = naming("kami", KAMI, ".short")
piece = naming("piece", PIECES)
one = naming("piece", PIECES, ".one")  # inside a sentence
phase = naming("phase", PHASES)


def counted(number: int, things: str) -> str:
    return t("count-of", number=number, things=things)


def count(number: int, how_many: int) -> str:
    if how_many == 1:
        return piece(number)
    return counted(how_many, t(f"piece-{PIECES[number]}.many"))


def listed(words: list[str]) -> str:
    """Write a list as people do."""
    return log_listed(words) if words else ""


def card_id(number: int) -> str:
    return NAMES[number]
