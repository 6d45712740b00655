"""Where things are in this repository."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
RECORDED = TESTS / "records"
LOGS = TESTS / "logs"
SCENARIOS = TESTS / "scenarios"
PEERS = ROOT / ".peers"
"""What benchmarks install and leave behind; git does not see it."""
