"""What a player likes: kept as a small TOML file in the client's home folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict

Pace: TypeAlias = Literal["step", "calm", "brisk", "instant"]
Glyphs: TypeAlias = Literal["unicode", "ascii"]
Palette: TypeAlias = Literal["clans", "mono"]

NAME: Final = "settings.toml"


class Settings(Struct, frozen=True, forbid_unknown_fields=False):
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
    """Read the file; what cannot be understood is as if it were not there."""
    try:
        return convert(tomllib.loads((home / NAME).read_text("utf-8")), Settings)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError):
        return Settings()


def write_settings(home: Path, settings: Settings) -> None:
    lines = [f"{name} = {_written(value)}\n" for name, value in asdict(settings).items()]
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / NAME).write_text("".join(lines), "utf-8")


def _written(value: str | bool) -> str:  # noqa: FBT001
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
