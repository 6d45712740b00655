"""The map of Shogun: the atlas of each side of the board, and what it shows of a view."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import Final

from client.tui.map.facts import NOBODY, AreaFacts, Atlas, Holding, MapFacts, Mark
from client.tui.map.plan import read_drawings
from core.games.shogun.board import BOARDS, BUILDINGS, LAND, PLAYERS, PROVINCES, REGIONS, RICE, SIDES, TAX
from core.games.shogun.foresight import contested
from core.games.shogun.view import View

SIZES: Final = ("small", "tall", "large")
PIECES: Final = (
    Mark("castle", "■", "#", is_lasting=True),
    Mark("temple", "▲", "^", is_lasting=True),
    Mark("theatre", "◆", "%", is_lasting=True),
)
NOTES: Final = (Mark("unrest", "⚑", "!"), Mark("tax/rice", "7/3", "7/3"))
FIGURES: Final = (Mark("tax", "/", "/"), Mark("rice", "", ""))
COLOURS: Final = ("#f22439", "#77b0d9", "#ffd980", "#101114", "#692680")
"""By seat; their smallest distance on the map, seen by any kind of eyes, is 23 (CIE76)."""
ANSI: Final = ("bright_red", "bright_blue", "yellow", "white", "magenta")
GROUNDS: Final = ("#2c4234", "#4b2e2e", "#3f3355", "#4b4526", "#453727")


def facts_of(view: View) -> MapFacts:
    """Gather what the map shows of a view."""
    in_play, fought = BOARDS[view.side, len(view.seats)].provinces, contested(view)
    areas = (
        _area(view, province, is_fought=province == fought)
        if province in in_play
        else AreaFacts(is_out=True, reward=(0, 0))
        for province in LAND
    )
    return MapFacts(ATLASES[view.side], tuple(areas))


def _area(view: View, province: int, *, is_fought: bool) -> AreaFacts:
    owner = view.owner[province]
    walls = tuple(view.buildings[province] >> kind & 1 for kind in range(len(BUILDINGS)))
    return AreaFacts(
        leader=owner,
        holdings=() if owner == NOBODY else (Holding(owner, view.armies[province], walls),),
        war=view.revolts[province],
        is_fought=is_fought,
        reward=(TAX[province], RICE[province]),
    )


def _regions(side: int) -> tuple[int, ...]:
    regions = BOARDS[side, PLAYERS[-1]].regions
    return tuple(next(n for n in range(len(REGIONS)) if province in regions[n]) for province in LAND)


_ATLAS: Final = Atlas(
    *read_drawings(files(__package__).joinpath("atlas"), PROVINCES, SIZES),
    clans=("R", "B", "Y", "K", "P"),
    pieces=PIECES,
    rewards=FIGURES,
    colours=COLOURS,
    ansi=ANSI,
    grounds=GROUNDS,
    notes=NOTES,
    reward_lead="",
    is_dense=True,
)
ATLASES: Final = tuple(replace(_ATLAS, regions=_regions(side)) for side in range(len(SIDES)))
