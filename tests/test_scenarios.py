"""Every scenario holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.scenario import ScenarioError, read_scenario, run_scenario

FOLDER = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.toml")), ids=lambda path: str(path.relative_to(FOLDER))
)
def test_scenario(path: Path) -> None:
    run_scenario(read_scenario(path.read_text("utf-8")))


def without_lines(file: str, *lines: str) -> str:
    text = (FOLDER / "rising_sun" / file).read_text("utf-8").partition("[[refuse]]")
    expectation = text[2].partition("[expect")
    moves = "".join(line for line in text[0].splitlines(keepends=True) if line.strip() not in lines)
    return moves + "".join(expectation[1:])


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        ("honor/higher_honor_first.toml", ["koi: order first"]),
        ("rulings/koi_converts_last.toml", ["koi: use way-of-the-ronin"]),
        ("rulings/end_of_mandate_waits.toml", ["turtle: order first"]),
    ],
)
def test_an_order_left_unsaid_is_the_one_that_stands_unasked(file: str, lines: list[str]) -> None:
    run_scenario(read_scenario(without_lines(file, *lines)))


def test_another_order_has_to_be_said() -> None:
    with pytest.raises(ScenarioError):
        run_scenario(read_scenario(without_lines("honor/higher_honor_last.toml", "koi: order last")))
