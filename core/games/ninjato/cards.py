"""Guards, skills, envoys and rumors: facts from the data file, numbered in its order."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from core.games.ninjato.board import CLANS, DATA, DOJO_CARDS, KINDS, TREASURES

# Guards --------------------------------------------------------------------------------------


class Guard(NamedTuple):
    """A guard card: its values against force and against stealth, one for each guard on it."""

    name: str
    force: tuple[int, ...]
    stealth: tuple[int, ...]
    alarm: bool = False
    flag: int = 0


def _regular(place: int) -> Guard:
    """Name a regular guard by its value; a later one of the same value says how it differs."""
    row = DATA["guards"][place]
    value, alarm = row["value"], row["alarm"]
    is_first = all(other["value"] != value for other in DATA["guards"][:place])
    name = str(value) if is_first else f"{value} {'alarm' if alarm else 'calm'}"
    return Guard(name, (value,), (value,), alarm)


REGULARS: Final = range(len(DATA["guards"]))
ELITES: Final = range(len(REGULARS), len(REGULARS) + len(DATA["elites"]))
GUARDS: Final = (
    *map(_regular, REGULARS),
    *(
        Guard(row["id"], tuple(row["force"]), tuple(row["stealth"]), flag=row["flag"])
        for row in DATA["elites"]
    ),
)
GUARD_NAMES: Final = tuple(guard.name for guard in GUARDS)

# Skills --------------------------------------------------------------------------------------

SKILLS: Final[tuple[str, ...]] = tuple(dict.fromkeys(row["id"] for row in DATA["skills"]))
(
    SHINOBI_IRI,
    INTONJUTSU,
    CHOHO,
    KENJUTSU,
    SHURIKEN_JUTSU,
    KUJI_KIRI,
    TAI_JUTSU,
    BORYAKU,
    SEISHIN_TEKI,
    HENSOJUTSU,
) = (
    SKILLS.index(name)
    for name in (
        "shinobi-iri",
        "intonjutsu",
        "choho",
        "kenjutsu",
        "shuriken-jutsu",
        "kuji-kiri",
        "tai-jutsu",
        "boryaku",
        "seishin-teki",
        "hensojutsu",
    )
)
ANY_CARD: Final = 0


class Tile(NamedTuple):
    """A skill tile; tiles of one skill can differ in style."""

    name: str
    skill: int
    style: str
    price: int  # the value of the card it costs


def _tile(row: dict[str, Any]) -> Tile:
    is_only = sum(other["id"] == row["id"] for other in DATA["skills"]) == 1
    name = row["id"] if is_only else f"{row['id']}-{row['style']}"
    price = ANY_CARD if row["price"] == "any" else row["price"]
    return Tile(name, SKILLS.index(row["id"]), row["style"], price)


TILES: Final = tuple(map(_tile, DATA["skills"]))
TILE_NAMES: Final = tuple(tile.name for tile in TILES)

# Costs, envoys, rumors -----------------------------------------------------------------------


class Envoy(NamedTuple):
    """An envoy card."""

    name: str
    clan: int
    age: int
    cost: str
    mask: bool


class Rumor(NamedTuple):
    """A rumor card."""

    name: str
    kind: int
    cost: str


def _cost(written: str | list[str]) -> str:
    """Write a cost as one word: a pattern of the data file in small letters, or kinds and plus signs."""
    return written.lower() if isinstance(written, str) else "+".join(sorted(written, key=KINDS.index))


ENVOYS: Final = tuple(
    Envoy(
        f"{row['clan']}-{row['age']}", CLANS.index(row["clan"]), row["age"], _cost(row["cost"]), row["mask"]
    )
    for row in DATA["envoys"]
)
ENVOY_NAMES: Final = tuple(envoy.name for envoy in ENVOYS)

RUMOR_KINDS: Final[tuple[str, ...]] = tuple(DATA["rumors"])
GREATEST_WARRIOR, GOODWILL, POWERFUL_FRIENDS, SECRET_ART, DISHONORABLE_RIVALS = (
    RUMOR_KINDS.index(name)
    for name in (
        "greatest-warrior",
        "goodwill",
        "powerful-friends",
        "secret-art",
        "dishonorable-rivals",
    )
)
RUMORS: Final = tuple(
    Rumor(f"{kind}/{_cost(cost)}", number, _cost(cost))
    for number, kind in enumerate(RUMOR_KINDS)
    for cost in DATA["rumors"][kind]["costs"]
)
RUMOR_NAMES: Final = tuple(rumor.name for rumor in RUMORS)
RIVALS_HONOR: Final[tuple[int, ...]] = tuple(
    DATA["rumors"]["dishonorable-rivals"]["perCardByOwners"][owners] for owners in ("1", "2", "3+")
)
"""By number of owners: what each of the cards scores; the last entry is for that many or more."""
SET_SIZE: Final = 3
SET_WORTH: Final[tuple[int, ...]] = (
    0,
    *(DATA["rumorMultiplier"][str(number)] for number in range(1, SET_SIZE + 1)),
)

# Decks ---------------------------------------------------------------------------------------

DECKS: Final = ("dojo", "guards", "elites", "bag", "skills", "hensojutsu", "envoys", "rumors")
DOJO_DECK, GUARD_DECK, ELITE_DECK, BAG, LARGE_STACK, SMALL_STACK, ENVOY_DECK, RUMOR_DECK = range(8)


def _copies(rows: list[dict[str, Any]], first: int = 0) -> tuple[int, ...]:
    return tuple(number for number, row in enumerate(rows, start=first) for _ in range(row["copies"]))


_ALL_TILES: Final = _copies(DATA["skills"])
WHOLE: Final[tuple[tuple[int, ...], ...]] = (
    DOJO_CARDS,
    _copies(DATA["guards"]),
    _copies(DATA["elites"], len(REGULARS)),
    TREASURES,
    tuple(tile for tile in _ALL_TILES if TILES[tile].skill != HENSOJUTSU),
    tuple(tile for tile in _ALL_TILES if TILES[tile].skill == HENSOJUTSU),
    tuple(range(len(ENVOYS))),
    tuple(range(len(RUMORS))),
)
"""By deck: everything that belongs to it, sorted."""
