"""Positions as TOML documents: the small part of TOML they need, written the way people write it.

What a document says of a game is read by that game; that it says it in the right form, and that somebody can
play on from there, is looked after here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from core import flow
from core.chance import Rng
from core.records import InputError

T = TypeVar("T", bound=Struct)
S = TypeVar("S", bound=flow.Flow)


def converted(document: Mapping[str, Any], kind: type[T], name: str) -> T:
    """Read part of a document as a record."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        known = ", ".join(kind.__struct_fields__)
        msg = f"{name} cannot be read: {error}. It can have {known}."
        raise InputError(msg) from None


def stand(rules: flow.Rules, state: S, check: Callable[[S], None], rng: Rng) -> None:
    """Play on to the next decision, and refuse what could not stand on a table."""
    try:
        flow.advance(rules, state, rng)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        msg = f"This position makes no sense, nobody can play on from it: {error}."
        raise InputError(msg) from None
    try:
        check(state)
    except AssertionError as error:
        msg = f"This position cannot stand on a table: {error}."
        raise InputError(msg) from None


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
