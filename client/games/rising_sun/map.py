"""The map of Rising Sun: its atlas, and what it shows of a view."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from client.tui.map.facts import AreaFacts, Atlas, Holding, MapFacts, Mark
from client.tui.map.outline import read_atlas
from core.games.rising_sun.board import (
    BUSHI,
    CLANS,
    DAIMYO,
    HARVEST,
    LAND,
    MONSTER_PIECES,
    PROVINCES,
    SHINTO,
)
from core.games.rising_sun.forces import force_of, leader
from core.games.rising_sun.view import View, war_number
from core.kinds import Seat

PIECES: Final = (
    Mark("Bushi", "●", "o"),
    Mark("Shinto", "▲", "^"),
    Mark("Daimyo", "★", "*"),
    Mark("monster", "◆", "%"),
    Mark("stronghold", "■", "#", is_lasting=True),
)
NO_PIECES: Final = (0,) * len(PIECES)
REWARDS: Final = (
    Mark("VP", "V", "V", unit=" VP"),
    Mark("coin", "¢", "c"),
    Mark("ronin", "R", "R", unit=" ronin"),
)


def facts_of(view: View) -> MapFacts:
    """Gather what the map shows of a view."""
    return MapFacts(ATLAS, tuple(_area(view, province) for province in LAND))


def _area(view: View, province: int) -> AreaFacts:
    holdings = [_holding(view, seat, province) for seat in view.honor]
    return AreaFacts(
        leader=leader(view, [holding.force for holding in holdings]),
        holdings=tuple(sorted((h for h in holdings if any(h.pieces)), key=lambda h: -h.force)),
        war=war_number(view, province),
        is_fought=view.battle is not None and view.battle.province == province,
        reward=HARVEST[province],
    )


def _holding(view: View, seat: Seat, province: int) -> Holding:
    figures, strongholds = view.figures[seat][province], view.strongholds[seat].count(province)
    if not figures and not strongholds:
        return Holding(seat, 0, NO_PIECES)
    monsters = sum(piece in MONSTER_PIECES for piece in figures)
    numbers = (*(figures.count(piece) for piece in (BUSHI, SHINTO, DAIMYO)), monsters)
    return Holding(seat, force_of(view, seat, province), (*numbers, strongholds))


ATLAS: Final = Atlas(
    *read_atlas(files(__package__).joinpath("atlas"), PROVINCES),
    clans=tuple(clan[0].upper() for clan in CLANS),
    titles=tuple(clan.capitalize() for clan in CLANS),
    pieces=PIECES,
    rewards=REWARDS,
)
