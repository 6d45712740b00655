"""Where the parts of a table stand whose map takes the whole width of a small window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.geometry import Region

from client.tui.floor_plan import (
    LEAST,
    LONG,
    OVER,
    PLAIN,
    TIGHT,
    Plan,
    Room,
    Spot,
    Spots,
    below,
    cut_below,
    edge,
    finished,
    frame,
    inner,
    narrow,
    needed,
    rule_rows,
    stacked,
)
from client.tui.widgets.panel import Shelf, Shelves

MAP_WIDTH: Final = 80
MAP_ROWS: Final = 19
"""What the map takes at least; the strips give way to it."""
SEA: Final = 37
"""Columns of sea that choices and battles may lie on."""
ROOMY: Final = 16
"""So many columns above what it takes, the map gets what is left of the width, and not the panels."""
SIDE: Final = 40
OPEN_ROWS: Final = 13
"""Rows of talk or log over a small map."""
LESSON_ROWS: Final = 3
TALK_WIDTH: Final = 34
CLOSE: Final = ("season", "secrets", "tower")
"""Panels with no gap below them where all stand in one column."""


def map_first(room: Room) -> Plan:
    """The map over the whole width, with choices and battles on its sea; in a wide window beside it."""
    spots, main = frame(room)
    shelves = shelves_of(room)
    if room.is_narrow:
        spots |= narrow(room, main, shelves, has_rule=False)
    elif room.is_usual:
        spots |= table(room, main, shelves) if room.pane == "table" else over_map(room, main, shelves)
    else:
        spots |= beside_map(room, main, shelves)
    return finished(room, spots, shelves)


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
    hides_outlook = room.has_battle or room.is_pointing
    return spaced(name for name in room.panels if name != "outlook" or not hides_outlook)


def alone(names: Iterable[str]) -> Shelves:
    return tuple(Shelf((name,)) for name in names)


def spaced(names: Iterable[str]) -> Shelves:
    return tuple(Shelf((name,), gap=int(name not in CLOSE)) for name in names)


def all_panels(room: Room) -> Shelves:
    """One below the other; two columns where the window is small."""
    if room.is_wide:
        return spaced(room.panels) if room.is_tall else alone(room.panels)
    if room.is_tall:
        return tuple(Shelf((name,), gap=int(name not in ("tower", "outlook"))) for name in room.panels)
    names = [name for name in room.panels if name not in ("battle", "place", "outlook")]
    pairs = [tuple(names[start : start + 2]) for start in range(0, len(names), 2)]
    shelves = [Shelf(pair, height) for pair, height in zip(pairs, (10, 4, 7), strict=False)]
    return (*shelves, *alone(name for name in room.panels if name == "outlook"))


def table(room: Room, main: Region, shelves: Shelves) -> Spots:
    """All panels in place of the map."""
    if not room.is_tall:
        return {"panels": Spot(main, (PLAIN,))}
    choices = needed(room, main, PLAIN, TIGHT, least=0)
    panels = min(room.shelf_rows(shelves, inner(main, (PLAIN,))), main.height - choices)
    spots = stacked(main, [("panels", panels), ("choices", choices)], PLAIN, TIGHT)
    return spots | {"panels": spots["panels"]._replace(look=(PLAIN,))}


def over_map(room: Room, main: Region, shelves: Shelves) -> Spots:
    """The map, and on it what is asked, and the talk or the log if wanted."""
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
    return spots


def beside_map(room: Room, main: Region, shelves: Shelves) -> Spots:
    """Map and panels side by side; log and talk below where there is room for both."""
    is_roomy = room.size.width >= room.wide_from + ROOMY
    return (tall if room.is_tall else short)(room, main, shelves, -SIDE if is_roomy else MAP_WIDTH)


def tall(room: Room, main: Region, shelves: Shelves, at: int) -> Spots:
    left, right = main.split_vertical(at)
    high, low = cut_below(left, 14 if room.pane in ("talk", "log") else 10)
    is_roomy, look = at < 0, edge(room)
    rule = rule_rows(room, right, look) if is_roomy and "about" in room.parts else 0
    choices = needed(room, right, *look, least=3, most=12)
    spots = stacked(right, [("panels", None), ("choices", choices), ("about", rule)], *look, LONG)
    if "talk" in room.parts:
        low, talk = low.split_vertical(-TALK_WIDTH)
        spots["talk"] = Spot(talk)
    return spots | {"map": Spot(high)} | below(room, low)


def short(room: Room, main: Region, shelves: Shelves, at: int) -> Spots:
    """Few rows: beside the map what is asked and either the talk or the log; all players below."""
    high, low = cut_below(main, 2)
    left, right = high.split_vertical(at)
    look = edge(room)
    upper, lower = cut_below(right, max(0, min(9, right.height - LEAST)))
    panels = min(8, upper.height - LEAST, room.shelf_rows(shelves, inner(upper, look)))
    if room.pane == "table" or "choices" not in room.parts:
        spots = {"panels": Spot(upper, (*look, LONG))}
    else:
        spots = stacked(upper, [("panels", panels), ("choices", None)], *look, LONG)
    shows_talk = room.pane != "log" and "talk" in room.parts
    spots |= {"talk": Spot(lower)} if shows_talk else below(room, lower)
    return spots | {"map": Spot(left), "strips": Spot(low)}
