"""How rows are dealt out: the question is seen as a whole before anything stands empty."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual.geometry import Size

from client.games.ninjato.board import BOARD as NINJATO
from client.games.shogun.board import BOARD as SHOGUN
from client.tui.paint.columns import EMPTY_TALK, LEAST_TALK, MOST, SPARE
from client.tui.paint.floor_plan import usual_plan
from client.tui.paint.spots import LOFTY, Detail, Plan, Room, Shelves

SEAT = ("header", "prompt", "alarm", "map", "panels", "strips", "choices", "about", "talk", "log", "keys")
PANELS = ("battle", "players", "season", "offer", "place", "secrets", "tower", "outlook")
PLANS: dict[str, tuple[Callable[[Room], Plan], int]] = {
    "usual": (usual_plan, 110),
    "ninjato": (NINJATO.plan, NINJATO.wide_from),
    "map first": (SHOGUN.plan, SHOGUN.wide_from),
}


class Wants(NamedTuple):
    """How many rows the parts of a column take."""

    choices: int
    rule: int
    said: int
    panel: int
    more: int  # what a panel that says everything takes on top

    def rows(self, name: str, _width: int) -> int:
        sizes = {
            "choices": self.choices,
            "about": self.rule,
            "talk": EMPTY_TALK + self.said,
            "alarm": 0,
            "strips": 2,
        }
        return sizes.get(name, 1)

    @property
    def named(self) -> int:
        """What a panel that spells out names takes on top."""
        return (self.more + 1) // 2

    def shelf_rows(self, shelves: Shelves, _width: int) -> int:
        heights = (self.panel if shelf.height is None else shelf.height for shelf in shelves)
        more = {Detail.BRIEF: 0, Detail.NAMED: self.named, Detail.FULL: self.more}
        return sum(heights) + sum(shelf.gap + more[shelf.detail] for shelf in shelves)


class Case(NamedTuple):
    """A plan, and what it was made for."""

    plan: Plan
    wants: Wants

    def height(self, part: str) -> int:
        return self.plan.spots[part].region.height if part in self.plan.spots else 0

    def idle(self, part: str, used: int) -> int:
        return max(0, self.height(part) - used)

    @property
    def idle_rows(self) -> int:
        """Count the rows beside the map on which nothing stands."""
        talk = self.idle("talk", EMPTY_TALK + self.wants.said) if self.has_talk_in_column else 0
        panels = self.idle("panels", self.wants.shelf_rows(self.plan.shelves, 0))
        return talk + panels + self.idle("choices", self.wants.choices)

    @property
    def gaps(self) -> int:
        """Count the rows kept free between panels."""
        return sum(shelf.gap for shelf in self.plan.shelves)

    @property
    def has_talk_in_column(self) -> bool:
        spots = self.plan.spots
        return "talk" in spots and spots["talk"].region.x == spots["choices"].region.x


wants = st.builds(
    Wants, st.integers(1, 25), st.integers(0, 12), st.integers(0, 20), st.integers(1, 8), st.integers(1, 9)
)
sizes = st.one_of(
    st.sampled_from([Size(80, 24), Size(120, 40), Size(200, 60)]),
    st.builds(Size, st.integers(78, 220), st.integers(24, 70)),
)
panels = st.lists(st.sampled_from(PANELS), unique=True).map(
    lambda names: tuple(sorted(names, key=PANELS.index))
)


def case(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...], pane: str = "map", panel_rows: int = 0
) -> Case:
    make, wide_from = PLANS[name]
    is_pointing = "place" in named
    room = Room(size, wide_from, SEAT, named, wanted.rows, wanted.shelf_rows, pane, is_pointing=is_pointing)
    return Case(make(room._replace(panel_rows=panel_rows)), wanted)


def has_column(name: str, size: Size) -> bool:
    """In a small window the choices of Shogun lie on its map."""
    return name != "map first" or size.width >= SHOGUN.wide_from


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels)
def test_choices_are_whole_while_rows_stand_empty(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...]
) -> None:
    found = case(name, size, wanted, named)

    if has_column(name, size) and found.height("choices") < wanted.choices:
        assert found.idle_rows == 0
        if found.has_talk_in_column:
            assert found.height("talk") <= max(EMPTY_TALK, min(EMPTY_TALK + wanted.said, LEAST_TALK))


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels)
def test_a_rule_is_whole_while_rows_stand_empty(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...]
) -> None:
    found = case(name, size, wanted, named)

    if has_column(name, size) and found.height("about") < wanted.rule:
        assert found.idle_rows == 0
        assert found.gaps == 0
        assert not found.has_talk_in_column or found.height("talk") <= LEAST_TALK
        assert found.height("choices") >= min(wanted.choices, MOST)


@pytest.mark.parametrize("name", PLANS)
@example(110, 44, Wants(5, 12, 7, 8, 1), ("battle", "players"))  # the second of them is given up
@given(st.integers(110, 220), st.integers(LOFTY, 70), wants, panels)
def test_in_a_high_window_no_panel_is_brief_that_could_say_more(
    name: str, width: int, height: int, wanted: Wants, named: tuple[str, ...]
) -> None:
    found = case(name, Size(width, height), wanted, named)
    parts = ("panels", "choices", "about", *["talk"] * found.has_talk_in_column)
    needed = wanted.shelf_rows(found.plan.shelves, 0) + wanted.choices + wanted.rule
    needed += (EMPTY_TALK + wanted.said) * found.has_talk_in_column

    idle, said = sum(map(found.height, parts)) - needed, {shelf.detail for shelf in found.plan.shelves}
    assert idle < wanted.named or Detail.BRIEF not in said
    assert idle < wanted.more - wanted.named or Detail.NAMED not in said


@pytest.mark.parametrize("name", PLANS)
@given(st.integers(110, 220), st.integers(LOFTY, 70), wants, panels)
def test_in_a_high_window_a_panel_for_idle_rows_is_there_while_rows_stand_empty(
    name: str, width: int, height: int, wanted: Wants, named: tuple[str, ...]
) -> None:
    """A talk is worth more, and gaps are worth less."""
    found = case(name, Size(width, height), wanted, (*named, SPARE))
    rows = sum(map(found.height, ("panels", "choices", "about", *["talk"] * found.has_talk_in_column)))
    needed = wanted.shelf_rows(found.plan.shelves, 0) - found.gaps + wanted.choices + wanted.rule
    needed += (EMPTY_TALK + wanted.said) * found.has_talk_in_column

    assert rows - needed < wanted.panel or (SPARE,) in {shelf.panels for shelf in found.plan.shelves}


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels)
def test_pointing_at_the_map_takes_nothing_away_for_which_there_is_room(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...]
) -> None:
    before = case(name, size, wanted, tuple(panel for panel in named if panel != "place"))
    pointing = case(name, size, wanted, (*named, "place"))

    gone = {shelf.panels for shelf in before.plan.shelves} - {shelf.panels for shelf in pointing.plan.shelves}
    if gone and has_column(name, size):
        assert pointing.idle_rows <= wanted.panel


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels, rows=st.integers(0, 40))
def test_panels_keep_their_rows_only_while_nobody_else_needs_them(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...], rows: int
) -> None:
    fresh, kept = case(name, size, wanted, named), case(name, size, wanted, named, panel_rows=rows)

    assert fresh.height("panels") <= kept.height("panels") <= max(fresh.height("panels"), rows)
    assert kept.height("about") >= min(fresh.height("about"), wanted.rule)
    for part in SEAT:
        if part not in ("panels", "about"):
            assert kept.height(part) == fresh.height(part)


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels)
def test_the_talk_that_was_asked_for_is_not_taken_away(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...]
) -> None:
    asked_for = case(name, size, wanted, named, pane="talk")

    assert asked_for.height("talk") >= LEAST_TALK


@pytest.mark.parametrize("name", PLANS)
@given(size=sizes, wanted=wants, named=panels)
def test_the_talk_is_whole_while_rows_stand_empty(
    name: str, size: Size, wanted: Wants, named: tuple[str, ...]
) -> None:
    found = case(name, size, wanted, named)

    if found.has_talk_in_column and found.height("talk") < EMPTY_TALK + wanted.said:
        assert found.idle_rows + found.idle("about", wanted.rule) == 0
