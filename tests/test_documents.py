"""What README and docs tell people to type: every command is run, and what would run on and on is stopped."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from client.__main__ import INTERRUPTED, get_args
from protocol.invitation import HASH_SIZE, TOKEN_SIZE, Address, Invitation, ServerLink
from tests.harness.command import JINMAKU, started
from tests.harness.folders import ROOT
from tests.waiting import PATIENCE

DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_SENTENCE = re.compile(r"`([^`\n]+)`")
FOLDER = re.compile(r"^.*/bin/(?=jinmaku\b)")
MOST_NAMED = 2  # words of a command that is only named
LOG_HEADER = "jinmaku log 2"  # the first line of a log, which nobody types
ADDRESS = "club.example.org"
LINK = re.compile(r"table://[^'\s]*\.\.\.")
LINKS = ServerLink(Address(ADDRESS, 7475), bytes(HASH_SIZE))
SERVER = LINKS.text()
TABLE = LINKS.table("4f0c11d2").text()
INVITATION = LINKS.table("4f0c11d2", bytes(TOKEN_SIZE)).text()
EXAMPLES = {
    "…": "",
    "<name>": "shogun",
    "PATH": "tests/scenarios",
    "ADDRESS:PORT": ADDRESS,
    "TABLE": "4f0c11d2",
}


def commands(program: str) -> list[str]:
    """Give what people are told to type, in blocks and within sentences, with examples filled in."""
    lines = (FOLDER.sub("", line) for path in DOCUMENTS for line in typed_in(path.read_text("utf-8")))
    return sorted({filled_in(line) for line in lines if re.match(program, line)} - {LOG_HEADER})


def typed_in(document: str) -> Iterator[str]:
    """Give the lines of all blocks in no language of their own, and what sentences quote as code."""
    for language, block in BLOCK.findall(document):
        yield from () if language else block.splitlines()
    yield from IN_SENTENCE.findall(BLOCK.sub("", document))


def filled_in(line: str) -> str:
    for placeholder, instead in EXAMPLES.items():
        line = line.replace(placeholder, instead)
    return shlex.join(shlex.split(LINK.sub(some_link, line), comments=True))


def some_link(written: re.Match[str]) -> str:
    """Give a link of the same kind: to a server, to a table, or an invitation to sit down."""
    if re.match(r"table://[^/]*#", written[0]):
        return SERVER
    return TABLE if "#" in written[0] and "&t=" not in written[0] else INVITATION


JINMAKU_COMMANDS = commands(r"jinmaku( |$)")


def of_kind(*kinds: str) -> list[str]:
    return [command for command in JINMAKU_COMMANDS if [*shlex.split(command), ""][1] in kinds]


@pytest.mark.parametrize("command", JINMAKU_COMMANDS)
def test_the_program_takes_every_command(command: str) -> None:
    _, *words = shlex.split(command)
    if len(words) == 1:  # often only named, without what it needs
        with pytest.raises(SystemExit, match=r"^(0|None)$"):
            get_args([*words, "--help"])
    else:
        assert callable(get_args(words).run)


# Commands that need nobody else ------------------------------------------------------------------

LOG = ROOT / "tests" / "logs" / "three_people.log"
TO_THE_END = {
    "jinmaku --version": ((), "jinmaku "),
    "jinmaku --plain": ((), "Where to?"),
    "jinmaku config": ((), "jinmaku config --explain"),
    "jinmaku config --explain": ((), "JINMAKU_HOST_PORT"),
    "jinmaku games": ((), "You have no seat at any table"),
    "jinmaku games --json": ((), '"games": []'),
    "jinmaku learn": (("--plain",), "Enter continues"),
    "jinmaku play": (("--plain",), "Your seat is kept"),
    "jinmaku qr": ((INVITATION,), "\N{FULL BLOCK}"),
    "jinmaku record": ((LOG,), "winners"),
    "jinmaku replay": ((LOG, "--plain"), "signs the record of this game"),
    "jinmaku scenario tests/scenarios": ((ROOT / "tests/scenarios/shogun/planning",), "0 failed"),
    "jinmaku verify": ((LOG,), "FAIR"),
}
"""What else they are given, and a word of what they say."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nobody has played yet, for all commands of a test."""
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("command", TO_THE_END)
def test_what_needs_nobody_else_runs_to_its_end(command: str) -> None:
    more, said = TO_THE_END[command]
    words = [word for word in shlex.split(command)[1:] if not word.startswith("tests/")]
    ended = started(*words, *more)

    assert ended.returncode == 0, ended.stderr
    assert said in ended.stdout


# Commands that run until somebody stops them -----------------------------------------------------

HERE = ("--bind", "127.0.0.1", "--port", "0")
RUN_ON = {
    "host": ((*HERE, "--no-announce"), "--watch 'table:"),
    "ssh": (HERE, "SHA256:"),
    "web": (HERE, "/?t="),
    "games": (("--watch",), "Ctrl"),
}
"""What keeps them on this machine, and a word of their last line."""


@contextmanager
def running(*words: object) -> Iterator[subprocess.Popen[str]]:
    """Run the program until ctrl-c ends it."""
    process = subprocess.Popen(
        [*JINMAKU, *map(str, words)], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)


def lines_to(process: subprocess.Popen[str], word: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if word in line:
            return lines
    raise AssertionError(f"{word} was never printed: {lines}")


def kept_here(command: str, home: Path) -> tuple[object, ...]:
    _, kind, *words = shlex.split(command)
    metrics = ("--metrics", "0") if "--metrics" in words else ()
    data = () if kind == "games" else ("--data", home / "data")
    return kind, *words, *RUN_ON[kind][0], *metrics, *data


@pytest.mark.parametrize("command", [*of_kind("host", "ssh", "web"), "jinmaku games --watch"])
def test_what_runs_on_is_started_and_stopped(command: str, home: Path) -> None:
    _, word = RUN_ON[shlex.split(command)[1]]
    with running(*kept_here(command, home)) as process:
        lines_to(process, word)

    assert process.returncode in {0, INTERRUPTED}


# Commands at a server ----------------------------------------------------------------------------

EVENING = ("tables", "open", "join", "invite", "doctor", "find", "close", "forget-host", "log")
"""In this order, as some need what others did."""
MORE = {
    "join": ("--plain",),
    "doctor": ("--plain",),
    "find": ("--interface", "127.0.0.1", "--seconds", "0.1"),
}
TYPED = {"open": "open sesame\n", "join": "open sesame\n/quit\n"}
ANSWERS = {"find": {1}, "doctor": {0, 1}}
"""Exit codes where nobody is near, or something may be wrong with this machine."""


class House:
    """A server on this machine, which stands in for those of the examples."""

    def __init__(self, lines: str) -> None:
        self.invitations: list[str] = re.findall(r"join '(\S+&t=\S+)'", lines)
        address = str(Invitation.parse(self.invitations[0]).address)
        self.instead: dict[str, str] = {ADDRESS: address, SERVER: re.findall(r"tables '(\S+)'", lines)[0]}

    def type(self, command: str) -> None:
        kind, *words = [self.known_here(word) for word in shlex.split(command)[1:]]
        ended = started(kind, *words, *MORE.get(kind, ()), typed=TYPED.get(kind, ""))

        assert ended.returncode in ANSWERS.get(kind, {0}), (command, ended.stdout, ended.stderr)
        if kind == "open":
            self.instead[TABLE] = re.findall(r"table://\S+/\w+#hk=\w+", ended.stdout)[-1]

    def known_here(self, word: str) -> str:
        return self.invitations.pop() if word == INVITATION else self.instead.get(word, word)


def test_an_evening_of_commands_at_a_server(home: Path) -> None:
    """What is only named in the documents, without the link it needs, is left out."""
    typed = [command for command in of_kind(*EVENING) if len(shlex.split(command)) > MOST_NAMED]
    typed += ["jinmaku doctor", "jinmaku find", "jinmaku log"]
    with running("host", *HERE, "--no-announce", "--bots", "1", "--open-tables", "everyone") as process:
        house = House("".join(lines_to(process, "jinmaku tables")))
        for command in sorted(typed, key=lambda command: EVENING.index(shlex.split(command)[1])):
            house.type(command)


def test_a_bot_comes_when_it_is_sent(home: Path) -> None:
    with running("host", *HERE, "--no-announce") as host:
        house = House("".join(lines_to(host, "jinmaku tables")))
        with running("bot", house.invitations.pop()):
            assert "Bot, a bot, sits down" in lines_to(host, "sits down")[-1]


def test_a_server_that_has_stopped_can_be_mended(home: Path) -> None:
    with running("host", *HERE, "--no-announce") as process:
        lines_to(process, "jinmaku tables")
    whole, thawed = started("mend"), started("mend", "--thaw", "4f0c11d2")

    assert (whole.returncode, whole.stdout) == (0, "1 game is intact.\n")
    assert (thawed.returncode, "There is no game 4f0c11d2" in thawed.stderr) == (1, True)


def test_a_node_is_drained(url: str) -> None:
    """No node has ever run at this database, and the command says so."""
    [command] = of_kind("node")
    words = [url if word.startswith("postgresql:") else word for word in shlex.split(command)[1:]]
    ended = started(*words)

    assert (ended.returncode, ended.stderr) == (1, "jinmaku node: No server has used this database yet.\n")


def test_every_command_of_the_documents_is_run() -> None:
    """Alone, `jinmaku` draws the lobby; tests of the screen do that."""
    kinds = {[*shlex.split(command), ""][1] for command in JINMAKU_COMMANDS if command not in TO_THE_END}

    assert kinds == {"", *EVENING, *RUN_ON, "bot", "mend", "node"}


# Scripts -----------------------------------------------------------------------------------------

PROGRAM = re.compile(r"^run (tests\.\S+)", re.MULTILINE)


@pytest.mark.parametrize("command", commands("scripts/"))
def test_every_script_is_there_and_knows_its_flags(command: str) -> None:
    name, *words = shlex.split(command)
    script = ROOT / name
    flags = {word for word in words if word.startswith("--")}

    assert os.access(script, os.X_OK)
    assert flags <= set(re.findall(r"--[\w-]+", known_to(script)))


@cache
def known_to(script: Path) -> str:
    """Return what a script says about itself, and what the program it starts says."""
    text = script.read_text("utf-8")
    if script.name == "play":
        return started("play", "--help").stdout
    program = PROGRAM.search(text)
    if program is None:
        return text
    return help_of(program[1])


def help_of(program: str) -> str:
    module, said = import_module(program), StringIO()
    if hasattr(module, "__path__"):
        module = import_module(f"{program}.__main__")
    with redirect_stdout(said), patch.object(sys, "argv", [program, "--help"]), pytest.raises(SystemExit):
        module.main()
    return said.getvalue()


# The first evening -------------------------------------------------------------------------------


def test_an_evening_begins_with_the_two_lines_of_the_readme(home: Path) -> None:
    """On loopback only, and the friend leaves at once."""
    command = next(command for command in of_kind("host") if "--bots" in command)
    with running(*kept_here(command, home)) as hosting:
        house = House("".join(lines_to(hosting, "jinmaku tables")))
        joined = started("join", house.invitations[0], "--plain", typed="/quit\n")

    assert joined.returncode == 0
    assert "Rising Sun" in joined.stdout
