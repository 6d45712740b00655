"""What a player likes: kept as a small TOML file in the client's home folder."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from json import dumps
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from msgspec import Struct, ValidationError, convert, field
from msgspec.structs import asdict, replace

from client.texts import t

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


def read_settings(home: Path, complain: Callable[[str], object] = str) -> Settings:
    """Read the file; what cannot be understood is as if it were not there, but is complained of."""
    try:
        settings = convert(tomllib.loads((home / NAME).read_text("utf-8")), Settings)
    except OSError:
        return Settings()
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        complain(t("settings-broken", path=str(home / NAME), reason=str(error)))
        return Settings()
    return replace(settings, keys=dict(_flat(settings.keys)))


def _flat(wishes: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Read `map.left = ...` as what it looks like, though TOML takes it for a table in a table."""
    for name, wish in wishes.items():
        if isinstance(wish, dict):
            yield from _flat(wish, f"{before}{name}.")
        else:
            yield f"{before}{name}", wish


def write_settings(home: Path, settings: Settings) -> None:
    values = asdict(settings)
    keys: dict[str, Any] = values.pop("keys")
    lines = [f"{name} = {_written(value)}\n" for name, value in values.items()]
    if keys:
        lines += ["\n[keys]\n", *(f"{_quoted(name)} = {_written(value)}\n" for name, value in keys.items())]
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / NAME).write_text("".join(lines), "utf-8")


def _written(value: str | bool) -> str:  # noqa: FBT001
    return _quoted(value) if isinstance(value, str) else str(value).lower()


def _quoted(text: str) -> str:
    return dumps(text)  # what JSON writes for a text, TOML reads as the same one
