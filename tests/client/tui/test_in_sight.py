"""What stays in sight: how to finish a question, and everything to read about a choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from client.games.rising_sun import names
from client.games.rising_sun.options import options_of
from client.table.acts import Entry, options_in
from client.table.menu import Option
from client.tui.dialogs.lines import LinesDialog
from client.tui.map.areas import AreaMap
from client.tui.widgets.choices import Choices
from client.tui.widgets.prompt import About
from core.games.rising_sun.board import LAND
from tests.client.tui.at_table import LARGE, SMALL, Seated, printed, scene_at, screen_text, seated


def rows_of(choices: Choices) -> list[str]:
    return [choices.render_line(y).text.strip() for y in range(choices.size.height)]


async def many_choices(table: Seated) -> Choices:
    """Have more to choose from than any window shows, and after it Done."""
    choices = table.screen.query_one(Choices)
    *answers, done, gift = choices.entries
    choices.entries = (*answers, *(Entry("-", f"Number {number}", None) for number in range(30)), done, gift)
    table.top.settle()
    await table.pilot.pause()
    return choices


async def seen_at_each_item(table: Seated, choices: Choices) -> list[list[str]]:
    """Go through the whole list; return what can be seen of it each time."""
    seen = []
    for place in range(len(choices.entries)):
        choices.highlighted = place
        await table.pilot.pause()
        seen.append(rows_of(choices))
    return seen


@pytest.mark.parametrize("size", [SMALL, LARGE, (70, 22)])
async def test_done_is_in_sight_however_a_list_is_scrolled(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("raijin"), tmp_path, size) as table:
        choices = await many_choices(table)
        seen = await seen_at_each_item(table, choices)

        assert all("0 Done" in rows for rows in seen)
        assert all(
            f"{entry.key} {entry.label}" in rows for entry, rows in zip(choices.entries, seen, strict=True)
        )


async def test_a_click_on_done_is_done_where_other_choices_are_scrolled_away(tmp_path: Path) -> None:
    async with seated(scene_at("raijin"), tmp_path) as table:
        choices = await many_choices(table)
        await table.click(choices, offset=(3, rows_of(choices).index("0 Done")))

        assert await table.choice() == "done"


# What is to be read --------------------------------------------------------------------------


def longest(options: tuple[Option, ...]) -> Option:
    return max(options, key=lambda option: len(option.about))


async def consider(table: Seated, option: Option) -> str:
    """Go to a choice, and return what can be read about it."""
    choices = table.screen.query_one(Choices)
    choices.highlighted = next(
        place for place, entry in enumerate(choices.entries) if options_in(entry.act) == (option,)
    )
    await table.pilot.pause()
    about = table.screen.query_one(About)
    return " ".join(" ".join(about.render_line(y).text for y in range(about.size.height)).split())


@pytest.mark.parametrize("question", ["tea", "mandate", "train", "marshal", "hire", "seppuku"])
@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)])
async def test_hints_are_whole(question: str, size: tuple[int, int], tmp_path: Path) -> None:
    scene = scene_at(question)
    async with seated(scene, tmp_path, size) as table:
        single = [
            options_in(entry.act)[0]
            for entry in table.screen.query_one(Choices).entries
            if len(options_in(entry.act)) == 1
        ]
        for option in single:
            assert await consider(table, option) == " ".join(option.about.split())


@pytest.mark.parametrize("question", ["tea", "mandate", "train", "marshal", "benevolence"])
async def test_pointing_at_the_map_cuts_no_hint_and_moves_no_choice(question: str, tmp_path: Path) -> None:
    """At 80x24 a province is told of below the map, where the log was."""
    async with seated(scene_at(question), tmp_path) as table:
        choices, about = table.screen.query_one(Choices), table.screen.query_one(About)
        area_map = table.screen.query_one(AreaMap)
        before = choices.region, about.region, area_map.region
        for province in LAND:
            area_map.cursor = province
            await table.pilot.pause()

            assert (choices.region, about.region, area_map.region) == before
            assert f"{names.province(province)} · " in screen_text(table.app, without="#map")


async def test_a_hint_that_has_no_room_names_the_key_that_opens_it(tmp_path: Path) -> None:
    scene = scene_at("tea")
    courting = longest(options_of(scene.view, scene.view.decision))
    async with seated(scene, tmp_path, (80, 20)) as table:
        read = await consider(table, courting)
        await table.pilot.press("I")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        opened = printed(table.app.screen.query(Static).last())

        assert read.endswith("… I: more") or not read
        assert opened.startswith(f"{courting.words}: {courting.about}\n")
