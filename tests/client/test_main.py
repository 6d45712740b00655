"""The command line: what `jinmaku` says and which code it leaves with."""

from __future__ import annotations

import sys
import tomllib
from argparse import ArgumentParser, Namespace
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest

from client import __main__ as command_line
from client.cli import COMMANDS
from client.table.lobby import Doors

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def outcome(*argv: str) -> int | str | None:
    with pytest.raises(SystemExit) as leaving:
        command_line.main(argv)
    return leaving.value.code


def add_count(parser: ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=1)


@pytest.fixture
def bow(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A subcommand that leaves with the number of its bows."""
    module = ModuleType("client.cli.bow")
    vars(module).update(HELP="Bows.", add_arguments=add_count, run=lambda args: args.count)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(command_line, "COMMANDS", (("bow", "bow deeply"), ("missing", "cannot be imported")))
    return module


def test_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome("--version") == 0
    version = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["version"]
    assert capsys.readouterr().out == f"jinmaku {version}\n"


@pytest.mark.usefixtures("bow")
@pytest.mark.parametrize("argv", [["sit"], ["bow", "--count", "many"], ["bow", "low"], ["--loud"]])
def test_a_wrong_call_gets_one_line_and_code_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(*argv) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("jinmaku")
    assert complaint.count("\n") == 1


def test_the_lobby_needs_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    assert command_line.main([]) == 1
    complaint = capsys.readouterr().err
    assert complaint == "jinmaku: There is no terminal to draw on; try jinmaku --plain.\n"


def test_the_lobby_is_entered_with_another_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes: list[Path] = []

    def show_lobby(home: Path, _: Doors) -> int:
        homes.append(home)
        return 0

    monkeypatch.setattr("client.cli.lobby.show_lobby", show_lobby)

    assert command_line.main(["--home", str(tmp_path)]) == 0
    assert homes == [tmp_path]


@pytest.mark.parametrize("call", [["--home"], ["learn", "--home"], ["learn", "--plain", "--home"]])
def test_a_home_that_others_can_open_is_refused_before_anything_is_learned_or_chosen(
    call: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o755)

    assert command_line.main([*call, str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.err == f"jinmaku: {tmp_path} is open to other users; close it with: chmod 700 {tmp_path}\n"
    assert said.out == ""


@pytest.mark.usefixtures("bow")
@pytest.mark.parametrize("flag", [["--home", "elsewhere"], ["--plain"], ["--no-plain"]])
def test_a_flag_of_the_lobby_is_not_that_of_a_subcommand(
    flag: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert outcome(*flag, "bow") == 2
    assert f"--{flag[0].removeprefix('--no').strip('-')} belongs after the command" in capsys.readouterr().err


@pytest.mark.usefixtures("bow")
def test_a_subcommand_gets_its_arguments_and_gives_the_exit_code() -> None:
    assert command_line.main(["bow", "--count", "3"]) == 3


@pytest.mark.usefixtures("bow")
def test_help_lists_subcommands_without_importing_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome("--help") == 0
    listed = capsys.readouterr().out
    assert "bow deeply" in listed
    assert "cannot be imported" in listed


@pytest.mark.usefixtures("bow")
def test_help_of_a_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome("bow", "--help") == 0
    assert "Bows." in capsys.readouterr().out


def test_ctrl_c_leaves_quietly(bow: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(bow, "run", interrupt)
    assert command_line.main(["bow"]) == 130


def test_every_subcommand_has_its_module() -> None:
    for name, _ in COMMANDS:
        module = import_module(f"client.cli.{name.replace('-', '_')}")
        assert module.HELP
        assert callable(module.add_arguments)
        assert callable(module.run)
