"""The figures are one file that can be replaced, and it says where each comes from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from core.games.ninjato.board import DATA, sources, substitutes

ROOT = Path(__file__).parents[4]
FUZZ = "from tests.harness.fuzz import fuzz_game\nfor seed in range(3): fuzz_game('ninjato', seed, 2 + seed)"


def test_every_source_is_one_of_three() -> None:
    assert {source.source for source in sources()} == {"rulebook", "derived", "substitute"}


def test_substitutes_are_listed() -> None:
    figures = {source.figure for source in substitutes()}

    assert {"guards, copies", "elites, E4", "skills, kuji-kiri, price", "envoys, age"} <= figures
    assert "rounds" not in figures


def other_figures(data: dict[str, Any]) -> None:
    """Change our own figures: alarms, values, copies, prices, ages, costs and the order of scoring."""
    data["guards"] = [
        *({"value": value, "alarm": False, "copies": 6} for value in range(1, 6)),
        *({"value": value, "alarm": True, "copies": 2} for value in range(1, 6)),
    ]
    data["dojo"]["copies"] = {"1": 12, "2": 10, "3": 8, "4": 10, "5": 12}
    data["elites"][0]["copies"], data["elites"][2]["copies"] = 6, 2
    data["elites"][3]["force"], data["elites"][3]["flag"] = [2, 2], 1
    data["elites"][3]["stealth"] = [4, 4]
    data["skills"][0]["price"], data["skills"][1]["style"] = "any", "crane"
    data["treasures"][0]["copies"], data["treasures"][4]["copies"] = 24, 6
    for envoy in data["envoys"]:
        envoy["age"] = 100 - envoy["age"]
    data["envoys"][3]["cost"] = ["fan", "fan", "gold"][:2]
    data["rumors"]["goodwill"]["costs"][0] = "ANY2"
    data["scoringOrder"]["7"] = ["taira", "minamoto", "go-shirakawa"]


def test_another_data_file_makes_another_game_of_the_same_rules(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    data = json.loads(json.dumps(DATA))
    other_figures(data)
    (tmp_path / "core" / "games" / "ninjato" / "data.json").write_text(json.dumps(data), "utf-8")

    played = subprocess.run(
        [sys.executable, "-c", FUZZ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert played.returncode == 0, played.stderr
