"""Season cards: facts from the data file, numbered in its order."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, convert

from core.games.rising_sun.board import DATA, PIECES, SEASONS


class SeasonCard(Struct, frozen=True):
    """What a season card says, whatever set it came in."""

    id: str
    season: str
    kind: str
    cost: int
    effect: str
    oni: bool = False
    force: int = 1
    force_lowest: int = 0
    daimyo_force: int = 0
    bushi_force: int = 0
    vp: int = 0
    coins: int = 0
    ronin: int = 0
    hostages: int = 0
    replacements: int = 0
    lesser_players: int = 0


CARDS: Final = tuple({row["id"]: convert(row, SeasonCard) for row in reversed(DATA["cards"])}.values())[::-1]
NAMES: Final = tuple(card.id for card in CARDS)
NUMBER: Final = {name: number for number, name in enumerate(NAMES)}
SETS: Final = ("torii", "rider", "teapot")

VIRTUES: Final = frozenset(n for n, card in enumerate(CARDS) if card.kind == "virtue")
ONI: Final = frozenset(n for n, card in enumerate(CARDS) if card.oni)
MONSTER_CARDS: Final = tuple(n for n, card in enumerate(CARDS) if card.kind == "monster")
CARD_OF_PIECE: Final = {PIECES.index(NAMES[n]): n for n in MONSTER_CARDS}
PIECE_OF_CARD: Final = {card: piece for piece, card in CARD_OF_PIECE.items()}
FORCE_OF_PIECE: Final = tuple(
    CARDS[CARD_OF_PIECE[piece]].force if piece in CARD_OF_PIECE else 1 for piece in range(len(PIECES))
)


def _display(season: str, chosen_set: str) -> tuple[int, ...]:
    rows = [row for row in DATA["cards"] if row["season"] == season and row["set"] in ("core", chosen_set)]
    return tuple(sorted(NUMBER[row["id"]] for row in rows for _ in range(row["copies"])))


DISPLAYS: Final = {
    (season, chosen_set): _display(name, chosen_set)
    for season, name in enumerate(SEASONS)
    for chosen_set in SETS
}
"""By season and set: the twelve cards laid out (RS-1.8, RS-6.2)."""

COPIES: Final = tuple(max(row["copies"] for row in DATA["cards"] if row["id"] == name) for name in NAMES)
"""The most copies of a card that any one set brings."""

BENEVOLENCE: Final = NUMBER["benevolence"]
COURAGE: Final = NUMBER["courage"]
HONESTY: Final = NUMBER["honesty"]
JUSTICE: Final = NUMBER["justice"]
LOYALTY: Final = NUMBER["loyalty"]
MERCY: Final = NUMBER["mercy"]
RESPECT: Final = NUMBER["respect"]
RIGHTEOUSNESS: Final = NUMBER["righteousness"]
LION: Final = NUMBER["path-of-the-lion"]
DRAGON: Final = NUMBER["path-of-the-dragon"]
KENIN: Final = NUMBER["path-of-the-kenin"]
LIGHT: Final = NUMBER["path-of-the-light"]
NINJA: Final = NUMBER["path-of-the-ninja"]
PATRON: Final = NUMBER["path-of-the-patron"]
WARLORD: Final = NUMBER["path-of-the-warlord"]
SERPENT: Final = NUMBER["path-of-the-serpent"]
SAMURAI: Final = NUMBER["path-of-the-samurai"]
MONKEY: Final = NUMBER["path-of-the-monkey"]
SPIRIT: Final = NUMBER["path-of-the-spirit"]
UNRIGHTEOUS: Final = NUMBER["path-of-the-unrighteous"]
SHOGUN: Final = NUMBER["way-of-the-shogun"]
RIGHTEOUS: Final = NUMBER["way-of-the-righteous"]
BUSHIDO: Final = NUMBER["way-of-bushido"]
RONIN: Final = NUMBER["way-of-the-ronin"]
MERCHANT: Final = NUMBER["way-of-the-merchant"]
MONEYLENDER: Final = NUMBER["way-of-the-moneylender"]
KATANA: Final = NUMBER["way-of-the-katana"]
KITSUNE: Final = NUMBER["form-of-the-kitsune"]
PHOENIX: Final = NUMBER["form-of-the-phoenix"]
BEAST: Final = NUMBER["form-of-the-beast"]
DEMON: Final = NUMBER["form-of-the-demon"]
KINDRED: Final = NUMBER["form-of-the-kindred"]
HATE: Final = NUMBER["oni-of-hate"]
SPITE: Final = NUMBER["oni-of-spite"]
SOULS: Final = NUMBER["oni-of-souls"]
