from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest

from client.games.rising_sun.map import ATLAS
from client.tui.map.blocks import free_cells
from client.tui.map.lines import cell_areas, corners_of
from client.tui.map.plan import DIRECTIONS, SEA, SIDES, MapPlan, Route, contacts_of
from core.games.rising_sun.board import BORDERS, LAND, PROVINCES, SEA_ROUTES
from tests.client.tui.map.scenes import SIZES

CLOSE = 2  # pixels between the end of a route and its coast


@pytest.fixture(params=SIZES)
def plan(request: pytest.FixtureRequest) -> MapPlan:
    return ATLAS.plans[SIZES[request.param]]


def spots(plan: MapPlan, area: int) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(plan.pixels) for x, owner in enumerate(row) if owner == area}


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def gap(some: set[tuple[int, int]], others: set[tuple[int, int]]) -> int:
    return min(distance(one, other) for one, other in product(some, others))


def test_the_sizes_are_the_promised_ones_from_small_to_large() -> None:
    assert [(plan.width, plan.height) for plan in ATLAS.plans] == [(46, 16), (64, 30)]


def test_a_drawing_is_made_of_whole_cells(plan: MapPlan) -> None:
    assert len(plan.pixels) == 2 * plan.height
    assert {len(row) for row in plan.pixels} == {plan.width}


def test_every_province_is_drawn(plan: MapPlan) -> None:
    assert plan.areas == LAND
    assert [name.lower() for name in ATLAS.names] == list(PROVINCES)


def test_provinces_touch_exactly_where_the_rules_have_a_border(plan: MapPlan) -> None:
    assert plan.contacts == BORDERS


def test_in_lines_they_touch_exactly_there_too(plan: MapPlan) -> None:
    assert set(contacts_of(cell_areas(plan))) == BORDERS


def test_no_two_provinces_without_a_border_meet_in_a_corner(plan: MapPlan) -> None:
    """Eyes take a corner for a border."""
    blocks = [set(spot) for y in range(-1, 2 * plan.height) for spot in square(plan, y)]
    lines = [set(corner.areas) for row in corners_of(cell_areas(plan)) for corner in row]
    pairs = {pair for areas in blocks + lines for pair in combinations(sorted(areas - {SEA}), 2)}

    assert pairs == BORDERS


def square(plan: MapPlan, y: int) -> list[tuple[int, ...]]:
    return [
        tuple(plan.pixel(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)) for x in range(-1, plan.width)
    ]


@pytest.mark.parametrize("area", LAND)
def test_a_province_is_one_piece(plan: MapPlan, area: int) -> None:
    left = spots(plan, area)
    found = [left.pop()]
    for x, y in found:
        beside = {(x + dx, y + dy) for dx, dy in SIDES} & left
        found += beside
        left -= beside

    assert left == set()


@pytest.mark.parametrize("area", LAND)
def test_a_province_has_room_for_its_short_name_in_either_drawing(plan: MapPlan, area: int) -> None:
    lines = [[corner.owner for corner in row] for row in corners_of(cell_areas(plan))]
    for free in (free_cells(plan), lines):
        rows = ["".join("x" if owner == area else " " for owner in row) for row in free]
        widths = [len(run) for row in rows for run in row.split()]
        assert sum(width >= 5 for width in widths) >= 3


def test_a_cell_belongs_to_the_land_in_either_half(plan: MapPlan) -> None:
    for row, column in product(range(plan.height), range(plan.width)):
        halves = [plan.pixels[2 * row + half][column] for half in (0, 1)]
        assert plan.area_at(column, row) == next((area for area in halves if area != SEA), SEA)
    assert plan.area_at(-1, 0) == plan.area_at(0, plan.height) == SEA


# Routes ---------------------------------------------------------------------------------------


def test_every_sea_route_of_the_rules_is_drawn(plan: MapPlan) -> None:
    assert {(min(route.ends), max(route.ends)) for route in plan.routes} == SEA_ROUTES
    assert all(len(route.dots) >= 2 for route in plan.routes)


def in_order(plan: MapPlan, route: Route) -> list[tuple[int, int]]:
    """Walk along a route from one coast, always to the nearest dot not yet passed."""
    left, coast = set(route.dots), spots(plan, route.ends[0])
    walk = [min(left, key=lambda dot: gap({dot}, coast))]
    left.remove(walk[0])
    while left:
        walk.append(min(left, key=lambda dot: distance(dot, walk[-1])))
        left.remove(walk[-1])
    return walk


def test_a_route_leads_from_coast_to_coast_without_a_hole(plan: MapPlan) -> None:
    for route in plan.routes:
        walk = in_order(plan, route)

        assert gap({walk[0]}, spots(plan, route.ends[0])) <= CLOSE
        assert gap({walk[-1]}, spots(plan, route.ends[1])) <= CLOSE
        assert all(distance(one, other) <= 3 for one, other in pairwise(walk))


def test_a_route_keeps_off_the_coasts_it_does_not_lead_to(plan: MapPlan) -> None:
    for route in plan.routes:
        others = set(LAND) - set(route.ends)
        assert all(gap(set(route.dots), spots(plan, area)) >= CLOSE for area in others)


def test_routes_do_not_run_into_each_other(plan: MapPlan) -> None:
    for one, other in combinations(plan.routes, 2):
        assert gap(set(one.dots), set(other.dots)) >= 3


# Ways -----------------------------------------------------------------------------------------


def test_the_arrows_lead_from_every_province_to_every_other(plan: MapPlan) -> None:
    for start in LAND:
        found = [start]
        for area in found:
            found += {plan.toward(area, direction) for direction in DIRECTIONS} - set(found)

        assert set(found) == set(LAND)


def test_an_arrow_goes_where_it_points(plan: MapPlan) -> None:
    for area, (name, (dx, dy)) in product(LAND, DIRECTIONS.items()):
        (x, y), (tx, ty) = plan.centres[area], plan.centres[plan.toward(area, name)]
        ahead = (tx - x) * dx + (ty - y) * dy
        assert ahead > 0 or plan.toward(area, name) == area
