"""What the cursor lights up, and what an area shows of its region whoever holds it."""

from __future__ import annotations

from itertools import product

import pytest

from client.games.shogun import names
from client.games.shogun.map import ATLASES
from client.tui.map.blocks import Tints, border_on
from client.tui.map.facts import AreaFacts, Holding, MapFacts, MapScene
from client.tui.map.picture import NOTHING, AreaListing, MapPicture
from client.tui.map.styles import BLOCKS, BLOCKS_BY_DAY, MONO, MapStyle
from core.games.shogun.board import LAND, PROVINCES, REGIONS, SEATS, SUN
from tests.client.tui.map.scenes import pixels_of
from tests.client.tui.map.test_outlines import GAMES

ATLAS = ATLASES[SUN]
KAI, OMI, HARIMA, SANUKI = (PROVINCES.index(name) for name in ("kai", "omi", "harima", "sanuki"))
EMPTY = MapFacts(ATLAS, (AreaFacts(reward=(0, 0)),) * len(LAND))


def held_by(owner: int) -> MapFacts:
    return MapFacts(ATLAS, (AreaFacts(owner, (Holding(owner, 3, (0, 0, 0)),), reward=(4, 3)),) * len(LAND))


def drawing(size: tuple[int, int], style: MapStyle) -> MapPicture:
    return MapPicture(ATLAS.outline.drawn(*size, in_cells=not style.is_filled), ATLAS, style)


@pytest.mark.parametrize("game", GAMES)
def test_those_are_near_that_one_gets_to_by_land_or_sea(game: str) -> None:
    rules = GAMES[game]
    ways = {*rules.borders, *rules.routes}
    facts = MapFacts(rules.atlas, (AreaFacts(),) * len(rules.atlas.names))
    for area in range(len(rules.atlas.names)):
        scene = MapScene(facts, cursor=area)
        lit = {other for other in range(len(facts.areas)) if scene.look(other).is_near}

        assert lit == {other for way in ways if area in way for other in way} - {area}


def test_the_mouse_lights_up_before_the_cursor() -> None:
    assert MapScene(EMPTY, cursor=KAI, hovered=HARIMA).look(SANUKI).is_near
    assert not MapScene(EMPTY, cursor=HARIMA, hovered=KAI).look(SANUKI).is_near


@pytest.mark.parametrize("style", [BLOCKS, BLOCKS_BY_DAY])
def test_a_neighbour_has_another_ground(style: MapStyle) -> None:
    picture = drawing((80, 19), style)
    rest, lit = (
        pixels_of([picture.line(row, scene) for row in range(picture.height)])
        for scene in (MapScene(EMPTY), MapScene(EMPTY, cursor=HARIMA))
    )
    changed = {
        area for y, row in enumerate(ATLAS.outline.pixels) for x, area in enumerate(row)
        if rest[y][x] != lit[y][x] and area >= 0
    }  # fmt: skip

    assert changed == {HARIMA, *ATLAS.outline.neighbours[HARIMA]}


def test_in_lines_its_name_is_underlined() -> None:
    picture = drawing((106, 25), MONO)
    segments = [
        segment for row in range(picture.height) for segment in picture.line(row, MapScene(EMPTY, cursor=KAI))
    ]
    underlined = {segment.text for segment in segments if segment.style and segment.style.underline}

    assert underlined == {
        name
        for area in ATLAS.outline.neighbours[KAI]
        for name in (ATLAS.names[area], ATLAS.codes[area])
        if name in underlined
    }
    assert len(underlined) == len(ATLAS.outline.neighbours[KAI])


def test_in_a_list_it_has_a_sign() -> None:
    listing = AreaListing(30, ATLAS, MONO)

    signs = [listing.line(area, MapScene(EMPTY, cursor=KAI), NOTHING).text[0] for area in LAND]

    assert {area for area in LAND if signs[area] == "+"} == ATLAS.outline.neighbours[KAI]


@pytest.mark.parametrize(("size", "style"), [*product([(80, 19), (160, 47)], [BLOCKS, BLOCKS_BY_DAY])])
def test_a_province_shows_its_region_whoever_holds_it(size: tuple[int, int], style: MapStyle) -> None:
    picture, tints = drawing(size, style), Tints(ATLAS.colours, ATLAS.grounds, is_light=style.is_light)
    plan = ATLAS.outline.drawn(*size, in_cells=False)
    for owner in SEATS:
        scene = MapScene(held_by(owner))
        pixels = pixels_of([picture.line(row, scene) for row in range(picture.height)])
        shown: list[list[str]] = [[] for _ in LAND]
        for y, row in enumerate(plan.pixels):
            for x, area in enumerate(row):
                if area >= 0:
                    shown[area].append(pixels[y][x])
        for area in LAND:
            land = tints.ground(-1, ATLAS.regions[area])
            rim = shown[area].count(land.hex) + shown[area].count(border_on(land).hex)
            assert rim >= len(shown[area]) / 8, PROVINCES[area]
            assert shown[area].count(tints.ground(owner).hex) >= len(shown[area]) / 5, PROVINCES[area]


def test_no_region_is_called_after_a_colour_or_a_player() -> None:
    regions = {names.region(number) for number in range(len(REGIONS))}

    assert len(regions) == len(REGIONS)
    taken = {*REGIONS, *(names.clan(seat).lower() for seat in SEATS)}
    assert not {region.lower() for region in regions} & taken
