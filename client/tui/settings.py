"""What a player likes: the section [screen] of the file of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import asdict

from client.config import Config, read_record
from client.config import write_settings as write_in_file
from client.home import config_file

Pace: TypeAlias = Literal["step", "calm", "brisk", "instant"]
Glyphs: TypeAlias = Literal["unicode", "ascii"]
Palette: TypeAlias = Literal["clans", "mono"]

SECTION: Final = "screen"


class Settings(Struct, frozen=True):
    """How the screen behaves; what is not in the file is as here."""

    pace: Pace = "brisk"
    glyphs: Glyphs = "unicode"
    palette: Palette = "clans"
    animation: bool = True
    confirm: bool = True
    bell: bool = True


VALUES: Final[dict[str, tuple[str | bool, ...]]] = {
    "pace": get_args(Pace),
    "glyphs": get_args(Glyphs),
    "palette": get_args(Palette),
    "animation": (True, False),
    "confirm": (True, False),
    "bell": (True, False),
}


def read_settings(home: Path) -> Settings:
    return read_record(Config.of(home), SECTION, Settings)


def write_settings(home: Path, settings: Settings) -> None:
    """Keep what is not so already; what the environment asks for stays its own business."""
    now = asdict(read_settings(home))
    changes = {name: value for name, value in asdict(settings).items() if value != now[name]}
    if changes:
        write_in_file(config_file(home), SECTION, changes)
