"""NO_COLOR: every screen opens, and nothing on it has a colour."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from rich.color import Color

from client.cli.lobby import doors_of
from client.cli.past import past_in
from client.table.lessons import course_of
from client.tui.app import JinmakuApp, lesson_app, lobby_app, replay_app
from core.catalog import game_names
from tests.client.tui.at_table import SMALL, nowhere, scene_at, seated
from tests.client.tui.ninjato.tables import scene_at as ninjato_scene_at
from tests.client.tui.shogun.moments import scene_at as shogun_scene_at

LOG = Path(__file__).parents[2] / "logs" / "three_people.log"
TABLES = {
    "rising_sun": partial(scene_at, "tea"),
    "shogun": partial(shogun_scene_at, "plan"),
    "ninjato": partial(ninjato_scene_at, "turn"),
}


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def colours_on(app: JinmakuApp) -> set[str]:
    strips = app.screen._compositor.render_strips()  # noqa: SLF001
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    return {name for style in styles for name in names_of(style.color, style.bgcolor)}


def names_of(*colours: Color | None) -> Iterator[str]:
    for colour in colours:
        if colour is not None and colour.triplet is not None and len(set(colour.triplet)) > 1:
            yield colour.name


@pytest.mark.parametrize("game", game_names())
async def test_a_table_has_no_colours(game: str, tmp_path: Path) -> None:
    async with seated(TABLES[game](), tmp_path) as table:
        await table.pilot.pause()

        assert colours_on(table.app) == set()


async def test_what_opens_over_a_table_has_no_colours(tmp_path: Path) -> None:
    async with seated(scene_at("tea"), tmp_path) as table:
        for key in ("question_mark", "f1", "ctrl+s", "O", "q", "ctrl+p"):
            await table.pilot.press(key)
            await table.until(lambda: table.app.screen is not table.screen)
            assert colours_on(table.app) == set()
            await table.pilot.press("escape")
            await table.until(lambda: table.app.screen is table.screen)


async def test_lobby_lessons_and_replay_have_no_colours(tmp_path: Path) -> None:
    lessons = lesson_app(tmp_path, (course_of("rising_sun"), nowhere))
    for app in (lobby_app(tmp_path, doors_of(tmp_path)), replay_app(tmp_path, past_in(LOG)), lessons):
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()

            assert app.no_color
            assert colours_on(app) == set()
