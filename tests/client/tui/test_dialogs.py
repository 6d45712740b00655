"""What all dialogs share, and how the rules and the palette are searched."""

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
from client.tui.dialogs.lines import LinesDialog, story
from client.tui.dialogs.lobby import LineDialog
from client.tui.dialogs.lookup import RulesScreen
from client.tui.dialogs.questions import Confirm
from client.tui.dialogs.reading import ReadingDialog
from client.tui.dialogs.settings import SettingsDialog
from client.tui.widgets.words import Words
from tests.client.tui.at_table import SMALL, Seated, printed, scene_at, screen_text, seated
from tests.client.tui.shogun.moments import scene_at as plan_at
from tests.client.tui.test_pictures import box_text
from tests.client.tui.test_sheets import SPRING


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
        await table.pilot.press("H")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        words = printed(table.app.screen.query(Static).last())
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is form)

        assert isinstance(form, Form)
        assert all(t(message) in words for _, _, message in form.KEYS)


async def test_left_and_right_go_from_button_to_button(tmp_path: Path) -> None:
    async with seated(scene_at("seppuku"), tmp_path) as table:
        await table.pilot.press("s")
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


# How to answer and how to close ----------------------------------------------------------------


@pytest.mark.parametrize("key", ["m", "space"])
async def test_yes_and_no_show_their_keys_and_another_key_says_which_they_are(
    key: str, tmp_path: Path
) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        table.app.push_screen(Confirm("Ready to end tea"))
        await table.until(lambda: isinstance(table.app.screen, Confirm))
        text = await table.settled()
        await table.pilot.press(key)
        await table.until(lambda: f" {key} does nothing here: press y or n." in screen_text(table.app))

        assert "y Yes" in text
        assert "n No" in text
        assert isinstance(table.app.screen, Confirm)


@pytest.mark.parametrize("size", [SMALL, (60, 20), (200, 60)])
async def test_what_to_type_is_told_in_full(size: tuple[int, int], tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path, size) as table:
        table.app.push_screen(LineDialog(t("club-link"), t("club-link-hint")))
        await table.until(lambda: isinstance(table.app.screen, LineDialog))
        await table.settled()

        assert t("club-link-hint") in " ".join(box_text(table).replace("▌", " ").split())


def test_headings_of_a_story_are_no_signs() -> None:
    words = Words(story(["=== Round 3 ===", "Koi wins.", "--- Winter of year 1 ---"]))

    assert printed(words) == "Round 3\nKoi wins.\nWinter of year 1\n"


@pytest.mark.parametrize("key", ["question_mark", "f1", "I", "H"])
async def test_what_opens_to_be_read_says_how_to_close_it(key: str, tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press(key)
        await table.until(lambda: "Esc closes" in screen_text(table.app))
        await table.pilot.press("escape")
        await table.until(lambda: table.app.screen is table.screen)


@pytest.mark.parametrize("where", ["beside it", "on its title"])
@pytest.mark.parametrize("key", ["question_mark", "f1", "I", "f4"])
async def test_the_mouse_closes_what_is_read(key: str, where: str, tmp_path: Path) -> None:
    """Somebody who plays by mouse alone could not go on after a season."""
    async with seated(scene_at("tea"), tmp_path, story=[*SPRING]) as table:
        await table.pilot.press(key)
        await table.until(lambda: isinstance(table.app.screen, ReadingDialog))
        title = table.app.screen.query(".title").first()
        await table.pilot.click(offset=title.region.offset if where == "on its title" else (0, 0))
        await table.until(lambda: table.app.screen is table.screen)
