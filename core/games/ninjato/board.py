"""Seats, houses, treasures, clans and locations as small numbers, read from the data file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

DATA: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("data.json").read_text("utf-8"))

COLOURS: Final = ("red", "blue", "green", "yellow")
SEATS: Final = tuple(range(len(COLOURS)))
PLAYERS: Final = tuple(range(DATA["players"][0], DATA["players"][1] + 1))
ROUNDS: Final[int] = DATA["rounds"]
SHURIKEN: Final[int] = DATA["shurikenPerPlayer"]

PHASES: Final = ("turns", "scoring", "over")
TURNS, SCORING, OVER = range(3)

# A treasure is its kind, least valuable first (NJ-2.2). In a house, a red one is its kind and RED; so
# the order of winning (NJ-7.3) is the order of the numbers.
KINDS: Final[tuple[str, ...]] = tuple(row["kind"] for row in DATA["treasures"])
NAMED: Final = range(len(KINDS) - 1)
GOLD: Final = KINDS.index("gold")
RED: Final = len(KINDS)
HONOR: Final[tuple[int, ...]] = tuple(DATA["treasures"][kind]["honor"] for kind in NAMED)
TREASURES: Final = tuple(kind for kind, row in enumerate(DATA["treasures"]) for _ in range(row["copies"]))
TREASURE_NAMES: Final = (*KINDS, *(f"red-{kind}" for kind in KINDS))

# A clan token is one of fifteen numbers: five values of each clan.
CLANS: Final[tuple[str, ...]] = tuple(DATA["clanTokens"]["clans"])
TOKEN_VALUES: Final[tuple[int, ...]] = tuple(DATA["clanTokens"]["values"])
TOKENS: Final = tuple((clan, value) for clan in range(len(CLANS)) for value in TOKEN_VALUES)
START_TOKENS: Final = tuple(
    TOKENS.index((CLANS.index(clan), value))
    for clan, values in DATA["clanTokens"]["start"].items()
    for value in values
)
SCORING_ORDER: Final = {
    int(number): tuple(CLANS.index(clan) for clan in clans) for number, clans in DATA["scoringOrder"].items()
}
"""After which rounds clans are scored, and in which order."""

HOUSES: Final = range(DATA["display"]["houses"])
NEW_TREASURES: Final[int] = DATA["display"]["treasuresPerNewHouse"]
PALACE_SIZE: Final[int] = DATA["display"]["palace"]
PAVILION_SIZE: Final[int] = DATA["display"]["pavilion"]
ROW_SIZE: Final[int] = DATA["dojo"]["faceUp"]
START_HAND: Final[int] = DATA["dojo"]["startHand"]
HAND_LIMIT: Final[int] = DATA["dojo"]["handLimit"]
MODIFIER: Final[int] = DATA["dojo"]["modifierValue"]
DOJO_CARDS: Final = tuple(
    int(value) for value, copies in sorted(DATA["dojo"]["copies"].items()) for _ in range(copies)
)
DOJO_VALUES: Final = tuple(dict.fromkeys(DOJO_CARDS))
DRAWS: Final = tuple(DATA["dojo"]["draw"][held] for held in ("0", "1", "2+"))
"""By cards held: how many a visit to the dojo gives; the last entry is for that many or more."""

# Where a shuriken can lie: four places, then the force and the stealth side of each house. A position
# may leave it open.
SIDES: Final = ("force", "stealth")
LOCATIONS: Final = (
    *("dojo", "sensei", "palace", "pavilion"),
    *(f"{house + 1} {side}" for house in HOUSES for side in SIDES),
    "somewhere",
)
DOJO, SENSEI, PALACE, PAVILION = range(4)
FIRST_SIDE: Final = 4
SOMEWHERE: Final = len(LOCATIONS) - 1


def side_of(house: int, *, stealth: bool) -> int:
    """Number a side of a house as a location."""
    return FIRST_SIDE + house * len(SIDES) + stealth


# Where the figures come from -----------------------------------------------------------------


SUBSTITUTE = "substitute"


class Citation(NamedTuple):
    """A figure, its source, and any remark about it."""

    figure: str
    source: str
    note: str


def sources() -> Iterator[Citation]:
    """List what the data file says about all its figures, without the legend."""
    parts = {name: part for name, part in DATA["provenance"].items() if name != "legend"}
    yield from _leaves(parts, "")


def _leaves(part: Mapping[str, Any], path: str) -> Iterator[Citation]:
    for name, value in part.items():
        figure = f"{path}{name}"
        if isinstance(value, dict):
            yield from _leaves(value, f"{figure}, ")
        else:
            source, _, note = value.partition(": ")
            yield Citation(figure, source, note)


def substitutes() -> list[Citation]:
    """List the figures that are ours, to be replaced when the published ones are known."""
    return [source for source in sources() if source.source == SUBSTITUTE]
