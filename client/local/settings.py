"""What a player likes: the sections [screen] and [keys] of the file of settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from msgspec import Struct, field
from msgspec.structs import asdict

from client.local.config import Config, read_record
from client.local.config import write_settings as write_in_file
from client.local.home import config_file

Pace: TypeAlias = Literal["step", "calm", "brisk", "instant"]
Glyphs: TypeAlias = Literal["unicode", "ascii"]
Palette: TypeAlias = Literal["clans", "mono"]

SECTION: Final = "screen"
KEYS: Final = "keys"


class ScreenSettings(Struct, frozen=True):
    """How the screen behaves; what is not in the file is as here."""

    pace: Pace = "brisk"
    glyphs: Glyphs = "unicode"
    palette: Palette = "clans"
    animation: bool = True
    confirm: bool = True
    bell: bool = True


class Settings(ScreenSettings, frozen=True):
    """That, and the keys."""

    keys: dict[str, Any] = field(default_factory=dict)
    """By command: other keys than the usual ones; `client.tui.keys` says which of them can be had."""


VALUES: Final[dict[str, tuple[str | bool, ...]]] = {
    "pace": get_args(Pace),
    "glyphs": get_args(Glyphs),
    "palette": get_args(Palette),
    "animation": (True, False),
    "confirm": (True, False),
    "bell": (True, False),
}


def read_settings(home: Path) -> Settings:
    config = Config.of(home)
    return Settings(
        **asdict(read_record(config, SECTION, ScreenSettings)), keys=dict(_flat(config.section(KEYS)))
    )


def _flat(wishes: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Read `map.left = ...` as what it looks like, though TOML takes it for a table in a table."""
    for name, wish in wishes.items():
        if isinstance(wish, Mapping):
            yield from _flat(wish, f"{before}{name}.")
        else:
            yield f"{before}{name}", wish


def write_settings(home: Path, settings: Settings) -> None:
    """Keep what is not so already; what the environment asks for stays its own business."""
    now, new = asdict(read_settings(home)), asdict(settings)
    old_keys, new_keys = now.pop(KEYS), new.pop(KEYS)
    path = config_file(home)
    write_in_file(path, SECTION, _changes(now, new))
    write_in_file(path, KEYS, _changes(old_keys, new_keys))


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Give what is another value now, and None for what is not there any more."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return gone | {name: value for name, value in new.items() if old.get(name) != value}
