from __future__ import annotations

from itertools import combinations, product

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet

from client.games.rising_sun.map import ATLAS
from client.tui.map.blocks import BORDER_GAP, INNER, Tints, luminance
from client.tui.map.facts import NOBODY, AreaFacts, AreaLook, MapFacts, MapScene
from client.tui.map.styles import (
    ASCII_LINES,
    ASCII_MONO,
    BLOCKS,
    LINES,
    MONO,
    OPEN_SEA,
    ROUTE,
    MapStyle,
    style_for,
)
from client.tui.map.words import Role
from client.tui.palette import CLAN_COLOURS
from core.games.rising_sun.board import LAND
from tests.client.tui.map.scenes import (
    CROWDED,
    EDO,
    HOKKAIDO,
    KANSAI,
    KYOTO,
    OSHU,
    QUIET,
    SIZES,
    STYLES,
    assert_golden,
    picture_of,
    pixels_of,
    plan_in,
    sketch_of,
    strips_of,
    text_of,
)

WHITE = "#ffffff"
TINTS = Tints()
LEADERS = (NOBODY, *range(len(CLAN_COLOURS)))
DRAWINGS = list(product(SIZES, STYLES))
SCENES = {
    "quiet": MapScene(QUIET),
    "marked": MapScene(QUIET, frozenset((OSHU, KYOTO, KANSAI)), KANSAI, EDO),
    "crowded": MapScene(CROWDED),
}


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize("style", ["blocks", "mono", "ascii-mono"])
def test_the_map_looks_as_people_have_seen_it(size: str, style: str, scene: str) -> None:
    strips = strips_of(size, STYLES[style], SCENES[scene])
    pixels = f"\n{sketch_of(strips)}" if STYLES[style].is_filled else ""

    assert_golden(f"{size}-{style}-{scene}", text_of(strips) + pixels)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES)
def test_few_colours_show_the_same_as_none(size: str, scene: str) -> None:
    for coloured, plain in ((LINES, MONO), (ASCII_LINES, ASCII_MONO)):
        texts = [text_of(strips_of(size, style, SCENES[scene])) for style in (coloured, plain)]
        assert texts[0] == texts[1]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize(("size", "style"), DRAWINGS)
def test_every_row_is_as_wide_as_the_map(size: str, style: str, scene: str) -> None:
    picture = picture_of(size, STYLES[style])

    rows = [picture.line(row, SCENES[scene]) for row in range(picture.height)]

    assert {row.cell_length for row in rows} == {picture.width}
    assert {len(row.text) for row in rows} == {picture.width}


@pytest.mark.parametrize(("size", "style"), DRAWINGS)
def test_a_change_in_a_province_changes_only_its_rows(size: str, style: str) -> None:
    picture = picture_of(size, STYLES[style])
    rows = range(picture.height)
    before = [picture.line(row, MapScene(QUIET)) for row in rows]

    for province in LAND:
        areas = (*QUIET.areas[:province], CROWDED.areas[province], *QUIET.areas[province + 1 :])
        for scene in (
            MapScene(MapFacts(ATLAS, areas)),
            MapScene(QUIET, frozenset({province}), province, province),
        ):
            changed = {row for row in rows if picture.line(row, scene) is not before[row]}
            assert changed <= set(picture.rows_of(province))


@pytest.mark.parametrize(("size", "style"), DRAWINGS)
def test_the_rows_between_two_moments_are_those_that_differ(size: str, style: str) -> None:
    picture = picture_of(size, STYLES[style])
    rows = range(picture.height)

    for before, after in ((QUIET, CROWDED), (CROWDED, QUIET)):
        for province in LAND:
            areas = (*before.areas[:province], after.areas[province], *before.areas[province + 1 :])
            old, new = MapScene(before), MapScene(MapFacts(ATLAS, areas))
            changed = {row for row in rows if picture.line(row, old) != picture.line(row, new)}
            named = set(picture.rows_between(province, before.areas[province], after.areas[province]))
            assert changed <= named <= set(picture.rows_of(province))


def test_another_word_changes_no_row_but_its_own() -> None:
    picture = picture_of("large", BLOCKS)
    quiet = QUIET.areas[0]

    assert len(list(picture.rows_between(0, quiet._replace(war=2), quiet._replace(war=1)))) == 1


def test_a_row_seen_before_is_not_drawn_again() -> None:
    picture = picture_of("large", BLOCKS)

    assert picture.line(12, MapScene(QUIET)) is picture.line(12, MapScene(QUIET))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("style", [MONO, LINES, ASCII_MONO, ASCII_LINES])
def test_every_dot_of_every_route_can_be_seen_in_lines(size: str, style: MapStyle) -> None:
    strips = strips_of(size, style, MapScene(QUIET))
    signs = {style.glyphs.dot, style.glyphs.port}

    dots = [dot for route in plan_in(size, style).routes for dot in route.dots]

    assert {strips[y // 2].text[x] for x, y in dots} <= signs


@pytest.mark.parametrize("size", SIZES)
def test_routes_from_the_cursor_light_up(size: str) -> None:
    plan = plan_in(size)
    pixels = pixels_of(strips_of(size, BLOCKS, MapScene(QUIET, cursor=HOKKAIDO)))

    colours = [{pixels[y][x] for x, y in route.dots} for route in plan.routes]

    assert all(len(of_route) == 1 for of_route in colours)
    lit, dark = (
        {colour for route, of_route in zip(plan.routes, colours, strict=True) for colour in of_route
         if (HOKKAIDO in route.ends) == wanted}
        for wanted in (True, False)
    )  # fmt: skip
    assert len(lit) == len(dark) == 1
    assert lit != dark


@pytest.mark.parametrize("size", SIZES)
def test_ground_shows_who_leads(size: str) -> None:
    plan = plan_in(size)
    pixels = pixels_of(strips_of(size, BLOCKS, MapScene(MapFacts(ATLAS, tuple(map(led_by, LAND))))))

    for province in LAND:
        there = [
            pixels[y][x] for y, row in enumerate(plan.pixels) for x, a in enumerate(row) if a == province
        ]
        assert max(set(there), key=there.count) == TINTS.ground(led_by(province).leader).hex


def led_by(province: int) -> AreaFacts:
    return AreaFacts(leader=province % len(LEADERS) - 1, reward=(0, 0, 0))


@pytest.mark.parametrize("size", SIZES)
def test_targets_are_dashed_and_the_cursor_is_solid(size: str) -> None:
    plan = plan_in(size)
    scene = MapScene(MapFacts(ATLAS, (AreaFacts(),) * len(LAND)), frozenset({OSHU}), KANSAI)
    pixels = pixels_of(strips_of(size, BLOCKS, scene))

    shares = [white_share_of_outline(plan.pixels, pixels, province) for province in LAND]

    assert shares[KANSAI] == 1
    assert 0.3 < shares[OSHU] < 0.7
    assert sum(shares) == shares[KANSAI] + shares[OSHU]


def white_share_of_outline(
    areas: tuple[tuple[int, ...], ...], pixels: list[list[str]], province: int
) -> float:
    outline = [
        pixels[y][x] == WHITE
        for y, row in enumerate(areas)
        for x, area in enumerate(row)
        if area == province and is_edge(areas, x, y)
    ]
    return sum(outline) / len(outline)


def is_edge(areas: tuple[tuple[int, ...], ...], x: int, y: int) -> bool:
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    inside = [0 <= ny < len(areas) and 0 <= nx < len(areas[0]) for nx, ny in around]
    return not all(inside) or any(areas[ny][nx] != areas[y][x] for nx, ny in around)


# Colours --------------------------------------------------------------------------------------


def test_the_ground_of_any_two_leaders_differs() -> None:
    grounds = [TINTS.ground(leader) for leader in LEADERS]

    assert min(sum(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in combinations(grounds, 2)) > 60


def test_with_256_colours_grounds_borders_and_sea_still_differ() -> None:
    shades = [TINTS.of_area(AreaLook(leader)) for leader in LEADERS]
    seas = [Color.parse(sea).get_truecolor() for sea in (OPEN_SEA, ROUTE)]

    numbers = [number_of(colour) for colour in (*[shade[INNER] for shade in shades], *seas)]

    assert len(set(numbers)) == len(numbers)
    assert all(number_of(shade[INNER]) != number_of(shade[BORDER_GAP]) for shade in shades)


def number_of(colour: ColorTriplet) -> int | None:
    return Color.from_triplet(colour).downgrade(ColorSystem.EIGHT_BIT).number


def test_words_stand_out_from_their_ground() -> None:
    """At least as WCAG wants it for large or bold text."""
    grounds = [TINTS.of_area(AreaLook(leader))[0] for leader in LEADERS]
    for ground, role, clan in product(
        grounds, (Role.NAME, Role.WAR, Role.CLAN, Role.REWARD), range(len(CLAN_COLOURS))
    ):
        style = TINTS.of_word(role, clan, ground)
        assert style.color
        assert style.bgcolor
        inks = sorted(luminance(colour.get_truecolor()) + 0.05 for colour in (style.color, style.bgcolor))
        assert inks[1] / inks[0] > 3


def test_without_colour_no_style_has_any() -> None:
    for style in (MONO, ASCII_MONO):
        segments = [segment for strip in strips_of("large", style, SCENES["marked"]) for segment in strip]
        assert not any(
            segment.style and (segment.style.color or segment.style.bgcolor) for segment in segments
        )


@pytest.mark.parametrize("size", SIZES)
def test_plain_terminals_get_plain_signs(size: str) -> None:
    assert all(text_of(strips_of(size, ASCII_MONO, scene)).isascii() for scene in SCENES.values())


@pytest.mark.parametrize(
    ("system", "no_colour", "ascii_only", "style"),
    [
        ("truecolor", False, False, BLOCKS),
        ("256", False, False, BLOCKS),
        ("standard", False, False, LINES),
        ("windows", False, False, LINES),
        (None, False, False, MONO),
        ("truecolor", True, False, MONO),
        ("truecolor", False, True, ASCII_LINES),
        ("truecolor", True, True, ASCII_MONO),
    ],
)
def test_the_terminal_decides_how_the_map_is_drawn(
    system: str | None, *, no_colour: bool, ascii_only: bool, style: MapStyle
) -> None:
    assert style_for(system, no_colour=no_colour, ascii_only=ascii_only) == style
