"""How the table looks with its colours: the map in blocks and in lines, on a small and a large screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from client.tui.drawing import picture_of
from client.tui.map.styles import BLOCKS, LINES, MapStyle
from client.tui.map.widget import ProvinceMap
from tests.client.tui.at_table import LARGE, SMALL, scene_at, seated


@pytest.mark.parametrize("style", [BLOCKS, LINES], ids=["blocks", "lines"])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_the_table(
    size: tuple[int, int],
    style: MapStyle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    colour_picture: SnapshotAssertion,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "truecolor")
    async with seated(scene_at("marshal"), tmp_path, size) as table:
        table.screen.query_one(ProvinceMap).style = style
        await table.pilot.pause()

        assert picture_of(table.screen) == colour_picture
