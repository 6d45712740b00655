"""Where the parts of a table stand: plans for windows of any size, which no style sheet needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from textual.geometry import Region

from client.tui.paint.columns import LEAST, MOST, RULE, SPARE, Column
from client.tui.paint.spots import (
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

USUAL_ROWS = 24
MAP_ROWS: Final = 16
"""Rows of the lowest map that is drawn at 80 columns."""
SIDE, BROAD_SIDE = 33, 46
OPEN_LOG, OPEN_TALK = 19, 16
"""Rows, in a wide window, of what the player asked for."""
LOFTY_LOG: Final = 12
"""Rows of the log in a high window, or a quarter of it; the rest is for the map."""
SEASON: Final = ("offer", "season")
"""Panels that are merely good to know."""

GiveUp: TypeAlias = Callable[[Room], Iterable[str]]
"""Names what to do without where there is no room for all, the first first."""


def good_to_know(room: Room) -> Iterable[str]:
    """Name what gives way to everything else, and what gives way to a battle."""
    return (*SEASON, "place") if room.has_battle else SEASON


def usual_plan(room: Room, give_up: GiveUp = good_to_know) -> Plan:
    """Map and log to the left, panels and choices to the right, and more of everything in a wide window."""
    spots, main = frame(room)
    place = narrow if room.is_narrow else wide if room.is_wide else side_by_side
    placed, shelves = place(room, main, shelves_of(room), tuple(give_up(room)))
    return finished(room, spots | placed, shelves)


def waiting_plan(room: Room) -> Plan:
    """The waiting room, the same for all games: a hall where the map will be, and usually the log."""
    plan = usual_plan(room._replace(log_rows=(0, *room.log_rows[1:])))  # in a narrow window it is elsewhere
    taken = ("map",) if room.is_lofty or "map" not in plan.spots else ("map", "log")
    beside = {name: spot for name, spot in plan.spots.items() if name not in taken}
    hall = [plan.spots[name].region for name in taken if name in plan.spots]
    return plan._replace(spots=beside | ({"hall": Spot(Region.from_union(hall))} if hall else {}))


def shelves_of(room: Room) -> Shelves:
    """Return the panels that have something to say; the cards on offer belong to the season."""
    close = room.panels if room.is_narrow else ("place",) if room.is_usual else ()
    hidden = set(hidden_panels(room))
    names = [name for name in room.panels if name not in hidden]
    close = (*close, "season") if "offer" in names else close
    return tuple(Shelf((name,), gap=int(name not in close)) for name in names)


def hidden_panels(room: Room) -> Iterator[str]:
    """Name what a battle replaces, what does not stand beside a small map, and what is told below it."""
    if room.has_battle:
        yield from SEASON
    elif room.is_usual and room.pane != "table":
        yield "offer"
    if place_rows(room):
        yield "place"
    if not room.is_lofty:
        yield SPARE


def place_rows(room: Room) -> int:
    """Count the rows below a small map that tell of the place pointed at: beside it a hint would be cut."""
    is_below = room.is_usual and room.pane == "map" and RULE in room.parts
    return room.rows("strips", room.size.width - SIDE) if is_below else 0


def needed(room: Room, region: Region, *look: str, least: int = LEAST, most: int = MOST) -> int:
    """Return the rows the choices need, within limits."""
    return max(least, min(most, room.rows("choices", inner(region, look)))) if "choices" in room.parts else 0


def below(room: Room, region: Region) -> Spots:
    """Place the log; a lesson takes its place if it has none above the choices."""
    if "lesson" not in room.parts or room.is_wide:
        return {"log": Spot(region)}
    return {"log" if room.is_telling or room.pane == "log" else "lesson": Spot(region, (PLAIN,))}


# The usual plans ---------------------------------------------------------------------------------


def side_by_side(
    room: Room, main: Region, shelves: Shelves, give_up: tuple[str, ...]
) -> tuple[Spots, Shelves]:
    """80 columns: to the left the map with the last lines of the log, or the talk, or the log."""
    if room.pane == "table":
        return Column(room, main, (PLAIN, TIGHT)).filled(shelves)
    left, right = main.split_vertical(-SIDE)
    spots, shelves = Column(room, right, (*edge(room), TIGHT)).filled(shelves, give_up)
    if room.pane == "talk":
        return spots | {"talk": Spot(left, (PLAIN,))}, shelves
    if room.pane == "log":
        return spots | below(room, left), shelves
    top, bottom = cut_below(left, log_beside_panels(room, left.height))
    log, strips = cut_below(bottom, place_rows(room))
    return spots | {"map": Spot(top), "strips": Spot(strips)} | below(room, log), shelves


def log_beside_panels(room: Room, height: int) -> int:
    """Count the rows of the log, which gives up those without which the map would be a list."""
    usual, spare = room.log_rows[1], height - MAP_ROWS
    return spare if 0 < spare < usual else usual


def narrow(room: Room, main: Region, shelves: Shelves, _give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """One thing at a time, and the choices below it."""
    has_strips = room.pane != "table" and room.size.height >= USUAL_ROWS
    strips = room.rows("strips", main.width) if has_strips else 0
    choices, log = ("choices", needed(room, main, PLAIN, TIGHT)), ("log", room.log_rows[0])
    parts: dict[str, list[tuple[str, int | None]]] = {
        "map": [("map", None), choices, log],
        "table": [("panels", None), choices, log],
        "talk": [choices, ("talk", None)],
        "log": [choices, ("log", None)],
    }
    spots = stacked(main, [*parts[room.pane], ("strips", strips)], PLAIN, TIGHT)
    if "log" in spots:
        spots |= below(room, spots.pop("log").region)
    return spots, shelves


def wide(room: Room, main: Region, shelves: Shelves, give_up: tuple[str, ...]) -> tuple[Spots, Shelves]:
    """Everything at once; the talk reaches higher than the log beside it, unless others need its rows."""
    log_rows, talk_rows = (min(rows, main.height - LEAST) for rows in wide_rows(room, main))
    left, right = main.split_vertical(-max(BROAD_SIDE, room.size.width // 4))
    high, low = cut_below(left, log_rows)
    if "choices" not in room.parts:
        right, corner = cut_below(right, log_rows)
        low = low.union(corner)
    talk = talk_rows if "talk" in room.parts else 0
    spots, shelves = Column(room, right, edge(room), talk).filled(shelves, give_up)
    return spots | {"map": Spot(high)} | below(room, low), shelves


def wide_rows(room: Room, main: Region) -> tuple[int, int]:
    """Return the rows of the log and of the talk."""
    log = room.log_rows[2]
    if room.pane == "log":
        log = OPEN_LOG
    if room.pane == "log" or "talk" not in room.parts:
        return log, log
    if room.pane == "talk":
        return log, OPEN_TALK
    if room.is_lofty:
        log = max(LOFTY_LOG, main.height // 4)
        return log, log + 2
    return log, log + (2 if room.is_tall else 0)
