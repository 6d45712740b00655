"""Other keys for commands: granted if they make sense, shown everywhere, changed by pressing them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from client.local.settings import Settings, read_settings, write_settings
from client.table.acts import rows, things
from client.table.key_ring import keyed
from client.table.menu import Menu, Option
from client.tui.dialogs.lines import LinesDialog
from client.tui.dialogs.settings import KeysDialog, PressDialog, SettingsDialog, command_words
from client.tui.keys import DEFAULTS, TOGETHER, USUAL, keymap_of, signs
from client.tui.screens.game import hints_at
from core.catalog import game_named
from core.decisions import Allocation
from tests.client.tui.at_table import Seated, scene_at, scene_of, screen_text, seated


def last_line(table: Seated) -> str:
    return screen_text(table.app).splitlines()[-1]


def test_no_usual_key_stands_for_two_things_at_once() -> None:
    for together in TOGETHER:
        for one, other in combinations(together & DEFAULTS.keys(), 2):
            assert not signs(DEFAULTS[one]) & signs(DEFAULTS[other]), (one, other)


def test_every_command_has_words() -> None:
    assert all(map(command_words, DEFAULTS))


@pytest.mark.parametrize(("game", "is_named"), [("rising_sun", True), ("shogun", False), ("ninjato", False)])
def test_the_key_of_gifts_is_named_where_something_can_change_hands(game: str, is_named: bool) -> None:  # noqa: FBT001
    rules = game_named(game)
    options = {name: values[0] for name, values in rules.options.items()}
    state = rules.new_game(tuple(range(rules.players[0])), options)
    commands = [hint.commands for hint in hints_at(scene_of(rules.view_for(state, 0), 0, game=rules))]

    assert ("gift" in commands) is is_named
    assert "offer" in commands


def test_two_commands_can_change_places() -> None:
    keymap = keymap_of({"map": "T,f2", "talk": "M"})

    assert keymap.complaints == ()
    assert keymap.changes == {"map": "T,f2", "talk": "M"}


def test_a_command_that_is_not_there_is_named() -> None:
    (complaint,) = keymap_of({"no.such": "x"}).complaints

    assert "no.such" in complaint


@pytest.mark.parametrize("wish", ["nokey", "ctlr+x", "", "m,,", 7, True])
def test_what_is_no_key_leaves_the_command_as_it_was(wish: object) -> None:
    keymap = keymap_of({"undo": wish})

    assert keymap.changes == {}
    assert "undo" in keymap.complaints[0]


@pytest.mark.parametrize(
    ("wishes", "named"),
    [
        ({"undo": "M"}, ("map", "undo")),
        ({"undo": "?"}, ("explain", "undo")),
        ({"undo": "z", "gift": "z"}, ("gift", "undo")),
        ({"undo": "3"}, ("choices", "undo")),
        ({"undo": "home"}, ("choices", "undo")),
        ({"picture": "e"}, ("replay.eyes", "picture")),
        ({"map.left": "L"}, ("map.left", "log")),
    ],
)
def test_a_key_never_stands_for_two_things_at_once(wishes: dict[str, str], named: tuple[str, str]) -> None:
    keymap = keymap_of(wishes)

    assert all(name in keymap.complaints[0] for name in named)
    assert keymap_of(keymap.changes).complaints == ()
    assert len(keymap.changes) < len(wishes)


def test_a_wish_that_only_holds_with_a_refused_one_is_refused_too() -> None:
    keymap = keymap_of({"talk": "M", "map": "9"})

    assert keymap.changes == {}
    assert len(keymap.complaints) == 2


def test_choices_leave_the_letters_of_commands_alone() -> None:
    options = tuple(Option(Allocation((number,)), f"Option {number}", ()) for number in range(9))
    keymap = keymap_of({"undo": "ctrl+z", "help": "h"})
    page = list(rows(Menu(options)))

    assert "h" in keymap.letters()
    assert "u" not in keymap.letters()
    assert not keyed({}, things(page), keymap.letters(), ()).keys() & keymap.letters()


def test_settings_with_keys_are_read_as_they_were_written(tmp_path: Path) -> None:
    settings = Settings(keys={"map.left": "h", "undo": 'quotation_mark,"'})
    write_settings(tmp_path, settings)

    assert read_settings(tmp_path) == settings
    write_settings(tmp_path, Settings(keys={"undo": "z"}))
    assert read_settings(tmp_path) == Settings(keys={"undo": "z"})


def test_names_with_a_dot_need_no_quotes(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[keys]\nmap.left = "h"\nmap.right = "l"\n', "utf-8")

    assert read_settings(tmp_path).keys == {"map.left": "h", "map.right": "l"}


# On the screen -------------------------------------------------------------------------------


async def test_another_key_does_it_and_the_old_one_does_not(tmp_path: Path) -> None:
    settings = Settings(pace="instant", keys={"info": "z", "explain": "f8"})
    async with seated(scene_at("tea"), tmp_path, settings=settings) as table:
        await table.pilot.press("I", "question_mark")
        assert table.app.screen is table.screen
        await table.pilot.press("z")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))


async def test_the_key_line_help_and_choices_show_the_keys_in_use(tmp_path: Path) -> None:
    settings = Settings(pace="instant", keys={"gift": "w", "talk": "f7", "help": "f8"})
    async with seated(scene_at("tea"), tmp_path, settings=settings) as table:
        await table.pilot.pause()
        assert " F8 Keys " in last_line(table)
        assert " F7 Talk " in last_line(table)
        assert "w Give coins or ronin" in screen_text(table.app)

        await table.pilot.press("f8")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.pilot.pause()
        assert "M P F7 L" in screen_text(table.app)


async def test_wishes_that_are_not_granted_are_told(tmp_path: Path) -> None:
    settings = Settings(pace="instant", keys={"undo": "M", "dance": "x"})
    async with seated(scene_at("tea"), tmp_path, settings=settings) as table:
        await table.until(lambda: "dance" in table.toasts())

        assert "M cannot do both map and undo" in table.toasts()


async def keys_dialog(table: Seated) -> KeysDialog:
    await table.pilot.press("ctrl+s")
    await table.until(lambda: isinstance(table.app.screen, SettingsDialog))
    await table.click("#other-keys")
    await table.until(lambda: isinstance(table.app.screen, KeysDialog))
    await table.pilot.pause()
    assert isinstance(table.app.screen, KeysDialog)
    return table.app.screen


async def press_for_first(table: Seated, key: str) -> None:
    """Choose another key for the first command of the list, which is the map."""
    await table.pilot.press("enter")
    await table.until(lambda: isinstance(table.app.screen, PressDialog))
    await table.pilot.press(key)
    await table.until(lambda: isinstance(table.app.screen, KeysDialog))
    await table.pilot.pause()


async def test_a_key_is_changed_by_pressing_another(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await keys_dialog(table)
        await press_for_first(table, "f6")
        await table.pilot.press("escape")
        await table.until(lambda: isinstance(table.app.screen, SettingsDialog))
        await table.click("#keep")
        await table.until(lambda: table.app.screen is table.screen)
        await table.until(lambda: "F6 Map" in last_line(table))

        assert read_settings(tmp_path).keys == {"map": "f6"}


async def test_a_key_that_is_taken_is_refused_at_once(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await keys_dialog(table)
        await press_for_first(table, "U")
        assert "U cannot do both map and undo" in screen_text(table.app)
        await press_for_first(table, "escape")
        await press_for_first(table, "f6")
        assert "F6" in screen_text(table.app)
        await table.pilot.press("delete")
        await table.pilot.pause()

        assert "F6" not in screen_text(table.app)


def test_the_usual_keys_are_shown_as_people_know_them() -> None:
    assert [USUAL.shown(name) for name in ("explain", "rules", "back", "map.left")] == ["?", "F1", "esc", "←"]
    assert [USUAL.shown(name) for name in ("replay.slower", "map.closer")] == ["-", "+"]


async def test_a_picture_of_the_screen_is_saved_by_a_key(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        await table.pilot.press("f9")
        await table.until(lambda: "Saved" in table.toasts())
        await table.pilot.press("H")
        await table.until(lambda: isinstance(table.app.screen, LinesDialog))
        await table.pilot.press("f9")  # over a dialog too

        (path, *_) = sorted((tmp_path / "pictures").iterdir())
        assert path.read_text("utf-8").startswith("<svg")
