"""The file `first_games.json`: at which tables somebody wants advice, and what was explained there so far."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import DecodeError, json

from protocol.private_files import PrivateFileError, read_private, write_private

NAME: Final = "first_games.json"


def explained_at(home: Path, table: str) -> frozenset[str] | None:
    """Give the questions that were explained in a first game; nothing if it is another game."""
    questions = first_games(home).get(table)
    return frozenset(questions) if questions is not None else None


def keep_explained(home: Path, table: str, questions: frozenset[str]) -> None:
    """Remember that a first game is played at a table, and what has been explained."""
    with suppress(PrivateFileError):
        write_private(home / NAME, json.encode(first_games(home) | {table: sorted(questions)}))


def first_games(home: Path) -> dict[str, list[str]]:
    with suppress(PrivateFileError, DecodeError):
        return json.decode(read_private(home / NAME), type=dict[str, list[str]])
    return {}
