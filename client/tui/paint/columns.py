"""How the rows of a column are dealt out: to the question first, and to an empty talk last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from textual.geometry import Region

from client.tui.paint.spots import Detail, Room, Shelf, Shelves, Spot, Spots, inner, stacked

LEAST, MOST = 5, 9
"""The least rows of choices there should be, and how many come before the panels where rows are few."""
RULE_ROWS = 3
"""What panels leave to a rule about a choice that they cannot make room for."""
EMPTY_TALK, LEAST_TALK, USUAL_TALK = 2, 5, 9
"""Rows of a talk without words, what one with words keeps in any case, and unless a rule would be cut."""


RULE: Final = "about"
LESSON: Final = "lesson"
SPARE: Final = "belongings"
"""A panel for rows that would otherwise stand empty."""
ORDER: Final = ("panels", LESSON, "choices", RULE, "talk")


class Needs(NamedTuple):
    """How many rows everything in a column takes to be seen as a whole."""

    panels: int
    choices: int
    rule: int
    talk: int  # what was said
    lesson: int = 0

    @property
    def usual_talk(self) -> int:
        return max(min(self.talk, USUAL_TALK), EMPTY_TALK)


class Column(NamedTuple):
    """Where a column is, how it looks, and how many rows of talk it should have at its foot."""

    room: Room
    region: Region
    look: tuple[str, ...] = ()
    talk: int = 0
    slack: str = RULE  # gets the rows nobody needs

    def filled(self, shelves: Shelves, give_up: Sequence[str] = ()) -> tuple[Spots, Shelves]:
        """Place panels, a lesson, choices, the rule about one of them and the talk one below the other.

        Where there is no room for all panels, some are given up, the first first. In a high window the others
        say everything they could if that cuts nothing else, all or else the first of them; in other windows
        they would change with every question.
        """
        if "choices" not in self.room.parts:
            return {"panels": Spot(self.region, self.look)}, self._fuller(shelves)
        spare = [shelf for shelf in shelves if shelf.panels == (SPARE,)]
        shelves = self._fuller(self._fitting(without(shelves, SPARE), give_up))
        shelves = self._with(spare, shelves) if spare else shelves
        rows = self._rows(self._needs(shelves))
        slack = self.slack if self.slack in self.room.parts else "choices"
        parts = [(name, None if name == slack else rows[name]) for name in ORDER]
        spots = stacked(self.region, parts, *self.look)
        return spots | {"talk": Spot(spots["talk"].region)}, shelves

    def _needs(self, shelves: Shelves) -> Needs:
        room, width = self.room, inner(self.region, self.look)
        there = {name: room.rows(name, width) if name in room.parts else 0 for name in ORDER[1:]}
        lesson = there[LESSON] if room.is_wide else 0
        return Needs(room.shelf_rows(shelves, width), there["choices"], there[RULE], there["talk"], lesson)

    def _fuller(self, shelves: Shelves) -> Shelves:
        """Let one panel after the other say as much as there is room for if the window is high."""
        for place, shelf in enumerate(shelves if self.room.is_lofty else ()):
            more = (shelf._replace(detail=detail) for detail in (Detail.FULL, Detail.NAMED))
            fuller = ((*shelves[:place], said, *shelves[place + 1 :]) for said in more)
            shelves = next(filter(self._has_room_for_all, fuller), shelves)
        return shelves

    def _with(self, spare: Sequence[Shelf], shelves: Shelves) -> Shelves:
        """Add shelves in as many words as idle rows and gaps leave room for."""
        for detail in reversed(Detail):
            more = (*shelves, *(shelf._replace(detail=detail) for shelf in spare))
            missing = self._missing_for_all(more)
            if missing <= sum(shelf.gap for shelf in more):
                return tightened(more, missing)
        return shelves

    def _has_room_for_all(self, shelves: Shelves) -> bool:
        return self._missing_for_all(shelves) <= 0

    def _missing_for_all(self, shelves: Shelves) -> int:
        """Return how many more rows it takes to read everything, all of the talk included."""
        needs = self._needs(shelves)
        talk = min(max(needs.talk, EMPTY_TALK), self.talk)
        return needs.lesson + needs.panels + needs.choices + needs.rule + talk - self.region.height

    def _fitting(self, shelves: Shelves, give_up: Sequence[str]) -> Shelves:
        """Give up gaps, which lose nothing, and then panels, until everything else can be read."""
        tried: list[Shelves] = []
        for lost in starts(give_up):
            rest = reduce(without, lost, shelves)
            missing = self._missing(rest)
            if missing <= sum(shelf.gap for shelf in rest):
                return tightened(rest, missing)
            tried.append(tightened(rest, missing))
        return next(filter(self._has_room, tried), tried[-1])

    def _missing(self, shelves: Shelves) -> int:
        """Return how many more rows it takes to read everything."""
        needs = self._needs(shelves)
        beside = needs.lesson + needs.choices + needs.rule + self._usual_talk(needs)
        return needs.panels + beside - self.region.height

    def _has_room(self, shelves: Shelves) -> bool:
        """Say whether panels leave enough room for what should be read beside them."""
        needs, height = self._needs(shelves), self.region.height
        beside = needs.lesson + first_choices(height, needs) + self._usual_talk(needs)
        return needs.panels + beside + min(needs.rule, RULE_ROWS) <= height

    def _usual_talk(self, needs: Needs) -> int:
        """Return the rows of a talk that makes way for no panel: all if it was asked for or has an offer."""
        if self.room.pane == "talk" or not self.talk:
            return self.talk
        return needs.talk if self.room.has_offers else min(needs.usual_talk, self.talk)

    def _rows(self, needs: Needs) -> dict[str, int]:
        height, talk = self.region.height, self.talk
        least_talk = talk if self.room.pane == "talk" else min(needs.usual_talk, talk, LEAST_TALK)
        wanted = wishes(needs, first_choices(height, needs), least_talk, talk)
        return dealt(height, [*wanted, ("panels", self.room.panel_rows)])


def starts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Return none of them, the first, the first two, and so on."""
    return (names[:number] for number in range(len(names) + 1))


def tightened(shelves: Shelves, rows: int) -> Shelves:
    """Take up to this many rows out of the gaps; the one before the choices stays longest."""
    kept: list[Shelf] = []
    for shelf in shelves:
        less = max(0, min(shelf.gap, rows))
        kept.append(shelf._replace(gap=shelf.gap - less))
        rows -= less
    return tuple(kept)


def without(shelves: Shelves, name: str) -> Shelves:
    """Take a panel off; the gap below it stays."""
    kept: list[Shelf] = []
    for shelf in shelves:
        if shelf.panels != (name,):
            kept.append(shelf)
        elif kept:
            kept[-1] = kept[-1]._replace(gap=max(kept[-1].gap, shelf.gap))
    return tuple(kept)


def first_choices(rows: int, needs: Needs) -> int:
    """Return how many rows of choices come before the panels: up to half of the column."""
    return min(needs.choices, max(MOST, rows // 2))


def wishes(needs: Needs, choices: int, least_talk: int, talk: int) -> Iterable[tuple[str, int]]:
    """Return who wants up to how many rows, the most important first."""
    yield LESSON, needs.lesson
    yield "talk", least_talk
    yield "choices", choices
    yield "panels", needs.panels
    yield RULE, needs.rule
    yield "choices", needs.choices
    yield "talk", max(talk, needs.talk) if talk else 0


def dealt(rows: int, wanted: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Give everybody in turn up to this many rows, until there are no more."""
    given: dict[str, int] = dict.fromkeys(ORDER, 0)
    for name, most in wanted:
        more = min(max(0, most - given[name]), rows - sum(given.values()))
        given[name] += more
    return given
