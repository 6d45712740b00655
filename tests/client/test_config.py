"""Settings: a file, the environment and flags, each stronger than the one before."""

from __future__ import annotations

import re
import tomllib
from argparse import Namespace
from pathlib import Path

import pytest

from client import __main__ as command_line
from client.cli.flags import all_settings, commands, defaults_of, lasting_flags, parser_of
from client.local.config import Config, ConfigError, read_record, write_settings
from client.local.home import config_file
from client.local.settings import Settings, read_settings
from client.local.settings import write_settings as keep
from protocol.limits import Limits

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
INVITATION = "table://127.0.0.1:7000/koi#hk=aaaqeayeaudaocajbifqydiob4ibceqt"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JINMAKU_HOME", str(tmp_path))
    return tmp_path / "config.toml"


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as leaving:
        command_line.get_args(argv)
    assert leaving.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


# Who is stronger -----------------------------------------------------------------------------


def test_a_flag_beats_the_environment_and_that_beats_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def port(*argv: str) -> int:
        number: int = command_line.get_args(["host", *argv]).port
        return number

    assert port() == 7475
    file.write_text("[host]\nport = 1001\n")
    assert port() == 1001
    monkeypatch.setenv("JINMAKU_HOST_PORT", "1002")
    assert port() == 1002
    assert port("--port", "1003") == 1003


@pytest.mark.usefixtures("file")
def test_what_is_switched_on_for_good_can_be_switched_off_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINMAKU_PLAIN", "yes")

    assert command_line.get_args(["play"]).plain is True
    assert command_line.get_args(["play", "--no-plain"]).plain is False


def test_what_stands_at_the_top_holds_for_every_command_that_knows_it(file: Path) -> None:
    file.write_text('name = "Aiko"\nplain = true\n')

    for argv in (["play"], ["join", INVITATION]):
        args = command_line.get_args(argv)
        assert (args.name, args.plain) == ("Aiko", True)
    assert command_line.get_args(["replay", "x.log"]).plain is True
    assert command_line.get_args(["bot", INVITATION]).name == "Bot"


def test_values_are_read_as_on_the_command_line(file: Path) -> None:
    file.write_text(
        '[host]\ndata = "~/tables"\noption = ["shrines=random"]\ngrace = "3m"\nannounce = false\n'
    )
    args = command_line.get_args(["host", "-o", "set=torii"])

    assert args.data == Path.home() / "tables"
    assert args.option == ["shrines=random", "set=torii"]
    assert (args.grace, args.announce) == ("3m", False)


def test_another_home_has_settings_of_its_own(file: Path, tmp_path: Path) -> None:
    file.write_text("[play]\nplayers = 3\n")
    (tmp_path / "guest").mkdir()
    (tmp_path / "guest" / "config.toml").write_text("[play]\nplayers = 5\n")

    assert command_line.get_args(["play"]).players == 3
    assert command_line.get_args(["play", "--home", str(tmp_path / "guest")]).players == 5


def test_the_usual_home_has_its_settings_among_those_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    assert config_file(tmp_path / "data" / "jinmaku") == tmp_path / "config" / "jinmaku" / "config.toml"
    assert config_file(tmp_path / "other") == tmp_path / "other" / "config.toml"


def test_the_lobby_knows_what_was_set_for_the_commands(file: Path, tmp_path: Path) -> None:
    file.write_text('name = "Aiko"\n[host]\naddress = "table.example"\n')

    assert defaults_of("play", tmp_path).name == "Aiko"
    assert defaults_of("host", tmp_path).address == "table.example"


def test_limits_of_a_server_are_settings_too(file: Path, tmp_path: Path) -> None:
    file.write_text("[limits]\nconnections = 3\n")
    config = Config.of(tmp_path, {"JINMAKU_LIMITS_IDLE_TIME": "7.5"})

    assert read_record(config, "limits", Limits) == Limits(connections=3, idle_time=7.5)


# What cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[host]\nprot = 7000\n", "[host] has no setting prot; did you mean port?"),
        ("[hots]\nport = 7000\n", "the top has no setting hots; did you mean host?"),
        ("[screen]\npcae = 'calm'\n", "[screen] has no setting pcae; did you mean pace?"),
        ("[limits]\nconections = 5\n", "[limits] has no setting conections; did you mean connections?"),
        ("[host]\nonce = true\n", "[host] has no setting once."),
        ("host = 5\n", "host is a section; write [host] above its settings."),
        ("[host]\nport = 70000\n", "host.port = 70000: a port is a number from 0 to 65535."),
        ("[host]\nseats = 'many'\n", "host.seats = 'many': it must be a number."),
        ("[host]\nlevel = 'wise'\n", "host.level = 'wise': it can be novice, steady, strong or random."),
        ("[host]\nannounce = 'perhaps'\n", "host.announce = 'perhaps': it can be true or false."),
        ("[host]\nseats = [3]\n", "host.seats = [3]: it must be a single value."),
        ("[host\n", "is not TOML"),
    ],
)
def test_what_cannot_be_set_is_said_in_one_line(
    text: str, sentence: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    told = complaint(capsys, "host")

    assert told.startswith(f"jinmaku host: {file}")
    assert sentence in told


def test_a_variable_that_cannot_be_is_named(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JINMAKU_NAME", "x" * 41)

    told = complaint(capsys, "play")
    assert told.startswith("jinmaku play: JINMAKU_NAME = 'xxx")
    assert told.endswith(": a name has at most 40 characters.\n")


def test_a_section_of_another_command_is_that_commands_business(file: Path) -> None:
    file.write_text("[find]\nnonsense = 1\n")

    assert command_line.get_args(["host"]).port == 7475


def test_the_lobby_says_what_is_wrong(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("[screen]\npace = 'at all costs'\n")

    assert command_line.main([]) == 2
    assert "screen.pace = 'at all costs': it can be step, calm, brisk or instant." in capsys.readouterr().err


# Showing -------------------------------------------------------------------------------------


def test_explain_shows_every_setting_and_where_it_comes_from(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("[host]\nseats = 5\n")
    monkeypatch.setenv("JINMAKU_HOST_PORT", "7000")
    monkeypatch.setenv("JINMAKU_HOST_BOST", "1")

    assert command_line.main(["config", "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = [tuple(line.split()[:3]) for line in lines]
    assert ("seats", "5", "config.toml") in shown
    assert ("port", "7000", "JINMAKU_HOST_PORT") in shown
    assert ("bots", "0", "default") in shown
    assert "# JINMAKU_HOST_BOST in the environment is not a setting; did you mean JINMAKU_HOST_BOTS?" in lines
    for setting in all_settings():
        assert any(row[:1] == (setting.key,) for row in shown)


def test_without_explain_only_what_was_set_is_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["config"]) == 0
    assert "Nothing is set." in capsys.readouterr().out
    file.write_text("[host]\nseats = 5\n")
    assert command_line.main(["config"]) == 0
    told = capsys.readouterr().out
    assert "seats  5  config.toml" in told
    assert "port" not in told


def test_config_says_what_is_wrong_anywhere(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("[find]\nsecond = 1\n")

    assert command_line.main(["config"]) == 2
    assert "did you mean seconds?" in capsys.readouterr().err


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", HOSTING.read_text("utf-8"), re.DOTALL))
def test_what_the_guide_shows_can_be_set(example: str, file: Path) -> None:
    file.write_text(example)

    assert command_line.main(["config"]) == 0
    for name in re.findall(r"JINMAKU_\w+", example):
        assert name in {setting.variable for setting in all_settings()}


def test_every_lasting_flag_of_a_command_is_a_setting() -> None:
    names = {setting.name for setting in all_settings()}
    for command in commands():
        for flag in lasting_flags(parser_of(command)):
            assert {f"{command}.{flag.dest}", flag.dest} & names


# Keeping -------------------------------------------------------------------------------------

BY_HAND = """\
# Mine.
name = "Aiko"  # as in school

[screen]
pace = "calm"  # not too fast

[host]
port = 7000
"""


def test_what_the_screen_keeps_leaves_the_rest_of_the_file_alone(file: Path, tmp_path: Path) -> None:
    file.write_text(BY_HAND)
    keep(tmp_path, Settings(pace="step", glyphs="ascii"))

    assert read_settings(tmp_path) == Settings(pace="step", glyphs="ascii")
    text = file.read_text()
    assert text.startswith('# Mine.\nname = "Aiko"  # as in school\n')
    assert text.endswith("[host]\nport = 7000\n")


def test_what_the_environment_asks_for_is_not_kept(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JINMAKU_SCREEN_PACE", "instant")
    keep(tmp_path, Settings(pace="instant", bell=False))

    assert tomllib.loads(file.read_text()) == {"screen": {"bell": False}}


@pytest.mark.parametrize("text", ['screen.pace = "calm"\n', "[screen] # mine\n", "screen = {bell = true}\n"])
def test_a_file_that_would_be_damaged_is_left_alone(text: str, file: Path) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError, match="only its owner can change"):
        write_settings(file, "screen", {"bell": False})

    assert file.read_text() == text


def test_nothing_of_the_settings_is_needed(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    assert isinstance(defaults_of("find", tmp_path), Namespace)
