"""Where the parts of a table stand: plans for windows of any size, which no style sheet has to know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, TypeAlias

from textual.geometry import Region, Size

from client.tui.widgets.panel import Shelf, Shelves

NARROW_BELOW: Final = 78
USUAL_ROWS, TALL, LOFTY = 24, 34, 44
HEAD: Final = ("header", "prompt", "alarm", "proof")
FOOT: Final = ("keys", "timeline")
RULE_ROWS: Final = 3
"""What a rule about a choice takes at least."""
LEAST, MOST = 5, 9
"""So many rows the choices get where they take only what they need."""
SIDE, BROAD_SIDE = 33, 46
OPEN_LOG, OPEN_TALK = 19, 16
"""Rows in a wide window of what was asked for."""
LOFTY_MAP: Final = 31
"""Rows of the map where the rest of a high window is for log and talk."""
LESSON, BOTH = 60, 80
"""Columns for a lesson, and those it takes to have the log beside it."""

PLAIN, TIGHT, OVER, LONG = "-plain", "-tight", "-over", "-long"
LOOKS: Final = (PLAIN, TIGHT, OVER, LONG)
"""No line to the left, no space to the right, lying on the map, with a bar to scroll by."""


class Room(NamedTuple):
    """What a plan depends on."""

    size: Size
    wide_from: int
    parts: Collection[str]  # what there is to be placed
    panels: tuple[str, ...]  # those that have something to say
    rows: Callable[[str, int], int]  # how many a part takes in a width
    shelf_rows: Callable[[Shelves, int], int]  # the same for panels
    pane: str = "map"  # what the player asked for last
    log_rows: tuple[int, int, int] = (3, 5, 7)  # in a narrow, a usual and a wide window
    is_pointing: bool = False  # at a place on the map
    is_telling: bool = False
    has_lines: bool = True  # whether the terminal can draw them

    @property
    def is_narrow(self) -> bool:
        return self.size.width < NARROW_BELOW

    @property
    def is_wide(self) -> bool:
        return self.size.width >= self.wide_from

    @property
    def is_usual(self) -> bool:
        return not self.is_narrow and not self.is_wide

    @property
    def is_tall(self) -> bool:
        return self.size.height >= TALL

    @property
    def has_battle(self) -> bool:
        return "battle" in self.panels


class Spot(NamedTuple):
    """Where a part stands and how it looks there."""

    region: Region
    look: tuple[str, ...] = ()


Spots: TypeAlias = dict[str, Spot]


class Plan(NamedTuple):
    """Where everything stands; what is not named is not to be seen."""

    spots: Spots
    shelves: Shelves = ()


Hide: TypeAlias = Callable[[Room], Iterable[str]]


def usual_plan(room: Room, hide: Hide = lambda _: ()) -> Plan:
    """Map and log to the left, panels and choices to the right, and more of everything in a wide window."""
    spots, main = frame(room)
    hidden = {*hide(room), *hidden_panels(room)}
    close = room.panels if room.is_narrow else ("place",) if room.is_usual else ()
    shelves = tuple(Shelf((name,), gap=int(name not in close)) for name in room.panels if name not in hidden)
    has_rule = "about" in room.parts and "about" not in hidden
    if has_rule and is_crowded(room, main, shelves):
        shelves = tuple(shelf for shelf in shelves if shelf.panels != ("season",))
    place = narrow if room.is_narrow else wide if room.is_wide else side_by_side
    spots |= place(room, main, shelves, has_rule=has_rule)
    return finished(room, spots, shelves)


def hidden_panels(room: Room) -> Iterable[str]:
    """Name what gives way to a battle or to the place pointed at."""
    if room.has_battle:
        yield "season"
        yield from ("place", "about") if room.is_usual else ()
    elif room.is_pointing and room.is_usual:
        yield "season"


def is_crowded(room: Room, main: Region, shelves: Shelves) -> bool:
    """Say whether what is to be read about the choices, as about cards to buy, leaves them too few rows."""
    side, look = main.crop_size((SIDE, main.height)), (*edge(room), TIGHT)
    if not room.is_usual or (rule := rule_rows(room, side, look)) <= RULE_ROWS:
        return False
    return room.shelf_rows(shelves, inner(side, look)) + needed(room, side, *look) + rule > main.height


def finished(room: Room, spots: Spots, shelves: Shelves) -> Plan:
    """Leave out what is not there or has no room; choices stay, as who has the focus loses it by going."""
    there = {
        name: spot
        for name, spot in spots.items()
        if name in room.parts and (spot.region.area > 0 or name == "choices")
    }
    return Plan(there, shelves)


# Pieces of plans ---------------------------------------------------------------------------------


def frame(room: Room) -> tuple[Spots, Region]:
    """Place the lines above and below, and give what is left."""
    head = [(name, room.rows(name, room.size.width)) for name in HEAD if name in room.parts]
    foot = [(name, 1) for name in FOOT if name in room.parts]
    spots = stacked(room.size.region, [*head, ("coming", None), *foot])
    return spots, spots["coming"].region


def stacked(region: Region, parts: Iterable[tuple[str, int | None]], *look: str) -> Spots:
    """Place parts one below the other, as high as said; the one without a height gets what is left."""
    heights = dict(parts)
    left = max(0, region.height - sum(filter(None, heights.values())))
    spots: Spots = {}
    for name, height in heights.items():
        part, region = cut(region, left if height is None else height)
        spots[name] = Spot(part, look)
    return spots


def cut(region: Region, rows: int) -> tuple[Region, Region]:
    """Cut so many rows off the top, or as many as there are."""
    return region.split_horizontal(min(rows, region.height))


def cut_below(region: Region, rows: int) -> tuple[Region, Region]:
    """Cut so many rows off the bottom, or as many as there are."""
    return region.split_horizontal(max(0, region.height - rows))


def column(room: Room, region: Region, shelves: Shelves, *look: str, rule: int = 0) -> Spots:
    """Panels as high as they are, below them the choices, and at the bottom the rule about one of them."""
    if "choices" not in room.parts:
        return {"panels": Spot(region, look)}
    panels = min(room.shelf_rows(shelves, inner(region, look)), max(0, region.height - LEAST))
    rule = min(rule, max(RULE_ROWS, region.height - panels - needed(room, region, *look)))
    choices = max(LEAST, region.height - panels - rule)
    return stacked(region, [("panels", panels), ("choices", choices), ("about", rule)], *look)


def inner(region: Region, look: tuple[str, ...]) -> int:
    """Give the columns there are for words."""
    return region.width - 1 - (PLAIN not in look) - (TIGHT not in look)


def needed(room: Room, region: Region, *look: str, least: int = LEAST, most: int = MOST) -> int:
    """Give the rows that the choices need, within limits."""
    return max(least, min(most, room.rows("choices", inner(region, look)))) if "choices" in room.parts else 0


def rule_rows(room: Room, region: Region, look: tuple[str, ...]) -> int:
    """Give the rows to read about any of the choices in."""
    return max(RULE_ROWS, room.rows("about", inner(region, look)))


def edge(room: Room) -> tuple[str, ...]:
    """Have a line to the left where lines can be drawn."""
    return () if room.has_lines else (PLAIN,)


def below(room: Room, region: Region) -> Spots:
    """Place the log, and what is to be read in a lesson in its place or beside it."""
    if "lesson" not in room.parts:
        return {"log": Spot(region)}
    if room.is_wide and region.width >= BOTH:
        log, lesson = region.split_vertical(-min(LESSON, region.width * 11 // 20))
        return {"log": Spot(log), "lesson": Spot(lesson)}
    return {"log" if room.is_telling or room.pane == "log" else "lesson": Spot(region, (PLAIN,))}


# The usual plans ---------------------------------------------------------------------------------


def side_by_side(room: Room, main: Region, shelves: Shelves, *, has_rule: bool) -> Spots:
    """80 columns: to the left the map with the last lines of the log, or the talk, or the log."""
    if room.pane == "table":
        return column(room, main, shelves, PLAIN, TIGHT)
    left, right = main.split_vertical(-SIDE)
    look = (*edge(room), TIGHT)
    spots = column(room, right, shelves, *look, rule=rule_rows(room, right, look) if has_rule else 0)
    if room.pane == "talk":
        return spots | {"talk": Spot(left, (PLAIN,))}
    if room.pane == "log":
        return spots | below(room, left)
    top, bottom = cut_below(left, room.log_rows[1])
    return spots | {"map": Spot(top)} | below(room, bottom)


def narrow(room: Room, main: Region, shelves: Shelves, *, has_rule: bool) -> Spots:
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
    return spots | below(room, spots.pop("log").region) if "log" in spots else spots


def wide(room: Room, main: Region, shelves: Shelves, *, has_rule: bool) -> Spots:
    """Everything at once; the talk reaches higher than the log beside it."""
    log_rows, talk_rows = (min(rows, main.height - LEAST) for rows in wide_rows(room, main))
    left, right = main.split_vertical(-BROAD_SIDE)
    high, low = cut_below(left, log_rows)
    upper, talk = cut_below(right, talk_rows)
    if "talk" not in room.parts:
        low = low.union(talk)
    look = edge(room)
    spots = column(room, upper, shelves, *look, rule=rule_rows(room, upper, look) if has_rule else 0)
    return spots | {"map": Spot(high), "talk": Spot(talk)} | below(room, low)


def wide_rows(room: Room, main: Region) -> tuple[int, int]:
    """Give the rows of the log and of the talk."""
    log = room.log_rows[2]
    if room.pane == "log":
        log = OPEN_LOG
    if room.pane == "log" or "talk" not in room.parts:
        return log, log
    if room.pane == "talk":
        return log, OPEN_TALK
    if room.size.height >= LOFTY:
        return main.height - LOFTY_MAP, main.height - LOFTY_MAP + 2
    return log, log + (2 if room.is_tall else 0)
