"""In whole games, at three sizes: no choice and no hint is cut while rows beside them stand empty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from client.games.shogun import names
from client.games.shogun.panels import Track
from client.table.acts import about
from client.table.scene import Scene
from client.tui.paint.columns import EMPTY_TALK
from client.tui.widgets.choices import Choices
from client.tui.widgets.panel import Panels
from client.tui.widgets.prompt import About
from client.tui.widgets.talk import TalkPane
from tests.client.table.test_natural_keys import SEATS, scenes_of
from tests.client.tui.at_table import Seated, panel_of, seated

SIZES = ((80, 24), (120, 40), (200, 60))
MOMENTS = 24


def moments_of(game: str) -> Iterator[Scene]:
    """Return moments from all of a game in which there is something to choose from."""
    scenes = [scene for scene in scenes_of(game) if hasattr(scene.decision, "options")]
    return islice(scenes, 0, None, max(1, len(scenes) // MOMENTS))


def idle_rows(table: Seated) -> int:
    """Count the rows in the column of choices on which nothing stands."""
    choices, talk = table.screen.query_one(Choices), table.screen.query_one(TalkPane)
    panels = table.screen.query_one("#panels", Panels)
    is_below = talk.display and talk.region.x == choices.region.x
    idle = choices.size.height - choices.height_at(choices.outer_size.width - choices.gutter.width)
    hint = table.screen.query_one(About)
    idle += hint.size.height - hint.height_at(hint.size.width) if hint.display else 0
    idle += talk.size.height - EMPTY_TALK if is_below else 0
    if panels.display and panels.region.x == choices.region.x:
        idle += max(0, panels.size.height - panels.virtual_size.height)
    return idle


def is_cut(table: Seated) -> bool:
    choices, hint = table.screen.query_one(Choices), table.screen.query_one(About)
    rows = hint.height_at(hint.size.width) if hint.display else 1
    wanted = bool(about(choices.entries[choices.highlighted or 0].act))
    is_hint_cut = wanted and (not hint.display or hint.size.height < rows)
    return is_hint_cut or choices.size.height < choices.height_at(choices.size.width)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", SEATS)
async def test_no_choice_and_no_hint_is_cut_while_rows_stand_empty(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    first, *others = moments_of(game)
    wrong = []
    async with seated(first, tmp_path, size) as table:
        for scene in others:
            await table.asked(scene)
            await table.pilot.pause()
            if is_cut(table) and idle_rows(table) > 0:
                wrong.append(scene.decision)

    assert wrong == []


async def test_in_a_large_window_all_actions_have_their_whole_names(tmp_path: Path) -> None:
    first, *others = moments_of("shogun")
    async with seated(first, tmp_path, (200, 60)) as table:
        for scene in others:
            await table.asked(scene)
            await table.pilot.pause()
            track = "\n".join(line.plain for line in panel_of(table, Track).lines())

            assert all(names.place(action) in track for action in scene.view.actions)
