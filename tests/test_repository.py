"""What must hold for the files we hand out, whatever they contain."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Spelled so that this file does not match itself.
UNWANTED = {
    "package registry": re.compile(r"py[p]i\.org|python[h]osted\.org", re.IGNORECASE),
    "path of one machine": re.compile(r"(?<![\w.~/-])/(?:work|root|home|Users)\b"),
    "unfinished business": re.compile(r"\b(?:TO[D]O|FIX[M]E)\b"),
}
PIN_FILES = ["requirements.txt", "requirements-doors.txt", "requirements-dev.txt"]
PIN = re.compile(r"[\w.-]+==[^\\\n]+ \\(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+\n")


def tracked_texts() -> dict[str, str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    names = [name for name in listing.stdout.split("\0") if (ROOT / name).is_file()]
    return {name: (ROOT / name).read_text("utf-8", errors="replace") for name in names}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_no_file_says_what_it_should_not() -> None:
    assert [
        f"{name}: {what}: {match[0]}"
        for name, text in tracked_texts().items()
        for what, pattern in UNWANTED.items()
        for match in pattern.finditer(text)
    ] == []


IMPATIENT = re.compile(r"asyncio\.(?:wait_for|timeout)\((?!None)|pilot\.pause\([^)]")


def test_no_test_counts_on_the_speed_of_a_machine() -> None:
    """They wait for what they want to see and turn the clock where time has to pass: see tests/waiting.py."""
    found = {path: IMPATIENT.findall(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("*.py")}
    assert {path.name: matches for path, matches in found.items() if matches} == {}


@pytest.mark.parametrize("name", PIN_FILES)
def test_every_pin_has_its_hashes(name: str) -> None:
    pins = (ROOT / name).read_text("utf-8")
    assert pins
    assert PIN.sub("", pins) == ""


def test_developers_hosts_and_players_get_the_same_versions() -> None:
    players, hosts, developers = (set(PIN.findall((ROOT / name).read_text("utf-8"))) for name in PIN_FILES)
    assert players < hosts < developers
    for package in ("asyncssh", "textual-serve", "zeroconf"):
        assert any(pin.startswith(f"{package}==") for pin in hosts)
