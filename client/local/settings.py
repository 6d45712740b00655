"""A player's preferences: the sections [screen], [keys] and [notices] of the settings file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from client.local.config import Config, read_record
from client.local.config import write_settings as write_in_file
from client.local.home import config_file

Pace: TypeAlias = Literal["step", "calm", "brisk", "instant"]
Glyphs: TypeAlias = Literal["unicode", "ascii"]
Palette: TypeAlias = Literal["clans", "mono"]

Theme: TypeAlias = Literal["dark", "light"]
TerminalNotice: TypeAlias = Literal["auto", "osc9", "osc777", "off"]
CommandLine: TypeAlias = Annotated[
    tuple[str, ...], Meta(max_length=32, description='it has to be a list such as ["notify-send", "Jinmaku"]')
]
Webhook: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(https://[^\s/@]+(/[!-~]*)?|http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(/[!-~]*)?)?\Z",
        description="it has to begin with https://, or with http:// and an address of this machine",
    ),
]

SECTION: Final = "screen"
KEYS: Final = "keys"
NOTICES: Final = "notices"


class ScreenSettings(Struct, frozen=True):
    """How the screen behaves; these are the defaults."""

    pace: Pace = "brisk"
    glyphs: Glyphs = "unicode"
    palette: Palette = "clans"
    theme: Theme = "dark"
    animation: bool = True
    confirm: bool = True
    bell: bool = True
    chatter: bool = True


class NoticeSettings(Struct, frozen=True):
    """How to call a player who is not looking."""

    terminal: TerminalNotice = "auto"
    command: CommandLine = ()
    webhook: Webhook = ""


class Settings(ScreenSettings, frozen=True):
    """That, the notices and the keys."""

    notices: NoticeSettings = NoticeSettings()

    keys: dict[str, Any] = field(default_factory=dict)
    """By command: keys other than the usual ones; `client.tui.keys` says which of them are possible."""


VALUES: Final[dict[str, tuple[str | bool, ...]]] = {
    "pace": get_args(Pace),
    "glyphs": get_args(Glyphs),
    "palette": get_args(Palette),
    "theme": get_args(Theme),
    "animation": (True, False),
    "confirm": (True, False),
    "bell": (True, False),
    "chatter": (True, False),
    "terminal": get_args(TerminalNotice),
}
"""What a dialog lets a player choose; all but the last are of the screen, and that one is a notice."""


def read_settings(home: Path) -> Settings:
    config = Config.of(home)
    return Settings(
        **asdict(read_record(config, SECTION, ScreenSettings)),
        notices=read_record(config, NOTICES, NoticeSettings),
        keys=dict(_flat(config.section(KEYS))),
    )


def _flat(wishes: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Read `map.left = ...` as what it looks like, though TOML takes it for a table in a table."""
    for name, wish in wishes.items():
        if isinstance(wish, Mapping):
            yield from _flat(wish, f"{before}{name}.")
        else:
            yield f"{before}{name}", wish


def write_settings(home: Path, settings: Settings) -> None:
    """Store what has changed; what the environment sets is left alone."""
    now, new = asdict(read_settings(home)), asdict(settings)
    path = config_file(home)
    for section, (old, wanted) in {
        NOTICES: tuple(map(asdict, (now.pop(NOTICES), new.pop(NOTICES)))),
        KEYS: (now.pop(KEYS), new.pop(KEYS)),
        SECTION: (now, new),
    }.items():
        write_in_file(path, section, _changes(old, wanted))


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return new values, and None for what is not there any more."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return gone | {name: value for name, value in new.items() if old.get(name) != value}
