"""Maps of any size made from one outline: each has the borders of the rules, and room for words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.rising_sun.map import ATLAS as RISING_SUN
from client.games.shogun.map import ATLASES
from client.tui.map.blocks import free_cells
from client.tui.map.facts import AreaFacts, Atlas
from client.tui.map.lines import corners_of
from client.tui.map.outline import STRETCH, meetings, read_outline, stretched
from client.tui.map.plan import SEA, SIDES, MapPlan, contacts_of
from client.tui.map.rooms import NARROWEST, NARROWEST_IN_DENSE, rooms_in
from client.tui.map.styles import BLOCKS, MONO
from client.tui.map.words import Pens, written
from core.games.rising_sun import board as rising_sun
from core.games.shogun.board import DATA, MOON, PROVINCES, SUN

LARGER = ((0, 0), (1, 1), (7, 2), (18, 14), (0, 9), (26, 6), (40, 11), (74, 28), (160, 60))
"""Columns and rows beyond what the outline takes."""


def pairs_in(rows: list[list[str]]) -> frozenset[tuple[int, int]]:
    numbers = ([PROVINCES.index(name) for name in row] for row in rows)
    return frozenset((min(pair), max(pair)) for pair in numbers)


class Rules(NamedTuple):
    """What a map has to agree with."""

    atlas: Atlas
    borders: frozenset[tuple[int, int]]
    routes: frozenset[tuple[int, int]]


GAMES = {
    "rising_sun": Rules(RISING_SUN, frozenset(rising_sun.BORDERS), frozenset(rising_sun.SEA_ROUTES)),
    "shogun": Rules(
        ATLASES[SUN], pairs_in(DATA["adjacency"]["land"]), pairs_in(DATA["adjacency"]["sea"]["sun"])
    ),
}


class Drawn(NamedTuple):
    """A map in one size and of one kind."""

    game: str
    columns: int
    rows: int
    in_cells: bool

    @property
    def rules(self) -> Rules:
        return GAMES[self.game]

    @property
    def plan(self) -> MapPlan:
        return drawn_once(*self)

    @property
    def free(self) -> list[list[int]]:
        if self.in_cells:
            return [[corner.owner for corner in row] for row in corners_of(self.plan.pixels[::2])]
        return free_cells(self.plan, is_dense=self.rules.atlas.is_dense)


@cache
def drawn_once(game: str, columns: int, rows: int, in_cells: bool) -> MapPlan:  # noqa: FBT001
    outline = GAMES[game].atlas.outline
    return outline.drawn(outline.columns + columns, outline.rows + rows, in_cells=in_cells)


ALL = [Drawn(game, *more, in_cells) for game, more, in_cells in product(GAMES, LARGER, (False, True))]
every_map = pytest.mark.parametrize(
    "drawn", ALL, ids=lambda d: f"{d.game}+{d.columns}+{d.rows}{'lines' * d.in_cells}"
)


@every_map
def test_areas_touch_exactly_where_the_rules_have_a_border(drawn: Drawn) -> None:
    assert drawn.plan.contacts == drawn.rules.borders


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 160), st.integers(0, 45), st.booleans())
def test_areas_touch_where_they_should_in_a_window_of_any_size(
    game: str,
    wider: int,
    higher: int,
    in_cells: bool,  # noqa: FBT001
) -> None:
    drawn = Drawn(game, wider, higher, in_cells)

    assert drawn.plan.contacts == drawn.rules.borders
    assert len(pieces_of(drawn.plan)) == len(drawn.rules.atlas.names)


@every_map
def test_no_two_areas_without_a_border_meet_in_a_corner(drawn: Drawn) -> None:
    """Eyes take a corner for a border."""
    assert {(min(pair), max(pair)) for pair in meetings(drawn.plan.pixels)} == drawn.rules.borders


@every_map
def test_a_border_can_be_seen(drawn: Drawn) -> None:
    pairs = list(contacts_of(drawn.plan.pixels))
    least = 1 if drawn.in_cells or drawn.game == "rising_sun" else 3

    assert min(pairs.count(pair) for pair in drawn.rules.borders) >= least


@every_map
def test_every_area_is_one_piece(drawn: Drawn) -> None:
    pieces = list(pieces_of(drawn.plan))

    assert sorted(area for area, _ in pieces) == list(range(len(drawn.rules.atlas.names)))


def pieces_of(plan: MapPlan) -> list[tuple[int, set[tuple[int, int]]]]:
    left = {(x, y) for y, row in enumerate(plan.pixels) for x, area in enumerate(row) if area != SEA}
    pieces = []
    while left:
        found = [left.pop()]
        area = plan.pixel(*found[0])
        for x, y in found:
            beside = {(x + dx, y + dy) for dx, dy in SIDES if plan.pixel(x + dx, y + dy) == area} & left
            found += beside
            left -= beside
        pieces.append((area, set(found)))
    return pieces


@every_map
def test_every_area_has_room_for_its_name_in_its_own_land(drawn: Drawn) -> None:
    atlas, free = drawn.rules.atlas, drawn.free
    pens = Pens(atlas, MONO if drawn.in_cells else BLOCKS)
    rooms = rooms_in(free, drawn.plan.areas, NARROWEST_IN_DENSE if atlas.is_dense else NARROWEST)
    for area, room in enumerate(rooms):
        lines = written(area, AreaFacts(reward=(0,) * len(atlas.rewards)), room, pens)
        words = [word.text for line in lines for word in line.words]

        assert words in ([atlas.names[area]], [*atlas.halves[area]], [atlas.codes[area]])
        for (row, column, _), word in zip(lines, words, strict=True):
            assert {*free[row][column : column + len(word)]} == {area}


@pytest.mark.parametrize("game", GAMES)
def test_where_there_is_room_no_name_is_cut_short(game: str) -> None:
    drawn = Drawn(game, 74, 28, in_cells=False)
    atlas = drawn.rules.atlas
    rooms = rooms_in(drawn.free, drawn.plan.areas, NARROWEST_IN_DENSE if atlas.is_dense else NARROWEST)
    facts = AreaFacts(war=1, reward=(7, 5, 1)[: len(atlas.rewards)])
    texts = [
        "".join(word.text for line in written(area, facts, room, Pens(atlas, BLOCKS)) for word in line.words)
        for area, room in enumerate(rooms)
    ]

    assert [name for name, text in zip(atlas.names, texts, strict=True) if name not in text] == []


# Routes ---------------------------------------------------------------------------------------

Spot = tuple[int, int]


def distance(one: Spot, other: Spot) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def to_coast(dot: Spot, plan: MapPlan, area: int) -> int:
    """Return how far a dot is from an area."""
    rings = (
        far for far in range(1, 12)
        if any(plan.pixel(dot[0] + dx, dot[1] + dy) == area
               for dx, dy in product(range(-far, far + 1), repeat=2))
    )  # fmt: skip
    return next(rings, 99)


@every_map
def test_a_route_leads_over_the_sea_from_coast_to_coast_without_a_hole(drawn: Drawn) -> None:
    plan = drawn.plan
    scale = max(plan.width / drawn.rules.atlas.outline.columns, plan.height / drawn.rules.atlas.outline.rows)
    assert {(min(route.ends), max(route.ends)) for route in plan.routes} == drawn.rules.routes
    for route in plan.routes:
        assert drawn.in_cells or all(plan.pixel(x, y) == SEA for x, y in route.dots)
        assert to_coast(route.dots[0], plan, route.ends[0]) <= 2 * scale + 1
        assert to_coast(route.dots[-1], plan, route.ends[1]) <= 2 * scale + 1
        assert all(distance(one, other) <= 2 * scale + 3 for one, other in pairwise(route.dots))


@every_map
def test_routes_do_not_run_into_each_other(drawn: Drawn) -> None:
    for one, other in combinations(drawn.plan.routes, 2):
        assert min(distance(*pair) for pair in product(one.dots, other.dots)) >= 2


# What they are made of ------------------------------------------------------------------------


def test_both_sides_of_shoguns_board_have_the_same_outline() -> None:
    """Their borders are the same, so only regions differ."""
    assert DATA["adjacency"]["sea"]["sun"] == DATA["adjacency"]["sea"]["moon"]
    assert ATLASES[SUN].outline is ATLASES[MOON].outline
    assert ATLASES[SUN].regions != ATLASES[MOON].regions


@pytest.mark.parametrize(("game", "size"), [("rising_sun", (46, 16)), ("shogun", (80, 19))])
def test_the_outline_fits_the_smallest_window_it_has_to(game: str, size: tuple[int, int]) -> None:
    outline = GAMES[game].atlas.outline

    assert (outline.columns, outline.rows) == size
    assert {len(row) for row in outline.pixels} == {outline.columns}
    assert len(outline.pixels) == 2 * outline.rows


def test_a_map_fills_its_place_but_does_not_lose_its_shape() -> None:
    outline = RISING_SUN.outline

    assert outline.fitted(45, 99) is outline.fitted(99, 15) is None
    assert outline.fitted(92, 32) == (92, 32)
    assert outline.fitted(154, 44) == (154, 44)
    assert outline.fitted(500, 16) == (round(46 * STRETCH), 16)
    assert outline.fitted(46, 99) == (46, round(16 * STRETCH))


SHAPES: tuple[Callable[[int], str], ...] = (
    lambda n: "A" * n + "B" * n,
    lambda n: "A" * n + "." + "C" * (n - 1),
    lambda n: "." * n + "C" * n,
)


@given(st.integers(2, 6), st.integers(1, 40), st.integers(1, 40))
def test_what_is_stretched_touches_what_it_touched(size: int, wider: int, higher: int) -> None:
    drawing = "\n".join(shape(size) for shape in SHAPES for _ in range(2))
    outline = read_outline(drawing, {"A": 0, "B": 1, "C": 2}, {})

    large = stretched(outline.pixels, outline.columns + wider, 2 * outline.rows + higher)

    assert set(contacts_of(large)) == set(contacts_of(outline.pixels))
    assert meetings(large) == meetings(outline.pixels)


HARIMA = PROVINCES.index("harima")


@pytest.mark.parametrize("more", LARGER)
def test_harima_visibly_touches_its_six_neighbours(more: tuple[int, int]) -> None:
    pairs = list(contacts_of(Drawn("shogun", *more, in_cells=False).plan.pixels))
    lengths = {pair: pairs.count(pair) for pair in set(pairs) if HARIMA in pair}

    assert len(lengths) == 6
    assert min(lengths.values()) >= 4
