"""How Ninjato looks, as text: every part of the board in both sizes and both ways to draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from client.local.settings import Settings
from client.tui.dialogs.forms import CombineDialog
from tests.client.tui.at_table import LARGE, SMALL, seated
from tests.client.tui.ninjato.tables import SITUATIONS, scene_at

SIZES = [SMALL, LARGE]
NARROW = (66, 22)
PLAIN = Settings(pace="instant", glyphs="ascii", palette="mono")
MONO = Settings(pace="instant", palette="mono")


@pytest.mark.parametrize("size", SIZES)
async def test_the_table(size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("fight"), tmp_path, size) as table:
        assert await table.settled() == picture


@pytest.mark.parametrize(("settings", "size"), [(MONO, NARROW), (PLAIN, SMALL)], ids=["mono", "ascii"])
async def test_the_table_in_lines(
    settings: Settings, size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion
) -> None:
    async with seated(scene_at("turn"), tmp_path, size, settings) as table:
        assert await table.settled() == picture


async def test_the_form(tmp_path: Path, picture: SnapshotAssertion) -> None:
    async with seated(scene_at("fight"), tmp_path) as table:
        await table.pilot.press("+")
        await table.until(lambda: isinstance(table.app.screen, CombineDialog))
        assert await table.settled() == picture


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("question", sorted(SITUATIONS))
async def test_the_table_is_ascii_where_only_that_is_wanted(
    question: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with seated(scene_at(question), tmp_path, size, PLAIN) as table:
        assert (await table.settled()).isascii()
