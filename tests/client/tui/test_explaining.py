"""Whatever is on the screen explains itself: by the cursor, by the mouse, by its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette, Hit
from textual.geometry import Offset
from textual.widget import Widget

from client.games.rising_sun.panels import HonorTrack
from client.games.shogun import names
from client.games.shogun.planning.form import PlanDialog
from client.table.cards import Card, mentions
from client.tui.app import ActsProvider
from client.tui.dialogs.forms import AllocateDialog
from client.tui.dialogs.lookup import CardsScreen, Lookup, RulesScreen
from client.tui.map.areas import AreaMap
from client.tui.paint.surface import RIGHT
from client.tui.widgets.choices import Choices
from client.tui.widgets.panel import Panels
from client.tui.widgets.words import WordList
from core.games.rising_sun.board import PROVINCES
from tests.client.tui.at_table import LARGE, SMALL, Seated, panel_of, scene_at, screen_text, seated
from tests.client.tui.ninjato.tables import scene_at as raid_at
from tests.client.tui.shogun.moments import scene_at as plan_at


async def first_card(table: Seated) -> Card:
    """Return the open card, which is the first of all."""
    await table.until(lambda: isinstance(table.app.screen, CardsScreen))
    await table.until(lambda: table.app.screen.query(WordList) and table.app.screen.query_one(Lookup).shown)
    card = table.app.screen.query_one(Lookup).shown[0]
    assert isinstance(card, Card)
    return card


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_question_mark_tells_of_the_choice_one_is_at(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("train"), tmp_path, size) as table:
        choices = table.screen.query_one(Choices)
        choices.highlighted = 1
        await table.pilot.press("question_mark")
        card = await first_card(table)

        assert choices.entries[1].label.startswith(card.title)
        assert card.lines[0] in " ".join(screen_text(table.app).split()) or size == SMALL
        await table.pilot.press("enter")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen))


async def test_a_question_mark_on_the_map_tells_of_the_province(tmp_path: Path) -> None:
    async with seated(scene_at("recruit"), tmp_path, LARGE) as table:
        await table.pilot.press("M")
        table.screen.query_one(AreaMap).cursor = PROVINCES.index("kyoto")
        await table.pilot.press("question_mark")

        assert (await first_card(table)).title == "Kyoto"


async def test_a_click_on_a_name_beside_the_map_opens_its_card(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        panels = table.screen.query_one("#panels", Panels)
        rows = [panels.render_line(y).text for y in range(panels.size.height)]
        y = next(y for y, row in enumerate(rows) if "Turtle" in row)
        left = panels.content_region.x - panels.region.x
        await table.click(panels, offset=(rows[y].index("Turtle") + left + 1, y))

        assert (await first_card(table)).title == "Turtle"


async def test_a_click_on_a_sign_beside_the_map_opens_the_legend(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        panels = table.screen.query_one("#panels", Panels)
        head, left = panels.render_line(0).text, panels.content_region.x - panels.region.x
        await table.click(panels, offset=(head.index("Honor") + len("Honor") + left + 1, 0))
        await table.pilot.pause()
        assert not isinstance(table.app.screen, CardsScreen), "that was beside all signs"

        await table.click(panels, offset=(head.index("¢") + left, 0))
        assert (await first_card(table)).title == "Signs beside the map"


async def test_the_other_button_explains_a_choice_and_takes_none(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        await table.pilot.click(Choices, offset=(6, 0), button=3)

        assert (await first_card(table)).title in table.screen.query_one(Choices).entries[0].label
        assert not table.player.done


async def test_typing_finds_any_card(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        await table.pilot.press("question_mark")
        await first_card(table)
        await table.pilot.press(*"serpent")
        await table.pilot.pause()

        assert (await first_card(table)).title == "Path of the Serpent"


async def test_the_palette_finds_cards(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, LARGE) as table:
        await table.pilot.press("ctrl+p")
        await table.until(lambda: isinstance(table.app.screen, CommandPalette))
        await table.pilot.press(*"moneylender")
        await table.until(lambda: "Way of the Moneylender" in screen_text(table.app))
        await table.pilot.press("down", "enter")

        assert (await first_card(table)).title == "Way of the Moneylender"


# Everywhere ----------------------------------------------------------------------------------

SCENES = {
    "rising_sun": scene_at("tea"),
    "shogun": plan_at("attack"),
    "ninjato": raid_at("turn"),
}
HUGE = (200, 60)
FEW = 5


@pytest.mark.parametrize("game", SCENES)
async def test_the_palette_finds_everything_that_has_a_card(game: str, tmp_path: Path) -> None:
    async with seated(SCENES[game], tmp_path, LARGE) as table:
        await table.settled()
        provider = ActsProvider(table.screen)
        for card in table.top.explaining.cards():
            for name in (card.title, *card.names):
                hits = [hit async for hit in provider.search(name)]
                found = {str(hit.text).lower() for hit in hits if isinstance(hit, Hit)}
                assert name.lower() in found, name


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE])
@pytest.mark.parametrize("game", SCENES)
async def test_a_click_on_any_name_that_stands_there_opens_its_card(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """In the header, in what is asked, beside the map; each card once."""
    async with seated(SCENES[game], tmp_path, size) as table:
        await table.settled()
        cards, seen = table.top.explaining.cards(), set[Card]()
        for part in table.screen.query("#header, #prompt, #panels, #strips").results(Widget):
            rows = [part.render_line(y).text for y in range(part.size.height)]
            there = {
                mention.card: (mention.start, y)
                for y, row in enumerate(rows)
                for mention in mentions(cards, row)
            }
            for card in there.keys() - seen:
                seen.add(card)
                frame = part.content_region.offset - part.region.offset
                await table.pilot.click(part, offset=frame + Offset(*there[card]))
                assert await first_card(table) == card
                await table.pilot.press("escape")
                await table.until(lambda: table.app.screen is table.screen)
        assert len(seen) > FEW


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_form_explains_what_the_cursor_is_on(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("bid"), tmp_path, size) as table:
        await table.until(lambda: isinstance(table.app.screen, AllocateDialog) and table.app.focused)
        await table.pilot.press("down", "question_mark")

        assert (await first_card(table)).title == "Take Hostage"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_plan_explains_its_card_and_its_action(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(plan_at("plan"), tmp_path, size) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        form = table.app.screen
        assert isinstance(form, PlanDialog)
        await table.pilot.press("2", "question_mark")
        first = await first_card(table)
        second = table.app.screen.query_one(Lookup).shown[1]

        assert names.card(form.planner.considered).split()[0] in (first.title, *first.names)
        assert second.title == names.place(form.planner.place)


async def test_the_palette_finds_cards_from_a_form(tmp_path: Path) -> None:
    async with seated(plan_at("plan"), tmp_path, LARGE) as table:
        await table.until(lambda: isinstance(table.app.screen, PlanDialog))
        hits = [hit async for hit in ActsProvider(table.app.screen).search("Unrest")]

        assert "Unrest" in {str(hit.text) for hit in hits}


async def test_the_other_button_explains_a_province_and_goes_nowhere(tmp_path: Path) -> None:
    async with seated(scene_at("recruit"), tmp_path, LARGE) as table:
        await table.settled()
        area_map = table.screen.query_one(AreaMap)
        cells = (Offset(x, y) for y in range(area_map.size.height) for x in range(area_map.size.width))
        inside = next(cell for cell in cells if area_map.area_at(cell) == PROVINCES.index("kyoto"))
        await table.pilot.click(AreaMap, offset=inside, button=RIGHT)

        assert (await first_card(table)).title == "Kyoto"
        assert not table.player.done


# Signs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_legend_has_the_signs_that_the_panel_draws(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("victim"), tmp_path, size) as table:
        track = panel_of(table, HonorTrack)
        signs = dict(track.legend())
        drawn = "\n".join(line.plain for line in track.lines())
        explained = next(
            card for card in table.top.explaining.cards() if card.title == "Signs beside the map"
        )

        assert {"VP", "¢", "R"} <= signs.keys() & set(drawn.split())
        assert ("9 VP if war came now" in signs) == ("VP if war came now" in drawn)
        assert all(any(meaning in line for line in explained.lines) for meaning in signs.values())


async def test_the_signs_of_the_map_are_those_of_its_atlas(tmp_path: Path) -> None:
    async with seated(scene_at("victim"), tmp_path, LARGE) as table:
        area_map = table.screen.query_one(AreaMap)
        signs = dict(area_map.legend())

        assert {mark.sign for mark in area_map.facts.atlas.pieces} <= signs.keys()
        assert "who stands there (K, L, T, B), and how strong" in signs.values(), "Dragonfly does not play"
