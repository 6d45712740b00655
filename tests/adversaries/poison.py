"""Words that would do more in a terminal than be read, and how to check that they do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace
from rich.cells import cell_len

from protocol.characters import is_unseen

CONTROLS: Final = "\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\x00\x08\r\n\x7f\x85"
MARKUP: Final = "[red]x[/red][/][@click=app.quit]q[/][link=x]"
DIRECTIONS: Final = "\u202e\u2066\u200f\u061c"
WIDTHS: Final = "\u200b\u200d\ufe0f\u2060\u3164\U000e0041\u0301\u9663\U0001f469\u200d\U0001f33e"
POISON: Final = f"{DIRECTIONS}Eve{CONTROLS}{MARKUP}{WIDTHS}"
SHORT: Final = f"\x1b[2J{DIRECTIONS}[/]\u200bE\u9663\r\n\x9b"
"""As much of it as fits into a name."""


def harm_in(text: str) -> list[str]:
    """Name the characters that are more than text; we may break lines ourselves."""
    return sorted({ascii(char) for char in text if char != "\n" and is_unseen(char)})


def check_rows(rows: list[str], width: int) -> None:
    """Check that nothing on a screen is more than text, and that every row is as wide as the screen."""
    for row in rows:
        assert harm_in(row) == [], ascii(row)
        assert not re.search(r"\n", row)
        assert cell_len(row) == width, ascii(row)


def poisoned(value: Any, *keep: str) -> Any:
    """Put poison into every text of a record, however deep; names of fields to leave alone may be given."""
    if isinstance(value, str):
        return SHORT
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(poisoned(each, *keep) for each in value)
    if isinstance(value, Struct):
        texts = {name: poisoned(getattr(value, name), *keep) for name in value.__struct_fields__}
        return replace(value, **{name: text for name, text in texts.items() if name not in keep})
    return value


def texts_in(kind: Any) -> Iterator[str]:
    """Name the fields of a record, however deep, that hold text from outside."""
    for part in get_args(kind):
        yield from texts_in(part)
    if isinstance(kind, type) and issubclass(kind, Struct):
        for field in fields(kind):
            if is_text(field.type):
                yield f"{kind.__name__}.{field.name}"
            elif field.type is not kind:
                yield from texts_in(field.type)


def is_text(kind: Any) -> bool:
    return kind is str or any(map(is_text, get_args(kind)))


def made(kind: Any) -> Any:
    """Make up something of a type, with poison wherever there is text."""
    first, *others = get_args(kind) or [None]
    if get_origin(kind) is tuple:
        return (made(first), *(made(each) for each in others if each is not ...))
    if first is not None:
        return made(first)
    if issubclass(kind, Struct):
        return kind(**{field.name: made(field.type) for field in fields(kind)})
    if issubclass(kind, Enum):
        return next(iter(kind))
    return {str: POISON, bytes: bytes(32), bool: True, int: 0}[kind]
