"""A map larger than its place: closer and farther, looking around, and what the mouse finds there."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollUp
from textual.geometry import Offset

from client.tui.map.styles import BLOCKS, MONO, MapStyle
from client.tui.map.widget import ProvinceMap
from core.games.rising_sun.board import LAND
from tests.client.tui.map.scenes import EDO, HOKKAIDO, KYOTO, KYUSHU, QUIET
from tests.client.tui.map.test_province_map import SMALL, Table, shown, table


def seen(app: Table) -> set[int]:
    """Return the provinces partly in sight, as the mouse finds them."""
    size = app.map.size
    spots = (Offset(x, y) for y in range(size.height) for x in range(size.width))
    return {area for spot in spots if (area := app.map.area_at(spot)) is not None}


async def test_closer_shows_less_of_a_larger_map_and_farther_all_of_it_again() -> None:
    async with table() as (app, pilot):
        before = shown(app)
        await pilot.press("plus", "plus", "plus")
        closer, there = shown(app), seen(app)
        await pilot.press("minus", "minus", "minus", "minus")

        assert closer != before
        assert there < set(LAND)
        assert {len(line) for line in closer.splitlines()} == {SMALL[0]}
        assert shown(app) == before
        assert seen(app) == set(LAND)


async def test_there_is_an_end_to_it() -> None:
    async with table() as (app, pilot):
        await pilot.press(*["plus"] * 12)
        closest = shown(app)
        await pilot.press("plus")

        assert shown(app) == closest
        assert app.map.zoom < 12


@pytest.mark.parametrize("style", [BLOCKS, MONO])
async def test_the_cursor_stays_in_sight(style: MapStyle) -> None:
    async with table() as (app, pilot):
        app.map.style = style
        await pilot.press("plus", "plus", "plus")
        for province in LAND:
            app.map.cursor = province

            assert province in seen(app)
            assert QUIET.atlas.names[province] in shown(app)


async def test_shift_and_arrows_look_around_as_far_as_there_is_map() -> None:
    async with table() as (app, pilot):
        await pilot.press("plus", "plus")
        await pilot.press(*["shift+up"] * 9, *["shift+right"] * 9)
        north_east, edge = seen(app), shown(app)
        await pilot.press("shift+up", "shift+right")
        stays = shown(app)
        await pilot.press(*["shift+down"] * 9, *["shift+left"] * 9)

        assert HOKKAIDO in north_east
        assert KYUSHU not in north_east
        assert stays == edge
        assert KYUSHU in seen(app)
        assert HOKKAIDO not in seen(app)


async def test_a_click_finds_what_is_drawn_there() -> None:
    async with table() as (app, pilot):
        app.map.cursor = EDO
        await pilot.press("plus", "plus")
        size = app.map.size
        spot = next(
            Offset(x, y)
            for y in range(size.height)
            for x in range(size.width)
            if app.map.area_at(Offset(x, y)) == KYOTO
        )
        await pilot.click(ProvinceMap, offset=spot)

        assert app.told[-1] == ProvinceMap.Picked(KYOTO)


async def test_the_wheel_goes_closer_to_what_is_under_the_mouse() -> None:
    async with table() as (app, pilot):
        size = app.map.size
        spot = next(
            (x, y)
            for y in range(size.height)
            for x in range(size.width)
            if app.map.area_at(Offset(x, y)) == KYUSHU
        )
        for _ in range(3):
            await pilot._post_mouse_events([MouseScrollUp], ProvinceMap, offset=spot)  # noqa: SLF001

        assert app.map.zoom == 3
        assert KYUSHU in seen(app)
        assert HOKKAIDO not in seen(app)


async def test_where_there_is_only_a_list_closer_shows_the_map() -> None:
    async with table((40, 12)) as (app, pilot):
        assert " Hokkaido ⚑2 +2R" in shown(app)
        app.map.cursor = KYUSHU
        await pilot.press("plus")

        assert app.map.zoom == 1
        assert "▀" in shown(app)
        assert "Kyushu" in shown(app)
