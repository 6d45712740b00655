"""TOML: reading it, and writing the small part that positions need."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from core.kinds import InputError


def read_toml(text: str, name: str = "document") -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"This {name} is not TOML: {error}."
        raise InputError(msg) from None


def write_toml(document: Mapping[str, Any]) -> str:
    """Write plain values first, then a section for each table of tables' entries."""
    lines = [f"{key} = {_value(value)}" for key, value in document.items() if not _is_group(value)]
    for group, tables in document.items():
        if _is_group(tables):
            for name, table in tables.items():
                lines += [
                    "",
                    f"[{group}.{_key(name)}]",
                    *(f"{_key(k)} = {_value(v)}" for k, v in table.items()),
                ]
    return "\n".join(lines) + "\n"


def _is_group(value: Any) -> bool:
    return (
        isinstance(value, dict) and bool(value) and all(isinstance(entry, dict) for entry in value.values())
    )


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items())
        return "{ " + inside + " }" if inside else "{}"
    raise TypeError(value)
