"""Flags that can be set for good: whatever a command's parser knows is a setting in the section of that name.

So a command only has to be in `CONFIGURABLE`.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.cli import COMMANDS, CONFIGURABLE
from client.cli.player import player_name
from client.local.config import Config, Setting, can_be, nearest, read_switch, settings_in
from client.local.home import default_home
from client.local.settings import KEYS, NoticeSettings, ScreenSettings
from client.texts import language_in, speak, t, texts_in
from protocol.limits import Limits

RECORDS: Final = ("screen", "notices", "limits")  # sections that are not commands
OTHER_VARIABLES: Final = ("JINMAKU_HOME",)
OF_ONE_RUN: Final = frozenset(
    {"help", "home", "new", "once", "password", "watch", "seed", "seat", "eyes", "at", "json"}
)


def configure(parser: ArgumentParser, command: str, home: Path | None = None) -> None:
    """Let a command's flags default to what was set; a given flag wins."""
    config = Config.of(home or default_home())
    check_top(config)
    for section in (command, *RECORDS):
        check_section(config, section, settings_of(section, parser))
    given = {flag.dest: config.look_up(setting_of(command, flag)) for flag in lasting_flags(parser)}
    parser.set_defaults(**{name: found.value for name, found in given.items()})
    language = config.look_up(LANGUAGE).value
    if language:
        speak(texts_in(language_in(language)))


def defaults_of(command: str, home: Path) -> Namespace:
    """Return what a command would do without any flag."""
    parser = parser_of(command)
    configure(parser, command, home)
    parser.set_defaults(home=home)
    return parser.parse_args([])


def check_top(config: Config) -> None:
    config.check("", GENERAL, (*commands(), *RECORDS, KEYS))


def check_section(config: Config, section: str, settings: Sequence[Setting]) -> None:
    """Refuse whatever is impossible, before anything begins."""
    config.check(section, settings)
    for setting in settings:
        config.look_up(setting)


def commands() -> list[str]:
    return [name for name, _ in COMMANDS if name in CONFIGURABLE]


def settings_of(section: str, parser: ArgumentParser | None = None) -> list[Setting]:
    """List what can be set in a section; the top is the one without a name."""
    if section in BUILT_IN:
        return BUILT_IN[section]
    flags = lasting_flags(parser or parser_of(section))
    return [setting for flag in flags if (setting := setting_of(section, flag)).section]


def parser_of(command: str) -> ArgumentParser:
    parser = ArgumentParser(f"jinmaku {command}")
    import_module(f"client.cli.{command}").add_arguments(parser)
    return parser


def lasting_flags(parser: ArgumentParser) -> list[Action]:
    actions = parser._actions  # noqa: SLF001 (there is no other way to ask a parser what it knows)
    return [action for action in actions if action.option_strings and action.dest not in OF_ONE_RUN]


def setting_of(command: str, flag: Action) -> Setting:
    """Make a setting of a flag; what concerns all commands is at the top of the file."""
    read = partial(read_flag, flag)
    if flag.dest in {setting.key for setting in GENERAL}:
        return Setting("", flag.dest, flag.default, read)
    long = next(name for name in flag.option_strings if name.startswith("--"))
    key = long.removeprefix("--").replace("-", "_")
    return Setting(command, key, flag.default, read, (flag.help or "") % vars(flag))


def read_flag(flag: Action, raw: Any) -> Any:
    if flag.nargs == 0:
        return read_switch(raw)
    if isinstance(flag.default, list):
        return [one(flag, item) for item in items_in(raw)]
    return one(flag, raw)


def items_in(raw: Any) -> Iterable[Any]:
    return raw if isinstance(raw, list) else str(raw).split(",")


def one(flag: Action, raw: Any) -> Any:
    """Read a value as the command line would."""
    if type(raw) not in {str, int, float}:
        raise ValueError("it must be a single value")
    value = value_in(flag, str(raw))
    if flag.choices is not None and value not in flag.choices:
        raise ValueError(can_be(flag.choices))
    return value


def value_in(flag: Action, text: str) -> Any:
    if flag.type is Path:
        return Path(text).expanduser()
    try:
        return flag.type(text) if callable(flag.type) else text
    except ArgumentTypeError as error:
        raise ValueError(str(error)) from None
    except (TypeError, ValueError):
        raise ValueError("it must be a number") from None


def read_name(raw: Any) -> str:
    try:
        return player_name(str(raw))
    except ArgumentTypeError as error:
        raise ValueError(str(error)) from None


# All that is set -----------------------------------------------------------------------------


class EffectiveSetting(NamedTuple):
    """A setting and its effective value."""

    setting: Setting
    value: Any
    source: str


def all_settings() -> list[Setting]:
    return [setting for section in ("", *sections()) for setting in settings_of(section)]


def sections() -> list[str]:
    return ["screen", "notices", *commands(), "limits"]


def lines_in(config: Config) -> Iterator[EffectiveSetting]:
    """Read everything, so that anything wrong comes to light."""
    check_top(config)
    for section in sections():
        config.check(section, settings_of(section))
    for setting in all_settings():
        yield EffectiveSetting(setting, *config.look_up(setting))


def warnings(config: Config) -> Iterator[str]:
    """Point out variables that somebody may believe to have an effect."""
    settings = all_settings()
    known = [*(setting.variable for setting in settings), *OTHER_VARIABLES]
    for name in config.strangers(known):
        yield t("config-stranger", name=name, meant=nearest(name, known) or "none")


LANGUAGE: Final = Setting("", "lang", None, str, "the language (that of the system)")
NAME: Final = Setting("", "name", None, read_name, "what the others call you (your login name)")
PLAIN: Final = Setting("", "plain", False, read_switch, "line by line, for screen readers and scripts")
GENERAL: Final = [NAME, PLAIN, LANGUAGE]
BUILT_IN: Final = {
    "": GENERAL,
    "screen": settings_in("screen", ScreenSettings),
    "notices": settings_in("notices", NoticeSettings),
    "limits": settings_in("limits", Limits),
}
