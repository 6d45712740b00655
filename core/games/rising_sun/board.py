"""Clans, provinces, pieces and places as small numbers, read from the data file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct, convert

DATA: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("data.toml").read_text("utf-8"))

# A seat is the clan that sits there; clans are numbered by starting rank, which is also the order
# of the seats (RS-1.5).
CLANS: Final[tuple[str, ...]] = tuple(sorted(DATA["clans"], key=lambda clan: DATA["clans"][clan]["rank"]))
KOI, LOTUS, TURTLE, DRAGONFLY, BONSAI = (
    CLANS.index(name) for name in ("koi", "lotus", "turtle", "dragonfly", "bonsai")
)
SEATS: Final = tuple(range(len(CLANS)))
PLAYERS: Final[tuple[int, ...]] = tuple(DATA["figures"]["players"])
INCOME: Final[tuple[int, ...]] = tuple(DATA["clans"][clan]["income"] for clan in CLANS)

PROVINCES: Final[tuple[str, ...]] = tuple(DATA["provinces"])
HOME: Final = tuple(PROVINCES.index(DATA["clans"][clan]["home"]) for clan in CLANS)
HARVEST: Final = tuple((row["vp"], row["coins"], row["ronin"]) for row in DATA["provinces"].values())

SEASONS: Final = ("spring", "summer", "autumn", "winter")
SPRING, SUMMER, AUTUMN, WINTER = range(4)
PHASES: Final = ("tea", "politics", "war", "over")
TEA, POLITICS, WAR, OVER = range(4)

MANDATES: Final[tuple[str, ...]] = tuple(DATA["mandates"])
RECRUIT, MARSHAL, TRAIN, HARVEST_MANDATE, BETRAY = (
    MANDATES.index(name) for name in ("recruit", "marshal", "train", "harvest", "betray")
)
MANDATE_TILES: Final = tuple(
    MANDATES.index(mandate) for mandate, copies in DATA["mandates"].items() for _ in range(copies)
)
MANDATES_DRAWN: Final[int] = DATA["figures"]["mandates_drawn"]
TURNS: Final[int] = DATA["figures"]["mandate_turns"]
KAMI_TURNS: Final = tuple(DATA["figures"]["kami_turns_after"])

KAMI: Final = ("amaterasu", "fujin", "hachiman", "raijin", "ryujin", "susanoo", "tsukuyomi")
AMATERASU, FUJIN, HACHIMAN, RAIJIN, RYUJIN, SUSANOO, TSUKUYOMI = range(7)
BEGINNERS_SHRINES: Final = tuple(KAMI.index(kami) for kami in DATA["figures"]["beginners_shrines"])

ADVANTAGES: Final = ("seppuku", "hostage", "hire", "poets")
SEPPUKU, HOSTAGE, HIRE, POETS = range(4)

# Pieces: what stands on the board. Each monster is its own kind of piece (RS-2.8: the others are
# alike). A stronghold is not a figure, but it stands in a province, and a Turtle may move it.
MONSTERS: Final = tuple(dict.fromkeys(card["id"] for card in DATA["cards"] if card["kind"] == "monster"))
PIECES: Final = ("bushi", "shinto", "daimyo", *MONSTERS, "stronghold")
BUSHI, SHINTO, DAIMYO = range(3)
STRONGHOLD: Final = PIECES.index("stronghold")
FIGURES: Final = range(STRONGHOLD)
MONSTER_PIECES: Final = range(DAIMYO + 1, STRONGHOLD)
KOMAINU, ONI_OF_SKULLS, YUREI, ONI_OF_BLOOD, ONI_OF_SOULS, RIVER_DRAGON, ONI_OF_HATE, ONI_OF_SPITE = (
    PIECES.index(name)
    for name in (
        "komainu",
        "oni-of-skulls",
        "yurei",
        "oni-of-blood",
        "oni-of-souls",
        "river-dragon",
        "oni-of-hate",
        "oni-of-spite",
    )
)
PIECES_OF_A_CLAN: Final[dict[int, int]] = {
    PIECES.index(name): count for name, count in DATA["pieces"].items()
}
START: Final = {PIECES.index(name): count for name, count in DATA["start"].items()}
IMMUNE: Final = frozenset((DAIMYO, YUREI))  # RS-2.3, RS-22.8
WORSHIPPERS: Final = (SHINTO, KOMAINU)

# Places a figure can be in: a province, one of the four shrines from left to right, its owner's
# reserve, or the camp of the clan that holds it hostage.
LAND: Final = range(len(PROVINCES))
SHRINES: Final = range(len(LAND), len(LAND) + DATA["figures"]["shrines"])
RESERVE: Final = SHRINES.stop
CAMPS: Final = range(RESERVE + 1, RESERVE + 1 + len(CLANS))
PLACES: Final = CAMPS.stop


def _route(pair: list[str]) -> tuple[int, int]:
    first, second = sorted(PROVINCES.index(name) for name in pair)
    return first, second


BORDERS: Final = frozenset(_route(pair) for pair in DATA["map"]["borders"])
SEA_ROUTES: Final = frozenset(_route(pair) for pair in DATA["map"]["sea_routes"])
ADJACENT: Final = tuple(
    tuple(b for b in LAND if (min(a, b), max(a, b)) in BORDERS | SEA_ROUTES) for a in LAND
)
ELSEWHERE: Final = tuple(tuple(b for b in LAND if b != a) for a in LAND)


BY_SEA: Final = tuple(tuple((min(a, b), max(a, b)) in SEA_ROUTES for b in LAND) for a in LAND)
"""By pair of provinces: whether a sea route joins them."""


def reach(seat: int) -> tuple[tuple[int, ...], ...]:
    """Return for each province where a clan's pieces can move from there (RS-10.1, RS-19.4)."""
    return ELSEWHERE if seat == DRAGONFLY else ADJACENT


class _Amounts(Struct, frozen=True):
    """The numbers of the rulebooks that belong to no piece, province or card."""

    war_tokens_beyond_players: int
    recruit_bonus: int
    stronghold_price: int
    train_discount: int
    harvest_coins: int
    betray_replacements: int
    bonsai_price: int
    hachiman_ronin: int
    tsukuyomi_coins: int
    susanoo_vp: int
    fujin_moves: int
    seppuku_vp: int
    hostage_vp: int
    poets_vp: int
    hostage_coins: int
    token_vp: tuple[int, ...]
    set_vp: tuple[int, ...]


AMOUNTS: Final = convert(DATA["figures"], _Amounts)
