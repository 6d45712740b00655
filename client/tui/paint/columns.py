"""How the rows of a column are dealt out: to the question first, and to an empty talk last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from textual.geometry import Region

from client.tui.paint.spots import Room, Shelf, Shelves, Spot, Spots, inner, stacked

LEAST, MOST = 5, 9
"""The least rows of choices there should be, and how many come before the panels where rows are few."""
RULE_ROWS, MOST_RULE_ROWS = 3, 6
"""What panels at least leave to a rule about a choice; they make room for one no longer than this."""
EMPTY_TALK, LEAST_TALK = 2, 9
"""Rows of a talk without words, and what one with words keeps."""


RULE: Final = "about"
LESSON: Final = "lesson"
ORDER: Final = ("panels", LESSON, "choices", RULE, "talk")


class Needs(NamedTuple):
    """How many rows everything in a column takes to be seen as a whole."""

    panels: int
    choices: int
    rule: int
    talk: int  # what was said
    lesson: int = 0

    @property
    def least_talk(self) -> int:
        return max(min(self.talk, LEAST_TALK), EMPTY_TALK)


class Column(NamedTuple):
    """Where a column is, how it looks, and how many rows of talk it should have at its foot."""

    room: Room
    region: Region
    look: tuple[str, ...] = ()
    talk: int = 0
    slack: str = RULE  # gets the rows nobody needs

    def filled(self, shelves: Shelves, give_up: Sequence[str] = ()) -> tuple[Spots, Shelves]:
        """Place panels, a lesson, choices, the rule about one of them and the talk one below the other.

        In a high window panels say everything they could if that cuts nothing else; in other windows they
        would change with every question. Where there is no room for all, something is given up, the first
        first: panels, or rows for the rule.
        """
        if "choices" not in self.room.parts:
            return {"panels": Spot(self.region, self.look)}, shelves
        full = tuple(shelf._replace(is_full=True) for shelf in shelves)
        has_room = self.room.is_lofty and self._has_room_for_all(full)
        shelves = full if has_room else self._fitting(shelves, give_up)
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

    def _has_room_for_all(self, shelves: Shelves) -> bool:
        needs = self._needs(shelves)
        talk = min(max(needs.talk, EMPTY_TALK), self.talk)
        return needs.panels + needs.choices + needs.rule + talk <= self.region.height

    def _fitting(self, shelves: Shelves, give_up: Sequence[str]) -> Shelves:
        lost = next((lost for lost in starts(give_up) if self._has_room(shelves, lost)), give_up)
        return reduce(without, lost, shelves)

    def _has_room(self, shelves: Shelves, lost: Sequence[str]) -> bool:
        needs = self._needs(reduce(without, lost, shelves))
        return is_enough(self.region.height, needs._replace(rule=0) if RULE in lost else needs, self.talk)

    def _rows(self, needs: Needs) -> dict[str, int]:
        height, talk = self.region.height, self.talk
        least_talk = talk if self.room.pane == "talk" else min(needs.least_talk, talk)
        wanted = wishes(needs, first_choices(height, needs), least_talk, talk)
        return dealt(height, [*wanted, ("panels", self.room.panel_rows)])


def starts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Return none of them, the first, the first two, and so on."""
    return (names[:number] for number in range(len(names) + 1))


def is_enough(rows: int, needs: Needs, talk: int) -> bool:
    """Say whether panels leave enough room for what should be read beside them."""
    rule = needs.rule if needs.rule <= MOST_RULE_ROWS else RULE_ROWS
    beside = needs.lesson + first_choices(rows, needs) + rule + min(needs.least_talk, talk)
    return needs.panels + beside <= rows


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
    yield RULE, min(needs.rule, MOST_RULE_ROWS)
    yield "choices", needs.choices
    yield RULE, needs.rule
    yield "talk", max(talk, needs.talk) if talk else 0


def dealt(rows: int, wanted: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Give everybody in turn up to this many rows, until there are no more."""
    given: dict[str, int] = dict.fromkeys(ORDER, 0)
    for name, most in wanted:
        more = min(max(0, most - given[name]), rows - sum(given.values()))
        given[name] += more
    return given
