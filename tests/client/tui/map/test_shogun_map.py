"""The map of Shogun: every size of the drawing has the borders of the rules, and room for what is told."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.strip import Strip

from client.games.shogun.map import ATLASES, SIZES, facts_of
from client.tui.map.blocks import free_cells
from client.tui.map.facts import NOBODY, AreaFacts, Holding, MapFacts, MapScene
from client.tui.map.lines import cell_areas, corners_of
from client.tui.map.picture import Picture
from client.tui.map.plan import SEA, SIDES, MapPlan, contacts_of
from client.tui.map.rooms import NARROWEST_IN_DENSE, rooms_in
from client.tui.map.styles import BLOCKS, MONO, MapStyle
from client.tui.map.words import Pens, written
from core.games.shogun import GAME
from core.games.shogun.board import BOARDS, DATA, LAND, MOON, PROVINCES, RICE, SUN, TAX
from tests.client.tui.map.scenes import STYLES, assert_golden, sketch_of, text_of
from tests.client.tui.map.test_plans import spots, square
from tests.core.games.shogun.tables import FIVE, THREE, fresh, random_game

ATLAS = ATLASES[SUN]


def pairs_in(rows: list[list[str]]) -> set[tuple[int, int]]:
    numbers = ([PROVINCES.index(name) for name in row] for row in rows)
    return {(min(pair), max(pair)) for pair in numbers}


BORDERS = pairs_in(DATA["adjacency"]["land"])


@pytest.fixture(params=range(len(SIZES)), ids=SIZES)
def plan(request: pytest.FixtureRequest) -> MapPlan:
    number: int = request.param
    return ATLAS.plans[number]


def test_both_sides_of_the_board_have_the_same_drawings() -> None:
    """Their borders are the same, so only regions differ."""
    assert DATA["adjacency"]["sea"]["sun"] == DATA["adjacency"]["sea"]["moon"]
    assert ATLASES[SUN].plans == ATLASES[MOON].plans
    assert ATLASES[SUN].regions != ATLASES[MOON].regions


def test_the_small_one_fits_beside_nothing_in_80_columns() -> None:
    assert [(plan.width, plan.height) for plan in ATLAS.plans] == [(80, 19), (80, 25), (106, 25)]


def test_provinces_touch_exactly_where_the_rules_have_a_border(plan: MapPlan) -> None:
    assert plan.areas == LAND
    assert plan.contacts == BORDERS
    assert set(contacts_of(cell_areas(plan))) == BORDERS


def test_no_two_provinces_without_a_border_meet_in_a_corner(plan: MapPlan) -> None:
    blocks = [set(spot) for y in range(-1, 2 * plan.height) for spot in square(plan, y)]
    lines = [set(corner.areas) for row in corners_of(cell_areas(plan)) for corner in row]
    pairs = {pair for areas in blocks + lines for pair in combinations(sorted(areas - {SEA}), 2)}

    assert pairs == BORDERS


def test_routes_lead_over_sea_from_coast_to_coast(plan: MapPlan) -> None:
    assert {tuple(sorted(route.ends)) for route in plan.routes} == pairs_in(DATA["adjacency"]["sea"]["sun"])
    for route in plan.routes:
        assert all(plan.pixel(x, y) == SEA for x, y in route.dots)
        for end in route.ends:
            assert any(
                end in {plan.area_at(x + dx, (y + 2 * dy) // 2) for dx, dy in SIDES} for x, y in route.dots
            )


@pytest.mark.parametrize("area", LAND)
def test_a_province_is_one_piece(plan: MapPlan, area: int) -> None:
    left = spots(plan, area)
    found = [left.pop()]
    for x, y in found:
        beside = {(x + dx, y + dy) for dx, dy in SIDES} & left
        found += beside
        left -= beside

    assert left == set()


@pytest.mark.parametrize("style", [BLOCKS, MONO], ids=["blocks", "lines"])
def test_every_province_has_room_for_its_name_its_owner_and_unrest(plan: MapPlan, style: MapStyle) -> None:
    corners = [[corner.owner for corner in row] for row in corners_of(cell_areas(plan))]
    free = free_cells(plan, is_dense=True) if style is BLOCKS else corners
    facts = AreaFacts(3, (Holding(3, 12, (0, 0, 0)),), war=1, reward=(7, 5))
    for area in LAND:
        words = written(area, facts, rooms_in(free, [area], NARROWEST_IN_DENSE)[0], Pens(ATLAS, style))
        text = "".join(word.text for writing in words for word in writing.words)

        assert "K12" in text, PROVINCES[area]
        assert "⚑1" in text, PROVINCES[area]
        assert ATLAS.codes[area] in text or ATLAS.names[area] in text, PROVINCES[area]


def test_most_provinces_show_their_figures_even_in_the_smallest_drawing() -> None:
    plan = ATLAS.plans[0]
    free = free_cells(plan, is_dense=True)
    shown = 0
    for area in LAND:
        facts = AreaFacts(0, (Holding(0, 5, (1, 0, 0)),), reward=(TAX[area], RICE[area]))
        words = written(area, facts, rooms_in(free, [area], NARROWEST_IN_DENSE)[0], Pens(ATLAS, BLOCKS))
        shown += any(f"{TAX[area]}/{RICE[area]}" == word.text for line in words for word in line.words)

    assert shown >= 38


def test_short_names_differ() -> None:
    assert len(set(ATLAS.codes)) == len(LAND)
    assert all(len(code) == 3 for code in ATLAS.codes)


# What is shown ------------------------------------------------------------------------------


def test_through_a_whole_game_the_map_agrees_with_the_state() -> None:
    for state, _ in random_game(2, FIVE):
        for province, area in enumerate(facts_of(GAME.view_for(state, None)).areas):
            assert area.leader == state.owner[province]
            assert area.war == state.revolts[province]
            if area.leader != NOBODY:
                (holding,) = area.holdings
                assert holding.force == state.armies[province]
                assert (
                    sum(bit << kind for kind, bit in enumerate(holding.pieces)) == state.buildings[province]
                )


def test_what_three_players_do_not_use_is_out() -> None:
    facts = facts_of(GAME.view_for(fresh(THREE), None))

    assert [p for p in LAND if not facts.areas[p].is_out] == list(BOARDS[SUN, 3].provinces)


def test_regions_are_parted_by_other_lines() -> None:
    facts = facts_of(GAME.view_for(fresh(FIVE), None))
    lines = text_of(drawn(facts, MONO))

    assert set("┃━") <= set(lines)
    assert ATLAS.are_apart({PROVINCES.index("tajima"), PROVINCES.index("wakasa")})
    assert not ATLAS.are_apart({PROVINCES.index("aki"), PROVINCES.index("bingo")})


def drawn(facts: MapFacts, style: MapStyle, size: int = 0) -> list[Strip]:
    picture = Picture(facts.atlas.plans[size], facts.atlas, style)
    scene = MapScene(facts, frozenset({PROVINCES.index("omi")}), PROVINCES.index("kai"))
    return [picture.line(row, scene) for row in range(picture.height)]


@pytest.mark.parametrize("style", ["blocks", "mono", "ascii-mono"])
@pytest.mark.parametrize("size", SIZES)
def test_the_map_looks_as_people_have_seen_it(size: str, style: str) -> None:
    view = next(GAME.view_for(state, None) for state, _ in random_game(3, FIVE) if state.year == 2)
    strips = drawn(facts_of(view), STYLES[style], SIZES.index(size))
    pixels = f"\n{sketch_of(strips)}" if STYLES[style].is_filled else ""

    assert_golden(f"shogun-{size}-{style}", text_of(strips) + pixels)
