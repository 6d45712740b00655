"""Every attack that docs/trust.md lists has a test, and every test it names exists."""

from __future__ import annotations

import re

from tests.harness.folders import ROOT

TRUST = (ROOT / "docs" / "trust.md").read_text("utf-8").partition("## Each attack and its test")[2]
ROWS = [*(f"A{number}" for number in range(1, 10)), *(f"B{number}" for number in range(1, 8))]


def test_every_attack_has_a_row_with_tests_that_exist() -> None:
    rows = re.findall(r"^\| ([AB]\d|also) \|(.*)\|$", TRUST, re.MULTILINE)
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}

    assert [number for number, _ in rows if number != "also"] == ROWS
    for _, row in rows:
        files = re.findall(r"`(test_\w+\.py)`", row)
        named = re.findall(r"`(test_\w+)`", row)
        text = "".join(sources[file] for file in files)
        assert files
        assert [name for name in named if f"def {name}(" not in text] == []
