"""The first line of a table: whatever it has to say, it says who you are."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.tui.widgets.header import Header
from protocol.entries import Said
from tests.client.tui.at_table import LARGE, SMALL, scene_at, screen_text, seated
from tests.client.tui.at_tea import heard

CODE = "733 809 918 846 102, bronze tofu azuki rope library"


@pytest.mark.parametrize("size", [(44, 20), (60, 20), SMALL, LARGE])
@pytest.mark.parametrize("question", ["tea", "train", "marshal", "hostage"])
async def test_who_you_are_is_never_cut(question: str, size: tuple[int, int], tmp_path: Path) -> None:
    """With a code of the table, and words that wait to be read."""
    scene = scene_at(question)._replace(code=CODE)
    async with seated(scene, tmp_path, size) as table:
        assert scene.seat is not None
        others = [seat for seat in scene.view.seats if seat != scene.seat]
        await table.told(scene, heard(Said(others[0], 0, (), ""), "Good evening"))
        line = screen_text(table.app).partition("\n")[0]

        assert line.endswith(scene.game.seat_names[scene.seat].title())
        assert "YOUR TURN" in line


async def test_the_code_is_whole_or_absent(tmp_path: Path) -> None:
    """Part of a code looks like another one."""
    scene = scene_at("tea")._replace(code=CODE)
    async with seated(scene, tmp_path, LARGE) as table:
        codes = []
        for width in range(40, 130):
            await table.pilot.resize_terminal(width, 24)
            line = table.screen.query_one(Header).render().plain
            codes.append(line.partition("table code ")[2].rpartition("  ")[0])

        assert set(codes) == {"", CODE.partition(",")[0], CODE}
