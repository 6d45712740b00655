"""Every scenario holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.scenario import read_scenario, run_scenario

FOLDER = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.toml")), ids=lambda path: str(path.relative_to(FOLDER))
)
def test_scenario(path: Path) -> None:
    run_scenario(read_scenario(path.read_text("utf-8")))
