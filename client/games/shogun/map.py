"""The map of Shogun, one atlas for each side of the board, and how the parts of the table stand around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Final, TypeAlias

from textual.geometry import Region

from client.tui.map.facts import NOBODY, AreaFacts, Atlas, Holding, MapFacts, Mark
from client.tui.map.outline import read_atlas
from client.tui.paint.columns import LEAST, Column
from client.tui.paint.floor_plan import below, narrow, needed
from client.tui.paint.spots import (
    LONG,
    OVER,
    PLAIN,
    TIGHT,
    Plan,
    Room,
    Shelf,
    Shelves,
    Spot,
    Spots,
    cut_below,
    edge,
    finished,
    frame,
    inner,
    stacked,
)
from client.tui.palette import ink
from core.games.shogun.board import BOARDS, BUILDINGS, LAND, PLAYERS, PROVINCES, REGIONS, RICE, SIDES, TAX
from core.games.shogun.foresight import contested
from core.games.shogun.view import View

PIECES: Final = (
    Mark("castle", "■", "#", is_lasting=True),
    Mark("temple", "▲", "^", is_lasting=True),
    Mark("theatre", "◆", "%", is_lasting=True),
)
NOTES: Final = (Mark("unrest", "⚑", "!"), Mark("tax/rice", "7/3", "7/3"))
FIGURES: Final = (Mark("tax", "/", "/"), Mark("rice", "", ""))
COLOURS: Final = (
    ink("#f32215", "#bc223d"),
    ink("#92bbf4", "#0073c5"),
    ink("#e1c772", "#ebd80b"),
    ink("#100701", "#0f0b02"),
    ink("#8c4bd0", "#531295"),
)
"""By seat, to fill areas with."""
TEXT_COLOURS: Final = (
    ink("#f15a41", "#872015"),
    ink("#4cccfe", "#006ac0"),
    ink("#fbe985", "#936000"),
    ink("#b7b7b9", "#1d1d1f"),
    ink("#b17db4", "#4d3273"),
    ink("#46aa7a", "#246146"),
)
"""By seat, and of peasants, for letters and cubes."""
ANSI: Final = ("bright_red", "bright_blue", "yellow", "white", "magenta")
GROUNDS: Final = (
    ink("#47644c", "#b8ecce"),
    ink("#58322d", "#e5aa9a"),
    ink("#5d5966", "#d9caf3"),
    ink("#545143", "#bdb9a9"),
    ink("#3e6870", "#9eccd2"),
)
"""By region."""


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
    *read_atlas(files(__package__).joinpath("atlas"), PROVINCES),
    clans=("R", "B", "Y", "K", "P"),
    titles=("Red", "Blue", "Yellow", "Black", "Purple"),
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


# Around the map -------------------------------------------------------------------------------

MAP_WIDTH: Final = 80
MAP_ROWS: Final = 19
"""The least the map takes; the strips give way to it."""
SEA: Final = 37
"""Columns of sea that choices and battles may lie on."""
ROOMY: Final = 16
"""From this many columns beyond its need, the map gets the remaining width, not the panels."""
SIDE = 40
"""Columns of panels and choices beside a map in a roomy window, at least; a quarter of a large one."""
CORNER_ROWS: Final = 9
"""Rows of talk or log beside a map in a window that is wide but not tall."""
OPEN_ROWS: Final = 13
"""Rows of talk or log over a small map."""
LESSON_ROWS: Final = 3
TALK_WIDTH: Final = 34
WINTER: Final = ("regions", "outlook")
"""What winter would bring gives way to what is asked or looked at now, if there is no room for both."""
CLOSE: Final = ("season", "secrets", "tower", "outlook")
"""Panels without a gap below them when all stand in one column."""


Placing: TypeAlias = Callable[[Room, Region, Shelves, tuple[str, ...]], tuple[Spots, Shelves]]
"""Places everything in a region, and says which panels there is room for."""


def map_first(room: Room) -> Plan:
    """The map over the whole width, with choices and battles on its sea; in a wide window beside it."""
    spots, main = frame(room)
    placed, shelves = placing(room)(room, main, shelves_of(room), WINTER)
    return finished(room, spots | placed, shelves)


def placing(room: Room) -> Placing:
    if room.is_narrow:
        return narrow
    if room.is_usual:
        return table if room.pane == "table" else over_map
    return tall if room.is_tall else short


def shelves_of(room: Room) -> Shelves:
    """Give the panels there is room for."""
    if room.is_narrow:
        return alone(name for name in room.panels if name != "season" or not room.has_battle)
    if room.pane == "table":
        return all_panels(room)
    if room.is_usual:
        return alone(name for name in room.panels if name == "battle")
    if not room.is_tall:
        return alone(name for name in room.panels if name in ("battle", "place"))
    return spaced(room.panels)


def alone(names: Iterable[str]) -> Shelves:
    return tuple(Shelf((name,)) for name in names)


def spaced(names: Iterable[str]) -> Shelves:
    return tuple(Shelf((name,), gap=int(name not in CLOSE)) for name in names)


def all_panels(room: Room) -> Shelves:
    """One below the other; two columns where the window is small."""
    if room.is_wide:
        return spaced(room.panels) if room.is_tall else alone(room.panels)
    if room.is_tall:
        return tuple(Shelf((name,), gap=int(name not in ("tower", *WINTER))) for name in room.panels)
    names = [name for name in room.panels if name not in ("battle", "place", *WINTER)]
    pairs = [tuple(names[start : start + 2]) for start in range(0, len(names), 2)]
    shelves = [Shelf(pair, height) for pair, height in zip(pairs, (10, 4, 7), strict=False)]
    return (*shelves, *alone(name for name in room.panels if name in WINTER))


def table(room: Room, main: Region, shelves: Shelves, _give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """All panels in place of the map."""
    if not room.is_tall:
        return {"panels": Spot(main, (PLAIN,))}, shelves
    choices = needed(room, main, PLAIN, TIGHT, least=0)
    panels = min(room.shelf_rows(shelves, inner(main, (PLAIN,))), main.height - choices)
    spots = stacked(main, [("panels", panels), ("choices", choices)], PLAIN, TIGHT)
    return spots | {"panels": spots["panels"]._replace(look=(PLAIN,))}, shelves


def over_map(room: Room, main: Region, shelves: Shelves, _give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """The map, and on it the question, and the talk or the log if wanted."""
    rows = room.rows("strips", main.width)
    high, low = cut_below(main, rows if main.height - rows >= MAP_ROWS else 0)
    spots = {"map": Spot(high), "strips": Spot(low)}
    sea = main.crop_size((SEA, main.height))
    panels = room.shelf_rows(shelves, inner(sea, (PLAIN, TIGHT)))
    parts = [("panels", panels), ("choices", needed(room, sea, PLAIN, TIGHT, least=0))]
    spots |= stacked(sea, parts, PLAIN, TIGHT, OVER)
    is_open = room.pane in ("talk", "log")
    if is_open or "lesson" in room.parts:
        _, lying = cut_below(high, OPEN_ROWS if is_open else LESSON_ROWS)
        lain = {"talk": Spot(lying)} if room.pane == "talk" else below(room, lying)
        spots |= {name: Spot(spot.region, (PLAIN, OVER)) for name, spot in lain.items()}
    return spots, shelves


def map_edge(room: Room) -> int:
    """Return where the map ends: it takes what it needs, or in a roomy window all but the panels' share."""
    width = room.size.width
    return -max(SIDE, width // 4) if width >= room.wide_from + ROOMY else MAP_WIDTH


def tall(room: Room, main: Region, shelves: Shelves, give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """Map and panels side by side, log and talk below the map."""
    left, right = main.split_vertical(map_edge(room))
    high, low = cut_below(left, 14 if room.pane in ("talk", "log") else 10)
    column = Column(room, right, (*edge(room), LONG), slack="panels")
    spots, shelves = column.filled(shelves, give_up)
    if "talk" in room.parts:
        low, talk = low.split_vertical(-TALK_WIDTH)
        spots["talk"] = Spot(talk)
    return spots | {"map": Spot(high)} | below(room, low), shelves


def short(room: Room, main: Region, shelves: Shelves, give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """Few rows: beside the map the question and either the talk or the log; all players below."""
    high, low = cut_below(main, 2)
    left, right = high.split_vertical(map_edge(room))
    beside = panels_alone if room.pane == "table" else choices_first
    spots, shelves = beside(room, right, shelves, give_up)
    return spots | {"map": Spot(left), "strips": Spot(low)}, shelves


def panels_alone(room: Room, right: Region, shelves: Shelves, _: tuple[str, ...]) -> tuple[Spots, Shelves]:
    upper, lower = cut_below(right, corner_rows(right))
    corner = {"talk": Spot(lower)} if "talk" in room.parts else below(room, lower)
    return corner | {"panels": Spot(upper, (*edge(room), LONG))}, shelves


def choices_first(
    room: Room, right: Region, shelves: Shelves, give_up: tuple[str, ...]
) -> tuple[Spots, Shelves]:
    rows, look = corner_rows(right), (*edge(room), LONG)
    if room.pane != "log" and "talk" in room.parts:
        return Column(room, right, look, talk=rows).filled(shelves, give_up)
    upper, lower = cut_below(right, rows)
    spots, shelves = Column(room, upper, look).filled(shelves, give_up)
    return spots | below(room, lower), shelves


def corner_rows(right: Region) -> int:
    return max(0, min(CORNER_ROWS, right.height - LEAST))
