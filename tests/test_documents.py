"""What README and docs tell people to type: every command exists and takes what it is given."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from client.__main__ import get_args
from protocol.invitation import HASH_SIZE, TOKEN_SIZE, Address, Invitation
from tests.harness.command import JINMAKU, started
from tests.harness.folders import ROOT
from tests.waiting import PATIENCE

DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
CODE = re.compile(r"^```\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^run (tests\.\S+)", re.MULTILINE)
INSTALLED = ".venv/bin/"
LOG_HEADER = "jinmaku log 2"  # the first line of a log, which nobody types
INVITATION = re.compile(r"table://[^'\s]*\.\.\.")
EXAMPLES = {"…": "", "<name>": "shogun", "PATH": "tests/scenarios"}


def commands(program: str) -> list[str]:
    """Return what people are told to type, in blocks and within sentences, with examples filled in."""
    texts = [path.read_text("utf-8") for path in DOCUMENTS]
    code = [line for text in texts for found in CODE.findall(text) for line in "".join(found).splitlines()]
    return sorted(
        {filled_in(line) for line in code if line.removeprefix(INSTALLED).startswith(program)} - {LOG_HEADER}
    )


def filled_in(line: str) -> str:
    for placeholder, instead in EXAMPLES.items():
        line = line.replace(placeholder, instead)
    line = line.removeprefix(INSTALLED)
    return shlex.join(shlex.split(INVITATION.sub(some_invitation(), line), comments=True))


def some_invitation() -> str:
    return Invitation(Address("127.0.0.1", 7475), "4f0c11d2", bytes(HASH_SIZE), bytes(TOKEN_SIZE)).text()


@pytest.mark.parametrize("command", commands("jinmaku"))
def test_the_program_takes_every_command(command: str) -> None:
    _, *words = shlex.split(command)
    if len(words) == 1:  # often only named, without its arguments
        with pytest.raises(SystemExit, match=r"^(0|None)$"):
            get_args([*words, "--help"])
    else:
        assert callable(get_args(words).run)


LOG = ROOT / "tests" / "logs" / "three_people.log"
TO_THE_END = {
    "jinmaku --version": ((), "jinmaku "),
    "jinmaku --plain": ((), "Where to?"),
    "jinmaku config": ((), "jinmaku config --explain"),
    "jinmaku learn": (("--plain",), "Enter continues"),
    "jinmaku play": (("--plain",), "Your seat is kept"),
    "jinmaku qr": ((some_invitation(),), "\N{FULL BLOCK}"),
    "jinmaku record": ((LOG,), "winners"),
    "jinmaku replay": ((LOG, "--plain"), "signs the record of this game"),
    "jinmaku scenario tests/scenarios": ((ROOT / "tests/scenarios/shogun/planning",), "0 failed"),
    "jinmaku verify": ((LOG,), "FAIR"),
}
"""What needs neither others nor a terminal: what else it is given, and a word of its output."""
IN_TESTS_OF_THEIR_OWN = {"bot", "doctor", "find", "forget-host", "host", "join", "log", "mend", "ssh", "web"}
"""Commands that need somebody else, or a server that has run before."""


@pytest.mark.parametrize("command", TO_THE_END)
def test_what_needs_nobody_else_runs_to_its_end(command: str, tmp_path: Path) -> None:
    more, said = TO_THE_END[command]
    words = [word for word in shlex.split(command)[1:] if not word.startswith("tests/")]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    ended = subprocess.run(
        [*JINMAKU, *words, *map(str, more)],
        cwd=ROOT,
        env=environment,
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr
    assert said in ended.stdout


def test_every_command_of_the_documents_is_run_somewhere() -> None:
    run = {*TO_THE_END, "jinmaku"}  # which alone draws the lobby
    left = [shlex.split(command) for command in commands("jinmaku") if command not in run]

    assert {words[1] for words in left} == IN_TESTS_OF_THEIR_OWN


@pytest.mark.parametrize("command", commands("scripts/"))
def test_every_script_is_there_and_knows_its_flags(command: str) -> None:
    name, *words = shlex.split(command)
    script = ROOT / name
    flags = {word for word in words if word.startswith("--")}

    assert os.access(script, os.X_OK)
    assert flags <= set(re.findall(r"--[\w-]+", known_to(script)))


def known_to(script: Path) -> str:
    """Return what a script says about itself, and what the program it runs says."""
    text = script.read_text("utf-8")
    if script.name == "play":
        return started("play", "--help").stdout
    program = PROGRAM.search(text)
    if program is None:
        return text
    words = [sys.executable, "-m", program[1], "--help"]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return ended.stdout


def test_an_evening_begins_with_the_two_lines_of_the_readme(tmp_path: Path) -> None:
    """On loopback only, and the friend leaves at once."""
    host = next(command for command in commands("jinmaku host") if "--bots" in command)
    here = ("--bind", "127.0.0.1", "--port", "0", "--no-announce")
    words = [*JINMAKU, *shlex.split(host)[1:], *here]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as hosting:
        try:
            assert hosting.stdout is not None
            invitations = (re.search(r"table://[^'\s]+", line) for line in hosting.stdout)
            invitation = next(filter(None, invitations))[0]
            joined = started("join", invitation, "--plain", "--home", tmp_path, typed="/leave\n")
        finally:
            hosting.terminate()

    assert joined.returncode == 0
    assert "Rising Sun" in joined.stdout
