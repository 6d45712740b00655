"""The command in a real terminal, and in those that will not do."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.pane import Pane
from tests.waiting import LONG_PATIENCE, PATIENCE

ROOT = Path(__file__).parents[3]


def test_without_a_terminal_there_is_a_hint(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "client", "learn", "--home", str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "try jinmaku learn --plain" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("term", "columns", "said"), [("dumb", 100, "TERM=dumb"), ("xterm", 30, "at least"), ("", 100, "TERM=")]
)
def test_a_wrong_terminal_gets_a_hint_and_no_stack_trace(
    term: str, columns: int, said: str, tmp_path: Path
) -> None:
    code = f"""
import fcntl, struct, sys, termios
from client.__main__ import main
fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 40, {columns}, 0, 0))
sys.exit(main(["play", "--home", {str(tmp_path)!r}]))
"""
    status, output = in_a_terminal([sys.executable, "-c", code], {"TERM": term})

    assert status == 1
    assert said in output
    assert "--plain" in output
    assert "Traceback" not in output


def in_a_terminal(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Run a command with its own terminal, and return its exit code and what it wrote."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, env={**os.environ, **environment}
    )
    os.close(slave)
    output = b""
    try:
        while chunk := os.read(master, 4096):
            output += chunk
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(master)
    return process.wait(PATIENCE), output.decode()


def test_the_version_is_told_without_textual() -> None:
    code = (
        "import sys\n"
        "from client.__main__ import main\n"
        "try:\n"
        "    main(['--version'])\n"
        "except SystemExit:\n"
        "    print(sorted({'textual', 'fluent', 'rich', 'server', 'msgspec'} & set(sys.modules)))\n"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert said.stdout.endswith("[]\n")


# A game in tmux ------------------------------------------------------------------------------


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    pane = Pane(tmp_path / "tmux")
    (tmp_path / "config.toml").write_text('[screen]\npace = "instant"\n', "utf-8")
    table = "--clans koi,lotus,turtle --seat koi --level random"
    command = f"{sys.executable} -m client play --home {tmp_path} {table}"
    pane.open(command, ROOT)
    yield pane
    pane.close()


def first_key(text: str) -> str:
    """Return the key of the first choice on the screen: they stand right of the map, below the clans."""
    column = [line[49:] for line in text.splitlines()[2:-1]]
    keys = [line[0] for line in column if re.match(r"[\da-z] \S", line) and "▌" not in line]
    return keys[0] if keys else ""


def test_a_season_is_played_in_a_real_terminal(pane: Pane) -> None:
    """Keys in, screens out: from the first tea to the first war."""
    pane.until("YOUR TURN")
    pane.until("Tea Ceremony")
    pane.type("0")
    end = time.monotonic() + LONG_PATIENCE
    while not re.search(r"Summer", text := pane.text()):
        assert time.monotonic() < end, text
        if "War board" in text:
            pane.type("Right", "Enter")
        elif re.search(r"Yes\s+n No", text):
            pane.type("y")
        elif "YOUR TURN" in text and first_key(text):
            pane.type(first_key(text))
        time.sleep(0.1)


def test_a_larger_window_shows_more(pane: Pane) -> None:
    pane.until("YOUR TURN")
    assert "Say to everyone" not in pane.text()
    pane.resize(120, 40)

    pane.until("Say to everyone")
    pane.until("Mandates")


def test_help_and_leaving_by_keyboard(pane: Pane) -> None:
    pane.until("YOUR TURN")
    pane.type("H")
    pane.until("pick a choice")
    pane.type("Escape")
    pane.until("Give coins")
    pane.type("q")
    pane.until("Leave the table")
    pane.type("y")
    end = time.monotonic() + PATIENCE
    while pane.tmux("list-sessions"):
        assert time.monotonic() < end, pane.text()
        time.sleep(0.05)
