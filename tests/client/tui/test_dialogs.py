"""What is the same in all dialogs, and how the rules and the palette are searched."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.command import CommandPalette, Hits
from textual.widgets import Button, Input, OptionList, Static

from client.local.settings import VALUES
from client.table.scene import Scene
from client.texts import t
from client.tui.app import ActsProvider
from client.tui.dialogs.forms import Form
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.questions import Confirm
from client.tui.dialogs.rules import RulesScreen
from client.tui.dialogs.settings import SettingsDialog
from tests.client.tui.at_table import Seated, scene_at, seated
from tests.client.tui.shogun.moments import scene_at as plan_at


def focused(table: Seated) -> str | None:
    assert table.app.focused is not None
    return table.app.focused.id


async def test_up_and_down_walk_through_fields_and_buttons(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("ctrl+s")
        await table.until(lambda: isinstance(table.app.screen, SettingsDialog) and table.app.focused)
        way = [*VALUES, "other-keys", "keep", "cancel"]
        down = [focused(table)]
        for _ in way[1:]:
            await table.pilot.press("down")
            down.append(focused(table))
        up = [focused(table)]
        for _ in way[1:]:
            await table.pilot.press("up")
            up.append(focused(table))

        assert down == way
        assert up == way[::-1]


@pytest.mark.parametrize("scene", [scene_at("bid"), plan_at("plan")], ids=["war board", "plan"])
async def test_a_form_explains_its_keys_and_stays_as_it_is(scene: Scene, tmp_path: Path) -> None:
    async with seated(scene, tmp_path) as table:
        await table.until(lambda: isinstance(table.app.screen, Form) and table.app.focused)
        form = table.app.screen
        await table.pilot.press("question_mark")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        words = str(table.app.screen.query(Static).last().content)
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is form)

        assert isinstance(form, Form)
        assert all(t(message) in words for _, _, message in form.KEYS)


async def test_left_and_right_go_from_button_to_button(tmp_path: Path) -> None:
    async with seated(scene_at("seppuku"), tmp_path) as table:
        await table.pilot.press("1")
        await table.until(lambda: isinstance(table.app.screen, Confirm) and table.app.focused)
        seen = [focused(table)]
        for key in ("right", "left", "left"):
            await table.pilot.press(key)
            seen.append(focused(table))

        assert seen == ["yes", "no", "yes", "no"]


async def test_a_button_that_cannot_be_pressed_is_passed_over(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("ctrl+s")
        await table.until(lambda: isinstance(table.app.screen, SettingsDialog) and table.app.focused)
        table.app.screen.query_one("#keep", Button).disabled = True
        table.app.screen.query_one("#other-keys").focus()
        await table.pilot.press("right")

        assert focused(table) == "cancel"


async def test_whoever_types_in_the_rules_searches_them(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("f1")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen) and table.app.focused)
        rules, search = table.app.screen.query_one(OptionList), table.app.screen.query_one(Input)
        all_rules = rules.option_count
        await table.pilot.press("down", *"ronin token")
        await table.until(lambda: 0 < rules.option_count < all_rules)
        assert search.value == "ronin token"
        await table.pilot.press("down", "down")
        assert rules.highlighted == 1
        await table.pilot.press("s")

        assert search.value == "ronin tokens"
        assert table.app.focused is search


@pytest.mark.parametrize("key", ["slash", "backspace"])
async def test_keys_that_are_no_words_lead_to_the_search_too(key: str, tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("f1")
        await table.until(lambda: isinstance(table.app.screen, RulesScreen) and table.app.focused)
        await table.pilot.press(key)
        search = table.app.screen.query_one(Input)

        assert table.app.focused is search
        assert search.value == ""


async def test_the_palette_begins_with_what_can_be_done_in_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is found first."""
    discover = ActsProvider.discover

    async def discover_late(provider: ActsProvider) -> Hits:
        await asyncio.sleep(0.1)
        async for hit in discover(provider):
            yield hit

    monkeypatch.setattr(ActsProvider, "discover", discover_late)
    async with seated(scene_at("tea"), tmp_path) as table:
        assert table.model.menu is not None
        acts = [option.words for option in table.model.menu.options]
        await table.pilot.press("ctrl+p")
        await table.until(lambda: isinstance(table.app.screen, CommandPalette))
        found = table.app.screen.query_one(OptionList)
        await table.until(lambda: found.option_count > len(acts))
        listed = [str(option.prompt) for option in found.options]

        assert all(words in line for words, line in zip(acts, listed, strict=False))
