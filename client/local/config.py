"""What somebody has set for good: in a file or in the environment, which wins; flags beat both.

A setting is in a section of the file, or at its top. `[host] port` is JINMAKU_HOST_PORT in the environment.
Modules with settings pass in a list of them: a record's fields (`settings_in`), or the flags of a command.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import partial
from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

from msgspec import Meta, ValidationError, convert
from msgspec.structs import fields

from client.local.home import config_file
from protocol.private_files import make_folder

DEFAULT: Final = "default"
LIKENESS: Final = 0.7  # from here on a word may be a typo for another one
ADDRESS: Final = re.compile(r"(\w+://)(\S*)")
SWITCHES: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}

Record = TypeVar("Record")


class ConfigError(Exception):
    """Something was set wrongly; the sentence says where, and what may be meant."""


class Setting(NamedTuple):
    """Something that can be set; `read` understands a value, or says in a ValueError what is allowed."""

    section: str  # "" is the top of the file
    key: str
    default: Any
    read: Callable[[Any], Any]
    help: str = ""

    @property
    def name(self) -> str:
        return ".".join(filter(None, (self.section, self.key)))

    @property
    def variable(self) -> str:
        return "_".join(filter(None, ("JINMAKU", self.section, self.key))).upper()


class Found(NamedTuple):
    """The effective value, and where it comes from."""

    value: Any
    source: str


class Config:
    """A file of settings and the environment, as they were when they were read."""

    def __init__(self, path: Path, tables: Mapping[str, Any], environ: Mapping[str, str]) -> None:
        self.path = path
        self._tables = tables
        self._environ = environ

    @classmethod
    def of(cls, home: Path, environ: Mapping[str, str] = os.environ) -> Config:
        path = config_file(home)
        return cls(path, read_tables(path), environ)

    def look_up(self, setting: Setting) -> Found:
        """Return the value that holds unless a flag says otherwise."""
        section = self.section(setting.section)
        found = Found(setting.default, DEFAULT)
        if setting.key in section:
            found = self._read(setting, section[setting.key], str(self.path))
        if setting.variable in self._environ:
            found = self._read(setting, self._environ[setting.variable], setting.variable)
        return found

    def check(self, section: str, settings: Iterable[Setting], more: Iterable[str] = ()) -> None:
        """Refuse what is in a section and is not a setting."""
        known = [*(setting.key for setting in settings), *more]
        for key in self.section(section):
            if key not in known:
                where = f"[{section}]" if section else "the top"
                raise ConfigError(f"{self.path}: {where} has no setting {key}{meant(key, known)}")

    def strangers(self, known: Iterable[str]) -> list[str]:
        """Name the variables that look like ours and are not."""
        ours = {name for name in self._environ if name.startswith("JINMAKU_")}
        return sorted(ours - set(known))

    def section(self, name: str) -> dict[str, Any]:
        """Return what is in a section of the file."""
        table = self._tables if not name else self._tables.get(name, {})
        if not isinstance(table, Mapping):
            raise ConfigError(f"{self.path}: {name} is a section; write [{name}] above its settings.")
        return {key.replace("-", "_"): value for key, value in table.items()}

    @staticmethod
    def _read(setting: Setting, raw: Any, source: str) -> Found:
        try:
            return Found(setting.read(raw), source)
        except ValueError as error:
            where = source if source == setting.variable else f"{source}: {setting.name}"
            raise ConfigError(f"{where} = {without_secrets(raw)!r}: {error}.") from None


def without_secrets(value: Any) -> Any:
    """Show of addresses only where they lead: what else is in one may open something."""
    if isinstance(value, (list, tuple)):
        return [without_secrets(each) for each in value]
    return ADDRESS.sub(_place, value) if isinstance(value, str) else value


def _place(address: re.Match[str]) -> str:
    """Show the machine, or nothing where it cannot be told from a password."""
    kind, rest = address.groups()
    front, *others = re.split(r"[/?#]", rest)
    is_clear = not any("@" in part for part in others)
    return f"{kind}{front.rpartition('@')[2] if is_clear else ''}/..."


def read_tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}.") from None


def meant(key: str, known: Iterable[str]) -> str:
    """End a sentence about a wrong word with what was probably meant."""
    close = nearest(key, known)
    return f"; did you mean {close}?" if close else "."


def nearest(key: str, known: Iterable[str]) -> str:
    """Return what was probably meant by a wrong word, or nothing."""
    return next(iter(get_close_matches(key, known, n=1, cutoff=LIKENESS)), "")


# Records as sections -------------------------------------------------------------------------


def settings_in(section: str, record: type[Any]) -> list[Setting]:
    """Make a setting of each field of a record; all of them have a default."""
    return [
        Setting(section, field.name, field.default, partial(read_as, field.type)) for field in fields(record)
    ]


def read_record(config: Config, section: str, record: type[Record]) -> Record:
    settings = settings_in(section, record)
    config.check(section, settings)
    return record(**{setting.key: config.look_up(setting).value for setting in settings})


def read_as(kind: Any, raw: Any) -> Any:
    if kind is bool:
        return read_switch(raw)
    try:
        return convert(listed(raw) if get_origin(bare(kind)) is tuple else raw, kind, strict=False)
    except ValidationError:
        raise ValueError(wanted(kind)) from None


def listed(raw: Any) -> Any:
    """Read a list, which the environment can only write as text."""
    try:
        return loads(raw) if isinstance(raw, str) else raw
    except ValueError:
        return raw


def bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def wanted(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return can_be(get_args(kind))
    told = [meta.description for meta in get_args(kind)[1:] if isinstance(meta, Meta) and meta.description]
    return told[0] if told else "it has to be a number above 0"


def can_be(values: Iterable[object]) -> str:
    *most, last = map(str, values)
    return f"it can be {', '.join(most)} or {last}" if most else f"it can be {last}"


def read_switch(raw: Any) -> bool:
    value = SWITCHES.get(str(raw).lower())
    if value is None:
        raise ValueError("it can be true or false")
    return value


# Writing -------------------------------------------------------------------------------------


def write_settings(path: Path, section: str, values: Mapping[str, str | bool | None]) -> None:
    """Change or drop some settings of a section; everything else in the file stays as its owner wrote it."""
    if not values:
        return
    tables = read_tables(path)
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    for key, value in values.items():
        lines = with_setting(lines, section, key, value)
    text = "\n".join([*lines, ""])
    wanted = {key: value for key, value in {**tables.get(section, {}), **values}.items() if value is not None}
    if not is_toml_of(text, {**tables, section: wanted}):
        raise ConfigError(f"{path} is written in a way that only its owner can change; set it there.")
    make_folder(path.parent)
    path.write_text(text, "utf-8")


def is_toml_of(text: str, tables: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == tables
    except tomllib.TOMLDecodeError:
        return False


def with_setting(lines: list[str], section: str, key: str, value: str | bool | None) -> list[str]:  # noqa: FBT001
    header, name = f"[{section}]", key if key.isidentifier() else dumps(key)
    new = [] if value is None else [f"{name} = {written(value)}"]
    if header not in lines:
        return [*lines, *([""] if lines else []), header, *new]
    start = lines.index(header) + 1
    end = next((place for place in range(start, len(lines)) if lines[place].startswith("[")), len(lines))
    for place in range(start, end):
        if lines[place].partition("=")[0].strip() == name:
            return [*lines[:place], *new, *lines[place + 1 :]]
    return [*lines[:start], *new, *lines[start:]]


def written(value: str | bool) -> str:  # noqa: FBT001
    """Write a value; TOML reads texts as JSON writes them."""
    return dumps(value, ensure_ascii=False)
