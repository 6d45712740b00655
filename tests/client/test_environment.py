"""Whatever the terminal or the home: every command works, or ends with one sentence and a code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from stat import S_IMODE

import pytest

from client import __main__ as command_line
from client.cli import COMMANDS
from client.local.kept import save_snapshot
from protocol.invitation import Address, Invitation

TESTS = Path(__file__).parents[1]
LOG = str(TESTS / "logs" / "three_people.log")
SCENARIO = str(TESTS / "scenarios" / "rising_sun" / "battle" / "bids_are_sealed.toml")
SERVER = "table://127.0.0.1:1#hk=" + "a" * 32
INVITATION = Invitation(Address("127.0.0.1", 1), "4f0c11d2", bytes(20), bytes(16)).text()
FOREVER = {"host": "To watch:", "ssh": "It leads to", "web": "It leads to"}
"""Commands that run until they are stopped, and what they say when they run."""

CALLS = {
    "": ["--plain"],
    "bot": [INVITATION],
    "close": [INVITATION],
    "config": [],
    "doctor": ["--plain"],
    "find": ["--seconds", "0.1"],
    "forget-host": ["127.0.0.1:7475"],
    "games": [],
    "host": ["--port", "0", "--bots", "2", "--no-announce"],
    "invite": [INVITATION],
    "join": ["--plain", INVITATION],
    "learn": ["--plain"],
    "log": [],
    "mend": [],
    "node": ["list", "--store", "postgresql://nobody@127.0.0.1:1/none"],
    "open": [SERVER],
    "play": ["--plain", "--level", "random"],
    "qr": [INVITATION],
    "record": [LOG],
    "replay": [LOG],
    "scenario": [SCENARIO],
    "ssh": ["--port", "0"],
    "tables": [SERVER],
    "verify": [LOG],
    "web": ["--port", "0"],
}
FAILS = {
    **dict.fromkeys(("bot", "close", "forget-host", "invite", "join"), 1),
    **dict.fromkeys(("node", "open", "qr", "tables"), 1),
}
"""Nobody listens, nobody is known there, and ASCII has no blocks for a code."""
ABOUT_OTHERS = {"doctor", "find"}
"""What they find depends on the machine and its network."""
BARE = {
    "NO_COLOR": "1",
    "TERM": "dumb",
    "LC_ALL": "C",
    "PYTHONUTF8": "0",  # else Python writes UTF-8 where nobody asked for it
    "PYTHONCOERCECLOCALE": "0",
    "PATH": os.defpath,
}


def test_every_command_is_called() -> None:
    assert set(CALLS) == {"", *dict(COMMANDS)}


# Bare terminals ------------------------------------------------------------------------------


def outcome(name: str, home: Path) -> tuple[int, str]:
    """Run a command with a home and next to nothing else; return its code and everything it says."""
    with subprocess.Popen(
        [sys.executable, "-m", "client", *filter(None, [name]), *CALLS[name]],
        cwd=TESTS.parent,
        env={**BARE, "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        umask=0o022,
    ) as process:
        assert process.stdout is not None
        said = b""
        for line in process.stdout:
            said += line
            if name in FOREVER and line.decode("ascii").startswith(FOREVER[name]):
                process.send_signal(signal.SIGTERM)
    return process.returncode, said.decode("ascii")


def test_all_commands_share_a_new_home_on_a_terminal_that_can_do_nothing(tmp_path: Path) -> None:
    home = tmp_path / "nowhere" / "home"
    ended = {name: outcome(name, home) for name in CALLS}

    codes = {name: code for name, (code, _) in ended.items() if code}
    assert {name: code for name, code in codes.items() if name not in ABOUT_OTHERS or code != 1} == FAILS
    assert [name for name, (_, said) in ended.items() if "Traceback" in said or "\x1b" in said] == []
    assert [path for path in folders_below(tmp_path) if S_IMODE(path.stat().st_mode) != 0o700] == []
    assert {path.name for path in folders_below(tmp_path)} >= {
        "jinmaku",
        "play",
        "bots",
        "server",
        "ssh",
        "web",
    }


def folders_below(path: Path) -> list[Path]:
    return [folder for folder in path.rglob("*") if folder.is_dir()]


def test_a_home_that_began_with_a_picture_is_good_for_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home, before = tmp_path / "new" / "home", os.umask(0o022)
    try:
        save_snapshot(home, "<svg/>")
    finally:
        os.umask(before)
    monkeypatch.setenv("JINMAKU_HOME", str(home))

    assert told("play", monkeypatch, capsys) == 0


# Homes that cannot be used -------------------------------------------------------------------


def a_file(home: Path) -> None:
    home.write_text("no folder")


def below_a_file(home: Path) -> None:
    home.parent.rmdir()
    home.parent.write_text("no folder")


def full_of_files(home: Path) -> None:
    home.mkdir(mode=0o700)
    for name in ("games", "pictures", "play", "server", "ssh", "vault", "web"):
        (home / name).write_text("no folder")


@pytest.mark.parametrize("spoil", [a_file, below_a_file, full_of_files])
@pytest.mark.parametrize("name", [name for name in CALLS if name not in {"record", "scenario", "qr"}])
def test_a_home_that_cannot_be_used_is_told_in_a_sentence(
    name: str,
    spoil: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "some"
    folder.mkdir()
    spoil(folder / "home")
    monkeypatch.setenv("JINMAKU_HOME", str(folder / "home"))

    assert told(name, monkeypatch, capsys) <= 1


@pytest.mark.parametrize("name", CALLS)
def test_a_user_without_a_home_is_told_what_to_do(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown() -> Path:
        raise RuntimeError

    for variable in ("JINMAKU_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", unknown)

    assert told(name, monkeypatch, capsys) <= 1


def told(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> int:
    """Run a command here; return how many lines of complaint there are, and check that they fit the code."""
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        try:
            code = command_line.main([*filter(None, [name]), *CALLS[name]])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    out, err = capsys.readouterr()
    assert code in {0, 1, 2}
    assert "Errno" not in err
    assert out or err
    assert not err or (code and err.startswith("jinmaku") and err.endswith((".\n", ")\n")))
    return err.count("\n")
