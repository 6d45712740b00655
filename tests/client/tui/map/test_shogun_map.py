"""The map of Shogun: room for what is told, in every size."""

from __future__ import annotations

import pytest
from textual.strip import Strip

from client.games.shogun.map import ATLASES, facts_of
from client.tui.map.blocks import free_cells
from client.tui.map.facts import NOBODY, AreaFacts, Holding, MapFacts, MapScene
from client.tui.map.lines import corners_of
from client.tui.map.picture import MapPicture
from client.tui.map.plan import MapPlan
from client.tui.map.rooms import NARROWEST_IN_DENSE, AreaRoom, rooms_in
from client.tui.map.styles import BLOCKS, MONO, MapStyle
from client.tui.map.words import Pens, written
from core.games.shogun import GAME
from core.games.shogun.board import BOARDS, LAND, PROVINCES, RICE, SUN, TAX
from tests.client.tui.map.scenes import STYLES, assert_golden, sketch_of, text_of
from tests.core.games.shogun.tables import FIVE, THREE, fresh, random_game

ATLAS = ATLASES[SUN]


SIZES = {"small": (80, 19), "tall": (80, 25), "large": (106, 25), "huge": (160, 47)}


def plan_in(size: str, style: MapStyle) -> MapPlan:
    return ATLAS.outline.drawn(*SIZES[size], in_cells=not style.is_filled)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("style", [BLOCKS, MONO], ids=["blocks", "lines"])
def test_every_province_has_room_for_its_name_its_owner_and_unrest(size: str, style: MapStyle) -> None:
    plan = plan_in(size, style)
    free = free_cells(plan, is_dense=True) if style is BLOCKS else owners_of(plan)
    facts = AreaFacts(3, (Holding(3, 12, (0, 0, 0)),), war=1, reward=(7, 5))
    for area in LAND:
        words = written(area, facts, rooms_in(free, [area], NARROWEST_IN_DENSE)[0], Pens(ATLAS, style))
        text = "".join(word.text for writing in words for word in writing.words)

        assert "K12" in text, PROVINCES[area]
        assert "⚑1" in text, PROVINCES[area]
        name = ATLAS.names[area], ATLAS.codes[area], "".join(ATLAS.halves[area]) or ATLAS.codes[area]
        assert any(words in text for words in name), PROVINCES[area]


def test_most_provinces_show_their_figures_even_in_the_smallest_drawing() -> None:
    plan = plan_in("small", BLOCKS)
    free = free_cells(plan, is_dense=True)
    shown = 0
    for area in LAND:
        facts = AreaFacts(0, (Holding(0, 5, (1, 0, 0)),), reward=(TAX[area], RICE[area]))
        words = written(area, facts, rooms_in(free, [area], NARROWEST_IN_DENSE)[0], Pens(ATLAS, BLOCKS))
        shown += any(f"{TAX[area]}/{RICE[area]}" == word.text for line in words for word in line.words)

    assert shown >= 38


def test_at_120x40_hardly_a_name_is_cut_short() -> None:
    """Only where neither one line nor two have room; unrest comes before the rest of a name."""
    plan = ATLAS.outline.drawn(80, 27, in_cells=False)
    rooms = rooms_in(free_cells(plan, is_dense=True), LAND, NARROWEST_IN_DENSE)
    short = {unrest: cut_short(rooms, unrest) for unrest in (0, 1)}

    assert short[0] == {"mimasaka"}
    assert short[1] == {"mimasaka", "bizen", "mino", "tosa", "yamato", "shimotsuke", "bitchu", "awa_shikoku"}


def cut_short(rooms: list[AreaRoom], unrest: int) -> set[str]:
    """Name the provinces of which a drawing shows three letters, with a castle there."""
    short: set[str] = set()
    for area in LAND:
        holding = Holding(0, 5, (1, 0, 0))
        facts = AreaFacts(0, (holding,), war=unrest, reward=(TAX[area], RICE[area]))
        words = [
            word.text
            for line in written(area, facts, rooms[area], Pens(ATLAS, BLOCKS))
            for word in line.words
        ]
        if ATLAS.names[area] not in words and not {*ATLAS.halves[area]} & {*words}:
            short.add(PROVINCES[area])
    return short


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


def test_what_is_out_is_named_in_full_on_a_large_map() -> None:
    facts = facts_of(GAME.view_for(fresh(THREE), None))
    out = {ATLAS.names[area] for area in LAND if facts.areas[area].is_out}
    words = " ".join(text_of(drawn(facts, BLOCKS, "huge")).split())

    assert {name for name in out if name not in words} == set()


@pytest.mark.parametrize("style", [BLOCKS, MONO], ids=["blocks", "lines"])
@pytest.mark.parametrize("size", [(160, 47), (150, 47), (134, 50)])
def test_every_owner_is_named_in_full_on_a_large_map(size: tuple[int, int], style: MapStyle) -> None:
    """With two buildings and without unrest; the last is the map beside a plan."""
    plan = ATLAS.outline.drawn(*size, in_cells=not style.is_filled)
    free = free_cells(plan, is_dense=True) if style is BLOCKS else owners_of(plan)
    rooms, pens = rooms_in(free, LAND, NARROWEST_IN_DENSE), Pens(ATLAS, style, is_wordy=True)
    facts = AreaFacts(4, (Holding(4, 5, (1, 1, 0)),), reward=(7, 3))
    texts = {
        PROVINCES[area]: "".join(
            word.text for line in written(area, facts, rooms[area], pens) for word in line.words
        )
        for area in LAND
    }

    assert {name for name, text in texts.items() if "Purple 5" not in text or "■▲" not in text} == set()


def owners_of(plan: MapPlan) -> list[list[int]]:
    return [[corner.owner for corner in row] for row in corners_of(plan.pixels[::2])]


def test_regions_are_parted_by_other_lines() -> None:
    facts = facts_of(GAME.view_for(fresh(FIVE), None))
    lines = text_of(drawn(facts, MONO))

    assert set("┃━") <= set(lines)
    assert ATLAS.are_apart({PROVINCES.index("tajima"), PROVINCES.index("wakasa")})
    assert not ATLAS.are_apart({PROVINCES.index("aki"), PROVINCES.index("bingo")})


def drawn(facts: MapFacts, style: MapStyle, size: str = "small") -> list[Strip]:
    picture = MapPicture(plan_in(size, style), facts.atlas, style)
    scene = MapScene(facts, frozenset({PROVINCES.index("omi")}), PROVINCES.index("kai"))
    return [picture.line(row, scene) for row in range(picture.height)]


@pytest.mark.parametrize("style", ["blocks", "mono", "ascii-mono"])
@pytest.mark.parametrize("size", ["small", "huge"])
def test_the_map_looks_as_people_have_seen_it(size: str, style: str) -> None:
    view = next(GAME.view_for(state, None) for state, _ in random_game(3, FIVE) if state.year == 2)
    strips = drawn(facts_of(view), STYLES[style], size)
    pixels = f"\n{sketch_of(strips)}" if STYLES[style].is_filled else ""

    assert_golden(f"shogun-{size}-{style}", text_of(strips) + pixels)
