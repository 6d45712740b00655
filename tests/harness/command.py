"""The command `jinmaku`, called as people do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from client import __main__ as command_line
from tests.harness.folders import ROOT
from tests.waiting import PATIENCE

JINMAKU = [sys.executable, "-m", "client"]


def called(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Call it in this process; return its exit code and what it said."""
    code = command_line.main(list(map(str, words)))
    return code, *capsys.readouterr()


def started(*words: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run it to its end in its own process."""
    command = [*JINMAKU, *map(str, words)]
    return subprocess.run(
        command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
