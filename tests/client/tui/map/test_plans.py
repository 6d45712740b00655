from __future__ import annotations

from itertools import product

import pytest

from client.tui.map.plan import DIRECTIONS, SEA, MapPlan
from core.games.rising_sun.board import LAND
from tests.client.tui.map.scenes import SIZES, plan_in

CLOSE = 2  # pixels between the end of a route and its coast


@pytest.fixture(params=SIZES)
def plan(request: pytest.FixtureRequest) -> MapPlan:
    return plan_in(request.param)


def spots(plan: MapPlan, area: int) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(plan.pixels) for x, owner in enumerate(row) if owner == area}


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def gap(some: set[tuple[int, int]], others: set[tuple[int, int]]) -> int:
    return min(distance(one, other) for one, other in product(some, others))


def test_a_cell_belongs_to_the_land_in_either_half(plan: MapPlan) -> None:
    for row, column in product(range(plan.height), range(plan.width)):
        halves = [plan.pixels[2 * row + half][column] for half in (0, 1)]
        assert plan.area_at(column, row) == next((area for area in halves if area != SEA), SEA)
    assert plan.area_at(-1, 0) == plan.area_at(0, plan.height) == SEA


def test_a_route_keeps_off_the_coasts_it_does_not_lead_to(plan: MapPlan) -> None:
    for route in plan.routes:
        others = set(LAND) - set(route.ends)
        assert all(gap(set(route.dots), spots(plan, area)) >= CLOSE for area in others)


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
