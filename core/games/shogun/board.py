"""Provinces, cards, actions, events and colours as small numbers, read from the data file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from msgspec import Struct, convert

DATA: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("data.json").read_text("utf-8"))

# A seat is the colour that sits there. Cubes have one more colour: the peasants' green, always last.
SEAT_NAMES: Final[tuple[str, ...]] = tuple(DATA["seats"])
SEATS: Final = tuple(range(len(SEAT_NAMES)))
GREEN: Final = len(SEATS)
COLOURS: Final = (*SEAT_NAMES, "green")
NO_CUBES: Final = (0,) * len(COLOURS)
NOBODY: Final = -1

PLAYERS: Final[tuple[int, ...]] = tuple(DATA["figures"]["players"])
SIDES: Final = ("sun", "moon")
SUN, MOON = range(2)
YEARS: Final[int] = DATA["figures"]["years"]
SEASONS: Final = ("spring", "summer", "autumn", "winter")
SPRING, SUMMER, AUTUMN, WINTER = range(4)
PHASES: Final = ("draft", "plan", "order", "actions", "winter", "over")
DRAFT, PLAN, ORDER, ACT, HUNGER, OVER = range(6)

# Provinces -----------------------------------------------------------------------------------

_ROWS: Final[list[dict[str, Any]]] = DATA["provinces"]
PROVINCES: Final[tuple[str, ...]] = tuple(row["id"] for row in _ROWS)
LAND: Final = range(len(PROVINCES))
TAX: Final[tuple[int, ...]] = tuple(row["tax"] for row in _ROWS)
RICE: Final[tuple[int, ...]] = tuple(row["rice"] for row in _ROWS)
SLOTS: Final[tuple[int, ...]] = tuple(row["slots"] for row in _ROWS)
REGIONS: Final[tuple[str, ...]] = tuple(row["id"] for row in DATA["regions"])


class BoardSide(NamedTuple):
    """One side of the board as a number of players use it."""

    provinces: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]  # by province: those adjacent by land or sea route (SG-1.7)
    regions: tuple[tuple[int, ...], ...]  # by region: its provinces in play


def _board(side: str, players: int) -> BoardSide:
    """Leave out what smaller games do not use (SG-1.5)."""
    out = DATA["excluded_3p"][side] if players == PLAYERS[0] else ()
    provinces = tuple(p for p in LAND if PROVINCES[p] not in out)
    adjacent = {frozenset(pair) for pair in (*DATA["adjacency"]["land"], *DATA["adjacency"]["sea"][side])}
    neighbours = tuple(
        tuple(b for b in provinces if {PROVINCES[a], PROVINCES[b]} in adjacent) if a in provinces else ()
        for a in LAND
    )
    regions = tuple(tuple(p for p in provinces if _ROWS[p]["region"][side] == name) for name in REGIONS)
    return BoardSide(provinces, neighbours, regions)


BOARDS: Final = {
    (side, players): _board(name, players) for side, name in enumerate(SIDES) for players in PLAYERS
}

BUILDINGS: Final = ("castle", "temple", "theatre")
CASTLE, TEMPLE, THEATRE = range(3)
TOKENS: Final[tuple[int, ...]] = tuple(DATA["tokens"][name] for name in BUILDINGS)
"""How many there are of each building; a province has at most one of each, kept as a bit (SG-11.3)."""

# Cards ---------------------------------------------------------------------------------------

# A card is the number of its province; the chest cards come after those. -1 is no card.
CHEST_CARDS: Final = range(len(PROVINCES), len(PROVINCES) + len(DATA["chest_cards"]))
CARDS: Final = (*PROVINCES, *(f"c{number}" for number in DATA["chest_cards"]))
NUMBER_OF_CARD: Final = {name: number for number, name in enumerate(CARDS)}
NO_CARD: Final = -1
FACE_DOWN: Final = -2

ACTIONS: Final[tuple[str, ...]] = tuple(row["id"] for row in DATA["actions"])
(
    BUILD_CASTLE,
    BUILD_TEMPLE,
    BUILD_THEATRE,
    COLLECT_RICE,
    COLLECT_TAX,
    DEPLOY_BIG,
    DEPLOY_MID,
    DEPLOY_SMALL,
    BATTLE_A,
    BATTLE_B,
) = range(len(ACTIONS))
COST: Final[tuple[int, ...]] = tuple(row["cost"] for row in DATA["actions"])
ARMIES: Final[tuple[int, ...]] = tuple(row.get("armies", 0) for row in DATA["actions"])
OPEN_ACTIONS: Final[int] = DATA["figures"]["open_actions"]
BID: Final = len(ACTIONS)
PLACES: Final = (*ACTIONS, "bid")
NO_PLAN: Final = (NO_CARD,) * len(PLACES)


class Special(Struct, frozen=True):
    """A special card and the number its privilege concerns (SG-6.5 to SG-6.9)."""

    id: str
    chests: int = 0
    rice: int = 0
    armies: int = 0
    cubes: int = 0


SPECIALS: Final = convert(DATA["special_cards"], tuple[Special, ...])
SPECIAL_NAMES: Final = tuple(special.id for special in SPECIALS)
TAX_PLUS, RICE_PLUS, SIX_ARMIES, ATTACK_PLUS, DEFENCE_PLUS = range(len(SPECIALS))

# Events --------------------------------------------------------------------------------------

UNLIMITED: Final = 999


class EventEffect(Struct, frozen=True, rename={"fewer_big": "deploy_big", "fewer_mid": "deploy_mid"}):
    """What an event changes; without one nothing changes."""

    theatre_removes_markers: int = 0
    neutral_peasants: int = DATA["figures"]["neutral_peasants"]
    castle_defence_bonus: int = 0
    temple_protects: bool = False
    tax_max: int = UNLIMITED
    tax_min: int = 0
    rice_min: int = 0
    rice_max: int = UNLIMITED
    fewer_big: int = ARMIES[DEPLOY_BIG]
    fewer_mid: int = ARMIES[DEPLOY_MID]


class EventCard(Struct, frozen=True):
    """An event, which takes rice instead when it serves as the winter card (SG-8.2)."""

    no: int
    id: str
    effect: EventEffect
    winter_rice_loss: int


NO_EVENT: Final = 0
EVENTS: Final = (EventCard(NO_EVENT, "", EventEffect(), 0), *convert(DATA["events"], tuple[EventCard, ...]))
"""By number on the card; number 0 stands for no event."""
EVENT_NUMBERS: Final = tuple(card.no for card in EVENTS[1:])
EVENTS_A_YEAR: Final[int] = DATA["figures"]["events_a_year"]

# Other figures -------------------------------------------------------------------------------

ARMIES_OF_A_SEAT: Final[int] = DATA["start"]["armies_per_player"]
PEASANTS: Final[int] = DATA["start"]["peasants_total"]
FILL_OF_A_SEAT: Final[int] = DATA["start"]["tower_fill"]["per_player"]
FILL_OF_PEASANTS: Final[int] = DATA["start"]["tower_fill"]["peasants"]
CHESTS: Final[dict[int, int]] = {int(n): chests for n, chests in DATA["start"]["chests"].items()}
GROUPS: Final[dict[int, tuple[int, ...]]] = {
    int(n): tuple(groups) for n, groups in DATA["start"]["army_groups"].items()
}
OPEN_DRAFT_CARDS: Final[int] = DATA["figures"]["open_draft_cards"]
READY_ARMIES: Final = {
    int(n): tuple(
        {PROVINCES.index(name): armies for name, armies in column["armies"].items()} for column in columns
    )
    for n, columns in DATA["setups_sun"].items()
}
"""By number of players and place at the table: the ready-made set-up (SG-2.4, SG-21.26)."""


class Scoring(NamedTuple):
    """What a winter pays (SG-19)."""

    province: int
    building: int
    majority: tuple[int, ...]  # by kind of building
    tie_reduction: int


SCORING: Final = Scoring(
    DATA["scoring"]["province"],
    DATA["scoring"]["building"],
    tuple(DATA["scoring"]["majority"][name] for name in BUILDINGS),
    DATA["scoring"]["tie_reduction"],
)


@cache
def supply_row(missing: int) -> tuple[int, int]:
    """Return how many revolts a player with this shortage faces, and the extra peasants in each (SG-18.3)."""
    for row in DATA["winter_supply"]:
        if row["missing_min"] <= missing <= (row["missing_max"] or missing):
            return row["revolts"], row["extra_peasants"]
    return 0, 0


def _cards_of(rank: str | int) -> Iterable[int]:
    """List the cards that make a bid of this rank."""
    if rank == "province_card":
        return LAND
    return (NO_CARD,) if rank == "no_card" else (NUMBER_OF_CARD[f"c{rank}"],)


RANK_OF_BID: Final = {
    card: place for place, rank in enumerate(DATA["bid_rank_high_to_low"]) for card in _cards_of(rank)
}
"""By card: its rank among all bids, the best first (SG-9.3)."""
