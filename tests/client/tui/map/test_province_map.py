from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widgets import Input

from client.games.rising_sun.map import ATLAS
from client.tui.map.facts import MapFacts
from client.tui.map.styles import ASCII_MONO, MONO
from client.tui.map.widget import ProvinceMap
from core.games.rising_sun.board import LAND
from tests.client.tui.map.scenes import (
    CROWDED,
    EDO,
    HOKKAIDO,
    KANSAI,
    KYOTO,
    KYUSHU,
    NAGATO,
    OSHU,
    QUIET,
    SHIKOKU,
    area,
)

SMALL, LARGE, HUGE = (46, 16), (64, 30), (150, 50)
WALK = "down down down left left left left down right right up up left up right"


class Table(App[None]):
    """A map and a field that can take the focus; it remembers what it is told."""

    CSS = "Input { dock: bottom; height: 1; border: none; }"

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Message] = []

    def compose(self) -> ComposeResult:
        yield ProvinceMap(QUIET)
        yield Input()

    @property
    def map(self) -> ProvinceMap:
        return self.query_one(ProvinceMap)

    def on_area_map_pointed(self, message: ProvinceMap.Pointed) -> None:
        self.told.append(message)

    def on_area_map_picked(self, message: ProvinceMap.Picked) -> None:
        self.told.append(message)


@asynccontextmanager
async def table(size: tuple[int, int] = SMALL) -> AsyncIterator[tuple[Table, Pilot[None]]]:
    app = Table()
    async with app.run_test(size=(size[0], size[1] + 1)) as pilot:
        app.map.focus()
        await pilot.pause()
        yield app, pilot


def shown(app: Table) -> str:
    return "\n".join(strip.text for strip in app.map.render_lines(app.map.size.region))


def spot(province: int, size: tuple[int, int] = SMALL) -> tuple[int, int]:
    """Return a cell inside a province."""
    x, y = ATLAS.outline.drawn(*size, in_cells=False).centres[province]
    return round(x), round(y / 2)


# Keys -----------------------------------------------------------------------------------------


async def test_arrows_walk_from_province_to_province() -> None:
    async with table() as (app, pilot):
        app.map.cursor = NAGATO

        walk = []
        for key in ("right", "right", "right", "up", "up", "left"):
            await pilot.press(key)
            walk.append(app.map.cursor)

        assert walk == [KANSAI, KYOTO, EDO, OSHU, HOKKAIDO, KYOTO]


async def test_the_first_arrow_goes_to_the_first_target() -> None:
    async with table() as (app, pilot):
        app.map.targets = frozenset({KYUSHU, KYOTO})
        await pilot.press("left")

        assert app.map.cursor == KYOTO


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_every_province_can_be_reached_with_the_arrows(size: tuple[int, int]) -> None:
    async with table(size) as (app, _):
        app.map.cursor = HOKKAIDO
        seen = [HOKKAIDO]
        for direction in WALK.split():
            app.map.action_go(direction)
            assert app.map.cursor is not None
            seen.append(app.map.cursor)

        assert set(seen) == set(LAND)


async def test_tab_goes_through_all_targets_and_around() -> None:
    async with table() as (app, pilot):
        app.map.targets = frozenset({KYUSHU, OSHU, KANSAI})

        walk = []
        for _ in range(4):
            await pilot.press("tab")
            walk.append(app.map.cursor)
        await pilot.press("shift+tab")

        assert walk == [OSHU, KANSAI, KYUSHU, OSHU]
        assert app.map.cursor == KYUSHU
        assert app.map.has_focus


async def test_without_targets_tab_leaves_the_map() -> None:
    async with table() as (app, pilot):
        await pilot.press("tab")

        assert not app.map.has_focus
        assert app.map.cursor is None


async def test_enter_picks_the_province_under_the_cursor() -> None:
    async with table() as (app, pilot):
        await pilot.press("enter")
        app.map.cursor = SHIKOKU
        await pilot.press("enter")

        assert app.told == [ProvinceMap.Pointed(SHIKOKU), ProvinceMap.Picked(SHIKOKU)]


async def test_all_targets_can_be_picked_with_tab_and_enter() -> None:
    async with table() as (app, pilot):
        app.map.targets = frozenset({HOKKAIDO, EDO, SHIKOKU})
        await pilot.press(*["tab", "enter"] * 3)

        assert [m.province for m in app.told if isinstance(m, ProvinceMap.Picked)] == [HOKKAIDO, EDO, SHIKOKU]


# Mouse ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE])
async def test_a_click_picks_the_province_drawn_there(size: tuple[int, int]) -> None:
    async with table(size) as (app, pilot):
        for province in (HOKKAIDO, KYUSHU):
            await pilot.click(ProvinceMap, offset=spot(province, size))

        assert [m.province for m in app.told if isinstance(m, ProvinceMap.Picked)] == [HOKKAIDO, KYUSHU]
        assert app.map.cursor == KYUSHU


async def test_a_click_into_the_sea_picks_nothing() -> None:
    async with table() as (app, pilot):
        await pilot.click(ProvinceMap, offset=(1, 1))

        assert app.told == []


async def test_pointing_with_the_mouse_is_told_once_per_province() -> None:
    async with table() as (app, pilot):
        x, y = spot(EDO)
        for offset in ((x, y), (x + 1, y), spot(KYOTO), (1, 1)):
            await pilot.hover(ProvinceMap, offset=offset)

        assert app.told == [ProvinceMap.Pointed(EDO), ProvinceMap.Pointed(KYOTO)]
        assert app.map.hovered is None


async def test_when_the_mouse_leaves_the_land_the_cursor_counts_again() -> None:
    async with table() as (app, pilot):
        app.map.cursor = NAGATO
        await pilot.hover(ProvinceMap, offset=spot(EDO))
        await pilot.hover(ProvinceMap, offset=(1, 1))

        assert [m.province for m in app.told if isinstance(m, ProvinceMap.Pointed)] == [NAGATO, EDO, NAGATO]


async def test_the_mouse_finds_provinces_on_a_map_in_the_middle_of_its_space() -> None:
    async with table((120, 20)) as (app, pilot):
        width, height = ATLAS.outline.fitted(120, 20) or SMALL
        x, y = spot(SHIKOKU, (width, height))
        await pilot.click(ProvinceMap, offset=(x + (120 - width) // 2, y))

        assert width < 120

        assert app.map.cursor == SHIKOKU


# Size -----------------------------------------------------------------------------------------


async def test_the_drawing_follows_the_size_of_the_screen() -> None:
    async with table(SMALL) as (app, pilot):
        app.map.style = MONO
        land = {}
        for width, height in ((46, 16), (64, 30), (110, 36), (150, 50), (45, 16), (46, 15)):
            await pilot.resize_terminal(width, height + 1)
            await pilot.pause()
            lines = shown(app).splitlines()
            land[width, height] = max(line.rfind("┐") - line.find("┌") for line in lines)
            assert {len(line) for line in lines} == {width}

        assert land[150, 50] > 130 > land[110, 36] > 95 > land[64, 30] > 55 > land[46, 16] > 40
        assert land[45, 16] == land[46, 15] == 0


async def test_with_little_room_every_province_is_a_row() -> None:
    async with table((30, 8)) as (app, pilot):
        app.map.targets = frozenset({OSHU})
        app.map.cursor = EDO

        assert [line.rstrip() for line in shown(app).splitlines()[:4]] == [
            " Hokkaido ⚑2 +2R D4 ●2▲★■",
            "*Oshu +3¢ K2 ●▲ D1 ●",
            ">Edo ▸1 +2V2¢ K4 ●3★■2",
            "+Kyoto ⚑4 +4V T7●▲★◆■ K2● L1▲",
        ]
        await pilot.press("down")
        assert app.map.cursor == KYOTO
        await pilot.click(ProvinceMap, offset=(3, 1))
        assert app.map.cursor == OSHU


async def test_with_too_few_rows_the_cursor_stays_in_sight() -> None:
    async with table((30, 5)) as (app, _):
        for province in LAND:
            app.map.cursor = province
            assert f">{ATLAS.names[province]}" in shown(app)


# Drawing anew ---------------------------------------------------------------------------------


async def rows_drawn_by(app: Table, pilot: Pilot[None], change: Callable[[], None]) -> set[int]:
    """Return the rows of the map that are requested after a change."""
    drawn: set[int] = set()
    render = app.map.render_line

    def watched(y: int) -> object:
        drawn.add(y)
        return render(y)

    await pilot.pause()
    app.map.render_line = watched  # type: ignore[method-assign, assignment]
    change()
    await pilot.pause()
    await pilot.pause()
    del app.map.render_line
    return drawn


async def test_only_rows_that_changed_are_drawn_again() -> None:
    async with table(LARGE) as (app, pilot):
        areas = (*QUIET.areas[:SHIKOKU], area(SHIKOKU, *CROWDED.areas[SHIKOKU].holdings), QUIET.areas[KYUSHU])

        drawn = await rows_drawn_by(app, pilot, lambda: setattr(app.map, "facts", MapFacts(ATLAS, areas)))

        rows = {
            y // 2
            for y, row in enumerate(ATLAS.outline.drawn(*LARGE, in_cells=False).pixels)
            if SHIKOKU in row
        }
        assert rows <= drawn
        assert len(drawn) < 16


@pytest.mark.parametrize(
    ("attribute", "value"), [("targets", frozenset({SHIKOKU})), ("cursor", SHIKOKU), ("hovered", SHIKOKU)]
)
async def test_what_a_player_does_is_drawn_in_its_province(attribute: str, value: object) -> None:
    async with table() as (app, pilot):
        before = app.map.render_lines(app.map.size.region)

        drawn = await rows_drawn_by(app, pilot, lambda: setattr(app.map, attribute, value))

        app.map.refresh()
        after = app.map.render_lines(app.map.size.region)
        changed = {y for y in range(16) if after[y] != before[y]}
        assert changed
        assert changed <= drawn < set(range(16))


async def test_equal_facts_draw_nothing() -> None:
    async with table() as (app, pilot):
        same = MapFacts(ATLAS, tuple(QUIET.areas))

        assert await rows_drawn_by(app, pilot, lambda: setattr(app.map, "facts", same)) == set()


async def test_another_style_draws_everything() -> None:
    async with table() as (app, pilot):
        drawn = await rows_drawn_by(app, pilot, lambda: setattr(app.map, "style", ASCII_MONO))

        assert drawn == set(range(16))
        assert shown(app).isascii()


async def test_a_map_without_facts_is_empty_and_deaf() -> None:
    async with table() as (app, pilot):
        app.map.facts = None
        await pilot.press("left", "enter")

        assert shown(app).strip() == ""
        assert app.told == []
